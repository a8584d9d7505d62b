"""How dangerous a card is to hold, as ``peacecat`` sees it."""

from __future__ import annotations

from typing import Any

import numpy as np

from chsim.toolbox import (
    ONE,
    ZERO,
    SeatView,
    above,
    bit,
    compiled,
    count,
    highest,
    lowest,
    rank_of,
    select,
    suit_of,
)
from strategies import peacecat_weights as weight
from strategies.peacecat_stakes import (
    Scene,
    below_queen,
    has,
    penalties_of,
    special,
)


@compiled
def most_dangerous(view: SeatView, scene: Scene, kept: Any) -> Any:
    """The card to pass next, high ones and those of short suits first."""
    cards = highest_of_each(kept) | (kept & special(view))
    worst = lowest(cards)
    most = -np.inf
    while cards != ZERO:
        card = lowest(cards)
        cards ^= bit(card)
        short = view.setting(weight.SHORT) / count(kept & suit_of(card))
        here = danger(view, scene, kept, card) + short
        if here > most:
            most = here
            worst = card
    return worst


@compiled
def danger(view: SeatView, scene: Scene, kept: Any, card: Any) -> Any:
    """What holding a card beside the others kept may cost: tricks it takes, and itself."""
    out = scene.out | (view.hand & ~kept)
    lower = count(kept & suit_of(card) & (bit(card) - ONE))
    tricks = taking(view, scene, out, card) / (1.0 + view.setting(weight.SHELTER) * lower)
    guard = view.setting(weight.GUARD) * scene.stakes.queen * has(guards(view, out, kept), card)
    return tricks + itself(view, scene, card) - guard + view.setting(weight.RANK) * rank_of(card)


@compiled
def taking(view: SeatView, scene: Scene, out: Any, card: Any) -> Any:
    """What a card may cost by taking a trick, with no lower card to duck with."""
    stakes = scene.stakes
    return (
        view.setting(weight.HIGH) * scene.average * exposure(out, card)
        + view.setting(weight.QUEEN_COVER) * stakes.queen * has(over(out, view.heaviest), card)
        + view.setting(weight.JACK_COVER) * stakes.jack * has(over(out, view.bonus), card)
        + view.setting(weight.TEN_COVER) * stakes.ten * has(over(out, view.multiplier), card)
    )


@compiled
def itself(view: SeatView, scene: Scene, card: Any) -> Any:
    """What a card may cost by being taken back."""
    stakes = scene.stakes
    jack = view.setting(weight.JACK_HELD) * stakes.jack * has(view.bonus.card, card)
    ten = view.setting(weight.TEN_HELD) * stakes.ten * has(view.multiplier.card, card)
    queen, heart = view.setting(weight.QUEEN_HELD), view.setting(weight.HEART_HELD)
    return jack + ten + penalties_of(view, stakes, card, queen, heart)


@compiled
def over(out: Any, role: Any) -> Any:
    """Cards that would catch a card that plays a part and is still out."""
    return select(out & role.card != ZERO, role.over, ZERO)


@compiled
def exposure(out: Any, card: Any) -> Any:
    """Share of the unseen cards of the suit that the card beats."""
    suit = out & suit_of(card)
    return count(suit & ~above(card)) / (count(suit) + 1.0)


@compiled
def guards(view: SeatView, out: Any, kept: Any) -> Any:
    """Low spades beside a queen, king or ace that may yet have to take the queen."""
    queen = view.heaviest
    high = kept & (queen.card | queen.over)
    at_risk = high != ZERO and (out | kept) & queen.card != ZERO
    return select(at_risk, below_queen(view), ZERO)


@compiled
def highest_of_each(cards: Any) -> Any:
    """The highest card of each suit."""
    found = ZERO
    while cards != ZERO:
        card = highest(cards)
        found |= bit(card)
        cards &= ~suit_of(card)
    return found
