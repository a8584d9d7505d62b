"""Intervals and tests from values of blocks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.stats.blocks import Sums, difference, holm, mean_difference, rate_interval
from chsim.stats.intervals import wilson

stats = pytest.importorskip("scipy.stats")


def sums(values):
    values = np.asarray(values, float)
    return Sums(len(values), float(values.sum()), float((values**2).sum()))


def blocks(low, high):
    share = st.integers(4 * low, 4 * high).map(lambda quarters: quarters / 4)
    return st.lists(share, min_size=1, max_size=60)


def test_mean_and_variance_are_those_of_numpy():
    values = np.array([0.25, 0.5, 0.5, 1.0])
    assert sums(values).mean == values.mean()
    assert sums(values).variance == pytest.approx(values.var(ddof=1))
    assert Sums(0, 0.0, 0.0).mean is None
    assert sums([0.25]).variance is None


# --- rates -------------------------------------------------------------------


@given(blocks(0, 1))
def test_a_rate_is_within_its_interval_which_has_a_width(shares):
    low, high = rate_interval(sums(shares))
    assert 0 <= low <= np.mean(shares) <= high <= 1
    assert low < high


def test_all_and_none_reach_the_ends_exactly():
    assert rate_interval(Sums(100, 0.0, 0.0))[0] == 0.0
    assert rate_interval(Sums(100, 100.0, 100.0))[1] == 1.0


def test_no_blocks_have_no_interval():
    assert rate_interval(Sums(0, 0.0, 0.0)) is None


def test_many_independent_outcomes_have_wilsons_interval():
    shares = np.random.default_rng(3).binomial(4, 0.3, 50_000) / 4
    expected = wilson(round(4 * shares.sum()), 200_000)
    assert rate_interval(sums(shares)) == pytest.approx(expected, rel=2e-4)


def test_blocks_of_one_outcome_are_so_many_trials():
    shares = np.repeat([0.0, 1.0], [28_000, 12_000])
    assert rate_interval(sums(shares)) == pytest.approx(wilson(12_000, 40_000), rel=1e-4)


def test_the_definition_on_fixed_data():
    shares = [0.0] * 10 + [0.25] * 6 + [0.5] * 3 + [1.0]
    weights = np.array([1.0] * 20 + [1 / 8, 1 / 8])
    padded = np.array([*shares, 0.0, 1.0])
    mean = np.average(padded, weights=weights)
    variance = weights @ (padded - mean) ** 2 / (weights.sum() - 1)
    trials = 20 * mean * (1 - mean) / variance
    t, rate = stats.t.ppf(0.975, 19), np.mean(shares)
    for bound in rate_interval(sums(shares)):  # Wilson's bounds solve this equation
        assert (rate - bound) ** 2 == pytest.approx(t**2 * bound * (1 - bound) / trials)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_rare_events_that_mostly_come_by_whole_blocks_are_covered(seats):
    """The fewer events, the less is known of how they cluster: here two blocks of a hundred."""
    rng = np.random.default_rng(seats)
    shape = 1000, 100
    one, free = rng.random(shape) < 0.02, rng.binomial(seats, 0.02, shape) / seats
    found = [rate_interval(sums(e)) for e in np.where(rng.random(shape) < 0.8, one, free)]
    assert np.mean([low <= 0.02 <= high for low, high in found]) > 0.94


def test_outcomes_that_balance_within_blocks_say_more():
    low, high = rate_interval(sums([0.25] * 400))
    wide = wilson(400, 1600)
    assert wide[0] < low < 0.25 < high < wide[1]


def test_none_of_many_is_nearly_the_least_that_blocks_allow():
    assert rate_interval(Sums(400, 0.0, 0.0))[1] == pytest.approx(wilson(0, 400)[1], rel=0.02)


# --- differences -------------------------------------------------------------


def test_a_difference_is_students_t_test_with_half_a_game_of_each_kind():
    values = np.array([0.25, 0.25, 0.0, -0.25, 0.5, 0.0, 0.25, 0.0])
    variance = (values.var() * 8 + 2 * 0.5 * 0.25**2) / 7
    error = np.sqrt(variance / 8)
    found = difference(sums(values), 4)
    expected = stats.t.interval(0.95, 7, values.mean(), error)
    assert found.interval == pytest.approx(expected)
    assert found.p == pytest.approx(2 * stats.t.sf(values.mean() / error, 7))


@given(blocks(-1, 1))
def test_a_difference_is_within_its_interval_which_has_a_width(values):
    found = difference(sums(values), 4)
    low, high = found.interval
    assert found.mean == pytest.approx(np.mean(values))
    assert -1 <= low <= found.mean <= high <= 1
    assert low < high


@given(blocks(-1, 1), st.sampled_from([0.6, 0.8, 0.95, 0.99]))
def test_p_agrees_with_the_interval(values, level):
    found = difference(sums(values), 4, level)
    low, high = found.interval
    assert (found.p < 1 - level) == (low > 0 or high < 0)


def test_no_difference_at_all_is_p_1():
    found = difference(Sums(100, 0.0, 0.0), 4)
    assert (found.mean, found.p) == (0.0, 1.0)
    assert found.interval == pytest.approx((-0.00498, 0.00498), abs=1e-5)


def test_no_blocks_have_no_difference():
    assert difference(Sums(0, 0.0, 0.0), 4) is None


def test_a_mean_difference_is_students_t_test():
    values = np.random.default_rng(5).normal(0.4, 2.0, 30)
    found = mean_difference(sums(values), 0.9)
    theirs = stats.ttest_1samp(values, 0.0)
    assert found.p == pytest.approx(theirs.pvalue)
    assert found.interval == pytest.approx(tuple(theirs.confidence_interval(0.9)))


def test_values_that_never_vary_are_certain():
    same, more = mean_difference(Sums(5, 0.0, 0.0)), mean_difference(Sums(5, 10.0, 20.0))
    assert (same.interval, same.p) == ((0.0, 0.0), 1.0)
    assert (more.interval, more.p) == ((2.0, 2.0), 0.0)


def test_one_block_has_no_mean_difference():
    assert mean_difference(Sums(1, 3.0, 9.0)) is None


# --- several at once ---------------------------------------------------------


def test_holm_by_hand():
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_holm_is_that_of_statsmodels():
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    ps = np.random.default_rng(2).beta(0.2, 2.0, 12)
    assert holm(list(ps)) == pytest.approx(multitest.multipletests(ps, method="holm")[1])
