"""Cards by name, and sets of them in chsim's bit masks."""

from __future__ import annotations

from typing import Any

DISPLAY_ORDER = [rank + suit for suit in "cdsh" for rank in "23456789TJQKA"]
HEIGHT = {card: "23456789TJQKA".index(card[0]) for card in DISPLAY_ORDER}
POSITION = {card: place for place, card in enumerate(DISPLAY_ORDER)}
#: chsim numbers a card 16 * suit + rank and writes sets as bit masks.
NUMBER = {
    card: 16 * "cdsh".index(card[1]) + "23456789TJQKA".index(card[0]) for card in DISPLAY_ORDER
}


class Illegal(Exception):
    """A move against the rules."""


def cards_of(mask: int) -> list[str]:
    """Cards of one of chsim's bit masks, in display order."""
    return [card for card in DISPLAY_ORDER if int(mask) // 2 ** NUMBER[card] % 2]


def text(cards: Any) -> str:
    return " ".join(sorted(cards, key=POSITION.__getitem__))
