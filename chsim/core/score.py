"""What a hand scores: card values, multipliers, the moon. Whole numbers only.

A complex whole number is two int64, real and imaginary part.
"""

from __future__ import annotations

from typing import Any

from chsim.core.bits import ZERO, count
from chsim.core.jit import compiled
from chsim.core.layout import (
    ADD,
    MOON_ADD,
    MOON_CHOOSE,
    MOON_NONE,
    MOON_SUBTRACT,
    SUBTRACT,
    UNDECIDED,
)


@compiled
def card_points(rules: Any, pile: Any) -> Any:
    """Sum of the card values in ``pile``, as (re, im)."""
    re = 0
    im = 0
    for group in range(rules.value_count):
        cards = int(count(pile & rules.value_cards[group]))
        re += cards * rules.value_re[group]
        im += cards * rules.value_im[group]
    return re, im


@compiled
def multiplied(rules: Any, pile: Any, re: Any, im: Any) -> Any:
    """(re, im) times every multiplier card in ``pile``."""
    for index in range(rules.multiplier_count):
        if pile & rules.multiplier_card[index] != ZERO:
            by_re = rules.multiplier_re[index]
            by_im = rules.multiplier_im[index]
            re, im = re * by_re - im * by_im, re * by_im + im * by_re
    return re, im


@compiled
def pile_score(rules: Any, pile: Any) -> Any:
    """Score of a pile when nobody shoots the moon, as (re, im)."""
    re, im = card_points(rules, pile)
    return multiplied(rules, pile, re, im)


@compiled
def find_shooter(state: Any, rules: Any) -> Any:
    """Seat that took every moon card, or -1."""
    if rules.moon_mode == MOON_NONE:
        return -1
    for seat in range(rules.players):
        if state.taken[seat] & rules.moon_cards == rules.moon_cards:
            return seat
    return -1


@compiled
def settled_choice(rules: Any) -> Any:
    """The choice that the rules make for every shooter, or ``UNDECIDED``."""
    if rules.moon_mode == MOON_SUBTRACT:
        return SUBTRACT
    if rules.moon_mode == MOON_ADD:
        return ADD
    return UNDECIDED


@compiled
def must_choose(rules: Any) -> Any:
    """Whether the rules leave the moon to its shooter."""
    return rules.moon_mode == MOON_CHOOSE


@compiled
def shooter_score(rules: Any, pile: Any, choice: Any) -> Any:
    """Hand score of the seat that shot the moon, as (re, im)."""
    re, im = card_points(rules, pile & ~rules.moon_cards)
    if choice == SUBTRACT:
        re -= rules.moon_re
        im -= rules.moon_im
    return multiplied(rules, pile, re, im)


@compiled
def moon_gift(rules: Any, pile: Any, choice: Any) -> Any:
    """What every other seat receives from the shooter who took ``pile``."""
    if choice == ADD:
        return multiplied(rules, pile, rules.moon_re, rules.moon_im)
    return 0, 0


@compiled
def moon_score(rules: Any, pile: Any, shot: Any, shooter_pile: Any, choice: Any) -> Any:
    """Hand score of a seat after a moon, which it shot itself or not, as (re, im)."""
    if shot:
        return shooter_score(rules, pile, choice)
    re, im = pile_score(rules, pile)
    gift_re, gift_im = moon_gift(rules, shooter_pile, choice)
    return re + gift_re, im + gift_im


@compiled
def score_seat(state: Any, rules: Any, seat: Any, shooter: Any, choice: Any) -> Any:
    """Hand score of one seat, as (re, im), given who shot the moon (-1: nobody)."""
    pile = state.taken[seat]
    if shooter < 0:
        return pile_score(rules, pile)
    return moon_score(rules, pile, seat == shooter, state.taken[shooter], choice)


@compiled
def score_hand(state: Any, rules: Any) -> None:
    """Write every seat's hand score and add it to the totals."""
    for seat in range(rules.players):
        re, im = score_seat(state, rules, seat, state.shooter, state.choice)
        state.score_re[seat] = re
        state.score_im[seat] = im
        state.total_re[seat] += re
        state.total_im[seat] += im
