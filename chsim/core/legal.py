"""Which cards may be passed and played: leading, following, discarding."""

from __future__ import annotations

from typing import Any

from chsim.core.bits import ALL, ONE, U64, ZERO, bit, count, select
from chsim.core.jit import compiled


@compiled
def unless_empty(cards: Any, otherwise: Any) -> Any:
    """``cards``, or ``otherwise`` where that leaves nothing to play."""
    return select(cards == ZERO, otherwise, cards)


@compiled
def legal_passes(rules: Any, hand: Any) -> Any:
    """Cards of ``hand`` that may be passed: all, where the others would not be enough."""
    free = hand & ~rules.pass_ban
    return select(count(free) < U64(rules.pass_count), hand, free)


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
def other_leads(rules: Any, hand: Any, legal: Any, trick: Any, broken: Any) -> Any:
    """What seldom used rules (``odd_play``) make of the cards that may be led.

    Parameters
    ----------
    rules : record of `layout.RULES`
    hand, legal : uint64
        Cards held, and those of `legal_leads`.
    trick, broken
        As there.
    """
    if trick == 0:
        if hand & rules.opening != ZERO:
            return legal
        legal = unless_empty(legal & ~rules.first_trick_keep, legal)
    free = hand & ~(rules.lead_ban & ~broken)
    if free & ~rules.lead_beside != ZERO:
        return legal
    led = select(free != ZERO, hand, unless_empty(hand & rules.lead_forced, hand))
    return led if trick > 0 else unless_empty(led & ~rules.first_trick_keep, led)


@compiled
def legal_follows(rules: Any, hand: Any, trick: Any, led: Any) -> Any:
    """Cards of ``hand`` that may be played to a trick led in the suit mask ``led``."""
    discards = hand
    if trick == 0:
        discards = unless_empty(hand & ~rules.first_trick_ban, hand)
    return unless_empty(hand & led, discards)


@compiled
def fewer_follows(
    rules: Any, legal: Any, trick: Any, led: Any, best: Any, broken: Any, on_table: Any
) -> Any:
    """What seldom used rules (``odd_play``) leave of the cards that may be played to a trick.

    Parameters
    ----------
    rules : record of `layout.RULES`
    legal : uint64
        Cards of `legal_follows`.
    trick : int64
    led : uint64
        Mask of the suit led.
    best : uint64
        Number of the card that takes the trick so far.
    broken, on_table : uint64
        All ones once broken by an earlier trick; cards of this one.
    """
    if trick == 0:
        legal = unless_empty(legal & ~rules.first_trick_keep, legal)
    if legal & led == ZERO:
        banned = rules.throw_ban & ~(broken | select(on_table & rules.breakers != ZERO, ALL, ZERO))
        legal = unless_empty(legal & ~banned, legal)
    takers = led & ~((bit(best) << ONE) - ONE)
    return unless_empty(legal & rules.play_soon & ~takers, legal)
