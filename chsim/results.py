"""What a run gives back: counts, JSON, and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from chsim.stats.intervals import wilson
from chsim.tally import StrategyTally, Tally

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class Matchup:
    """Result of one matchup.

    Attributes
    ----------
    seats : tuple of str
        Strategies as listed.
    tally : Tally
    seconds : float
        Time from the first game to the last.
    results, logs : list of recarray
        The games and hands, if they were kept.
    """

    seats: tuple[str, ...]
    tally: Tally
    seconds: float = 0.0
    results: list[Any] = field(default_factory=list)
    logs: list[Any] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """The matchup as plain data for JSON."""
        tally = self.tally
        return {
            "seats": list(self.seats),
            "games": tally.games,
            "hands": tally.hands,
            "moons": tally.moons,
            "capped": tally.capped,
            "digest": tally.digest,
            "seconds": round(self.seconds, 3),
            "strategies": [strategy_row(one) for one in tally.strategies.values()],
        }


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
        """One row a matchup and game; losers and winners are masks of seats."""
        return _concat(self.matchups, _game_frame)

    @cached_property
    def hands(self) -> pd.DataFrame:
        """One row a matchup, game, hand and seat: the running total after the hand.

        Columns ``score_re`` and ``score_im`` are the hand's own score; ``re``,
        ``im`` and ``magnitude`` the total.
        """
        return _concat(self.matchups, _hand_frame)


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


def strategy_row(tally: StrategyTally) -> dict[str, Any]:
    """A strategy's counts, rates and 95 % Wilson intervals as plain data."""
    loss = wilson(tally.losses, tally.seats)
    win = wilson(tally.wins, tally.seats)
    return {
        "strategy": tally.strategy,
        "seats": tally.seats,
        "losses": tally.losses,
        "wins": tally.wins,
        "loss_rate": tally.losses / tally.seats if tally.seats else None,
        "loss_interval": list(loss) if loss else None,
        "win_rate": tally.wins / tally.seats if tally.seats else None,
        "win_interval": list(win) if win else None,
        "mean_magnitude": tally.mean_magnitude,
        "fouls": tally.fouls,
    }


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


def _concat(matchups: Sequence[Matchup], frame: Any) -> pd.DataFrame:
    import pandas as pd

    frames = [frame(number, matchup) for number, matchup in enumerate(matchups)]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _game_frame(number: int, matchup: Matchup) -> pd.DataFrame:
    import pandas as pd

    from chsim.core.game import GAME_RESULT

    results = _joined(matchup.results, matchup, GAME_RESULT)
    fields = ("hands", "moons", "capped", "losers", "winners")
    columns = {name: results[name] for name in fields}
    return pd.DataFrame(
        {"matchup": number, "game": np.arange(len(results)), **columns},
    ).astype({"capped": bool})


def _hand_frame(number: int, matchup: Matchup) -> pd.DataFrame:
    import pandas as pd

    from chsim.core.layout import HAND_LOG

    logs, players = _joined(matchup.logs, matchup, HAND_LOG), len(matchup.seats)
    seat = np.tile(np.arange(players), len(logs))
    game = np.repeat(logs["game"], players)
    re, im, score_re, score_im = (
        logs[name][:, :players].ravel() for name in ("total_re", "total_im", "score_re", "score_im")
    )
    players_at = matchup.tally.seats_of(0, matchup.tally.games).argsort(axis=1)
    names = np.array(matchup.seats, dtype=object)[players_at[game, seat]]
    return pd.DataFrame(
        {
            "matchup": number,
            "game": game,
            "hand": np.repeat(logs["hand_number"], players),
            "seat": seat,
            "strategy": pd.Categorical(names, categories=list(dict.fromkeys(matchup.seats))),
            "score_re": score_re,
            "score_im": score_im,
            "re": re,
            "im": im,
            "magnitude": np.hypot(re, im),
        }
    )


def _joined(parts: list[Any], matchup: Matchup, layout: np.dtype[Any]) -> Any:
    if parts:
        return np.concatenate(parts)
    if matchup.tally.games:
        raise ValueError("the games of this run were not kept (keep=True keeps them)")
    return np.zeros(0, layout)
