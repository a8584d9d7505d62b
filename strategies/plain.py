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

Under other rules the queen is the penalty card that costs most beside the
hearts, hearts are the suits full of penalty cards, and other penalty cards are
thrown between the two.

Other people's habits are settings, each a number; 0, and any number not listed,
is the reading above:

- ``pass``: 1 any cards by chance; 2 the highest cards; 3 the queen, hearts from the
  ten up, then the highest; 4 the queen, all hearts from the top, then the highest;
  5 the queen, then the highest;
- ``lead``: 1 low from the shortest suit; 2 low from the longest;
- ``follow``: 1 always the lowest where no card stays below the best; 2 then always
  the highest; 3 ducks with the lowest card rather than the highest;
- ``discard``: 1 the queen, hearts from the ten up, then the highest card.
"""

from __future__ import annotations

from typing import Any

from chsim.strategy import CompiledStrategy
from chsim.toolbox import (
    ADD,
    U64,
    ZERO,
    SeatView,
    above,
    bit,
    compiled,
    count,
    highest,
    lowest,
    pick_some,
    rank_of,
    select,
    suit_of,
)

#: Ranks from the ten up, of every suit.
HIGH = U64(0x1F00_1F00_1F00_1F00)

PASS, LEAD, FOLLOW, DISCARD = range(4)
#: The numbers of those settings, by what they stand for.
SETTINGS = {"pass": 0.0, "lead": 0.0, "follow": 0.0, "discard": 0.0}


@compiled
def choose_pass(view: SeatView) -> Any:
    """The queen and the spades above it, then the highest cards."""
    return pass_by_habit(view, view.setting(PASS))


@compiled
def pass_by_habit(view: SeatView, habit: Any) -> Any:
    """Cards passed by one of the habits that the setting ``pass`` names."""
    if habit == 1:
        return pick_some(view.hand, view.pass_count, view.random)
    kept = view.hand
    for _ in range(view.pass_count):
        kept ^= bit(highest_rank(worst_of(view, kept, habit)))
    return view.hand ^ kept


@compiled
def worst_of(view: SeatView, kept: Any, habit: Any) -> Any:
    """The cards from which the next to pass is the highest."""
    queen = kept & view.heaviest.card
    if habit == 2:
        return kept
    if habit == 3:
        return first_of(queen, kept & view.hearts & HIGH, kept)
    if habit == 4:
        return first_of(queen, kept & view.hearts, kept)
    if habit == 5:
        return first_of(queen, kept, kept)
    return first_of(queen, kept & view.heaviest.over, kept)


@compiled
def choose_card(view: SeatView) -> Any:
    """Lead low, duck under the best card, throw what is bad."""
    if view.position == 0:
        return lead(view)
    if view.legal & view.led == ZERO:
        return throw(view)
    ducking = view.legal & ~above(view.best)
    if ducking != ZERO:
        return lowest(ducking) if view.setting(FOLLOW) == 3 else highest(ducking)
    return forced(view)


@compiled
def choose_moon(view: SeatView) -> Any:
    """Points for everybody else, as in ordinary Hearts."""
    return U64(ADD)


@compiled
def lead(view: SeatView) -> Any:
    """The lowest card; by another habit, the lowest of the shortest or the longest suit."""
    habit = view.setting(LEAD)
    if habit == 1:
        return lowest_rank(suits_of_length(view, -1))
    if habit == 2:
        return lowest_rank(suits_of_length(view, 1))
    return lowest_rank(view.legal)


@compiled
def suits_of_length(view: SeatView, sign: Any) -> Any:
    """Legal cards of the longest suits held; of the shortest with ``sign`` -1."""
    cards = view.legal
    found = ZERO
    most = -99
    while cards != ZERO:
        suit = cards & suit_of(lowest(cards))
        length = sign * int(count(view.hand & suit_of(lowest(cards))))
        found = select(length > most, suit, select(length == most, found | suit, found))
        most = max(most, length)
        cards ^= suit
    return found


@compiled
def throw(view: SeatView) -> Any:
    """The queen, else another penalty card, else the highest heart, else the highest card."""
    hearts = view.hearts & HIGH if view.setting(DISCARD) == 1 else view.hearts
    queen = view.legal & view.heaviest.card
    if queen != ZERO:
        return highest_rank(queen)
    return highest_rank(first_of(view.legal & view.penalties, view.legal & hearts, view.legal))


@compiled
def forced(view: SeatView) -> Any:
    """Highest card in the last seat, where it takes the trick anyway, else the lowest."""
    cards = first_of(view.legal & ~view.heaviest.card, view.legal, view.legal)
    habit = view.setting(FOLLOW)
    last = view.position == view.players - 1
    if habit == 2 or (last and habit != 1):
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
    settings=SETTINGS,
)
