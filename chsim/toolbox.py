"""Helpers offered to compiled strategies, beside the view they are handed.

Cards are whole numbers, ``16 * suit + rank`` (suits c d s h, rank 0 the deuce,
12 the ace); sets of cards are unsigned 64-bit masks. All arithmetic on them is
unsigned: wrap literals in `U64`, since numba turns signed with unsigned into floats.
"""

from __future__ import annotations

from typing import Any

from chsim.core.bits import (
    ALL,
    ONE,
    U64,
    ZERO,
    bit,
    count,
    high_word,
    highest,
    lowest,
    nth,
    select,
)
from chsim.core.jit import compiled
from chsim.core.layout import ADD, FLIP, SUBTRACT
from chsim.core.rng import below, mix, rest
from chsim.core.view import SeatView

__all__ = [
    "ADD",
    "ALL",
    "CLUBS",
    "DIAMONDS",
    "FLIP",
    "HEARTS",
    "ONE",
    "SPADES",
    "SUBTRACT",
    "U64",
    "ZERO",
    "SeatView",
    "above",
    "below",
    "bit",
    "compiled",
    "count",
    "high_word",
    "highest",
    "lowest",
    "mix",
    "nth",
    "pick",
    "pick_some",
    "rank_of",
    "rest",
    "select",
    "suit_of",
]

#: Masks of the four suits.
CLUBS, DIAMONDS, SPADES, HEARTS = (U64(0xFFFF << 16 * suit) for suit in range(4))

_LANE = U64(0xFFFF)
_SUIT = U64(48)
_RANK = U64(15)


@compiled
def suit_of(card: Any) -> Any:
    """Mask of the whole suit of a card."""
    return _LANE << (card & _SUIT)


@compiled
def rank_of(card: Any) -> Any:
    """Rank of a card, 0 (deuce) to 12 (ace)."""
    return card & _RANK


@compiled
def above(card: Any) -> Any:
    """Mask of the cards of the same suit that beat a card."""
    return suit_of(card) & ~((bit(card) << ONE) - ONE)


@compiled
def pick(cards: Any, word: Any) -> Any:
    """Uniformly random card of a non-empty mask, from a random word."""
    return lowest(nth(cards, below(word, count(cards))))


@compiled
def pick_some(cards: Any, number: Any, word: Any) -> Any:
    """Mask of ``number`` different uniformly random cards of a mask that holds as many."""
    chosen = ZERO
    for _ in range(number):
        left = count(cards)
        card = nth(cards, below(word, left))
        word = rest(word, left)
        chosen |= card
        cards ^= card
    return chosen
