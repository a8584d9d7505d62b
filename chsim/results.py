"""What a run gives back: counts, JSON, and tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chsim.frames import FRAMES, build
from chsim.matchup import Matchup, strategy_row
from chsim.saved import save_frames

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class RunResult:
    """Result of a run.

    Attributes
    ----------
    rules : str
        Name of the rules.
    seed : int
    matchups : list of Matchup
    stopped : str or None
        Why the run ended before its last game.
    """

    rules: str
    seed: int
    matchups: list[Matchup] = field(default_factory=list)
    stopped: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data for JSON; ``stopped`` stands in it only when it is set."""
        data: dict[str, Any] = {
            "rules": self.rules,
            "seed": self.seed,
            "version": version("chsim"),
            "matchups": [matchup.to_dict() for matchup in self.matchups],
        }
        if self.stopped:
            data["stopped"] = self.stopped
        return data

    @cached_property
    def strategies(self) -> pd.DataFrame:
        """One row a matchup and strategy: counts, rates and their 95 % intervals."""
        import pandas as pd

        return pd.DataFrame(flat_rows(self), columns=FLAT_COLUMNS)

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row a matchup and game.

        ``hands`` and ``moons`` are counts; ``capped`` says whether the game ended at
        the most hands the rules allow. ``losers`` and ``winners`` are masks: bit s is
        set for seat s. ``lost_by`` and ``won_by`` are the strategies of these seats,
        as ``"random"`` or, where different ones share, ``"random + peacecat"``;
        nothing where nobody did.
        """
        return build("games", self.matchups)

    @cached_property
    def hands(self) -> pd.DataFrame:
        """One row a matchup, game, hand and seat; hands count from 0.

        ``score_re`` and ``score_im`` are the hand's own score; ``re``, ``im`` and
        ``magnitude`` the total after it. ``shooter`` says whether the seat shot the
        moon, ``choice`` what the hand's shooter did with it, ``"subtract"`` or
        ``"add"``; it is missing in hands without a moon.
        """
        return build("hands", self.matchups)

    @cached_property
    def trajectories(self) -> pd.DataFrame:
        """One row a matchup, game, seat and number of hands played: the total then.

        A path begins at 0 with ``hands_played`` 0; its last row has ``last`` set.
        ``lost`` and ``won`` say in each of its rows how the game ended for the seat,
        so of the rows with ``last`` the mean of ``lost`` by ``strategy`` is its loss
        rate, shared losses included.
        """
        return build("trajectories", self.matchups)

    def save(self, folder: str | Path, kind: str = "csv") -> Path:
        """Write ``games``, ``hands`` and ``trajectories`` to files; `chsim.load_frames` reads them.

        Parameters
        ----------
        folder : str or Path
            Made if missing; a run saved there before is replaced.
        kind : {"csv", "parquet"}
            Parquet is smaller and quicker, and needs pyarrow.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        FramesError
            In one line, if they cannot be written.
        """
        frames = {name: getattr(self, name) for name in FRAMES}
        return save_frames(self.to_dict(), frames, folder, kind)


FLAT_COLUMNS = [
    "matchup",
    "table",
    "games",
    "strategy",
    "seats",
    "losses",
    "loss_rate",
    "loss_low",
    "loss_high",
    "wins",
    "win_rate",
    "win_low",
    "win_high",
    "mean_magnitude",
    "fouls",
]


def flat_rows(result: RunResult) -> list[dict[str, Any]]:
    """One row a matchup and strategy, with the keys `FLAT_COLUMNS`."""
    rows = []
    for number, matchup in enumerate(result.matchups):
        for tally in matchup.tally.strategies.values():
            row = strategy_row(tally)
            for outcome in ("loss", "win"):
                bounds = row.pop(f"{outcome}_interval") or [None, None]
                row[f"{outcome}_low"], row[f"{outcome}_high"] = bounds
            row |= {"matchup": number, "table": ",".join(matchup.seats)}
            row["games"] = matchup.tally.games
            rows.append({column: row[column] for column in FLAT_COLUMNS})
    return rows
