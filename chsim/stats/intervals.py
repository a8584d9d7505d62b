"""Confidence intervals of rates and of their differences."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Interval = tuple[float, float]


def wilson(successes: int, trials: int, level: float = 0.95) -> Interval | None:
    """Wilson score interval of a rate.

    Parameters
    ----------
    successes, trials : int
    level : float
        Confidence, between 0 and 1.

    Returns
    -------
    (float, float) or None
        Bounds within 0 … 1 that contain the observed rate; None without trials.

    Raises
    ------
    ValueError
        If there are more successes than trials, or fewer than none.

    Notes
    -----
    E. B. Wilson 1927, "Probable inference, the law of succession, and
    statistical inference". Written out here because the libraries that have it
    take longer to import than a whole run; the tests compare with scipy.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate = successes / trials
    spread = z * z / trials
    centre = rate + spread / 2
    half = z * sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    low = 0.0 if successes == 0 else (centre - half) / (1 + spread)
    high = 1.0 if successes == trials else (centre + half) / (1 + spread)
    return low, high


def paired(differences: npt.NDArray[np.float64], level: float = 0.95) -> Interval | None:
    """Interval of the mean difference of two rates that were counted in pairs.

    Parameters
    ----------
    differences : array of float
        One a pair, each within -1 … 1: what the first share is above the second.
    level : float
        Confidence, between 0 and 1.

    Returns
    -------
    (float, float) or None
        Bounds within -1 … 1 that contain the observed mean; None without pairs.

    Notes
    -----
    A. Agresti and Y. Min 2005, "Simple improved confidence intervals for comparing
    matched proportions": the normal interval after half a pair of each of the four
    possible kinds is added, with differences 0, 0, 1 and -1. So it has a width also
    when no pair differs. Shares of several seats are differences between those.
    """
    if not len(differences):
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    pairs = len(differences) + 2
    centre = float(differences.sum()) / pairs
    variance = (float((differences**2).sum()) + 1) / pairs - centre**2
    half = z * sqrt(variance / pairs)
    return max(centre - half, -1.0), min(centre + half, 1.0)


def mean(values: npt.NDArray[np.float64], level: float = 0.95) -> Interval | None:
    """Normal interval of a mean; None for fewer than two values."""
    if len(values) < 2:
        return None
    half = NormalDist().inv_cdf((1 + level) / 2) * float(values.std(ddof=1)) / sqrt(len(values))
    centre = float(values.mean())
    return centre - half, centre + half


def overlap(one: Interval, other: Interval) -> bool:
    """Whether two closed intervals share a point."""
    return one[0] <= other[1] and other[0] <= one[1]
