"""Figures of strategies, and of pairs of them, from what their seats got block by block."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from chsim.stats.blocks import Difference, Sums, difference, mean_difference, rate_interval
from chsim.stats.intervals import Interval
from chsim.stats.moments import Moments, summed

Floats = npt.NDArray[np.float64]

#: What strategies are compared by: rates, the mean of the final magnitudes, and what
#: magnitude a hand adds.
MEASURES = ("loss", "win", "magnitude", "gain")
#: Those that are rates.
RATES = ("loss", "win")
#: What a seat gets in a game.
COLUMNS = ("loss", "win", "magnitude", "hands")


class BlockFigures:
    """Sums over deal blocks, and the figures they give.

    Parameters
    ----------
    strategies, players : int
    """

    def __init__(self, strategies: int, players: int) -> None:
        self.strategies, self.players = strategies, players
        self._moments = Moments(strategies * len(COLUMNS))
        self._spread = np.zeros((strategies, 3))

    @property
    def blocks(self) -> int:
        """How many were added."""
        return self._moments.count

    def add(self, seats: Floats) -> None:
        """Add blocks that follow those before: `COLUMNS` by block, strategy and seat."""
        self._moments.add(seats.sum(axis=2).reshape(len(seats), len(self._moments.sums)))
        self._spread = summed(self._spread, _squared(seats))

    def value(self, measure: str, one: int) -> float | None:
        """A strategy's rate, mean magnitude, or magnitude gained a hand; None without blocks."""
        if not self.blocks:
            return None
        if measure == "gain":
            return self._total("magnitude", one) / self._total("hands", one)
        return self._total(measure, one) / self.blocks

    def interval(self, measure: str, one: int) -> Interval | None:
        """95 % interval of a `value`."""
        if measure in RATES:
            return rate_interval(self._sums(measure, one))
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
        mean = self.value(measure, one) or 0.0
        if measure in RATES:
            return mean * (1 - mean)
        squares, products, hands = self._spread[one] / games
        if measure == "magnitude":
            return float(squares - mean**2)
        length = self._total("hands", one) / self.blocks
        return float(squares - 2 * mean * products + mean**2 * hands) / length**2

    def _weights(self, measure: str, one: int, other: int | None = None) -> Floats:
        """Weights that make a strategy's block mean of the columns, or a difference of two."""
        weights = np.zeros((self.strategies, len(COLUMNS)))
        weights[one] += self._effect(measure, one) / self.players
        if other is not None:
            weights[other] -= self._effect(measure, other) / self.players
        return weights.ravel()

    def _effect(self, measure: str, one: int) -> Floats:
        """How a strategy's figure follows its columns; for gain, a ratio, to the first order."""
        effect = np.zeros(len(COLUMNS))
        if measure != "gain":
            effect[COLUMNS.index(measure)] = 1.0
        elif self.blocks:
            length = self._total("hands", one) / self.blocks
            effect[COLUMNS.index("magnitude")] = 1 / length
            effect[COLUMNS.index("hands")] = -(self.value("gain", one) or 0.0) / length
        return effect

    def _total(self, column: str, one: int) -> float:
        return self._moments.total(self._weights(column, one))

    def _sums(self, measure: str, one: int, other: int | None = None) -> Sums:
        """Sums over blocks of a strategy's block values, or of the differences of two."""
        weights = self._weights(measure, one, other)
        total, squares = self._moments.total(weights), self._moments.squares(weights)
        if measure == "gain" and self.blocks:  # effects on a ratio have the mean zero
            figures = [
                self.value(measure, which) or 0.0 for which in (one, other) if which is not None
            ]
            mean = figures[0] - sum(figures[1:])
            total, squares = self.blocks * mean, squares + self.blocks * mean**2
        return Sums(self.blocks, total, squares)


def _squared(seats: Floats) -> Floats:
    """By block and strategy: magnitudes squared, magnitudes by hands, hands squared."""
    magnitude, hands = seats[..., 2], seats[..., 3]
    parts = magnitude * magnitude, magnitude * hands, hands * hands
    return np.stack([part.sum(axis=2) for part in parts], axis=-1)
