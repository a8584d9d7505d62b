"""Wilson intervals against other libraries and at the edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.stats.intervals import overlap, wilson

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
