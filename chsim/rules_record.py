"""Rules as the engine reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chsim.cards import Card, from_mask, to_mask
from chsim.core import layout
from chsim.core.values import set_role
from chsim.fields import Gaussian
from chsim.rules_roles import roles_of

if TYPE_CHECKING:
    from chsim.rules import Rules

MOON_MODES = {
    "none": layout.MOON_NONE,
    "choose": layout.MOON_CHOOSE,
    "subtract": layout.MOON_SUBTRACT,
    "add": layout.MOON_ADD,
    "add-unless-lost": layout.MOON_ADD_UNLESS_LOST,
    "zero": layout.MOON_ZERO,
    "hurt": layout.MOON_HURT,
    "choose-each": layout.MOON_CHOOSE_EACH,
}
MEASURES = {"magnitude": layout.MAGNITUDE, "points": layout.POINTS}
LOSERS = {"reached": layout.REACHED, "worst": layout.WORST}
TIES = {"share": layout.SHARE, "play-on": layout.PLAY_ON}
OPENINGS = {
    "left-of-dealer": layout.OPENING_LEFT_OF_DEALER,
    "dealer": layout.OPENING_DEALER,
}
#: A standing that no total has: the bar of a game without a limit.
_NO_LIMIT = 2**62

#: Sets of cards that every play looks at, and those that few rules have.
_OFTEN = ("first_trick_ban", "lead_ban", "breakers")
_SELDOM = ("first_trick_keep", "lead_beside", "lead_forced", "throw_ban", "play_soon")


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
    _write_play(record, rules)
    _write_scoring(record, rules)
    _write_end(record, rules)
    _write_roles(record, rules)
    return record


def _write_play(record: Any, rules: Rules) -> None:
    if isinstance(rules.opening, Card):
        record.opening_by = layout.OPENING_CARD
        record.opening = to_mask([rules.opening])
    else:
        record.opening_by = OPENINGS[rules.opening]
    for name in (*_OFTEN, *_SELDOM, "pass_ban"):
        setattr(record, name, getattr(rules, name))
    record.odd_play = int(any(getattr(rules, name) for name in _SELDOM))
    record.finish_cards = rules.scoring_cards if rules.finish_early else 0


def _write_roles(record: Any, rules: Rules) -> None:
    roles = roles_of(rules)
    record.hearts = roles.hearts
    record.uniform = int(roles.uniform)
    record.penalties = roles.penalties
    record.base_heaviest = roles.heaviest
    for role, card in enumerate((roles.heaviest, roles.bonus, roles.multiplier)):
        set_role(record, role, np.uint64(card))


def _write_end(record: Any, rules: Rules) -> None:
    end = rules.end
    record.measure = MEASURES[end.measure]
    record.bar = _NO_LIMIT
    if end.limit:
        reach = end.limit**2 if end.measure == "magnitude" else end.limit
        record.bar = reach if end.reaching else reach + 1
    record.max_hands = end.max_hands
    record.hands = end.hands
    record.losers = LOSERS[end.losers]
    record.ties = TIES[end.ties]
    record.trigger_every = end.trigger_every
    record.trigger_off = end.trigger_off


def _write_scoring(record: Any, rules: Rules) -> None:
    _write_values(record, rules)
    record.multiplier_count = len(rules.multipliers)
    for index, (card, factor) in enumerate(rules.multipliers.items()):
        record.multiplier_card[index] = np.uint64(to_mask([card]))
        record.multiplier_re[index], record.multiplier_im[index] = factor
    record.unmultiplied = rules.unmultiplied
    moon = rules.moon
    record.moon_cards = moon.cards
    record.moon_needed = moon.cards | moon.bonus
    record.moon_mode = MOON_MODES[moon.mode]
    record.moon_re, record.moon_im = moon.worth
    record.sun_re, record.sun_im = moon.sun or moon.worth
    record.moon_alone = int(moon.alone)
    record.moon_multiplied = int(moon.multiplied)
    across = rules.players // 2 if rules.partners else 0
    record.partner[:] = [(seat + across) % rules.players for seat in range(layout.MAX_SEATS)]
    record.no_trick_re, record.no_trick_im = rules.no_trick
    plain_moon = moon.mode in ("none", "subtract", "add", "choose") and moon.sun is None
    plain = plain_moon and not rules.partners and rules.no_trick == (0, 0)
    plain = plain and not rules.unmultiplied and not moon.multiplied
    record.odd_score = int(not plain or rules.end.trigger_every > 0)


def _write_values(record: Any, rules: Rules) -> None:
    """Groups of cards that are worth the same; the die's group is empty until it is rolled."""
    groups: dict[tuple[Gaussian, int], int] = {}
    for card, worth in rules.values.items():
        key = worth, rules.growing >> card.number & 1
        groups[key] = groups.get(key, 0) | to_mask([card])
    rows = [(cards, *key) for key, cards in groups.items() if key[0] != (0, 0)]
    record.die_group = -1
    if rules.die.cards:
        record.die_group = len(rows)
        rows.append((0, rules.die.worth, 0))
        faces = [card.number for card in from_mask(rules.die.cards)]
        record.die_faces = len(faces)
        record.die_card[: len(faces)] = faces
    record.value_count = len(rows)
    for index, (cards, worth, grows) in enumerate(rows):
        record.value_cards[index] = np.uint64(cards)
        record.value_re[index], record.value_im[index] = worth
        record.base_re[index], record.base_im[index] = worth
        record.value_grows[index] = grows
    record.odd_values = int(rules.growing != 0 or rules.die.cards != 0)
