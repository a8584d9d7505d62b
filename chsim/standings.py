"""What a league gives back: ratings, and who finishes ahead of whom."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from itertools import combinations
from math import isfinite, log
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from chsim.finishing import Orders, finishing_places, meetings
from chsim.rules import Rules
from chsim.stats.blocks import Difference, Sums, difference, holm, rate_interval
from chsim.stats.intervals import Interval
from chsim.stats.plackett_luce import PlackettLuce, Worths, bootstrap
from chsim.tally import GRAIN, bits, digested, grains_of

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int64]
Table = tuple[tuple[int, ...], ...]

#: Points of a rating, a unit of log-worth: 400 points are odds of ten to one, as in chess.
POINTS = 400 / log(10)
#: What a strategy's seats are counted for.
RATES = ("loss", "win")


@dataclass
class League:
    """Result of a league.

    Attributes
    ----------
    rules : Rules
    seed : int
    names : tuple of str
    tables : tuple of tables
        Who sits where, by number of the strategy: block b plays all seatings of
        table ``b % len(tables)``.
    blocks, games, hands : int
        Blocks, games and hands played and counted.
    seconds : float
    stopped : str or None
        Why it ended before its last block.
    """

    rules: Rules
    seed: int
    names: tuple[str, ...]
    tables: tuple[Table, ...]
    blocks: int = 0
    games: int = 0
    hands: int = 0
    seconds: float = 0.0
    stopped: str | None = None
    _orders: list[Ints] = field(default_factory=list, repr=False)
    _sizes: list[Ints] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        kinds = len(self.names)
        self._digest = hashlib.sha256()
        self._magnitude = np.zeros(kinds, dtype=np.int64)
        self._pairs = Ratios((kinds, kinds))
        self._rates = {name: Ratios((kinds,)) for name in RATES}
        self.ahead = np.zeros((kinds, kinds), dtype=np.int64)
        self._worths: tuple[int, Worths] | None = None

    decided = False  # no test ends a league early; a contest is asked

    @property
    def digest(self) -> str:
        """SHA-256 over the games in their order; see `chsim.tally.Tally.digest`."""
        return self._digest.hexdigest()

    def add(self, results: Any) -> None:
        """Count the games of blocks that follow those counted before."""
        if not len(results):
            return
        sizes, players = self._seated(len(results))
        block = np.repeat(np.arange(len(sizes)), sizes)
        places = finishing_places(results, self.rules)
        self._count_pairs(places, players, block)
        self._count_seats(results, players, block)
        self._orders.append(self._order.numbers(places, players))
        self._sizes.append(sizes)
        self._digest.update(digested(results, self.rules.players))
        self.blocks += len(sizes)
        self.games += len(results)
        self.hands += int(results.hands.sum())

    @cached_property
    def _order(self) -> Orders:
        return Orders(len(self.names), self.rules.players)

    def _seated(self, games: int) -> tuple[Ints, Ints]:
        """Games of each of the next blocks, and who sits where in each game."""
        tables: list[Table] = []
        while games > 0:
            tables.append(self.tables[(self.blocks + len(tables)) % len(self.tables)])
            games -= len(tables[-1])
        sizes = np.array([len(table) for table in tables], dtype=np.int64)
        return sizes, np.array([seating for table in tables for seating in table], dtype=np.int64)

    def _count_pairs(self, places: Ints, players: Ints, block: Ints) -> None:
        ahead, met = (_by_block(one, block) for one in meetings(places, players, len(self.names)))
        self.ahead += ahead.sum(axis=0)
        self._pairs.add(ahead - ahead.transpose(0, 2, 1), met)

    def _count_seats(self, results: Any, players: Ints, block: Ints) -> None:
        sits = players[:, :, None] == np.arange(len(self.names))
        seats = _by_block(sits.sum(axis=1), block)
        for name, masks in (("loss", results.losers), ("win", results.winners)):
            times = bits(masks, self.rules.players)[:, :, None] * sits
            self._rates[name].add(_by_block(times.sum(axis=1), block), seats)
        grains = grains_of(results, self.rules.players)[:, :, None] * sits
        self._magnitude += grains.sum(axis=(0, 1))

    # --- figures --------------------------------------------------------------

    @property
    def seats(self) -> Ints:
        """Seats that each strategy had, over all games."""
        return self._rates["loss"].below

    @property
    def met(self) -> Ints:
        """Pairs of seats in which each two strategies met."""
        return self._pairs.below

    def worths(self) -> Worths:
        """Plackett-Luce log-worths with bootstrap replicates over blocks."""
        if self._worths is None or self._worths[0] != self.blocks:
            self._worths = self.blocks, self._fitted()
        return self._worths[1]

    def _fitted(self) -> Worths:
        orders = np.concatenate([np.zeros(0, np.int64), *self._orders])
        numbers, kinds = np.unique(orders, return_inverse=True)
        patterns = [self._order.pattern(int(number)) for number in numbers]
        sizes = np.concatenate([np.zeros(0, np.int64), *self._sizes])
        model = PlackettLuce(patterns, len(self.names))
        return bootstrap(model, kinds, np.repeat(np.arange(len(sizes)), sizes), seed=self.seed)

    def rate(self, measure: str, one: int) -> float | None:
        """Share of a strategy's seats that lost or won; None without any."""
        return self._rates[measure].ratio(one)

    def rate_interval(self, measure: str, one: int) -> Interval | None:
        """95 % interval of a rate."""
        return rate_interval(self._rates[measure].sums(one))

    def mean_magnitude(self, one: int) -> float | None:
        """Mean magnitude of a strategy's final totals; None without any."""
        seats = int(self.seats[one])
        return int(self._magnitude[one]) * GRAIN / seats if seats else None

    def lead(self, one: int, other: int) -> Difference | None:
        """How much oftener a strategy finishes ahead of another than behind, a meeting."""
        return difference(self._pairs.sums((one, other)), self.rules.players)

    # --- tables ---------------------------------------------------------------

    @cached_property
    def strategies(self) -> pd.DataFrame:
        """One row a strategy, best rating first."""
        import pandas as pd

        return pd.DataFrame(standing_rows(self))

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """One row a pair of strategies: meetings, and who was ahead."""
        import pandas as pd

        return pd.DataFrame(pair_rows(self))

    def to_dict(self) -> dict[str, Any]:
        """The league as plain data for JSON; ``stopped`` stands in it only when it is set."""
        data = {
            "rules": self.rules.name,
            "seed": self.seed,
            "version": version("chsim"),
            "strategies": standing_rows(self),
            "pairs": pair_rows(self),
            "tables": len(self.tables),
            "blocks": self.blocks,
            "games": self.games,
            "hands": self.hands,
            "digest": self.digest,
            "seconds": round(self.seconds, 3),
        }
        return data | ({"stopped": self.stopped} if self.stopped else {})


