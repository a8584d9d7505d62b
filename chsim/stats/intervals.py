"""Confidence intervals of rates."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

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


def newcombe(one: tuple[int, int], other: tuple[int, int]) -> Interval | None:
    """95 % interval of the difference of two rates, the first less the second.

    Parameters
    ----------
    one, other : (int, int)
        Successes and trials.

    Returns
    -------
    (float, float) or None
        None when either has no trials.

    Notes
    -----
    R. G. Newcombe 1998, "Interval estimation for the difference between
    independent proportions", method 10: built of the two Wilson intervals. The
    same deals played twice agree more than independent ones; then it is wide.
    """
    first, second = wilson(*one), wilson(*other)
    if first is None or second is None:
        return None
    a, b = one[0] / one[1], other[0] / other[1]
    below = sqrt((a - first[0]) ** 2 + (second[1] - b) ** 2)
    above = sqrt((first[1] - a) ** 2 + (b - second[0]) ** 2)
    return a - b - below, a - b + above


def overlap(one: Interval, other: Interval) -> bool:
    """Whether two closed intervals share a point."""
    return one[0] <= other[1] and other[0] <= one[1]
