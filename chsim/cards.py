"""A card, a set of cards as a bit mask, and text both ways.

>>> queen = Card("Qs")
>>> queen.rank, queen.suit, str(queen), queen.symbol
(12, 's', 'Qs', 'Q♠')
>>> to_text(to_mask([Card("2h"), Card("Tc")]))
'Tc 2h'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import total_ordering
from typing import ClassVar, TypeGuard

RANKS = "23456789TJQKA"
SUITS = "cdsh"
SYMBOLS = {"c": "♣", "d": "♦", "s": "♠", "h": "♥"}

_LANE = 16
_SUIT_OF = {**{s: s for s in SUITS}, **{symbol: s for s, symbol in SYMBOLS.items()}}


@total_ordering
class Card:
    """One playing card; there is one object for each, so ``is`` and ``==`` agree.

    Parameters
    ----------
    text : str
        Rank then suit: ``"Qs"``; ``"QS"``, ``"10c"`` and ``"Q♠"`` are read too.

    Attributes
    ----------
    rank : int
        2 … 14; the ace is 14.
    suit : str
        ``"c"``, ``"d"``, ``"s"`` or ``"h"``.
    number : int
        ``16 * suit + rank - 2`` with suits counted in the order c d s h; sorts cards.

    Raises
    ------
    ValueError
        If the text is not a card.
    """

    __slots__ = ("number", "rank", "suit")
    number: int
    rank: int
    suit: str

    _by_number: ClassVar[dict[int, Card]] = {}

    def __new__(cls, text: str) -> Card:
        """Give the one object of the card that ``text`` names."""
        return cls.from_number(_read(text))

    @classmethod
    def from_number(cls, number: int) -> Card:
        """The card with a number; see the class for the numbering."""
        card = cls._by_number.get(number)
        if card is None:
            if number not in _NUMBERS:
                raise ValueError(f"no card has the number {number}")
            card = object.__new__(cls)
            object.__setattr__(card, "number", number)
            object.__setattr__(card, "rank", number % _LANE + 2)
            object.__setattr__(card, "suit", SUITS[number // _LANE])
            card = cls._by_number.setdefault(number, card)
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a card cannot be changed")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other if isinstance(other, Card) else NotImplemented

    def __lt__(self, other: Card) -> bool:
        return self.number < other.number if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit

    def __repr__(self) -> str:
        return f"Card('{self}')"

    @property
    def symbol(self) -> str:
        """The card as people are shown it: ``Q♠``."""
        return RANKS[self.rank - 2].replace("T", "10") + SYMBOLS[self.suit]


_NUMBERS = frozenset(
    _LANE * suit + rank for suit in range(len(SUITS)) for rank in range(len(RANKS))
)


def _read(text: str) -> int:
    if isinstance(text, str) and len(text) in (2, 3):
        rank, suit = text[:-1].upper().replace("10", "T"), _SUIT_OF.get(text[-1].lower())
        if len(rank) == 1 and rank in RANKS and suit is not None:
            return _LANE * SUITS.index(suit) + RANKS.index(rank)
    raise ValueError(f"{text!r} is not a card (a card is written like Qs, Tc, 2h)")


#: All 52 cards in display order.
DECK = tuple(Card.from_number(number) for number in sorted(_NUMBERS))


def is_card(thing: object) -> TypeGuard[Card]:
    """Whether something is one of the 52, and not only made to look like one."""
    return any(thing is card for card in DECK)


def to_mask(cards: Iterable[Card]) -> int:
    """Bit mask of some cards: bit ``card.number`` is set for each."""
    mask = 0
    for card in cards:
        mask |= 1 << card.number
    return mask


def from_mask(mask: int) -> tuple[Card, ...]:
    """Cards of a bit mask, in display order."""
    mask = int(mask)
    cards = []
    while mask:
        low = mask & -mask
        cards.append(Card.from_number(low.bit_length() - 1))
        mask ^= low
    return tuple(cards)


def suit_words(cards: int, deck: int) -> list[str]:
    """Cards of a mask as texts, by a suit's letter where they are all that a deck has of it.

    >>> suit_words(0x1FFF | 1 << 42, FULL_DECK)
    ['c', 'Qs']
    """
    words: list[str] = []
    for suit in SUITS:
        here = [str(card) for card in from_mask(cards) if card.suit == suit]
        whole = sum(card.suit == suit for card in from_mask(deck))
        words += [suit] if len(here) == whole > 1 else here
    return words


def to_text(mask: int) -> str:
    """A set of cards as one string, apart by a space, by suit c d s h and then rank."""
    return " ".join(map(str, from_mask(mask)))


def from_text(text: str) -> tuple[Card, ...]:
    """Cards named in a string, apart by spaces, in the order named.

    Raises
    ------
    ValueError
        If a word is not a card, or a card is named twice.
    """
    cards = tuple(map(Card, text.split()))
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"{card} is named twice")
    return cards


#: Mask of all 52 cards.
FULL_DECK = to_mask(DECK)
