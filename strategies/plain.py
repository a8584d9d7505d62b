"""The ordinary habits of a Hearts player who does not know the complex plane.

Peace Cat Games measured its computer players against two simple ones. The
second keeps to Hearts as most people play it: it ducks where it can, gets rid
of the queen of spades and of high hearts, and leads low. This is the plainest
reading of that. The player knows that hearts and the queen are bad, and nothing
of the jack, the ten, directions or totals. Where the source is silent:

- passing: the queen, then the ace and king of spades, which would catch it,
  then the highest cards, a heart before the others of its rank;
- leading: the lowest card that may be led, of equals the first in the order
  clubs, diamonds, spades, hearts;
- following: the highest card that stays below the best on the table; if there
  is none, the highest of the suit in the last seat, else the lowest, and in
  both cases another card than the queen if there is one;
- void: the queen, then the highest heart, then the highest card;
- the moon goes to the others.

It plays so under any rules, whatever they say of hearts and the queen.
"""

from __future__ import annotations

from typing import Any

from chsim.strategy import CompiledStrategy
from chsim.toolbox import (
    ADD,
    HEARTS,
    ONE,
    SPADES,
    U64,
    ZERO,
    SeatView,
    above,
    bit,
    compiled,
    highest,
    lowest,
    rank_of,
    select,
    suit_of,
)

QUEEN = bit(0x2A)
CATCHERS = SPADES & ~((QUEEN << ONE) - ONE)


@compiled
def choose_pass(view: SeatView) -> Any:
    """The queen and the spades above it, then the highest cards."""
    kept = view.hand
    for _ in range(view.pass_count):
        kept ^= bit(highest_rank(first_of(kept & QUEEN, kept & CATCHERS, kept)))
    return view.hand ^ kept


@compiled
def choose_card(view: SeatView) -> Any:
    """Lead low, duck under the best card, throw what is bad."""
    if view.position == 0:
        return lowest_rank(view.legal)
    if view.legal & view.led == ZERO:
        return throw(view)
    ducking = view.legal & ~above(view.best)
    if ducking != ZERO:
        return highest(ducking)
    return forced(view)


@compiled
def choose_moon(view: SeatView) -> Any:
    """Points for everybody else, as in ordinary Hearts."""
    return U64(ADD)


@compiled
def throw(view: SeatView) -> Any:
    """The queen, else the highest heart, else the highest card."""
    return highest_rank(first_of(view.legal & QUEEN, view.legal & HEARTS, view.legal))


@compiled
def forced(view: SeatView) -> Any:
    """Highest card in the last seat, where it takes the trick anyway, else the lowest."""
    cards = first_of(view.legal & ~QUEEN, view.legal, view.legal)
    if view.position == view.players - 1:
        return highest(cards)
    return lowest(cards)


@compiled
def first_of(first: Any, second: Any, third: Any) -> Any:
    """The first of three masks that holds a card."""
    return select(first != ZERO, first, select(second != ZERO, second, third))


@compiled
def highest_rank(cards: Any) -> Any:
    """Highest card by rank; of equals the last suit, so hearts come first."""
    best = highest(cards)
    while cards != ZERO:
        card = highest(cards)
        best = select(rank_of(card) > rank_of(best), card, best)
        cards &= ~suit_of(card)
    return best


@compiled
def lowest_rank(cards: Any) -> Any:
    """Lowest card by rank; of equals the first suit."""
    best = lowest(cards)
    while cards != ZERO:
        card = lowest(cards)
        best = select(rank_of(card) < rank_of(best), card, best)
        cards &= ~suit_of(card)
    return best


STRATEGY = CompiledStrategy(
    name="plain",
    summary="ordinary Hearts habits, blind to the complex plane",
    choose_pass=choose_pass,
    choose_card=choose_card,
    choose_moon=choose_moon,
)
