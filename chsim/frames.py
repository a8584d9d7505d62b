"""The kept games of a run as tidy tables: one row a game, a hand and seat, a step of a path.

The columns of all three are listed in `FRAMES`, in their order. Numbers are
``int64``, so real and imaginary parts are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from chsim.core.game import GAME_RESULT
from chsim.core.layout import HAND_LOG, UNDECIDED
from chsim.matchup import Matchup
from chsim.moon_choice import CHOICE_WORDS, choice_word

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int64]

STRATEGY, CHOICE = "strategy", "choice"
#: Between the strategies that share a loss or a win.
AND = " + "

#: Frame -> column -> what it holds: a dtype, or the name of a category.
FRAMES: dict[str, dict[str, str]] = {
    "games": {
        "matchup": "int64",
        "game": "int64",
        "hands": "int64",
        "moons": "int64",
        "capped": "bool",
        "losers": "int64",
        "winners": "int64",
        "lost_by": "str",
        "won_by": "str",
    },
    "hands": {
        "matchup": "int64",
        "game": "int64",
        "hand": "int64",
        "seat": "int64",
        "strategy": STRATEGY,
        "shooter": "bool",
        "choice": CHOICE,
        "score_re": "int64",
        "score_im": "int64",
        "re": "int64",
        "im": "int64",
        "magnitude": "float64",
    },
    "trajectories": {
        "matchup": "int64",
        "game": "int64",
        "seat": "int64",
        "strategy": STRATEGY,
        "hands_played": "int64",
        "re": "int64",
        "im": "int64",
        "magnitude": "float64",
        "last": "bool",
        "lost": "bool",
        "won": "bool",
    },
}


def dtypes(frame: str, tables: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Column -> dtype of a frame.

    Parameters
    ----------
    frame : {"games", "hands", "trajectories"}
    tables : sequence of sequence of str
        The strategies of each matchup; in their order they are the categories.
    """
    import pandas as pd

    names = dict.fromkeys(_text(name) for table in tables for name in table)
    categories = {STRATEGY: list(names), CHOICE: list(CHOICE_WORDS)}
    return {
        column: pd.CategoricalDtype(categories[kind]) if kind in categories else kind
        for column, kind in FRAMES[frame].items()
    }


