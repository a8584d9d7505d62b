"""Which cards play the part of the queen, the jack, the ten and the hearts in rules.

The engine has no use for this; strategies that know what to do with these parts
play any rules by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chsim.cards import DECK, SUITS, Card, to_mask

if TYPE_CHECKING:
    from chsim.rules import Rules

#: A suit of which this many cards are penalties is hearts' kind.
MANY = 6


@dataclass(frozen=True)
class Roles:
    """Parts that cards play.

    Attributes
    ----------
    hearts : int
        Mask of the penalty cards of suits that are full of them.
    uniform : bool
        Whether these are all worth the same, and ``penalties`` is one card at most.
    penalties : int
        Mask of the other penalty cards, the die's aside.
    heaviest, bonus, multiplier : int
        Masks of the largest of those, of the card that takes most off a score,
        and of the first multiplier; 0 if there is none.
    """

    hearts: int
    uniform: bool
    penalties: int
    heaviest: int
    bonus: int
    multiplier: int


def roles_of(rules: Rules) -> Roles:
    """Find out from the values which card plays which part; imaginary ones count like real."""
    worth = {card: re + im for card, (re, im) in rules.values.items()}
    bad = {card for card in worth if worth[card] > 0}
    suits = [suit for suit in SUITS if sum(card.suit == suit for card in bad) >= MANY]
    hearts = [card for card in DECK if card in bad and card.suit in suits]
    penalties = bad - set(hearts)
    good = {card for card in worth if worth[card] < 0}
    return Roles(
        to_mask(hearts),
        len({rules.values[card] for card in hearts}) <= 1 and len(penalties) <= 1,
        to_mask(penalties),
        _mask(max(penalties, key=lambda card: (worth[card], card.number), default=None)),
        _mask(min(good, key=lambda card: (worth[card], card.number), default=None)),
        _mask(min(rules.multipliers, key=lambda card: card.number, default=None)),
    )


def _mask(card: Card | None) -> int:
    return 0 if card is None else to_mask([card])
