"""Figures of a comparison, beside the same figures worked out from the games themselves."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from chsim import comparing
from chsim.block_figures import MEASURES
from chsim.cards import Card
from chsim.chunks import Plan, play_chunk
from chsim.comparing import compare, largest_magnitude, planned
from chsim.errors import OptionError
from chsim.rules import End, Moon
from chsim.rules_file import load_rules
from tests.presets import ALL

RULES = load_rules("complex-hearts")
NAMES = ("plain", "peacecat", "peacecat:ten=off")
BLOCKS = 60


@pytest.fixture(scope="module")
def found():
    return compare(NAMES, games=4 * BLOCKS, seed=3)


@pytest.fixture(scope="module")
def games():
    """Loss, win, magnitude and hands of each seat-game: strategies, blocks, seats."""
    return {name: _games(name) for name in NAMES}


def _games(name):
    by_seat = []
    for seat in range(4):
        seats = ["peacecat"] * 4
        seats[seat] = name
        results = play_chunk(Plan(tuple(seats), RULES, 3, rotate=False), 0, BLOCKS).results
        magnitude = np.hypot(results.total_re[:, seat], results.total_im[:, seat])
        lost, won = results.losers >> seat & 1, results.winners >> seat & 1
        by_seat.append(np.stack([lost, won, magnitude, results.hands]))
    return np.stack(by_seat, axis=-1)  # measures, blocks, seats


def ratio_effects(games):
    """The blocks' effects on magnitude a hand, by leaving each block out in turn."""
    magnitude, hands = games[2].sum(axis=1), games[3].sum(axis=1)
    whole = magnitude.sum() / hands.sum()
    without = (magnitude.sum() - magnitude) / (hands.sum() - hands)
    return whole + (len(hands) - 1) * (whole - without)


def test_each_strategy_sits_in_each_seat(found, games):
    for one, name in enumerate(NAMES):
        lost, won, magnitude, hands = games[name]
        assert found.figures.value("loss", one) == lost.mean()
        assert found.figures.value("win", one) == won.mean()
        assert found.figures.value("magnitude", one) == pytest.approx(magnitude.mean(), abs=1e-6)
        assert found.figures.value("gain", one) == pytest.approx(
            magnitude.sum() / hands.sum(), abs=1e-6
        )


def test_a_strategy_among_its_own_kind_is_played_once(found):
    assert found.seatings == 1 + 4 + 4
    assert found.games == 9 * BLOCKS
    assert found.places.tolist() == [[0, 1, 2, 3], [4, 4, 4, 4], [5, 6, 7, 8]]


def test_intervals_of_magnitudes_are_those_of_their_block_means(found, games):
    for one, name in enumerate(NAMES):
        blocks = games[name][2].mean(axis=1)
        expected = stats.t.interval(0.95, BLOCKS - 1, blocks.mean(), stats.sem(blocks))
        assert found.figures.interval("magnitude", one) == pytest.approx(expected, abs=1e-5)


def test_differences_are_those_of_the_blocks(found, games):
    for pair in combinations(range(3), 2):
        one, other = (games[NAMES[which]] for which in pair)
        for number, measure in enumerate(MEASURES[:3]):
            blocks = (one - other)[number].mean(axis=1)
            difference = found.figures.difference(measure, *pair)
            assert difference.mean == pytest.approx(blocks.mean(), abs=1e-6)
        t = stats.ttest_1samp(blocks, 0)
        assert found.figures.difference("magnitude", *pair).p == pytest.approx(t.pvalue, rel=1e-4)


def test_gain_differs_as_leaving_out_each_block_says(found, games):
    for pair in combinations(range(3), 2):
        effects = np.subtract(*(ratio_effects(games[NAMES[which]]) for which in pair))
        expected = stats.t.interval(0.95, BLOCKS - 1, effects.mean(), stats.sem(effects))
        assert found.figures.difference("gain", *pair).interval == pytest.approx(expected, rel=0.05)


def test_variance_factor_is_that_of_independent_games(found, games):
    for pair in combinations(range(3), 2):
        one, other = (games[NAMES[which]] for which in pair)
        for number, measure in enumerate(MEASURES[:3]):
            alone = one[number].var() + other[number].var()
            blocks = (one - other)[number].mean(axis=1).var(ddof=1)
            assert found.figures.variance_factor(measure, *pair) == pytest.approx(
                alone / 4 / blocks
            )


