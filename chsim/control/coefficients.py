"""How much of the luck to take off: coefficients learned from the other half of the blocks."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from chsim.stats.blocks import Difference
from chsim.stats.moments import Moments
from chsim.stats.student import quantile, two_sided

#: Blocks a coefficient that a half must have before anything is learned from it.
_BLOCKS_EACH = 2
#: Blocks below which nothing is said of how sure a mean is.
_LEAST = 4

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """Mean over blocks of a weighted sum of outcomes, plain and with the luck taken off.

    Attributes
    ----------
    blocks : int
    plain, plain_variance : float
        Mean of the blocks, and variance of that mean.
    corrected, variance : float
        The same of what is left without the luck.
    """

    blocks: int
    plain: float
    plain_variance: float
    corrected: float
    variance: float

    @property
    def factor(self) -> float | None:
        """How many times the blocks plain results need for the same precision, if it is known."""
        if self.blocks < _LEAST or self.variance <= 0:
            return None
        return self.plain_variance / self.variance

    def difference(self, added: float = 0.0, level: float = 0.95) -> Difference | None:
        """The corrected mean, with Student's interval and test; None for fewer than 4 blocks.

        Parameters
        ----------
        added : float
            Put to the squares of the blocks' values, so that few events leave a width;
            see `chsim.stats.blocks.difference`.
        level : float
            Confidence, between 0 and 1.
        """
        if self.blocks < _LEAST:
            return None
        error = sqrt(self.variance + added / (self.blocks * (self.blocks - 2)))
        half = quantile(level, self.blocks - 2) * error
        mean = self.corrected
        p = 1.0 if mean == 0 else two_sided(mean / error if error else inf, self.blocks - 2)
        return Difference(mean, (mean - half, mean + half), p)


class Correction:
    """Sums over blocks, from which corrected means and their variances follow.

    Parameters
    ----------
    outcomes : int
        Figures of a block, means over its games.
    lucks : int
        Lucks of a block, means over its games; each has expectation zero.

    Notes
    -----
    Games of one block are dependent, blocks are not: so a block gives one value of
    each outcome and of each luck. Corrected is ``outcome - luck @ coefficients``. The
    coefficients that leave the least variance are those of a regression; a coefficient
    that had seen its own block would bring in bias, so blocks with even numbers use
    what those with odd numbers say, and the other way round. That is exactly without
    bias: given one half, the coefficients for the other are fixed numbers. They are
    drawn towards zero by what chance alone would seem to explain (W. James and
    C. Stein 1961, "Estimation with quadratic loss", with the positive part), so that
    luck that says little does no harm. A half that is too small to learn from leaves
    the other uncorrected.
    """

    def __init__(self, outcomes: int, lucks: int) -> None:
        self._outcomes = outcomes
        self._lucks = lucks
        self._halves = tuple(Moments(outcomes + lucks) for _ in range(2))
        self._learned: tuple[Floats, ...] | None = None

    @property
    def blocks(self) -> int:
        """Blocks so far."""
        return sum(half.count for half in self._halves)

    @property
    def least(self) -> int:
        """Blocks from which on something is learned in both halves."""
        return 2 * _BLOCKS_EACH * (self._lucks + 1)

    def add(self, outcomes: Floats, lucks: Floats) -> None:
        """Count blocks that follow those counted before: arrays with one row each."""
        rows = np.concatenate([outcomes, lucks], axis=1)
        before = self.blocks
        for number, half in enumerate(self._halves):
            half.add(rows[(number - before) % 2 :: 2])
        self._learned = None

    def coefficients(self) -> tuple[Floats, ...]:
        """For the blocks of even and of odd numbers, each of shape (lucks, outcomes)."""
        if self._learned is None:
            self._learned = tuple(map(self._regression, reversed(self._halves)))
        return self._learned

    def estimate(self, weights: Floats) -> Estimate | None:
        """Mean of the outcomes with some weights; None without blocks."""
        if not self.blocks:
            return None
        nothing = np.zeros(self._lucks)
        plain = self._mean([np.concatenate([weights, nothing])] * 2)
        left = [np.concatenate([weights, -(taken @ weights)]) for taken in self.coefficients()]
        return Estimate(self.blocks, *plain, *self._mean(left))

    def _mean(self, weights: list[Floats]) -> tuple[float, float]:
        """Mean over all blocks, with weights for each half, and its variance.

        The halves' variances are added as if each half's weights did not depend on the
        other half: they do, but what that brings in falls with the square of the blocks.
        """
        total = variance = 0.0
        for half, one in zip(self._halves, weights, strict=True):
            if half.count:
                spread = float(one @ _scatter(half) @ one)
                total += half.total(one)
                variance += half.count * max(spread, 0.0) / max(half.count - 1, 1)
        return total / self.blocks, variance / self.blocks**2

    def _regression(self, half: Moments) -> Floats:
        """Coefficients that leave the least variance in a half, drawn in."""
        if 2 * half.count < self.least:
            return np.zeros((self._lucks, self._outcomes))
        scatter = _scatter(half)
        towards = scatter[self._outcomes :, : self._outcomes]
        found = _solved(scatter[self._outcomes :, self._outcomes :], towards)
        total = np.diag(scatter)[: self._outcomes]
        explained = np.clip((found * towards).sum(axis=0), 0, total)
        by_chance = self._lucks * (total - explained) / (half.count - self._lucks - 1)
        kept: Floats = np.maximum(explained - by_chance, 0) / np.where(explained > 0, explained, 1)
        return found * kept


def _solved(among: Floats, towards: Floats) -> Floats:
    """Coefficients from scatter among lucks, which may depend on one another, and to outcomes."""
    size = np.sqrt(np.maximum(np.diag(among), 0))
    size[size == 0] = 1.0
    scaled = among / np.outer(size, size)
    found: Floats = np.linalg.lstsq(scaled, towards / size[:, None], rcond=1e-9)[0]
    return found / size[:, None]


def _scatter(half: Moments) -> Floats:
    """Sums of products of deviations from the mean of a half."""
    scatter: Floats = half.products - np.outer(half.sums, half.sums) / half.count
    return scatter
