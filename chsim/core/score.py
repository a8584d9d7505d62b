"""What a hand scores: card values, multipliers, the moon. Whole numbers only.

A complex whole number is two int64, real and imaginary part. A side is a seat,
or two partners; both of them score what they took together. What becomes of a
moon is a choice: ``SUBTRACT``, ``ADD`` with a bit for each seat whose sign is
turned, or ``ZERO_ALL``.
"""

from __future__ import annotations

from typing import Any

from chsim.core.bits import U64, ZERO, count
from chsim.core.ending import end_of_game, standing
from chsim.core.jit import compiled
from chsim.core.layout import (
    ADD,
    FLIP,
    MOON_ADD_UNLESS_LOST,
    MOON_CHOOSE,
    MOON_CHOOSE_EACH,
    MOON_HURT,
    MOON_NONE,
    MOON_SUBTRACT,
    MOON_ZERO,
    SUBTRACT,
    UNDECIDED,
    ZERO_ALL,
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
def with_values(rules: Any, pile: Any, counted: Any, re: Any, im: Any) -> Any:
    """(re, im) and the values of ``counted``, multiplied by ``pile`` but for some; as (re, im)."""
    early_re, early_im = card_points(rules, counted & ~rules.unmultiplied)
    late_re, late_im = card_points(rules, counted & rules.unmultiplied)
    re, im = multiplied(rules, pile, re + early_re, im + early_im)
    return re + late_re, im + late_im


@compiled
def pile_score(rules: Any, pile: Any) -> Any:
    """Score of a pile when nobody shoots the moon, as (re, im)."""
    if rules.odd_score == 0:
        re, im = card_points(rules, pile)
        return multiplied(rules, pile, re, im)
    if pile == ZERO:
        return rules.no_trick_re, rules.no_trick_im
    return with_values(rules, pile, pile, 0, 0)


@compiled
def partner(rules: Any, seat: Any) -> Any:
    """The seat across the table where seats are partners, else the seat itself."""
    return rules.partner[U64(seat)]


@compiled
def side_pile(state: Any, rules: Any, seat: Any) -> Any:
    """Every card that a seat and its partner took."""
    return state.taken[seat] | state.taken[partner(rules, seat)]


@compiled
def shot_pile(state: Any, rules: Any, seat: Any) -> Any:
    """What a seat took towards a moon or a sun: alone where these must be shot alone."""
    if rules.moon_alone != 0:
        return state.taken[seat]
    return side_pile(state, rules, seat)


@compiled
def find_shooter(state: Any, rules: Any) -> Any:
    """Seat that took every card a moon needs, or -1; of partners who did together the first."""
    if rules.moon_mode == MOON_NONE:
        return -1
    for seat in range(rules.players):
        if rules.moon_needed & ~shot_pile(state, rules, seat) == ZERO:
            return seat
    return -1


@compiled
def must_choose(rules: Any) -> Any:
    """Whether the rules leave the moon to its shooter."""
    return rules.moon_mode == MOON_CHOOSE or rules.moon_mode == MOON_CHOOSE_EACH


@compiled
def moon_worth(rules: Any, sun: Any) -> Any:
    """Worth of a moon, as (re, im): that of the sun if its shooter took every card."""
    if rules.deck_cards & ~sun == ZERO:
        return rules.sun_re, rules.sun_im
    return rules.moon_re, rules.moon_im


@compiled
def sign_for(choice: Any, seat: Any) -> Any:
    """-1 for a seat whose sign a choice turns, else 1."""
    return 1 - 2 * ((choice >> (FLIP + seat)) & 1)


@compiled
def shooter_score(rules: Any, pile: Any, sign: Any, re: Any, im: Any, choice: Any) -> Any:
    """Hand score of the side that shot a moon worth (re, im), as (re, im)."""
    kept = (choice & 1 == SUBTRACT) * sign
    return with_values(rules, pile, pile & ~rules.moon_cards, -kept * re, -kept * im)


@compiled
def moon_gift(rules: Any, pile: Any, own: Any, sign: Any, re: Any, im: Any, choice: Any) -> Any:
    """What a side that took ``own`` gets of a moon worth (re, im) whose shooter took ``pile``."""
    if choice & 1 != ADD:
        return 0, 0
    re, im = multiplied(rules, pile, sign * re, sign * im)
    if rules.moon_multiplied != 0:
        return multiplied(rules, own, re, im)
    return re, im


@compiled
def moon_score(
    rules: Any, seat: Any, pile: Any, shooter: Any, moon_pile: Any, sun: Any, choice: Any
) -> Any:
    """Hand score of a seat after a moon, as (re, im).

    Parameters
    ----------
    rules : record of `layout.RULES`
    seat, shooter : int64
    pile, moon_pile : uint64
        What the sides of the two took.
    sun : uint64
        What the shooter took of what the sun needs.
    choice : int64
    """
    if choice == ZERO_ALL:
        return 0, 0
    re, im = moon_worth(rules, sun)
    if seat == shooter or seat == partner(rules, shooter):
        return shooter_score(rules, pile, sign_for(choice, shooter), re, im, choice)
    own_re, own_im = pile_score(rules, pile)
    re, im = moon_gift(rules, moon_pile, pile, sign_for(choice, seat), re, im, choice)
    return own_re + re, own_im + im


@compiled
def score_seat(state: Any, rules: Any, seat: Any, shooter: Any, choice: Any) -> Any:
    """Hand score of one seat, as (re, im), given who shot the moon (-1: nobody)."""
    pile = side_pile(state, rules, seat)
    if shooter < 0:
        return pile_score(rules, pile)
    moon_pile = side_pile(state, rules, shooter)
    sun = shot_pile(state, rules, shooter)
    return moon_score(rules, seat, pile, shooter, moon_pile, sun, choice)


@compiled
def triggered(rules: Any, before: Any, re: Any) -> Any:
    """Real part of a hand score, less what a total on an exact multiple takes off."""
    after = before + re
    if rules.trigger_every > 0 and re != 0 and after > 0 and after % rules.trigger_every == 0:
        return re - rules.trigger_off
    return re


@compiled
def write_scores(state: Any, rules: Any) -> None:
    """Write every seat's hand score and add it to the totals."""
    for seat in range(rules.players):
        re, im = score_seat(state, rules, seat, state.shooter, state.choice)
        if rules.odd_score != 0:
            re = triggered(rules, state.total_re[seat], re)
        state.score_re[seat] = re
        state.score_im[seat] = im
        state.total_re[seat] += re
        state.total_im[seat] += im


@compiled
def take_back(state: Any, rules: Any) -> None:
    """Totals as they were before the hand's scores."""
    for seat in range(rules.players):
        state.total_re[seat] -= state.score_re[seat]
        state.total_im[seat] -= state.score_im[seat]


@compiled
def hurting(state: Any, rules: Any) -> Any:
    """The choice that takes every other seat's total further from zero; added where both do."""
    choice = ADD
    for seat in range(rules.players):
        standings = (0, 0)
        for turn in range(2):
            tried = ADD | (turn << (FLIP + seat))
            re, im = score_seat(state, rules, seat, state.shooter, tried)
            here = standing(rules, state.total_re[seat] + re, state.total_im[seat] + im)
            standings = (here, standings[0])
        if standings[0] > standings[1]:
            choice |= 1 << (FLIP + seat)
    return choice


@compiled
def unless_lost(state: Any, rules: Any) -> Any:
    """Add, unless the game would then end without the shooter among the winners."""
    state.choice = ADD
    write_scores(state, rules)
    over = end_of_game(state, rules) and state.capped == 0
    won = (state.winners >> state.shooter) & 1 == 1
    take_back(state, rules)
    state.losers = 0
    state.winners = 0
    state.capped = 0
    return SUBTRACT if over and not won else ADD


@compiled
def settled_choice(state: Any, rules: Any) -> Any:
    """The choice that the rules make for a shooter."""
    if rules.moon_mode == MOON_SUBTRACT:
        return SUBTRACT
    if rules.moon_mode == MOON_ZERO:
        return ZERO_ALL
    if rules.moon_mode == MOON_HURT:
        return hurting(state, rules)
    if rules.moon_mode == MOON_ADD_UNLESS_LOST:
        return unless_lost(state, rules)
    return ADD


@compiled
def score_hand(state: Any, rules: Any) -> None:
    """Score the hand and add it to the totals; settles a moon that nobody has chosen for."""
    if state.shooter >= 0 and state.choice == UNDECIDED:
        state.choice = settled_choice(state, rules)
    write_scores(state, rules)
