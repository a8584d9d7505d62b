"""Student's t against scipy."""

from __future__ import annotations

from math import inf

import pytest

from chsim.stats.student import quantile, two_sided

stats = pytest.importorskip("scipy.stats")

FREEDOMS = [0.4, 1, 1.5, 2, 3, 5, 10, 30, 79, 80, 81, 99, 399, 1_000, 12_345, 10**6, 10**8]
VALUES = [0.0, 1e-6, 0.01, 0.3, 0.67, 1.0, 1.5, 1.7, 1.732, 1.8, 1.96, 2.5, 4.0, 8.0, 30.0]


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_p_values_are_those_of_scipy(freedom):
    ours = [two_sided(t, freedom) for t in VALUES]
    assert ours == pytest.approx(2 * stats.t.sf(VALUES, freedom), abs=1e-9)


@pytest.mark.parametrize("freedom", [1, 5, 99, 399, 12_345])
def test_small_p_values_have_their_digits(freedom):
    ours = [two_sided(t, freedom) for t in (5.0, 12.0, 35.0)]
    assert ours == pytest.approx(2 * stats.t.sf([5.0, 12.0, 35.0], freedom), rel=1e-9, abs=0)


@pytest.mark.parametrize("freedom", FREEDOMS)
@pytest.mark.parametrize("level", [0.0, 0.1, 0.5, 0.9, 0.95, 0.99, 0.9999])
def test_quantiles_are_those_of_scipy(level, freedom):
    expected = stats.t.ppf((1 + level) / 2, freedom)
    assert quantile(level, freedom) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("freedom", [1, 4, 99, 10**6])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_quantile_and_p_value_are_inverses(level, freedom):
    assert two_sided(quantile(level, freedom), freedom) == pytest.approx(1 - level, rel=1e-9)


def test_both_sides_count():
    assert two_sided(-2.3, 7) == two_sided(2.3, 7)


def test_infinitely_far_is_impossible():
    assert two_sided(inf, 3) == 0.0


@pytest.mark.parametrize("level", [-0.1, 1.0, 95.0])
def test_levels_beyond_0_and_1_are_refused(level):
    with pytest.raises(ValueError, match="level"):
        quantile(level, 5)
