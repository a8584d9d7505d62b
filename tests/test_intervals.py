"""Intervals against other libraries and at the edges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.stats.intervals import mean, overlap, paired, wilson

stats = pytest.importorskip("scipy.stats")

trials = st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("successes", "of", "low", "high"),
    [
        (0, 400, 0.0, 0.00951),
        (400, 400, 0.99049, 1.0),
        (393, 400, 0.96432, 0.99150),
        (0, 10, 0.0, 0.27753),
    ],
)
def test_known_values(successes, of, low, high):
    assert wilson(successes, of) == pytest.approx((low, high), abs=5e-6)


def test_all_and_none_reach_the_ends_exactly():
    for of in (1, 3, 10, 400, 12_345):
        assert wilson(0, of)[0] == 0.0
        assert wilson(of, of)[1] == 1.0


def test_no_trials_have_no_interval():
    assert wilson(0, 0) is None


@pytest.mark.parametrize(("successes", "of"), [(1, 0), (-1, 4), (5, 4)])
def test_impossible_counts_are_refused(successes, of):
    with pytest.raises(ValueError, match=str(of)):
        wilson(successes, of)


@given(trials)
def test_the_interval_holds_the_rate_within_0_and_1(counts):
    successes, of = counts
    low, high = wilson(successes, of)
    assert 0.0 <= low <= successes / of <= high <= 1.0


@given(trials, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_same_as_scipy(counts, level):
    successes, of = counts
    theirs = stats.binomtest(successes, of).proportion_ci(level, method="wilson")
    assert wilson(successes, of, level) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@given(trials)
def test_the_same_as_statsmodels(counts):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    successes, of = counts
    theirs = proportion.proportion_confint(successes, of, method="wilson")
    assert wilson(successes, of) == pytest.approx(theirs, abs=1e-9)


def test_intervals_that_touch_overlap():
    assert overlap((0.1, 0.2), (0.2, 0.3))
    assert overlap((0.1, 0.4), (0.2, 0.3))
    assert not overlap((0.1, 0.2), (0.21, 0.3))
    assert not overlap((0.21, 0.3), (0.1, 0.2))


# --- pairs -------------------------------------------------------------------


@pytest.mark.parametrize("kinds", [(30, 9, 4, 57), (0, 12, 0, 8), (5, 0, 0, 5), (380, 13, 2, 5)])
def test_pairs_are_those_of_the_normal_interval_with_half_a_pair_of_each_kind(kinds):
    weights = np.array(kinds) + 0.5
    kind = np.array([0, 1, -1, 0])
    mean = np.average(kind, weights=weights)
    spread = np.sqrt(np.average((kind - mean) ** 2, weights=weights) / weights.sum())
    expected = np.clip(stats.norm.interval(0.95, mean, spread), -1, 1)
    assert paired(np.repeat(kind, kinds)) == pytest.approx(tuple(expected))


shares = st.lists(st.sampled_from([-1, -0.5, 0, 0.5, 1]), min_size=1, max_size=200)


@given(shares)
def test_pairs_contain_their_mean(differences):
    low, high = paired(np.array(differences, float))
    assert -1 <= low <= np.mean(differences) <= high <= 1
    assert low < high


def test_no_pairs_have_no_interval():
    assert paired(np.zeros(0)) is None


@pytest.mark.parametrize(
    ("games", "chances"),
    [
        (400, (0.5, 0.1, 0.1, 0.3)),
        (400, (0.9, 0.03, 0.01, 0.06)),
        (50, (0.3, 0.25, 0.25, 0.2)),
        (2_000, (0.02, 0.02, 0.01, 0.95)),
    ],
)
def test_pairs_cover_the_true_difference(games, chances):
    found = [
        paired(np.repeat([0.0, 1.0, -1.0, 0.0], kinds))
        for kinds in np.random.default_rng(7).multinomial(games, chances, 2_000)
    ]
    covered = np.mean([low <= chances[1] - chances[2] <= high for low, high in found])
    assert 0.935 < covered < 0.975


def test_the_interval_of_a_mean():
    low, high = mean(np.array([1.0, 2.0, 3.0, 6.0]))
    half = 1.959963984540054 * (14 / 3) ** 0.5 / 2  # variance (4 + 1 + 0 + 9) / 3, of four
    assert (low, high) == pytest.approx((3 - half, 3 + half))


@pytest.mark.parametrize("values", [[], [4.0]])
def test_fewer_than_two_values_have_no_interval(values):
    assert mean(np.array(values)) is None
