"""What pictures need of observed games: who sat where, magnitudes, who lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from chsim.experiment import rules_of
from chsim.findings import counted
from chsim.published import FIGURES, figure_for
from chsim.stats.intervals import wilson
from chsim.stats.percent import percent

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rate:
    """A rate in percent with its 95 % interval; without games all are nan."""

    value: float
    low: float
    high: float
    count: int
    trials: int

    @property
    def known(self) -> bool:
        """Whether there were games."""
        return self.trials > 0

    @property
    def text(self) -> str:
        """The rate in percent with one decimal."""
        return percent(self.count / self.trials if self.trials else None)

    @classmethod
    def of(cls, count: int, trials: int) -> Rate:
        """Rate of ``count`` in ``trials``."""
        bounds = wilson(count, trials)
        if bounds is None:
            return cls(np.nan, np.nan, np.nan, count, trials)
        return cls(100 * count / trials, 100 * bounds[0], 100 * bounds[1], count, trials)


@dataclass(frozen=True)
class Value:
    """A figure with its interval; nan where there is none."""

    value: float
    low: float
    high: float
    text: str = ""

    @classmethod
    def of(cls, row: Mapping[str, Any], key: str, form: str = "") -> Value:
        """From the columns of a table of findings."""
        parts = (row[key], row[f"{key}_low"], row[f"{key}_high"])
        value, low, high = (np.nan if part is None else float(part) for part in parts)
        return cls(value, low, high, format(value, form))

    @property
    def known(self) -> bool:
        """Whether there is a figure."""
        return bool(np.isfinite(self.value))


#: Scales of pictures without a limit are multiples of it.
ROUND = 20
#: Outcome -> what a seat did.
VERBS = {"loss": "lost", "win": "won"}


def rate(seen: Observed, outcome: str) -> Rate:
    """How often the seats of the table's focus lost or won."""
    return Rate.of(*counted(seen, outcome))


def published(seen: Observed) -> dict[str, Rate]:
    """The figures published for a table's focus, by outcome."""
    table = seen.table
    known = {name: figure_for(table.seats, table.focus, name) for name in VERBS}
    return {name: Rate.of(one.count, one.games) for name, one in known.items() if one}


def may_be_none(row: Mapping[str, Any], outcome: str) -> bool:
    """Whether no change lies within the interval of a change."""
    low, high = row[f"{outcome}_change_low"], row[f"{outcome}_change_high"]
    return low is not None and low <= 0 <= high


def outcomes(focus: str) -> list[str]:
    """The figures that matter for a strategy: the published ones, otherwise both."""
    base = focus.partition(":")[0]
    published = [outcome for (name, outcome) in FIGURES if name == base]
    return published or ["loss", "win"]


def strategies(seen: Observed) -> list[str]:
    """The strategies of a table, the focus first."""
    names = dict.fromkeys((seen.table.focus, *seen.table.seats))
    return list(names)


@dataclass(frozen=True)
class Bound:
    """What ends the games of a table.

    Attributes
    ----------
    limit : int
        The total that ends them; 0 where none does.
    points : bool
        Whether points are compared, not magnitudes.
    scale : float
        A length that fits the totals: the limit, or where there is none, a round number
        that holds the largest of them.
    """

    limit: int
    points: bool
    scale: float


def bound_of(experiment: Experiment, seen: Observed) -> Bound:
    """What ends the games of a table, by the rules that it is played by."""
    end = rules_of(experiment, seen.table).end
    parts = (np.abs(seen.results[f"total_{part}"]).max(initial=0) for part in ("re", "im"))
    steps = np.ceil(max(1.0, *map(float, parts)) / ROUND)
    return Bound(end.limit, end.measure == "points", float(end.limit or ROUND * steps))


def bounds_text(bounds: Iterable[Bound], circle: str = "circle:") -> str:
    """Bounds in words: ``circle: magnitude 50 or 100``, ``no total ends a game``."""
    found = {False: set[int](), True: set[int]()}
    for bound in bounds:
        if bound.limit:
            found[bound.points].add(bound.limit)
    kinds = {False: f"{circle} magnitude", True: "upright line: points"}
    texts = [
        f"{kinds[points]} {' or '.join(map(str, sorted(limits)))}"
        for points, limits in found.items()
        if limits
    ]
    return "; ".join(texts) or "no total ends a game"


def caption(seen: Observed) -> str:
    """A table in words: ``random against 3 × peacecat``, or ``4 × peacecat``."""
    seats = list(seen.table.seats)
    if len(set(seats)) == 1:
        return f"{len(seats)} × {seen.table.focus}"
    seats.remove(seen.table.focus)
    others = [f"{seats.count(name)} × {name}" for name in dict.fromkeys(seats)]
    return f"{seen.table.focus} against {' and '.join(others)}"


def players_at(seen: Observed) -> Ints:
    """Player at each seat of each game, shape (games, players)."""
    seats = seen.tally.seats_of(0, len(seen.results))
    return seats.argsort(axis=1)


def sits(seen: Observed, strategy: str) -> Bools:
    """Whether a seat is the strategy's, shape (games, players)."""
    mine = np.array([name == strategy for name in seen.table.seats])
    at: Bools = mine[players_at(seen)]
    return at


def bits(masks: Any, players: int) -> Bools:
    """Masks of seats as booleans, shape (games, players)."""
    bit: Bools = (np.asarray(masks)[:, None] >> np.arange(players)[None, :] & 1).astype(bool)
    return bit


def magnitudes(records: Any, players: int) -> Floats:
    """Magnitudes of the totals of games or hands, shape (records, players)."""
    re, im = records["total_re"][:, :players], records["total_im"][:, :players]
    sizes: Floats = np.hypot(re, im)
    return sizes


def bands(hand: Ints, values: Floats, hands: int) -> Floats:
    """10, 50 and 90 % quantile of values by hand number, shape (3, hands); nan without values."""
    order = np.lexsort((values, hand))
    ranked = values[order]
    starts = np.searchsorted(hand[order], np.arange(hands + 1))
    found = np.full((3, hands), np.nan)
    for number, (start, stop) in enumerate(pairwise(starts)):
        if stop > start:
            found[:, number] = np.quantile(ranked[start:stop], (0.1, 0.5, 0.9))
    return found
