"""When a game is over, who lost it and who won it."""

from __future__ import annotations

from typing import Any

from chsim.core.jit import compiled
from chsim.core.layout import MAGNITUDE


@compiled
def standing(rules: Any, re: Any, im: Any) -> Any:
    """Whole number that ranks a total, lower is better: the squared magnitude, or the points."""
    if rules.measure == MAGNITUDE:
        return re * re + im * im
    return re


@compiled
def threshold(rules: Any) -> Any:
    """Standing at which a seat has lost."""
    if rules.measure == MAGNITUDE:
        return rules.limit * rules.limit
    return rules.limit


@compiled
def end_of_game(state: Any, rules: Any) -> Any:
    """Decide whether the scored hand ended the game; sets losers, winners, capped.

    Returns
    -------
    bool
        True when the game is over. A capped game has neither loser nor winner.
    """
    bar = threshold(rules)
    losers = 0
    winners = 0
    nearest = bar
    for seat in range(rules.players):
        here = standing(rules, state.total_re[seat], state.total_im[seat])
        if here >= bar:
            losers |= 1 << seat
        elif winners == 0 or here < nearest:
            nearest = here
            winners = 1 << seat
        elif here == nearest:
            winners |= 1 << seat
    if losers != 0:
        state.losers = losers
        state.winners = winners
        return True
    state.capped = int(state.hand_number + 1 >= rules.max_hands)
    return state.capped == 1
