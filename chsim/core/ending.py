"""When a game is over, who lost it and who won it."""

from __future__ import annotations

from typing import Any

from chsim.core.jit import compiled
from chsim.core.layout import MAGNITUDE, PLAY_ON, REACHED


@compiled
def standing(rules: Any, re: Any, im: Any) -> Any:
    """Whole number that ranks a total, lower is better: the squared magnitude, or the points."""
    if rules.measure == MAGNITUDE:
        return re * re + im * im
    return re


@compiled
def end_of_game(state: Any, rules: Any) -> Any:
    """Decide whether the scored hand ended the game; sets losers, winners, capped.

    Returns
    -------
    bool
        True when the game is over. A capped game has neither loser nor winner.
    """
    reached = 0
    for seat in range(rules.players):
        if standing(rules, state.total_re[seat], state.total_im[seat]) >= rules.bar:
            reached |= 1 << seat
    last = rules.hands > 0 and state.hand_number + 1 >= rules.hands
    if (reached != 0 or last) and decided(state, rules, reached):
        return True
    state.capped = int(state.hand_number + 1 >= rules.max_hands)
    return state.capped == 1


@compiled
def decided(state: Any, rules: Any, reached: Any) -> Any:
    """Set losers and winners of a game that is to end; False if a tie is played on instead."""
    losers = reached
    if rules.losers != REACHED:
        losers = furthest(state, rules)
    winners = nearest_but(state, rules, losers)
    if rules.ties == PLAY_ON and tied(rules, winners):
        return False
    state.losers = losers
    state.winners = winners
    return True


@compiled
def furthest(state: Any, rules: Any) -> Any:
    """Seats that stand worst; none where all stand alike."""
    worst = 0
    most = standing(rules, state.total_re[0], state.total_im[0])
    for seat in range(rules.players):
        here = standing(rules, state.total_re[seat], state.total_im[seat])
        if here > most:
            most = here
            worst = 0
        if here == most:
            worst |= 1 << seat
    return worst if worst != (1 << rules.players) - 1 else 0


@compiled
def nearest_but(state: Any, rules: Any, losers: Any) -> Any:
    """Seats that stand best of those that have not lost."""
    best = 0
    least = 0
    for seat in range(rules.players):
        if (losers >> seat) & 1 == 0:
            here = standing(rules, state.total_re[seat], state.total_im[seat])
            if best == 0 or here < least:
                least = here
                best = 0
            if here == least:
                best |= 1 << seat
    return best


@compiled
def tied(rules: Any, winners: Any) -> Any:
    """Whether more than one side is among the winners."""
    found = 0
    for seat in range(rules.players):
        if rules.partner[seat] >= seat:
            found += (winners >> seat) & 1
    return found > 1