def test_variance_factor_of_gain(found, games):
    effects = []
    for name in NAMES[:2]:
        _, _, magnitude, hands = games[name]
        effects.append((magnitude - magnitude.sum() / hands.sum() * hands) / hands.mean())
    blocks = (effects[0] - effects[1]).mean(axis=1).var(ddof=1)
    alone = effects[0].var() + effects[1].var()
    assert found.figures.variance_factor("gain", 0, 1) == pytest.approx(alone / 4 / blocks)


def test_holm_is_over_the_pairs_of_a_measure(found):
    for measure in MEASURES:
        rows = found.pairs[found.pairs.measure == measure]
        alone = sorted(rows.p_alone)
        assert min(rows.p) == pytest.approx(min(3 * alone[0], 1.0))
        assert max(rows.p) >= alone[-1]


def test_one_pair_needs_no_holm():
    rows = compare(NAMES[:2], games=40).pairs
    assert rows.p.tolist() == rows.p_alone.tolist()


def test_any_workers_and_cuts_give_the_same_comparison(found):
    plan, pieces = planned(NAMES, "peacecat", RULES, 3)
    for first, last in ((0, 1), (1, 1), (1, 38), (38, 60)):
        pieces.add(plan.play(first, last - first).results)
    twice = [compare(NAMES, games=4 * BLOCKS, seed=3, jobs=jobs) for jobs in (1, 2)]
    for one in (pieces, *twice):
        assert one.to_dict() | {"seconds": 0} == found.to_dict() | {"seconds": 0}


@pytest.mark.parametrize("preset", ["hearts-3", "complex-hearts", "hearts-6"])
def test_evidence_is_the_same_to_the_last_bit_however_blocks_come_in_pieces(preset):
    """Shares of three or six seats are no fractions of two, so sums could differ by their order."""
    rules = load_rules(preset)
    plan, _ = planned(("plain", "peacecat"), "peacecat", rules, 3)
    results = plan.play(0, BLOCKS).results
    found = {}
    for size in (1, 3, 7, BLOCKS):
        pieces = planned(("plain", "peacecat"), "peacecat", rules, 3)[1]
        pieces.test = comparing.test_of("magnitude 9", pieces, rules, 1e-9, 1e-9)
        for first in range(0, BLOCKS, size):
            pieces.add(results[first * pieces.seatings : (first + size) * pieces.seatings])
        found[size] = pieces.test.course.evidence
    assert pieces.test.course.blocks == BLOCKS
    assert len(set(found.values())) == 1


def test_games_are_rounded_up_to_blocks():
    assert [compare(NAMES, games=n).blocks for n in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_fewer_games_are_the_first_ones():
    plan, first = planned(NAMES, "peacecat", RULES, 3)
    first.add(plan.play(0, 7).results)
    assert first.digest == compare(NAMES, games=28, seed=3).digest


def test_company_may_be_one_a_seat():
    mixed = compare("plain,peacecat", against=("random", "peacecat", "plain"), games=8)
    plan, _ = planned(("plain", "peacecat"), "random,peacecat,plain", RULES, 1)
    assert plan.rounds[0][0] == ("plain", "random", "peacecat", "plain")
    assert plan.rounds[0][1] == ("plain", "plain", "random", "peacecat")
    assert mixed.against == ("random", "peacecat", "plain")


def test_equal_strategies_do_not_differ():
    same = compare(("peacecat", "peacecat:ten=on"), games=80)
    for measure in MEASURES:
        difference = same.figures.difference(measure, 0, 1)
        assert (difference.mean, difference.p) == (0.0, 1.0)
        assert same.figures.variance_factor(measure, 0, 1) is None


@pytest.mark.parametrize("preset", ["omnibus", "hearts-3", "hearts-6", "black-maria"])
def test_other_rules(preset):
    rules = load_rules(preset)
    mixed = compare(("plain", "random"), games=3 * rules.players, rules=rules)
    assert mixed.blocks == 3
    assert mixed.players == rules.players


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"strategies": ["plain"]}, "strategies: expected two or more, not 1"),
        ({"strategies": ["plain", "plain"]}, "strategies: plain is there twice"),
        ({"strategies": 5}, "strategies: expected strategies in order, not 5"),
        ({"strategies": {"plain", "random"}}, "strategies: expected strategies in order, not {"),
        ({"strategies": b"plain,random"}, "strategies: expected strategies in order, not b"),
        ({"against": "plain,random"}, "against: expected 1 strategy, or 3 for the other seats"),
        ({"against": 5}, "against: expected strategies in order, not 5"),
        ({"games": -1}, "games: expected a whole number of 0 or more"),
        ({"games": np.array([8, 8])}, "games: expected a whole number of 0 or more"),
        ({"store": 3}, "store: expected a folder, not 3"),
        ({"jobs": 0}, "jobs: expected 1 or more"),
        ({"backend": "fibres"}, "backend: unknown backend 'fibres'"),
        ({"scheduler": "tcp://here"}, "scheduler: expected with backend dask or ray only"),
        ({"scheduler": [], "backend": "dask"}, "scheduler: expected an address"),
        ({"sprt": ("loss", 0.1)}, "sprt: expected a measure"),
        ({"sprt": "loss"}, "sprt: expected a measure"),
        ({"sprt": "gain -0.1"}, "sprt: expected a measure"),
        ({"sprt": "loss five"}, "sprt: expected a measure"),
        ({"sprt": "loss -2"}, "sprt: expected a difference of loss between 0 and 1"),
        ({"sprt": "loss 0"}, "sprt: expected a difference of loss between 0 and 1"),
        ({"sprt": "loss nan"}, "sprt: expected a difference of loss between 0 and 1"),
        ({"sprt": "loss -0.1", "alpha": 0.0}, "alpha: expected a chance between 0 and 0.5"),
        ({"sprt": "loss -0.1", "beta": float("nan")}, "beta: expected a chance"),
        ({"sprt": "loss -0.1", "beta": "0.05"}, "beta: expected a chance"),
        ({"sprt": "win 0.1", "strategies": NAMES}, "sprt: expected two strategies to compare"),
    ],
)
def test_what_is_refused(how, says):
    with pytest.raises(OptionError, match=says):
        compare(**({"strategies": ["plain", "random"], "games": 4} | how))


