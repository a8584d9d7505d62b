"""Shuffling and dealing from the words of one hand."""

from __future__ import annotations

from typing import Any

from chsim.core.bits import U64, ZERO, bit
from chsim.core.jit import compiled
from chsim.core.rng import SEAT_WORDS, below, rest, word_at

#: Draws taken from one random word: 52 * 51 * … * 47 < 2**34, so a deck of up
#: to 64 cards is biased by less than 2**-28.
DRAWS_PER_WORD = 6


@compiled
def shuffle(state: Any, rules: Any) -> None:
    """Fisher-Yates over the deck in display order into ``state.shuffled``.

    The last seat gets what is left, in whatever order: its part is not drawn for.
    """
    size = U64(rules.deck_size)
    cards = state.shuffled
    for i in range(size):
        cards[i] = rules.deck[i]
    place = ZERO
    number = ZERO
    last = size - U64(rules.tricks)
    while place < last:
        word = word_at(state.hand_key, number)
        number += U64(1)
        stop = min(place + U64(DRAWS_PER_WORD), last)
        for i in range(place, stop):
            left = U64(size - i)
            other = U64(i) + below(word, left)
            word = rest(word, left)
            card = cards[other]
            cards[other] = cards[i]
            cards[i] = card
        place = stop


@compiled
def deal(state: Any, rules: Any) -> None:
    """Deal the hand of ``state.hand_key``: seat s gets the s-th equal part."""
    shuffle(state, rules)
    place = ZERO
    for seat in range(rules.players):
        hand = ZERO
        for _ in range(rules.tricks):
            hand |= bit(state.shuffled[place])
            place += U64(1)
        state.hand[seat] = hand
        state.dealt[seat] = hand
        state.taken[seat] = ZERO
        state.seat_key[seat] = word_at(state.hand_key, SEAT_WORDS + U64(seat))