def _text(name: str) -> str:
    """A name as tables can hold it: a path may have bytes that are no text."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def build(frame: str, matchups: Sequence[Matchup]) -> pd.DataFrame:
    """A frame of all matchups.

    Parameters
    ----------
    frame : {"games", "hands", "trajectories"}
    matchups : sequence of Matchup

    Raises
    ------
    ValueError
        If the games were not kept.
    """
    import pandas as pd

    types = dtypes(frame, [matchup.seats for matchup in matchups])
    parts = [
        {"matchup": number} | _COLUMNS[frame](Kept(matchup))
        for number, matchup in enumerate(matchups)
    ]
    frames = [_frame(part, types) for part in parts]
    return pd.concat(frames or [_frame({}, types)], ignore_index=True)


def _frame(columns: dict[str, Any], types: dict[str, Any]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(columns, columns=list(types)).astype(types)


@dataclass
class Kept:
    """The kept games of a matchup as arrays by game and seat."""

    matchup: Matchup

    @cached_property
    def names(self) -> list[str]:
        """Strategies as listed."""
        return [_text(name) for name in self.matchup.seats]

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.names)

    @cached_property
    def results(self) -> Any:
        """All games."""
        return self._joined(self.matchup.results, GAME_RESULT)

    @cached_property
    def logs(self) -> Any:
        """Their hands; those of a game that a fault cut short are logged, but not here."""
        logs = self._joined(self.matchup.logs, HAND_LOG)
        return logs[logs["game"] < len(self.results)]

    def _joined(self, parts: list[Any], layout: np.dtype[Any]) -> Any:
        if parts:
            return np.concatenate(parts)
        if self.matchup.tally.games:
            raise ValueError("the games of this run were not kept (keep=True keeps them)")
        return np.zeros(0, layout)

    @cached_property
    def strategies(self) -> npt.NDArray[np.object_]:
        """Strategy at each seat of each game, shape (games, players)."""
        players_at = self.matchup.tally.seats_of(0, len(self.results)).argsort(axis=1)
        return np.array(self.names, dtype=object)[players_at]

    def bits(self, name: str) -> npt.NDArray[np.bool_]:
        """``losers`` or ``winners`` as booleans, shape (games, players)."""
        at: npt.NDArray[np.bool_] = (
            self.results[name][:, None] >> np.arange(self.players)
        ) & 1 == 1
        return at

    def by_seat(self, name: str) -> Ints:
        """A number of each hand and seat, shape (hands, players)."""
        numbers: Ints = self.logs[name][:, : self.players]
        return numbers


def _games(kept: Kept) -> dict[str, Any]:
    same = ("hands", "moons", "capped", "losers", "winners")
    return {
        "game": np.arange(len(kept.results)),
        **{name: kept.results[name] for name in same},
        "lost_by": _shared(kept, "losers"),
        "won_by": _shared(kept, "winners"),
    }


def _shared(kept: Kept, name: str) -> Any:
    """The strategies of some seats in words, each once, in the order of the table."""
    names = list(dict.fromkeys(kept.names))
    bits = kept.bits(name)
    codes = np.zeros(len(bits), np.int64)
    for number, strategy in enumerate(names):
        codes |= (bits & (kept.strategies == strategy)).any(axis=1).astype(np.int64) << number
    words = [
        AND.join(name for number, name in enumerate(names) if code >> number & 1)
        for code in range(1 << len(names))
    ]
    return np.array(words, dtype=object)[codes]


def _hands(kept: Kept) -> dict[str, Any]:
    game, seats = kept.logs["game"], np.arange(kept.players)
    numbers = {name: kept.by_seat(name) for name in ("score_re", "score_im")}
    totals = {part: kept.by_seat(f"total_{part}") for part in ("re", "im")}
    columns = {
        "game": game[:, None],
        "hand": kept.logs["hand_number"][:, None],
        "seat": seats,
        "strategy": kept.strategies[game],
        "shooter": kept.logs["shooter"][:, None] == seats,
        "choice": _choices(kept)[:, None],
        **numbers,
        **totals,
        "magnitude": np.hypot(totals["re"], totals["im"]),
    }
    shape = len(game), kept.players
    return {name: np.broadcast_to(column, shape).ravel() for name, column in columns.items()}


def _choices(kept: Kept) -> Any:
    codes, where = np.unique(kept.logs["choice"], return_inverse=True)
    words = [None if code == UNDECIDED else choice_word(int(code)) for code in codes]
    return np.array(words, dtype=object)[where]


def _trajectories(kept: Kept) -> dict[str, Any]:
    lengths = kept.results["hands"]
    ends = np.cumsum(lengths)
    game = np.repeat(np.arange(len(lengths)), lengths + 1)
    played = np.arange(len(game)) - np.repeat(ends - lengths + np.arange(len(lengths)), lengths + 1)
    re, im = (
        np.insert(kept.by_seat(f"total_{part}"), ends - lengths, 0, axis=0) for part in ("re", "im")
    )
    columns = {
        "game": game[:, None],
        "seat": np.arange(kept.players),
        "strategy": kept.strategies[game],
        "hands_played": played[:, None],
        "re": re,
        "im": im,
        "magnitude": np.hypot(re, im),
        "last": (played == lengths[game])[:, None],
        "lost": kept.bits("losers")[game],
        "won": kept.bits("winners")[game],
    }
    return {name: _paths(column, game, kept.players) for name, column in columns.items()}


def _paths(column: Any, game: Ints, players: int) -> Any:
    """Numbers by game, hand and seat in the order of game, seat and hand."""
    places = game[:, None] * players + np.arange(players)
    order = places.ravel().argsort(kind="stable")
    return np.broadcast_to(column, places.shape).ravel()[order]


_COLUMNS: dict[str, Callable[[Kept], dict[str, Any]]] = {
    "games": _games,
    "hands": _hands,
    "trajectories": _trajectories,
}
