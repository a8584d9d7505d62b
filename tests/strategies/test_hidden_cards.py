"""What a seat cannot see decides nothing: whole games, asked twice at every decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from chsim.core import layout
from chsim.core.bots import bot_table, call
from chsim.core.jit import PLAIN_PYTHON, compiled
from chsim.strategy import load_strategy
from tests.core.desk import Desk
from tests.strategies.positions import RULES

HANDS = 1 if PLAIN_PYTHON else 8
_ROW = {layout.PASSING: layout.PASS, layout.PLAYING: layout.CARD, layout.CHOOSING: layout.MOON}


@compiled
def ask(address: Any, state: Any, rules: Any, seat: Any) -> Any:
    """One decision, without carrying it out."""
    return call(address, state, rules, seat)


def shuffled_elsewhere(state: Any, luck: np.random.Generator) -> Any:
    """The same game with the cards that the seat cannot see dealt anew to the others."""
    other = np.array([state]).view(np.recarray)[0]
    seats = [seat for seat in range(RULES.players) if seat != int(state.seat)]
    hidden = [bit for seat in seats for bit in range(64) if int(state.hand[seat]) >> bit & 1]
    luck.shuffle(hidden)
    for seat in seats:
        held = int(state.hand[seat]).bit_count()
        mine, hidden = hidden[:held], hidden[held:]
        other.hand[seat] = np.uint64(sum(1 << bit for bit in mine))
        other.dealt[seat] = other.seat_key[seat] = 0
        other.passed[seat] = other.received[seat] = 0
    other.shuffled[:] = 0
    other.game_key = other.hand_key = 0
    return other


def decisions(name: str) -> Iterator[tuple[Any, Any, int]]:
    """Address, state and answer of every decision of some hands; the answers are played."""
    strategy = load_strategy(name)
    row = (strategy.choose_pass, strategy.choose_card, strategy.choose_moon)
    table = bot_table([row] * RULES.players)
    for number in range(HANDS):
        desk = Desk(RULES, hand_number=number)
        desk.state.setting[:, : len(strategy.settings)] = list(strategy.settings.values())
        while desk.phase != layout.SCORED:
            address = table[_ROW[desk.phase], desk.seat]
            answer = int(ask(address, desk.state, desk.record, desk.seat))
            yield address, desk, answer
            desk.answer(answer)


@pytest.mark.parametrize("name", ["random", "plain", "peacecat"])
def test_dealing_the_hidden_cards_anew_changes_no_decision(name):
    luck = np.random.default_rng(1)
    for address, desk, answer in decisions(name):
        other = shuffled_elsewhere(desk.state, luck)
        assert int(ask(address, other, desk.record, desk.seat)) == answer


@pytest.mark.parametrize("name", ["random", "plain", "peacecat"])
def test_a_decision_leaves_the_game_as_it_was(name):
    for address, desk, _ in decisions(name):
        before = desk.bytes()
        ask(address, desk.state, desk.record, desk.seat)
        assert desk.bytes() == before
