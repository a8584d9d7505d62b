"""What a comparison gives back: figures of strategies and of pairs, from deal blocks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from chsim.control import OUTCOMES, Corrected
from chsim.stats.blocks import Difference, Sums, difference, holm, mean_difference, rate_interval
from chsim.stats.intervals import Interval
from chsim.stats.moments import Moments, summed
from chsim.stats.sequential import SequentialTest
from chsim.tally import GRAIN, bits, digested, grains_of

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: What strategies are compared by: rates, the mean of the final magnitudes, and what
#: magnitude a hand adds.
MEASURES = ("loss", "win", "magnitude", "gain")
RATES = ("loss", "win")
#: Columns of the moments, a strategy: sums over the seats of a block.
_COLUMNS = ("loss", "win", "magnitude", "hands")


@dataclass
class Test:
    """A sequential test that may end a comparison early.

    Attributes
    ----------
    measure : str
        One of `MEASURES` but the last.
    course : SequentialTest
    """

    measure: str
    course: SequentialTest

    def to_dict(self) -> dict[str, Any]:
        """The test as plain data for JSON."""
        course = self.course
        return {
            "measure": self.measure,
            "difference": course.delta,
            "alpha": course.alpha,
            "beta": course.beta,
            "decision": course.decision,
            "blocks": course.blocks,
            "llr": list(course.evidence),
            "bounds": list(course.bounds),
        }


@dataclass
class Comparison:
    """Result of a comparison on deal blocks.

    Attributes
    ----------
    rules : str
        Name of the rules.
    seed : int
    names : tuple of str
        The strategies compared.
    against : tuple of str
        The company, from the seat to their left on.
    places : array of int, shape (strategies, seats)
        Which seating of a block has the strategy in the seat.
    seatings : int
        Games of a block.
    test : Test or None
    control : Corrected or None
        Figures with the luck of the deals taken out, if that is found.
    blocks, games, hands : int
        Blocks, games and hands played and counted.
    seconds : float
    stopped : str or None
        Why it ended before its last block, other than by its test.
    """

    rules: str
    seed: int
    names: tuple[str, ...]
    against: tuple[str, ...]
    places: Ints
    seatings: int
    test: Test | None = None
    control: Corrected | None = None
    blocks: int = 0
    games: int = 0
    hands: int = 0
    seconds: float = 0.0
    stopped: str | None = None
    moments: Moments = field(init=False)

    def __post_init__(self) -> None:
        self.moments = Moments(len(self.names) * len(_COLUMNS))
        self._spread = np.zeros((len(self.names), 3))
        self._digest = hashlib.sha256()

    @property
    def players(self) -> int:
        """Seats at a table."""
        return int(self.places.shape[1])

    @property
    def decided(self) -> bool:
        """Whether the test has come to its end."""
        return self.test is not None and self.test.course.decision is not None

    @property
    def digest(self) -> str:
        """SHA-256 over the games, by block and seating; see `chsim.tally.Tally.digest`."""
        return self._digest.hexdigest()

    # --- blocks in ------------------------------------------------------------

    def add(self, results: Any, luck: Any = None) -> None:
        """Count the games of blocks that follow those counted before, up to the test's end."""
        seats = self._seats(results)
        if self.control is not None and luck is not None:
            self.control.add(self.outcomes(results), luck)
        rows = seats.sum(axis=2).reshape(len(seats), len(self.moments.sums))
        used = self._tested(rows)
        counted = results[: used * self.seatings]
        self._digest.update(digested(counted, self.players))
        self.blocks += used
        self.games += len(counted)
        self.hands += int(counted.hands.sum())
        self.moments.add(rows[:used])
        self._spread = summed(self._spread, _squared(seats[:used]))

    def outcomes(self, results: Any) -> Floats:
        """Loss, win and magnitude, shape (blocks, strategies, seats, 3)."""
        return self._seats(results)[..., : len(OUTCOMES)]

    def _seats(self, results: Any) -> Floats:
        """`_COLUMNS` of each seat-game, shape (blocks, strategies, seats, columns)."""
        shape = len(results) // self.seatings, self.seatings, self.players
        columns = (
            bits(results.losers, self.players),
            bits(results.winners, self.players),
            grains_of(results, self.players) * GRAIN,
            np.repeat(results.hands, self.players),
        )
        games = np.stack([column.reshape(shape) for column in columns], axis=-1)
        chosen: Floats = games[:, self.places, np.arange(self.players)].astype(np.float64)
        return chosen

    def _tested(self, rows: Floats) -> int:
        """How many of the blocks count: all, or those until the test is decided."""
        if self.test is None:
            return len(rows)
        course = self.test.course
        before = course.blocks
        course.add(rows @ self._weights(self.test.measure, 0, 1))
        return course.blocks - before

    # --- figures out ----------------------------------------------------------

    def figure(self, measure: str, one: int) -> float | None:
        """A strategy's rate, mean magnitude, or magnitude gained a hand; None without blocks."""
        if not self.blocks:
            return None
        if measure == "gain":
            return self._total("magnitude", one) / self._total("hands", one)
        return self._total(measure, one) / self.blocks

    def interval(self, measure: str, one: int) -> Interval | None:
        """95 % interval of a `figure`."""
        if measure in RATES:
            return rate_interval(self._sums(measure, one), self.players)
        found = mean_difference(self._sums(measure, one))
        return found.interval if found else None

    def difference(self, measure: str, one: int, other: int) -> Difference | None:
        """What a strategy's figure is above another's, with its interval and p-value."""
        sums = self._sums(measure, one, other)
        return difference(sums, self.players) if measure in RATES else mean_difference(sums)

    def variance_factor(self, measure: str, one: int, other: int) -> float | None:
        """Variance of a difference from as many independent games, in parts of that from blocks.

        None for fewer than two blocks, or where these leave no variance.
        """
        sums = self._sums(measure, one, other)
        if not sums.variance:
            return None
        games = sum(self._game_variance(measure, which) for which in (one, other))
        return games / self.players / sums.variance

    def _game_variance(self, measure: str, one: int) -> float:
        """Variance of a strategy's single games, in a random seat and on random deals."""
        games = self.blocks * self.players
        mean = self.figure(measure, one) or 0.0
        if measure in RATES:
            return mean * (1 - mean)
        squares, products, hands = self._spread[one] / games
        if measure == "magnitude":
            return float(squares - mean**2)
        length = self._total("hands", one) / self.blocks
        return float(squares - 2 * mean * products + mean**2 * hands) / length**2

    def _weights(self, measure: str, one: int, other: int | None = None) -> Floats:
        """Weights that make a strategy's block mean of the columns, or a difference of two."""
        weights = np.zeros((len(self.names), len(_COLUMNS)))
        weights[one] += self._effect(measure, one) / self.players
        if other is not None:
            weights[other] -= self._effect(measure, other) / self.players
        return weights.ravel()

    def _effect(self, measure: str, one: int) -> Floats:
        """How a strategy's figure follows its columns; for gain, a ratio, to the first order."""
        effect = np.zeros(len(_COLUMNS))
        if measure != "gain":
            effect[_COLUMNS.index(measure)] = 1.0
        elif self.blocks:
            length = self._total("hands", one) / self.blocks
            effect[_COLUMNS.index("magnitude")] = 1 / length
            effect[_COLUMNS.index("hands")] = -(self.figure("gain", one) or 0.0) / length
        return effect

    def _total(self, column: str, one: int) -> float:
        return self.moments.total(self._weights(column, one))

    def _sums(self, measure: str, one: int, other: int | None = None) -> Sums:
        """Sums over blocks of a strategy's block values, or of the differences of two."""
        weights = self._weights(measure, one, other)
        total, squares = self.moments.total(weights), self.moments.squares(weights)
        if measure == "gain" and self.blocks:  # effects on a ratio have the mean zero
            figures = [
                self.figure(measure, which) or 0.0 for which in (one, other) if which is not None
            ]
            mean = figures[0] - sum(figures[1:])
            total, squares = self.blocks * mean, squares + self.blocks * mean**2
        return Sums(self.blocks, total, squares)

    # --- tables ---------------------------------------------------------------

    @cached_property
    def strategies(self) -> pd.DataFrame:
        """One row a strategy: its figures and their 95 % intervals."""
        import pandas as pd

        return pd.DataFrame(strategy_rows(self)).set_index("strategy")

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """One row a pair and measure: the difference, first minus second."""
        import pandas as pd

        return pd.DataFrame(pair_rows(self))

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data for JSON; ``test``, ``control`` and ``stopped`` if there."""
        data: dict[str, Any] = {
            "rules": self.rules,
            "seed": self.seed,
            "version": version("chsim"),
            "against": list(self.against),
            "strategies": strategy_rows(self),
            "pairs": pair_rows(self),
            "blocks": self.blocks,
            "games_played": self.games,
            "hands": self.hands,
            "digest": self.digest,
            "seconds": round(self.seconds, 3),
        }
        if self.test is not None:
            data["test"] = self.test.to_dict()
        if self.control is not None:
            data["control"] = self.control.to_dict()
        if self.stopped:
            data["stopped"] = self.stopped
        return data


def _squared(seats: Floats) -> Floats:
    """By block and strategy: magnitudes squared, magnitudes by hands, hands squared."""
    magnitude, hands = seats[..., 2], seats[..., 3]
    parts = magnitude * magnitude, magnitude * hands, hands * hands
    return np.stack([part.sum(axis=2) for part in parts], axis=-1)


def strategy_rows(found: Comparison) -> list[dict[str, Any]]:
    """One row a strategy: its figures and their 95 % intervals, as plain data."""
    return [_strategy_row(found, one, name) for one, name in enumerate(found.names)]


_FIGURES = {
    "loss": ("loss_rate", "loss_interval"),
    "win": ("win_rate", "win_interval"),
    "magnitude": ("mean_magnitude", "magnitude_interval"),
    "gain": ("magnitude_a_hand", "magnitude_a_hand_interval"),
}


def _strategy_row(found: Comparison, one: int, name: str) -> dict[str, Any]:
    row: dict[str, Any] = {"strategy": name, "games": found.blocks * found.players}
    for measure, (figure, interval) in _FIGURES.items():
        row[figure] = found.figure(measure, one)
        row[interval] = _listed(found.interval(measure, one))
    return row


def pair_rows(found: Comparison) -> list[dict[str, Any]]:
    """One row a measure and pair, as plain data; ``p`` is Holm's over the pairs of a measure."""
    return [row for measure in MEASURES for row in _pairs(found, measure)]


