"""Corrected means on made-up blocks, where the truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.api import OLS, add_constant

from chsim.control import Corrected, Correction
from chsim.control.coefficients import Estimate
from chsim.core.playout import LUCK

WEIGHT = np.array([1.0])


def made(blocks, seed, share=0.75):
    """Outcomes of mean 2 and variance 1, of which luck makes some share."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=(blocks, 2))
    rest = rng.normal(size=blocks) * (1 - share) ** 0.5
    return (2 + 0.1 * luck[:, :1] * share**0.5 * 10 + rest[:, None]), luck


def estimate(outcomes, lucks, cuts=()):
    correction = Correction(1, 2)
    for part, luck in zip(np.split(outcomes, cuts), np.split(lucks, cuts), strict=True):
        correction.add(part, luck)
    return correction.estimate(WEIGHT)


def test_without_luck_the_variance_is_the_rest():
    found = estimate(*made(4_000, 1))
    assert found.factor == pytest.approx(4, rel=0.1)
    assert found.variance == pytest.approx(0.25 / 4_000, rel=0.1)


def test_plain_mean_and_variance_are_those_of_the_blocks():
    outcomes, lucks = made(50, 2)
    found = estimate(outcomes, lucks)
    halves = [half.var(ddof=1) / 25 for half in (outcomes[::2], outcomes[1::2])]
    assert found.plain == pytest.approx(outcomes.mean())
    assert found.plain_variance == pytest.approx(sum(halves) / 4)


def test_each_half_is_corrected_by_what_the_other_says():
    outcomes, lucks = made(60, 3)
    correction = Correction(1, 2)
    correction.add(outcomes, lucks)
    for half, taken in enumerate(correction.coefficients()):
        fit = OLS(outcomes[1 - half :: 2, 0], add_constant(lucks[1 - half :: 2])).fit()
        assert taken[:, 0] == pytest.approx(fit.params[1:] * (1 - 1 / fit.fvalue))


def test_luck_that_says_nothing_does_next_to_no_harm():
    """A regression of 20 values on 2 lucks that it does not shrink loses about a ninth."""
    means = np.array([estimate(*made(40, seed, share=0.0)) for seed in range(4_000)], dtype=object)
    ratio = np.var([m.corrected for m in means]) / np.var([m.plain for m in means])
    assert 0.98 < ratio < 1.05


def test_intervals_cover_the_truth():
    found = [estimate(*made(100, seed)).difference().interval for seed in range(400)]
    share = np.mean([low < 2 < high for low, high in found])
    assert 0.92 < share < 0.98


def test_the_interval_is_students():
    found = Estimate(52, 1.0, 0.5, 1.5, 0.04).difference()
    assert found.interval == pytest.approx(stats.t.interval(0.95, 50, 1.5, 0.2))
    assert found.p == pytest.approx(2 * stats.t.sf(7.5, 50))


def test_sums_are_the_same_however_blocks_are_cut():
    outcomes, lucks = made(60, 4)
    assert estimate(outcomes, lucks, (7, 8, 8, 31)) == estimate(outcomes, lucks)


def test_few_blocks_are_left_as_they_are():
    outcomes, lucks = made(10, 5)
    found = estimate(outcomes, lucks)
    assert (found.corrected, found.factor) == (pytest.approx(found.plain), pytest.approx(1))


def test_two_blocks_say_nothing_of_how_sure_they_are():
    found = estimate(*made(2, 6))
    assert (found.difference(), found.factor) == (None, None)
    assert Correction(1, 2).estimate(WEIGHT) is None


def test_lucks_that_are_the_same_do_no_harm():
    outcomes, lucks = made(200, 7)
    lucks[:, 1] = lucks[:, 0]
    assert estimate(outcomes, lucks).factor > 3


def corrected(blocks):
    """Two strategies in two seats; luck explains half of what the first does."""
    rng = np.random.default_rng(8)
    luck = rng.normal(size=(blocks * 3, 3))
    rows = np.zeros(blocks * 3, LUCK).view(np.recarray)
    rows.loss, rows.win, rows.magnitude = luck.T
    places = np.array([[0, 1], [2, 2]])
    seats = luck.reshape(blocks, 3, 3)[:, places]
    found = Corrected("control", 8, ("a", "b"), places)
    found.add(seats + rng.normal(size=seats.shape) / 2**0.5, rows)
    return found


def test_the_difference_of_a_pair_is_that_of_its_strategies():
    data = corrected(100).to_dict()
    figures = {(row["strategy"], row["measure"]): row["figure"] for row in data["strategies"]}
    assert len(data["strategies"]) == 6
    assert [row["measure"] for row in data["pairs"]] == ["loss", "win", "magnitude"]
    for row in data["pairs"]:
        a, b = (figures[row[who], row["measure"]] for who in "ab")
        assert row["difference"] == pytest.approx(a - b)
        assert row["factor"] > 1


def test_the_luck_of_all_seats_is_taken_off():
    factors = {(r["strategy"], r["measure"]): r["factor"] for r in corrected(600).strategy_rows()}
    assert factors["a", "loss"] == pytest.approx(3, rel=0.15)
    assert factors["b", "loss"] == pytest.approx(5, rel=0.15)


def test_without_blocks_there_are_no_figures():
    row = Corrected("control", 8, ("a", "b"), np.zeros((2, 2), np.int64)).pair_rows()[0]
    assert [row[key] for key in ("difference", "interval", "p", "factor")] == [None] * 4
