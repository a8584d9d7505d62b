"""Student's t distribution: its quantiles and two-sided p-values."""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf, isinf, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist

SMALLEST = 1e-300  # stands for a denominator of zero
PRECISION = 5e-16
STEPS = 200
LARGE = 40.0  # from here the series of a ratio of gamma functions is exact to rounding


def two_sided(t: float, freedom: float) -> float:
    """Chance that Student's t is at least as far from 0 as the given one.

    Parameters
    ----------
    t : float
    freedom : float
        Degrees of freedom, above 0.

    Returns
    -------
    float
        Within 0 … 1; small chances have their full number of digits.

    Notes
    -----
    The regularised incomplete beta function of freedom / (freedom + t²), by its
    continued fraction (Press et al., "Numerical Recipes", section 6.4; the
    recurrence is Lentz's). Written out because importing ``scipy.stats`` takes
    longer than a short run; the tests compare with scipy.
    """
    if isinf(t) or t == 0:
        return float(t == 0)
    square, half = t * t, freedom / 2
    inner = freedom / (freedom + square)
    outer = square / (freedom + square)
    front = exp(_log_gamma_step(half) + half * _log_of(inner, outer) + 0.5 * _log_of(outer, inner))
    front /= sqrt(pi)
    if inner < (half + 1) / (half + 2.5):
        return front / half * _fraction(inner, half, 0.5)
    return 1.0 - front / 0.5 * _fraction(outer, 0.5, half)


@lru_cache(maxsize=1024)
def quantile(level: float, freedom: float) -> float:
    """The t that a share `level` of Student's distribution lies within, to both sides.

    Parameters
    ----------
    level : float
        Confidence, from 0 to below 1: 0.95 gives the quantile of 0.975.
    freedom : float
        Degrees of freedom, above 0.
    """
    if not 0 <= level < 1:
        raise ValueError(f"level {level} is not within 0 and 1")
    chance = 1 - level
    t = NormalDist().inv_cdf(1 - chance / 2)
    for _ in range(STEPS):  # from the left of a convex curve, so Newton's steps never overshoot
        step = (two_sided(t, freedom) - chance) / (2 * exp(_log_density(t, freedom)))
        t += step
        if step <= PRECISION * t:
            break
    return t


def _log_density(t: float, freedom: float) -> float:
    return (
        _log_gamma_step(freedom / 2)
        - 0.5 * log(freedom * pi)
        - (freedom + 1) / 2 * log1p(t * t / freedom)
    )


def _log_gamma_step(a: float) -> float:
    """Log of gamma(a + 1/2) / gamma(a), also where both are huge."""
    if a < LARGE:
        return lgamma(a + 0.5) - lgamma(a)
    b = 1 / (a * a)
    return 0.5 * log(a) - (1 / 8 - (1 / 192 - (1 / 640 - 17 / 14336 * b) * b) * b) / a


def _log_of(x: float, rest: float) -> float:
    """Log of x, which is 1 - rest."""
    return log1p(-rest) if rest < 0.5 else log(x)


def _fraction(x: float, a: float, b: float) -> float:
    """What the incomplete beta of a and b is, beyond x^a (1 - x)^b / (a beta(a, b))."""
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value, change, step = d, inf, 0
    while abs(change - 1) > PRECISION:
        step += 1
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            d = 1 / _away(1 + term * d)
            c = _away(1 + term / c)
            change = c * d
            value *= change
    return value


def _away(denominator: float) -> float:
    return denominator if abs(denominator) > SMALLEST else SMALLEST