@pytest.mark.parametrize("kind", [iter, list, np.array, pd.Series], ids=lambda kind: kind.__name__)
def test_strategies_may_come_in_any_order_that_they_have(kind):
    found = compare(kind(["random", "plain"]), kind(["plain"]), games=4, jobs=1)
    assert (found.names, found.against) == (("random", "plain"), ("plain",) * 3)
    assert json.dumps(found.to_dict())


# --- the sequential test --------------------------------------------------------


def sprt(*, jobs=1, games=100_000, **how):
    return compare(("plain", "peacecat"), games=games, jobs=jobs, sprt="loss 0.1", **how)


def test_a_test_ends_at_the_same_block_for_any_workers():
    ends = [sprt(jobs=jobs) for jobs in (1, 2)]
    assert ends[0].to_dict() | {"seconds": 0} == ends[1].to_dict() | {"seconds": 0}
    assert ends[0].decided
    assert ends[0].test.course.decision == "different"
    assert 0 < ends[0].blocks < 1000


def test_blocks_after_the_end_are_not_counted():
    end = sprt()
    plain = compare(("plain", "peacecat"), games=4 * end.blocks)
    assert end.digest == plain.digest
    assert end.test.course.blocks == end.blocks
    assert end.pairs.equals(plain.pairs)


def test_a_test_without_enough_games_says_so():
    end = sprt(games=8)
    assert (end.blocks, end.decided) == (2, False)
    assert end.to_dict()["test"]["decision"] is None


def test_equal_strategies_are_found_the_same():
    end = compare(("peacecat", "peacecat:ten=on"), games=100_000, sprt="loss -0.05")
    assert end.test.course.decision == "same"


#: The queen alone counts, by one: totals come near their bounds.
LOW = replace(
    RULES, values={Card("Qs"): (0, 1)}, multipliers={}, moon=Moon(RULES.moon.cards, (0, 0), "none")
)
ENDS = [
    End(limit=1, ties="play-on"),
    End(limit=50, hands=3, losers="worst"),
    End(limit=0, hands=2, losers="worst"),
    End(limit=0, hands=2, ties="play-on", losers="worst"),
    End(limit=30, hands=1, ties="play-on", losers="worst"),
    End(limit=5, max_hands=2),
]


@pytest.mark.parametrize("name", ALL)
def test_no_final_magnitude_is_beyond_its_bound(name):
    rules = load_rules(name)
    assert worst_magnitude(rules) <= largest_magnitude(rules)


@pytest.mark.parametrize("end", ENDS, ids=str)
def test_the_bound_counts_the_hands_of_every_kind_of_end(end):
    rules = replace(LOW, end=end)
    assert worst_magnitude(rules) <= largest_magnitude(rules)


def worst_magnitude(rules):
    results = play_chunk(Plan(("random",) * rules.players, rules, 1), 0, 300).results
    return np.hypot(results.total_re, results.total_im).max()


def test_where_a_total_ends_the_game_the_bound_is_near():
    assert largest_magnitude(RULES) == 100 + 2 * (13 + 13 + 10 + 26)