def _pairs(found: Comparison, measure: str) -> list[dict[str, Any]]:
    pairs = list(combinations(range(len(found.names)), 2))
    differences = [found.difference(measure, *pair) for pair in pairs]
    ps = holm([one.p for one in differences if one])
    return [
        {
            "a": found.names[pair[0]],
            "b": found.names[pair[1]],
            "measure": measure,
            "difference": one.mean if one else None,
            "interval": _listed(one.interval if one else None),
            "p": ps[number] if one else None,
            "p_alone": one.p if one else None,
            "variance_factor": found.variance_factor(measure, *pair),
        }
        for number, (pair, one) in enumerate(zip(pairs, differences, strict=True))
    ]


#: Columns of a comparison as one table: the figures of strategies, then those of pairs.
FLAT_COLUMNS = ["a", "b", "measure", "games", "value", "low", "high", "p", "variance_factor"]


def flat_rows(found: Comparison) -> list[dict[str, Any]]:
    """One row a figure, with the keys `FLAT_COLUMNS`; ``b`` is empty for a strategy's own."""
    games = found.blocks * found.players
    rows: list[dict[str, Any]] = [
        {"a": name, "measure": measure, "value": found.figure(measure, one)}
        | _ends(found.interval(measure, one))
        for one, name in enumerate(found.names)
        for measure in MEASURES
    ]
    rows += [
        {**row, "value": row["difference"]} | _ends(row["interval"]) for row in pair_rows(found)
    ]
    return [
        {column: (row | {"games": games}).get(column) for column in FLAT_COLUMNS} for row in rows
    ]


def _ends(interval: Sequence[float] | None) -> dict[str, Any]:
    low, high = interval or (None, None)
    return {"low": low, "high": high}


def _listed(interval: Interval | None) -> list[float] | None:
    return list(interval) if interval else None


def places_of(players: int, found: Sequence[int]) -> Ints:
    """Places of seatings, listed by strategy and seat, as an array."""
    return np.array(found, dtype=np.int64).reshape(-1, players)