class Ratios:
    """Ratios of sums over blocks, and how the blocks vary about them; whole numbers throughout."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._above, self.below, self._aa, self._ab, self._bb, self._blocks = (
            np.zeros(shape, dtype=np.int64) for _ in range(6)
        )

    def add(self, above: Ints, below: Ints) -> None:
        """Numerators and denominators, a row a block."""
        self._above += above.sum(axis=0)
        self.below += below.sum(axis=0)
        self._aa += (above * above).sum(axis=0)
        self._ab += (above * below).sum(axis=0)
        self._bb += (below * below).sum(axis=0)
        self._blocks += (below > 0).sum(axis=0)

    def ratio(self, at: Any) -> float | None:
        """The ratio; None where its denominator is nought."""
        return float(self._above[at] / self.below[at]) if self.below[at] else None

    def sums(self, at: Any) -> Sums:
        """Sums of values a block with a denominator, whose mean and variance are the ratio's."""
        blocks, ratio = int(self._blocks[at]), self.ratio(at)
        if ratio is None:
            return Sums(0, 0.0, 0.0)
        size = float(self.below[at]) / blocks
        spread = self._aa[at] - 2 * ratio * self._ab[at] + ratio**2 * self._bb[at]
        return Sums(blocks, blocks * ratio, blocks * ratio**2 + max(float(spread), 0.0) / size**2)


def _by_block(rows: Ints, block: Ints) -> Ints:
    """Rows of games added up by block."""
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    added: Ints = np.add.reduceat(rows, starts, axis=0)
    return added


def standing_rows(league: League) -> list[dict[str, Any]]:
    """One row a strategy as plain data, best rating first."""
    if not league.blocks:
        return []
    worths = league.worths()
    order = sorted(range(len(league.names)), key=lambda one: -worths.worths[one])
    return [_standing(league, worths, one) for one in order]


def _standing(league: League, worths: Worths, one: int) -> dict[str, Any]:
    row = {
        "strategy": league.names[one],
        "games": int(league.seats[one]),
        "rating": POINTS * float(worths.worths[one]),
        "rating_interval": _in_points(worths.interval(one)),
    }
    for measure in RATES:
        interval = league.rate_interval(measure, one)
        row[f"{measure}_rate"] = league.rate(measure, one)
        row[f"{measure}_interval"] = list(interval) if interval else None
    return row | {"mean_magnitude": league.mean_magnitude(one)}


def _in_points(interval: Interval) -> list[float] | None:
    """An interval of a log-worth in points; None where a single block leaves it open."""
    return [POINTS * end for end in interval] if all(map(isfinite, interval)) else None


def pair_rows(league: League) -> list[dict[str, Any]]:
    """One row a pair as plain data; ``p`` is Holm's over all pairs."""
    pairs = list(combinations(range(len(league.names)), 2))
    leads = [league.lead(*pair) for pair in pairs]
    ps = iter(holm([lead.p for lead in leads if lead]))
    return [
        _pair(league, pair, lead, next(ps) if lead else None)
        for pair, lead in zip(pairs, leads, strict=True)
    ]


def _pair(
    league: League, pair: tuple[int, int], lead: Difference | None, p: float | None
) -> dict[str, Any]:
    one, other = pair
    ahead, behind = int(league.ahead[one, other]), int(league.ahead[other, one])
    met = int(league.met[one, other])
    return {
        "a": league.names[one],
        "b": league.names[other],
        "meetings": met,
        "ahead": ahead,
        "behind": behind,
        "equal": met - ahead - behind,
        "difference": lead.mean if lead else None,
        "interval": list(lead.interval) if lead else None,
        "p": p,
    }
