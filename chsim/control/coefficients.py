"""How much of the luck to take off: coefficients learned from the other half of the blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

#: Blocks a coefficient that a half must have before anything is learned from it.
_BLOCKS_EACH = 5

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """Means over blocks, by outcome, plain and with the luck taken off.

    Attributes
    ----------
    blocks : int
    plain, plain_variance : array
        Mean of the blocks, and variance of that mean.
    corrected, variance : array
        The same of what is left without the luck.
    """

    blocks: int
    plain: Floats
    plain_variance: Floats
    corrected: Floats
    variance: Floats

    @property
    def factor(self) -> Floats:
        """How many times the blocks plain results would need for the same precision."""
        with np.errstate(divide="ignore", invalid="ignore"):
            factor: Floats = self.plain_variance / self.variance
        return factor


class Moments:
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
    bias: given one half, the coefficients for the other are fixed numbers. A half
    that is too small to learn from leaves the other uncorrected.

    Blocks are added one after another, so that sums are the same however blocks
    are cut into chunks, if these are added in order.
    """

    def __init__(self, outcomes: int, lucks: int) -> None:
        self._outcomes = outcomes
        self._sums = np.zeros((2, 1 + outcomes + lucks, 1 + outcomes + lucks))

    def add(self, first: int, outcomes: Floats, lucks: Floats) -> None:
        """Count blocks ``first``, ``first + 1``, …: arrays with one row each."""
        row = np.ones(len(self._sums[0]))
        for index in range(len(outcomes)):
            row[1 : 1 + self._outcomes] = outcomes[index]
            row[1 + self._outcomes :] = lucks[index]
            self._sums[(first + index) % 2] += np.multiply.outer(row, row)

    def coefficients(self) -> Floats:
        """Coefficients for the blocks of even and of odd numbers, shape (2, lucks, outcomes)."""
        return np.stack([self._learned(1 - half) for half in range(2)])

    def estimate(self, coefficients: Floats | None = None) -> Estimate:
        """Means and their variances, with the coefficients of the other half or with given ones."""
        if coefficients is None:
            coefficients = self.coefficients()
        none = np.zeros_like(coefficients)
        plain, plain_variance = self._mean(none)
        corrected, variance = self._mean(coefficients)
        blocks = int(self._sums[:, 0, 0].sum())
        return Estimate(blocks, plain, plain_variance, corrected, variance)

    def _mean(self, coefficients: Floats) -> tuple[Floats, Floats]:
        """Mean over all blocks of what is left, and its variance."""
        total = np.zeros(self._outcomes)
        variance = np.zeros(self._outcomes)
        counts = self._sums[:, 0, 0]
        for half in range(2):
            if counts[half] == 0:
                continue
            left = np.vstack([np.eye(self._outcomes), -coefficients[half]])
            total += self._sums[half, 0, 1:] @ left
            spread = np.einsum("ik,ij,jk->k", left, self._scatter(half), left)
            variance += counts[half] * spread / max(counts[half] - 1, 1)
        return total / counts.sum(), variance / counts.sum() ** 2

    def _scatter(self, half: int) -> Floats:
        """Sums of products of deviations from the mean of a half."""
        sums = self._sums[half]
        scatter: Floats = sums[1:, 1:] - np.outer(sums[0, 1:], sums[0, 1:]) / sums[0, 0]
        return scatter

    def _learned(self, half: int) -> Floats:
        """Coefficients of a regression of the outcomes on the lucks of a half."""
        lucks = len(self._sums[0]) - 1 - self._outcomes
        if self._sums[half, 0, 0] < _BLOCKS_EACH * (lucks + 1):
            return np.zeros((lucks, self._outcomes))
        scatter = self._scatter(half)[self._outcomes :]
        size = np.sqrt(np.maximum(np.diag(scatter[:, self._outcomes :]), 0))
        size[size == 0] = 1.0
        among = scatter[:, self._outcomes :] / np.outer(size, size)
        found = np.linalg.lstsq(among, scatter[:, : self._outcomes] / size[:, None], rcond=1e-9)[0]
        learned: Floats = found / size[:, None]
        return learned
