"""The luck of deals: found by playing them out, without bias, whatever else is done."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from chsim.blocks import BlockPlan
from chsim.chunks import Plan, play_chunk
from chsim.control import OUTCOMES, Control, Correction, learn, shipped
from chsim.control.luck import settings_of
from chsim.control.values import ends_of
from chsim.core import layout
from chsim.core.bots import bot_table
from chsim.core.game import seat_players
from chsim.core.hand import DONE
from chsim.core.playout import LUCK, play_out
from chsim.core.rng import run_key, word_at
from chsim.errors import OptionError, StrategyError, StrategyFault
from chsim.rules_file import load_rules
from chsim.strategy import CompiledStrategy, load_strategy
from chsim.toolbox import ZERO, compiled
from tests.bots import First
from tests.presets import ALL

FOUR = ("peacecat",) * 4
RULES = load_rules("complex-hearts")
VALUES = shipped(RULES, FOUR)
SEATS = ("random", "plain", "plain", "plain")
CONTROL = Control(RULES, (VALUES,), "plain", 2, own=False)
REPLICATIONS, BLOCKS = 200, 40


def games(seats, seed, count, rules=RULES):
    return play_chunk(Plan(seats, rules, seed, rotate=False, logs=True), 0, count)


def lucks(control, seats, seed, logs, focus=(0,)):
    found = control.luck(seats, focus, seed, logs)
    return np.stack([found[name] for name in OUTCOMES], axis=-1)


def corrections(replications=REPLICATIONS, without_fresh=False):
    """Corrected minus plain means of loss, win and magnitude, one row a replication."""
    rows = []
    for seed in range(replications):
        chunk = games(SEATS, seed, BLOCKS)
        luck = lucks(CONTROL, SEATS, seed, chunk.logs)[:, 0]
        if without_fresh:  # what the deals were worth, with nothing to weigh them against
            luck = luck + chunk.results.hands[:, None] * [0.1, -0.1, 1.0]
        correction = Correction(3, 3)
        correction.add(ends_of(chunk.results, np.zeros(BLOCKS, np.int64)), luck)
        found = [correction.estimate(weights) for weights in np.eye(3)]
        rows.append([one.corrected - one.plain for one in found])
    return np.array(rows)


def errors_away(rows):
    """How many standard errors the mean of each column is from nothing."""
    return np.abs(rows.mean(axis=0)) / (rows.std(axis=0, ddof=1) / np.sqrt(len(rows)))


@pytest.mark.compiled
def test_corrected_and_plain_estimates_agree_over_200_replications():
    rows = corrections()
    assert (rows.std(axis=0) > 0).all()
    assert (errors_away(rows) < 3).all()


@pytest.mark.compiled
def test_luck_whose_mean_is_not_zero_would_be_seen():
    assert (errors_away(corrections(40, without_fresh=True)) > 3).any()


@pytest.mark.compiled
def test_luck_itself_has_the_mean_zero():
    found = np.concatenate(
        [lucks(CONTROL, SEATS, seed, games(SEATS, seed, 40).logs)[:, 0] for seed in range(50)]
    )
    assert (errors_away(found) < 3).all()


@pytest.mark.compiled
def test_luck_tells_much_of_how_games_of_the_same_strategies_end():
    chunk = games(FOUR, 3, 150)
    luck = lucks(Control(RULES, (VALUES,), fresh=8), FOUR, 3, chunk.logs)[:, 0]
    ends = ends_of(chunk.results, np.zeros(150, np.int64))
    for outcome in range(3):
        assert np.corrcoef(ends[:, outcome], luck[:, outcome])[0, 1] > 0.8


@pytest.mark.compiled
@pytest.mark.parametrize("preset", ALL)
def test_the_same_players_play_every_deal_out_as_it_was_played(preset):
    rules = load_rules(preset)
    strategies = [load_strategy("peacecat")] * rules.players
    logs = games(("peacecat",) * rules.players, 5, 2, rules).logs
    state, record = layout.new_record(layout.STATE), rules.record()
    bots = bot_table([(s.choose_pass, s.choose_card, s.choose_moon) for s in strategies])
    seat_players(state, record, bots, settings_of(strategies), 0)
    for hand in logs:
        key = np.uint64(word_at(run_key(5), np.uint64(hand.game)))
        assert play_out(state, record, hand, key) == DONE
        assert state.total_re.tolist() == hand.total_re.tolist()
        assert state.total_im.tolist() == hand.total_im.tolist()


@pytest.mark.compiled
@pytest.mark.parametrize("preset", ["hearts", "black-maria-3", "hearts-6"])
def test_rules_without_shipped_values_have_theirs_learned(preset):
    rules = load_rules(preset)
    seats = ("plain",) * rules.players
    values = learn(rules, [load_strategy(one) for one in seats], games=200)
    chunk = games(seats, 1, 60, rules)
    luck = lucks(Control(rules, (values,), "plain", 4), seats, 1, chunk.logs)[:, 0]
    ends = ends_of(chunk.results, np.zeros(60, np.int64))
    assert np.corrcoef(ends[:, 2], luck[:, 2])[0, 1] > 0.5


def test_luck_is_the_same_however_games_are_cut_into_chunks():
    plan = BlockPlan(((SEATS, FOUR),), RULES, 4, CONTROL, ((0,), (1, 3)))
    whole, parts = plan.play(0, 3), [plan.play(0, 1), plan.play(1, 2)]
    assert len(whole.luck) == 3 * 3
    assert whole.luck.tolist() == np.concatenate([part.luck for part in parts]).tolist()


@pytest.mark.compiled
def test_the_luck_of_a_block_comes_by_seating_and_seat():
    found = BlockPlan(((SEATS, FOUR),), RULES, 4, CONTROL, ((0,), (1, 3))).play(0, 5).luck
    rows = found.reshape(5, 3)
    other = CONTROL.luck(FOUR, (1, 3), 4, games(FOUR, 4, 5).logs)
    assert (
        rows[:, 0].tolist() == CONTROL.luck(SEATS, (0,), 4, games(SEATS, 4, 5).logs)[:, 0].tolist()
    )
    assert rows[:, 1:].tolist() == other.tolist()


def test_a_control_changes_no_game():
    seating = (First, *SEATS[1:])
    plan = BlockPlan(((seating,),), RULES, 6, CONTROL, ((0,),))
    chunk, bare = plan.play(0, 2), replace(plan, control=None, focus=()).play(0, 2)
    assert chunk.results.tobytes() == bare.results.tobytes()
    assert len(chunk.luck) == 2
    assert len(bare.luck) == len(chunk.logs) == 0


def test_no_games_have_no_luck():
    assert CONTROL.luck(SEATS, (0, 2), 1, games(SEATS, 1, 0).logs).shape == (0, 2)
    assert BlockPlan(((SEATS,),), RULES, 1, CONTROL, ((0,),)).play(0, 0).luck.dtype == LUCK


def test_compiled_strategies_play_for_themselves_and_the_control_for_others():
    control = Control(RULES, (VALUES,), "plain")
    names = [one.name for one in control.lineup((First, "random", *SEATS[2:]), (0, 1))]
    assert names == ["plain", "random", "plain", "plain"]
    names = [one.name for one in replace(control, own=False).lineup(("random",) * 4, (1,))]
    assert names == ["random", "plain", "random", "random"]


def test_a_seat_is_valued_as_one_of_who_plays_out_in_it():
    other = replace(VALUES, seats=("plain", *FOUR[1:]))
    control = Control(RULES, (VALUES, other))
    assert control.values_of(load_strategy("plain")) is other
    assert control.values_of(load_strategy("random")) is VALUES


@compiled
def play_nothing(view):
    return ZERO


@pytest.mark.compiled
def test_a_player_that_fails_while_playing_out_is_a_fault_after_the_blocks_before():
    plain = load_strategy("plain")
    fails = CompiledStrategy("fails", "", plain.choose_pass, play_nothing, plain.choose_moon)
    control = Control(RULES, (VALUES,), fails, 2)
    logs = games(SEATS, 1, 2).logs
    with pytest.raises(StrategyFault, match="playing hand 0 out as control: fails: "):
        control.luck((First, *SEATS[1:]), (0,), 1, logs)
    luck, fault = control.luck_to_fault((First, *SEATS[1:]), (0,), 1, logs)
    assert len(luck) == 0
    assert "fails" in fault


def test_a_control_in_plain_python_is_too_slow():
    with pytest.raises(StrategyError, match="only a compiled strategy is fast enough"):
        Control(RULES, (VALUES,), First)


@pytest.mark.parametrize("fresh", [0, 4_097])
def test_fresh_deals_are_within_bounds(fresh):
    with pytest.raises(OptionError, match="fresh"):
        Control(RULES, (VALUES,), fresh=fresh)
