"""Plackett-Luce worths against choix, against the likelihood in full, and at the edges."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from chsim.stats.plackett_luce import PlackettLuce, bootstrap

optimize = pytest.importorskip("scipy.optimize")


def finishing(log_worths, seats, rng, rounding=None):
    """One game's pattern; scores that are equal after rounding tie."""
    scores = log_worths[seats] + rng.gumbel(size=len(seats))
    if rounding:
        scores = np.round(scores / rounding)
    levels = sorted(set(scores), reverse=True)
    return tuple(tuple(int(s) for s in seats[scores == level]) for level in levels)


def counted(games):
    patterns = sorted(set(games))
    return patterns, np.array([games.count(pattern) for pattern in patterns])


def mixed_games(number, seed, rounding=None, strategies=4):
    rng = np.random.default_rng(seed)
    worths = np.linspace(-0.8, 0.8, strategies)
    return [
        finishing(worths, rng.integers(strategies, size=4), rng, rounding) for _ in range(number)
    ]


def likelihood(theta, patterns, games):
    """Sum over every order of seats that the pattern allows, but in a tie at the end."""
    worths, total = np.exp(theta - np.mean(theta)), 0.0
    for pattern, times in zip(patterns, games, strict=True):
        chance = 0.0
        for order in product(*(permutations(group) for group in pattern[:-1])):
            left = sum(worths[s] for group in pattern for s in group)
            each = 1.0
            for strategy in (s for group in order for s in group):
                each *= worths[strategy] / left
                left -= worths[strategy]
            chance += each
        total += times * np.log(chance)
    return total


@pytest.mark.parametrize("size", [2, 4])
def test_tables_of_all_different_strategies_are_those_of_choix(size):
    choix = pytest.importorskip("choix")
    rng = np.random.default_rng(1)
    worths = np.array([0.9, 0.1, 0.0, -0.3, -0.7])
    games = [finishing(worths, rng.permutation(5)[:size], rng) for _ in range(300)]
    patterns, times = counted(games)
    theirs = choix.ilsr_rankings(5, [[g[0] for g in game] for game in games])
    assert PlackettLuce(patterns, 5, prior=0).fit(times) == pytest.approx(theirs, abs=1e-6)


@pytest.mark.parametrize("rounding", [None, 0.7, 2.0])
def test_with_repeats_and_ties_the_likelihood_written_out_has_the_same_maximum(rounding):
    patterns, times = counted(mixed_games(150, 2, rounding))
    ours = PlackettLuce(patterns, 4, prior=0).fit(times)
    found = optimize.minimize(
        lambda theta: -likelihood(np.append(theta, 0.0), patterns, times), np.zeros(3), tol=1e-9
    )
    theirs = np.append(found.x, 0.0)
    assert ours == pytest.approx(theirs - theirs.mean(), abs=2e-4)


def test_the_likelihood_is_the_one_written_out():
    patterns, times = counted(mixed_games(60, 3, 1.0))
    model = PlackettLuce(patterns, 4, prior=0)
    thetas = [np.array(theta) for theta in ([0, 0, 0, 0.0], [1, -2, 0.5, 0.5], [-1, 1, 0, 0])]
    ours = [model.log_likelihood(theta, times) for theta in thetas]
    theirs = [likelihood(theta, patterns, times) for theta in thetas]
    assert np.diff(ours) == pytest.approx(np.diff(theirs))  # but for a constant


def test_the_prior_is_games_against_an_average_opponent():
    patterns, times = [((0,), (1,))], [10]
    theta = PlackettLuce(patterns, 2, prior=2.0).fit(times)
    found = optimize.minimize_scalar(
        lambda x: 10 * np.log1p(np.exp(-2 * x)) + 4 * (np.log1p(np.exp(-x)) + np.log1p(np.exp(x)))
    )
    assert theta == pytest.approx([found.x, -found.x], abs=1e-6)


@pytest.mark.parametrize("prior", [0.01, 0.5])
def test_a_strategy_that_always_wins_has_a_finite_worth(prior):
    patterns = [((0,), (1,), (2,)), ((0,), (2,), (1,))]
    theta = PlackettLuce(patterns, 3, prior).fit([500, 500])
    assert theta[0] > 4
    assert theta[1] == pytest.approx(theta[2])
    assert np.isfinite(theta).all()


def test_a_strategy_that_never_played_is_average():
    theta = PlackettLuce([((0,), (1,)), ((1,), (0,))], 3).fit([30, 10])
    assert theta[2] == pytest.approx(0.0, abs=1e-9)


