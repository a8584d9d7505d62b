"""Many games in a row: fouls, full logs, going on where another call stopped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chsim.core import bots, game, hand, layout, rng
from chsim.rules import Rules
from chsim.strategy import CompiledStrategy
from chsim.toolbox import SeatView, compiled, highest, lowest, select
from tests.core.driver import LOWEST, lowest_card, lowest_pass, moon_in_turn, play


@compiled
def revoke_in_the_second_hand(view: SeatView) -> Any:
    """The highest card held, legal or not, once the second hand is reached."""
    return select(view.hand_number == 1, highest(view.hand), lowest(view.legal))


CHEAT = CompiledStrategy("cheat", "", lowest_pass, revoke_in_the_second_hand, moon_in_turn)


def run(rules: Rules, strategies: list[Any], results: int, logs: int, first: int = 0) -> tuple:
    """Status, finished games, logged hands; then state, results and logs."""
    table = bots.bot_table([(s.choose_pass, s.choose_card, s.choose_moon) for s in strategies])
    settings = np.zeros((layout.MAX_SEATS, layout.MAX_SETTINGS))
    state = layout.new_record(layout.STATE)
    finished = np.zeros(results, game.GAME_RESULT).view(np.recarray)
    hands = np.zeros(logs, layout.HAND_LOG).view(np.recarray)
    key = rng.run_key(1)
    status = game.play_games(
        state, rules.record(), table, settings, key, first, 1, 0, finished, hands
    )
    return *status, state, finished, hands


@pytest.mark.parametrize("seat", range(4))
def test_a_foul_stops_the_run_and_shows_where(rules: Rules, seat: int) -> None:
    strategies = [LOWEST] * 4
    strategies[seat] = CHEAT
    status, games, hands, state, results, _ = run(rules, strategies, 5, 600)
    assert (status, games, hands) == (hand.FOUL, 0, 1)
    assert (int(state.seat), int(state.hand_number)) == (seat, 1)
    assert int(state.phase) == layout.PLAYING
    assert not int(state.legal) >> int(state.answer) & 1
    assert int(state.hand[seat]) >> int(state.answer) & 1
    assert not results["hands"].any()


@pytest.mark.compiled
def test_a_run_stops_before_its_log_could_overflow_and_goes_on(rules: Rules) -> None:
    _, whole = play(rules, ["lowest"] * 4, 1, 0, 10, rotate=False)
    room = rules.end.max_hands + 30
    collected: list[bytes] = []
    done = 0
    calls = 0
    while done < 10:
        status, games, hands, _, results, logs = run(rules, [LOWEST] * 4, 10 - done, room, done)
        assert status == hand.DONE
        assert games > 0
        assert int(results["hands"][:games].sum()) == hands
        assert not results["hands"][games:].any()
        collected.append(logs[:hands].tobytes())
        done += games
        calls += 1
    assert calls > 1
    assert b"".join(collected) == whole.tobytes()


def test_no_games_are_no_games(rules: Rules) -> None:
    assert run(rules, [LOWEST] * 4, 0, 0)[:3] == (hand.DONE, 0, 0)


def test_settings_reach_the_seat_of_their_player(rules: Rules) -> None:
    state = layout.new_record(layout.STATE)
    table = bots.bot_table([None] * 4)
    settings = np.arange(layout.MAX_SEATS * layout.MAX_SETTINGS, dtype=float)
    settings = settings.reshape(layout.MAX_SEATS, layout.MAX_SETTINGS)
    for turn in range(5):
        game.seat_players(state, rules.record(), table, settings, turn)
        for player in range(4):
            assert np.array_equal(state.setting[(player + turn) % 4], settings[player])


@pytest.mark.compiled
def test_moons_are_counted(rules: Rules) -> None:
    results, logs = play(rules, ["random"] * 4, 3, 0, 300)
    shots = np.bincount(logs["game"], logs["shooter"] >= 0, minlength=300)
    assert results["moons"].tolist() == shots.tolist()
    assert results["moons"].sum() > 0


@pytest.mark.compiled
def test_a_bot_that_raises_is_heard(rules: Rules) -> None:
    broken = CompiledStrategy("broken", "", lowest_pass, _divide, moon_in_turn)
    with pytest.raises(ZeroDivisionError):
        run(rules, [LOWEST, broken, LOWEST, LOWEST], 1, 0)


@compiled
def _divide(view: SeatView) -> Any:
    return lowest_card(view) // (view.position - view.position)
