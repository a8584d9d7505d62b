"""What cards are worth in one hand, where rules let that change: growing values and the die."""

from __future__ import annotations

from typing import Any

from chsim.core.bits import ONE, U64, ZERO, bit, lowest, select
from chsim.core.jit import compiled
from chsim.core.layout import HEAVIEST
from chsim.core.rng import DIE_WORD, below, word_at

_LANE = U64(0xFFFF)
_SUIT = U64(48)


@compiled
def set_role(rules: Any, role: Any, card: Any) -> None:
    """Give a part to the card in a mask, or to none."""
    suit = ZERO
    if card != ZERO:
        suit = _LANE << (lowest(card) & _SUIT)
    rules.role_card[role] = card
    rules.role_suit[role] = suit
    rules.role_over[role] = suit & ~((card << ONE) - ONE)


@compiled
def set_values(rules: Any, hand_number: Any, rolled: Any) -> None:
    """Make the values in ``rules`` those of a hand.

    Parameters
    ----------
    rules : record of `layout.RULES`
        Its values are written anew if ``odd_values`` is set.
    hand_number : int64
    rolled : uint64
        Mask of the card that the die named; 0 before it is rolled.
    """
    if rules.odd_values == 0:
        return
    for group in range(rules.value_count):
        times = 1 + rules.value_grows[group] * hand_number
        rules.value_re[group] = rules.base_re[group] * times
        rules.value_im[group] = rules.base_im[group] * times
    if rules.die_group >= 0:
        rules.value_cards[rules.die_group] = rolled
        set_role(rules, HEAVIEST, select(rolled == ZERO, rules.base_heaviest, rolled))


@compiled
def roll(state: Any, rules: Any) -> None:
    """Roll the die of the hand, if there is one."""
    if rules.die_group >= 0:
        word = word_at(state.hand_key, DIE_WORD)
        face = below(word, U64(rules.die_faces))
        state.rolled = bit(U64(rules.die_card[face]))
        set_values(rules, state.hand_number, state.rolled)


@compiled
def unroll(state: Any, rules: Any) -> None:
    """Begin a hand: values of its number, the die not rolled."""
    state.rolled = ZERO
    set_values(rules, state.hand_number, ZERO)
