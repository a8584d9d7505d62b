"""Which cards may be played: leading, following, discarding."""

from __future__ import annotations

from typing import Any

from chsim.core.bits import ZERO, select
from chsim.core.jit import compiled


@compiled
def unless_empty(cards: Any, otherwise: Any) -> Any:
    """``cards``, or ``otherwise`` where that leaves nothing to play."""
    return select(cards == ZERO, otherwise, cards)


@compiled
def legal_leads(rules: Any, hand: Any, trick: Any, broken: Any) -> Any:
    """Cards of ``hand`` that may be led.

    Parameters
    ----------
    rules : record of `layout.RULES`
    hand : uint64
        Cards held, at least one.
    trick : int64
        Number of the trick, from 0.
    broken : uint64
        All ones once the cards of ``rules.lead_ban`` may be led, else 0.
    """
    if trick == 0 and hand & rules.opening != ZERO:
        return rules.opening
    return unless_empty(hand & ~(rules.lead_ban & ~broken), hand)


@compiled
def legal_follows(rules: Any, hand: Any, trick: Any, led: Any) -> Any:
    """Cards of ``hand`` that may be played to a trick led in the suit mask ``led``."""
    discards = hand
    if trick == 0:
        discards = unless_empty(hand & ~rules.first_trick_ban, hand)
    return unless_empty(hand & led, discards)
