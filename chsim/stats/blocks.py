"""What values of independent blocks say of a rate, of a difference of rates, of any mean.

A block is one sequence of deals that was played once for each seat: the outcomes
within it depend on one another, those of different blocks do not. So each block
is one observation, and only the number of blocks, the sum and the sum of squares
of their values are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

from chsim.stats.intervals import Interval
from chsim.stats.student import quantile, two_sided

#: Weight of a block without events, and of a full one, in what blocks say of their spread.
_ADDED = 1 / 8


@dataclass(frozen=True)
class Sums:
    """Values of blocks, added up.

    Attributes
    ----------
    blocks : int
        How many there are.
    total : float
        Sum of their values.
    squares : float
        Sum of the squares of their values.
    """

    blocks: int
    total: float
    squares: float

    @property
    def mean(self) -> float | None:
        """Mean of the values; None without blocks."""
        return self.total / self.blocks if self.blocks else None

    @property
    def variance(self) -> float | None:
        """Sample variance of one value; None for fewer than two blocks."""
        if self.blocks < 2:
            return None
        return max(0.0, self.squares - self.total**2 / self.blocks) / (self.blocks - 1)


@dataclass(frozen=True)
class Difference:
    """A mean difference and how sure it is.

    Attributes
    ----------
    mean : float
    interval : (float, float)
    p : float
        Two-sided: below 1 - level exactly when the interval leaves out 0.
    """

    mean: float
    interval: Interval
    p: float


def rate_interval(sums: Sums, level: float = 0.95) -> Interval | None:
    """Interval of a rate, from blocks whose values are shares of dependent outcomes.

    Parameters
    ----------
    sums : Sums
        Of values within 0 … 1, each the mean of one 0/1 outcome a seat.
    level : float
        Confidence, between 0 and 1.

    Returns
    -------
    (float, float) or None
        Bounds within 0 … 1 that contain the observed rate; None without blocks.

    Notes
    -----
    Wilson's interval with the number of independent trials that would vary as
    these blocks do, scaled for the blocks' degrees of freedom by a quantile of
    Student's t: E. L. Korn and B. I. Graubard 1998, "Confidence intervals for
    proportions with small expected number of positive counts estimated from
    survey data"; N. Dean and M. Pagano 2015, "Evaluating confidence interval
    methods for binomial proportions in clustered surveys".

    For that number alone, two blocks of weight 1/8 are added, one without and one
    full. Few events say little about how they cluster, and this leans towards all
    outcomes of a block being one: at 0 % and 100 % a block counts as about one
    trial, and blocks that never differ still leave a width. With much less,
    intervals of rare events that come by whole blocks are too short; with more,
    those of independent ones too wide (``experiments/intervals.py`` measures both).
    At least as many trials as blocks are counted, since no dependence can make them
    fewer.
    """
    if sums.blocks == 0:
        return None
    rate = min(max(sums.total / sums.blocks, 0.0), 1.0)
    spread = quantile(level, max(sums.blocks - 1, 1)) ** 2 / _trials(sums)
    centre = rate + spread / 2
    half = sqrt(spread * (rate * (1 - rate) + spread / 4))
    low = (centre - half) / (1 + spread) if rate > 0 else 0.0
    high = (centre + half) / (1 + spread) if rate < 1 else 1.0
    return max(0.0, min(low, rate)), min(1.0, max(high, rate))


def _trials(sums: Sums) -> float:
    """How many independent 0/1 outcomes would vary as much."""
    blocks = sums.blocks + 2 * _ADDED
    mean = (sums.total + _ADDED) / blocks
    variance = (sums.squares + _ADDED - blocks * mean**2) / (blocks - 1)
    return sums.blocks * max(1.0, mean * (1 - mean) / variance)


def difference(sums: Sums, seats: int, level: float = 0.95) -> Difference | None:
    """How far two rates differ, from differences within blocks.

    Parameters
    ----------
    sums : Sums
        Of differences within -1 … 1, each the mean over a block's seats of the
        difference of two 0/1 outcomes (or of shares of one).
    seats : int
        Outcomes a block.
    level : float
        Confidence, between 0 and 1.

    Returns
    -------
    Difference or None
        None without blocks. When no block differs, p is 1 and the interval still
        has a width.

    Notes
    -----
    Student's interval of the mean, in the spirit of A. Agresti and Y. Min 2005,
    "Simple improved confidence intervals for comparing matched proportions": half a
    pair of games of each of the kinds that differ, +1 and -1, is added, but to the
    squares alone, so that the mean and the number of blocks stay what was observed;
    in a block of so many seats a game counts 1/seats.
    """
    if sums.blocks == 0:
        return None
    squares = sums.squares + 1 / seats**2
    found = _student(Sums(sums.blocks, sums.total, squares), level)
    low, high = found.interval
    return Difference(found.mean, (max(low, -1.0), min(high, 1.0)), found.p)


def mean_difference(sums: Sums, level: float = 0.95) -> Difference | None:
    """Student's interval and test of a mean of values without bounds; None below two blocks."""
    return None if sums.blocks < 2 else _student(sums, level)


def _student(sums: Sums, level: float) -> Difference:
    mean, freedom = sums.total / sums.blocks, max(sums.blocks - 1, 1)
    squares = max(0.0, sums.squares - sums.total * mean)
    return from_error(mean, sqrt(squares / freedom / sums.blocks), freedom, level)


def from_error(mean: float, error: float, freedom: float, level: float = 0.95) -> Difference:
    """Student's interval and test of an estimate whose standard error was estimated too."""
    half = quantile(level, freedom) * error
    if mean == 0:
        return Difference(mean, (-half, half), 1.0)
    p = two_sided(mean / error if error else inf, freedom)
    return Difference(mean, (mean - half, mean + half), p)


def holm(ps: Sequence[float]) -> list[float]:
    """P-values adjusted for their number, in the given order.

    Notes
    -----
    S. Holm 1979, "A simple sequentially rejective multiple test procedure": at
    most a share α of such families has any false rejection at all, however the
    tests depend on one another.
    """
    adjusted = [0.0] * len(ps)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[index]))
        adjusted[index] = highest
    return adjusted
