"""Rules as the engine reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chsim.cards import from_mask, to_mask
from chsim.core import layout
from chsim.fields import Gaussian

if TYPE_CHECKING:
    from chsim.rules import Rules

MOON_MODES = {
    "none": layout.MOON_NONE,
    "choose": layout.MOON_CHOOSE,
    "subtract": layout.MOON_SUBTRACT,
    "add": layout.MOON_ADD,
}
MEASURES = {"magnitude": layout.MAGNITUDE, "points": layout.POINTS}


def engine_record(rules: Rules) -> Any:
    """Rules as a record of `chsim.core.layout.RULES`."""
    record = layout.new_record(layout.RULES)
    deck = from_mask(rules.deck)
    players = rules.players
    record.players = players
    record.tricks = rules.tricks
    record.deck_size = len(deck)
    record.deck[: len(deck)] = [card.number for card in deck]
    record.deck_cards = rules.deck
    step = 1 if rules.turn == "left" else -1
    record.next_seat[:players] = [(seat + step) % players for seat in range(players)]
    record.pass_count = rules.pass_count
    record.pass_cycle = len(rules.passing)
    record.pass_offset[: len(rules.passing)] = [offset % players for offset in rules.passing]
    record.opening_by = layout.OPENING_LEFT_OF_DEALER
    if rules.opening is not None:
        record.opening_by = layout.OPENING_CARD
        record.opening = to_mask([rules.opening])
    record.first_trick_ban = rules.first_trick_ban
    record.lead_ban = rules.lead_ban
    record.breakers = rules.breakers
    _write_scoring(record, rules)
    record.measure = MEASURES[rules.end.measure]
    record.limit = rules.end.limit
    record.max_hands = rules.end.max_hands
    return record


def _write_scoring(record: Any, rules: Rules) -> None:
    groups: dict[Gaussian, int] = {}
    for card, worth in rules.values.items():
        groups[worth] = groups.get(worth, 0) | to_mask([card])
    groups.pop((0, 0), None)
    record.value_count = len(groups)
    for index, (worth, cards) in enumerate(groups.items()):
        record.value_cards[index] = np.uint64(cards)
        record.value_re[index], record.value_im[index] = worth
    record.multiplier_count = len(rules.multipliers)
    for index, (card, factor) in enumerate(rules.multipliers.items()):
        record.multiplier_card[index] = np.uint64(to_mask([card]))
        record.multiplier_re[index], record.multiplier_im[index] = factor
    record.moon_cards = rules.moon.cards
    record.moon_mode = MOON_MODES[rules.moon.mode]
    record.moon_re, record.moon_im = rules.moon.worth
