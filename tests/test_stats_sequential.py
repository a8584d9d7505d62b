"""The sequential test: its definition, where it stops, how blocks may be cut."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.stats.sequential import SequentialTest


def differences(mean, blocks, seed):
    """Block means of four games' differences."""
    chances = [0.1 + mean / 2, 0.1 - mean / 2, 0.8]
    kinds = np.random.default_rng(seed).multinomial(4, chances, blocks)
    return (kinds[:, 0] - kinds[:, 1]) / 4


def wealths(values, delta, bound):
    """Both logs of wealth after each block, as the definition says it."""
    found = [np.zeros(2)]
    for i, x in enumerate(values):
        before = np.asarray(values[:i])
        spread = before.sum() ** 2 / (i + 1)
        variance = (bound**2 / 4 + (before**2).sum() - spread) / (i + 1)
        bet = abs(delta) / (variance + delta**2) * np.sign(delta)
        one = max(-0.75 / bound, min(0.75 / bound, bet))
        most = 0.75 / (bound + abs(delta))
        two = max(-most, min(most, -bet))
        found.append(found[-1] + (log(1 + one * x), log(1 + two * (x - delta))))
    return np.array(found[1:])


@pytest.mark.parametrize(("delta", "bound"), [(0.02, 1.0), (-0.02, 1.0), (-1.5, 40.0)])
def test_the_evidence_is_that_of_the_definition(delta, bound):
    values = differences(delta / bound, 60, 3) * bound
    test = SequentialTest(delta, bound=bound)
    test.add(values)
    assert test.decision is None
    assert test.evidence == pytest.approx(tuple(wealths(values, delta, bound)[-1]))


@given(st.lists(st.integers(0, 700), max_size=6), st.sampled_from([0.0, -0.02, -0.03]))
def test_it_does_not_matter_how_blocks_are_cut(cuts, mean):
    values = differences(mean, 700, 11)
    whole, parts = SequentialTest(-0.02), SequentialTest(-0.02)
    whole.add(values)
    for part in np.split(values, sorted(cuts)):
        parts.add(part)
    assert (whole.blocks, whole.decision) == (parts.blocks, parts.decision)
    assert whole.evidence == parts.evidence


@pytest.mark.parametrize(("mean", "decision"), [(0.0, "same"), (-0.03, "different")])
def test_it_stops_at_the_first_block_that_decides(mean, decision):
    values = differences(mean, 4_000, 5)
    test = SequentialTest(-0.03)
    test.add(values)
    over = wealths(values[: test.blocks], -0.03, 1.0) >= test.bounds
    assert test.decision == decision
    assert list(np.flatnonzero(over.any(axis=1))) == [test.blocks - 1]
    assert list(over[-1]) == [decision == "different", decision == "same"]


def test_blocks_after_the_decision_are_ignored():
    test = SequentialTest(-0.02)
    test.add(np.zeros(1_000))
    before = (test.blocks, test.decision, test.evidence)
    test.add(np.full(1_000, -1.0))
    assert (test.blocks, test.decision, test.evidence) == before


def test_bots_that_never_differ_are_the_same_soon():
    test = SequentialTest(-0.02)
    test.add(np.zeros(1_000))
    assert (test.decision, test.evidence[0]) == ("same", 0.0)
    assert test.blocks == 210  # of log 20 / log (1 + 0.75 · 0.02 / 1.02) a first few bet less


def test_a_difference_the_other_way_is_no_difference():
    test = SequentialTest(-0.02)
    test.add(differences(0.05, 2_000, 9))
    assert test.decision == "same"


def test_smaller_errors_ask_for_more():
    assert SequentialTest(0.1, alpha=0.01, beta=0.1).bounds == pytest.approx((log(100), log(10)))


def test_errors_are_as_seldom_as_asked():
    decisions = []
    for seed in range(400):
        equal, apart = SequentialTest(-0.1, 0.1, 0.1), SequentialTest(-0.1, 0.1, 0.1)
        equal.add(differences(0.0, 1_000, seed))
        apart.add(differences(-0.1, 1_000, seed + 1_000))
        decisions.append((equal.decision, apart.decision))
    assert sum(equal == "different" for equal, _ in decisions) <= 40
    assert sum(apart == "same" for _, apart in decisions) <= 40
    assert all(equal and apart for equal, apart in decisions)


def test_nothing_new_changes_nothing():
    test = SequentialTest(-0.02)
    test.add([])
    assert (test.blocks, test.decision, test.evidence) == (0, None, (0.0, 0.0))


@pytest.mark.parametrize("values", [[0.0, 1.01], [-1.5], [np.nan]])
def test_differences_beyond_the_bound_are_refused(values):
    with pytest.raises(ValueError, match="bound"):
        SequentialTest(-0.02).add(values)


@pytest.mark.parametrize("wrong", [{"delta": 0.0}, {"delta": -1.2}])
def test_impossible_differences_are_refused(wrong):
    with pytest.raises(ValueError, match="cannot be tested"):
        SequentialTest(**wrong)


@pytest.mark.parametrize("wrong", [{"alpha": 0.0}, {"beta": 1.0}])
def test_impossible_errors_are_refused(wrong):
    with pytest.raises(ValueError, match="within 0 and 1"):
        SequentialTest(-0.02, **wrong)