def test_worths_have_mean_0():
    patterns, times = counted(mixed_games(100, 5, 1.0))
    model = PlackettLuce(patterns, 4)
    assert model.fit(times).mean() == pytest.approx(0.0, abs=1e-12)
    assert model.fit(times, np.array([3.0, 1, 2, 9])) == pytest.approx(model.fit(times))


def test_a_tie_for_first_says_that_the_rest_is_behind():
    theta = PlackettLuce([((0, 1), (2,))], 3).fit([50])
    assert theta[0] == pytest.approx(theta[1])
    assert theta[1] > theta[2]


@pytest.mark.parametrize("pattern", [((0, 1, 1, 0),), ((0,), (0, 0), (0,))])
def test_games_that_say_nothing_leave_all_equal(pattern):
    assert PlackettLuce([pattern], 2).fit([7]) == pytest.approx([0.0, 0.0])


def test_five_of_six_may_tie():
    theta = PlackettLuce([((0, 1, 2, 3, 4), (5,))], 6).fit([20])
    assert theta[:5] == pytest.approx([theta[0]] * 5)
    assert theta[5] < theta[0]


# --- bootstrap ---------------------------------------------------------------


def blocks_of_games(blocks=60):
    games = mixed_games(4 * blocks, 6, 1.0)
    patterns = sorted(set(games))
    kinds = np.array([patterns.index(game) for game in games])
    return PlackettLuce(patterns, 4), kinds, np.repeat(np.arange(blocks), 4)


def test_a_replicate_is_the_fit_of_blocks_drawn_with_replacement():
    model, kinds, blocks = blocks_of_games()
    drawn = np.random.default_rng((9, 2)).integers(60, size=60)
    games = np.concatenate([kinds[blocks == block] for block in drawn])
    expected = model.fit(np.bincount(games, minlength=model.patterns))
    found = bootstrap(model, kinds, blocks, 3, seed=9)
    assert found.replicates[2] == pytest.approx(expected, abs=1e-7)
    assert found.worths == pytest.approx(model.fit(np.bincount(kinds)))


def test_more_replicates_begin_with_the_same():
    few, many = (bootstrap(*blocks_of_games(), replicates) for replicates in (3, 8))
    assert np.array_equal(few.replicates, many.replicates[:3])


def test_the_order_and_the_numbers_of_blocks_do_not_matter():
    model, kinds, blocks = blocks_of_games()
    shuffled = np.random.default_rng(0).permutation(len(kinds))
    one = bootstrap(model, kinds, blocks, 3)
    other = bootstrap(model, kinds[shuffled], 1_000 + 7 * blocks[shuffled], 3)
    assert np.array_equal(one.replicates, other.replicates)


def test_intervals_are_students_with_the_replicates_deviation():
    stats = pytest.importorskip("scipy.stats")
    found = bootstrap(*blocks_of_games(), 100)
    error = found.replicates.std(axis=0, ddof=1) * np.sqrt(60 / 59)
    expected = stats.t.interval(0.9, 59, found.worths[1], error[1])
    assert found.interval(1, 0.9) == pytest.approx(expected)


def test_a_difference_is_judged_from_the_same_replicates():
    stats = pytest.importorskip("scipy.stats")
    found = bootstrap(*blocks_of_games(), 100)
    apart = found.worths[2] - found.worths[1]
    error = (found.replicates[:, 2] - found.replicates[:, 1]).std(ddof=1) * np.sqrt(60 / 59)
    one = found.difference(2, 1)
    assert one.mean == pytest.approx(apart)
    assert one.interval == pytest.approx(stats.t.interval(0.95, 59, apart, error))
    assert one.p == pytest.approx(2 * stats.t.sf(abs(apart / error), 59))


def test_one_block_says_nothing_of_how_sure_it_is():
    found = bootstrap(PlackettLuce([((0,), (1,))], 2), [0, 0], [7, 7], 5)
    assert found.interval(0) == (-np.inf, np.inf)
    assert found.difference(0, 1).p == 1.0


def test_games_of_a_block_that_repeat_each_other_say_no_more_than_one():
    model, kinds, blocks = blocks_of_games(100)
    once = bootstrap(model, kinds[::4], blocks[::4], 50)
    four = bootstrap(model, np.repeat(kinds[::4], 4), blocks, 50)
    widths = [np.ptp(found.interval(0)) for found in (once, four)]
    assert widths[1] == pytest.approx(widths[0], rel=0.1)
