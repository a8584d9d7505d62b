"""Everything a seat may see, one function each.

The functions below become attributes (``view.hand``) and methods
(``view.taken(2)``) of the `SeatView` that strategies are handed. Whatever is
not listed here cannot be reached from a strategy: the other hands, the cards
others pass, the deal to come, the random words of other seats.

Cards are whole numbers, sets of cards masks (see `layout`); seats count from 0.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from chsim.core import ending, score
from chsim.core.bits import U64, count
from chsim.core.jit import compiled
from chsim.core.layout import (
    BONUS,
    HEAVIEST,
    MAGNITUDE,
    MAX_SETTINGS,
    MOON_CHOOSE_EACH,
    MULTIPLIER,
)
from chsim.core.rng import decision_word
from chsim.core.seatview import SeatView, attribute, method

__all__ = ["SeatView"]

#: Settings beyond the last begin anew: a check would cost more than the setting.
LAST_SETTING = U64(MAX_SETTINGS - 1)


@compiled
def at(index: Any, stop: Any) -> Any:
    """``index``, if it lies in 0 … stop-1: what is asked for beyond might be another's cards."""
    if index < 0 or index >= stop:
        raise IndexError("a view has no such seat, trick, position or setting")
    return index


class Role(NamedTuple):
    """Masks of a card that plays a part, of those that beat it, of its suit; 0 for no card."""

    card: Any
    over: Any
    suit: Any


@compiled
def role(rules: Any, number: Any) -> Any:
    """The `Role` that has a number (`layout.HEAVIEST` and so on)."""
    return Role(rules.role_card[number], rules.role_over[number], rules.role_suit[number])


# --- the seat's own cards ----------------------------------------------------


@attribute
def seat(state: Any, rules: Any, seat: Any) -> Any:
    """The seat that looks."""
    return seat


@attribute
def hand(state: Any, rules: Any, seat: Any) -> Any:
    """Cards the seat holds now."""
    return state.hand[U64(seat)]


@attribute
def legal(state: Any, rules: Any, seat: Any) -> Any:
    """Cards the seat may play now; while passing, those it may pass."""
    return state.legal


@attribute
def passed(state: Any, rules: Any, seat: Any) -> Any:
    """Cards the seat passed this hand; none before it has, or on a hold."""
    return state.passed[seat]


@attribute
def received(state: Any, rules: Any, seat: Any) -> Any:
    """Cards the seat was passed this hand."""
    return state.received[seat]


@attribute
def random(state: Any, rules: Any, seat: Any) -> Any:
    """Random word for this decision: the same each time it is read."""
    return decision_word(state.seat_key[U64(seat)], state.trick)


@method
def setting(state: Any, rules: Any, seat: Any, number: Any) -> Any:
    """Setting ``number`` of the seat's strategy, a float64."""
    return state.setting[seat, U64(number) & LAST_SETTING]


# --- the table ---------------------------------------------------------------


@attribute
def players(state: Any, rules: Any, seat: Any) -> Any:
    """Number of seats."""
    return rules.players


@attribute
def hand_number(state: Any, rules: Any, seat: Any) -> Any:
    """Number of the hand in the game, from 0."""
    return state.hand_number


@attribute
def pass_offset(state: Any, rules: Any, seat: Any) -> Any:
    """How many seats to the left cards are passed this hand; 0 is a hold."""
    return state.pass_offset


@attribute
def pass_count(state: Any, rules: Any, seat: Any) -> Any:
    """How many cards are passed."""
    return rules.pass_count


@attribute
def trick(state: Any, rules: Any, seat: Any) -> Any:
    """Number of the trick, from 0; -1 while passing, the number of tricks at the end."""
    return state.trick


@attribute
def tricks(state: Any, rules: Any, seat: Any) -> Any:
    """Number of tricks in a hand."""
    return rules.tricks


@attribute
def position(state: Any, rules: Any, seat: Any) -> Any:
    """How many cards lie on the table: 0 for the leader."""
    return state.position


@attribute
def led(state: Any, rules: Any, seat: Any) -> Any:
    """Mask of the whole suit led; stale while ``position`` is 0."""
    return state.led


@attribute
def best(state: Any, rules: Any, seat: Any) -> Any:
    """Card that takes the trick so far; stale while ``position`` is 0."""
    return state.best


@attribute
def winner(state: Any, rules: Any, seat: Any) -> Any:
    """Seat that takes the trick so far; stale while ``position`` is 0."""
    return state.winner


@attribute
def on_table(state: Any, rules: Any, seat: Any) -> Any:
    """Cards played to this trick so far."""
    return state.on_table


@attribute
def gone(state: Any, rules: Any, seat: Any) -> Any:
    """Every card played this hand, the table's too."""
    return state.gone | state.on_table


@attribute
def broken(state: Any, rules: Any, seat: Any) -> Any:
    """Whether the cards banned from leading (hearts) may be led."""
    return state.broken != U64(0)


@method
def taken(state: Any, rules: Any, seat: Any, who: Any) -> Any:
    """Cards that seat ``who`` has won in tricks this hand."""
    return state.taken[at(who, rules.players)]


@method
def cards_held(state: Any, rules: Any, seat: Any, who: Any) -> Any:
    """How many cards seat ``who`` holds."""
    return count(state.hand[at(who, rules.players)])


@method
def total_re(state: Any, rules: Any, seat: Any, who: Any) -> Any:
    """Real part of the running total of seat ``who``."""
    return state.total_re[at(who, rules.players)]


@method
def total_im(state: Any, rules: Any, seat: Any, who: Any) -> Any:
    """Imaginary part of the running total of seat ``who``."""
    return state.total_im[at(who, rules.players)]


@method
def card_played(state: Any, rules: Any, seat: Any, which_trick: Any, position: Any) -> Any:
    """Card played to a trick at a position (0 is its leader); only of past plays."""
    played = state.position if which_trick == state.trick else rules.players
    first = at(which_trick, state.trick + 1) * rules.players
    return U64(state.card_played[first + at(position, played)])


@method
def leader_of(state: Any, rules: Any, seat: Any, which_trick: Any) -> Any:
    """Seat that led a trick, up to the present one."""
    return int(state.trick_leader[at(which_trick, state.trick + 1)])


@method
def winner_of(state: Any, rules: Any, seat: Any, which_trick: Any) -> Any:
    """Seat that took a finished trick."""
    return int(state.trick_winner[at(which_trick, state.trick)])


# --- the rules ---------------------------------------------------------------


@attribute
def lead_ban(state: Any, rules: Any, seat: Any) -> Any:
    """Cards that may not be led until broken (hearts)."""
    return rules.lead_ban


@attribute
def rolled(state: Any, rules: Any, seat: Any) -> Any:
    """Mask of the card that the die named this hand."""
    return state.rolled


@attribute
def partner(state: Any, rules: Any, seat: Any) -> Any:
    """The seat across the table where seats are partners, else the seat itself."""
    return score.partner(rules, seat)


@attribute
def may_turn(state: Any, rules: Any, seat: Any) -> Any:
    """Whether a shooter says for each seat if the moon is added or subtracted."""
    return rules.moon_mode == MOON_CHOOSE_EACH


@attribute
def first_trick_ban(state: Any, rules: Any, seat: Any) -> Any:
    """Cards that nobody may throw on the first trick."""
    return rules.first_trick_ban


@attribute
def hearts(state: Any, rules: Any, seat: Any) -> Any:
    """Penalty cards of suits that are full of them: the hearts, in most rules."""
    return rules.hearts


@attribute
def uniform(state: Any, rules: Any, seat: Any) -> Any:
    """Whether all ``hearts`` are worth the same and only ``heaviest`` is a penalty beside them."""
    return rules.uniform != 0


@attribute
def penalties(state: Any, rules: Any, seat: Any) -> Any:
    """The other penalty cards; the card the die named is not among them."""
    return rules.penalties


@attribute
def heaviest(state: Any, rules: Any, seat: Any) -> Any:
    """The penalty card that costs most, hearts aside: the queen in most rules; a `Role`."""
    return role(rules, HEAVIEST)


@attribute
def bonus(state: Any, rules: Any, seat: Any) -> Any:
    """The card that takes most off a score: the jack in some rules; a `Role`."""
    return role(rules, BONUS)


@attribute
def multiplier(state: Any, rules: Any, seat: Any) -> Any:
    """The first card that multiplies a hand's score: the ten in some rules; a `Role`."""
    return role(rules, MULTIPLIER)


@attribute
def moon_cards(state: Any, rules: Any, seat: Any) -> Any:
    """Cards that shoot the moon together."""
    return rules.moon_cards


@attribute
def deck(state: Any, rules: Any, seat: Any) -> Any:
    """Every card of the deck."""
    return rules.deck_cards


@method
def points(state: Any, rules: Any, seat: Any, pile: Any) -> Any:
    """Sum of card values of a pile before multipliers, as (re, im)."""
    return score.card_points(rules, pile)


@method
def factor(state: Any, rules: Any, seat: Any, pile: Any) -> Any:
    """Product of the multipliers in a pile, as (re, im); (1, 0) without any."""
    return score.multiplied(rules, pile, 1, 0)


@method
def score_of(state: Any, rules: Any, seat: Any, pile: Any) -> Any:
    """Hand score of a pile, multipliers included, as (re, im)."""
    return score.pile_score(rules, pile)


@method
def standing(state: Any, rules: Any, seat: Any, re: Any, im: Any) -> Any:
    """Whole number that ranks a total, lower is better: squared magnitude or points."""
    return ending.standing(rules, re, im)


@attribute
def threshold(state: Any, rules: Any, seat: Any) -> Any:
    """Standing at which a seat has lost."""
    return rules.bar


@method
def distance(state: Any, rules: Any, seat: Any, re: Any, im: Any) -> Any:
    """How far a total is from zero, a float64 for estimates: the magnitude, or the points."""
    if rules.measure == MAGNITUDE:
        return math.sqrt(float(re * re + im * im))
    return float(re)


@method
def total_after(state: Any, rules: Any, seat: Any, choice: Any, who: Any) -> Any:
    """Total of seat ``who`` if the looking seat shoots the moon with ``choice``."""
    re, im = score.score_seat(state, rules, at(who, rules.players), seat, choice)
    re = score.triggered(rules, state.total_re[who], re)
    return state.total_re[who] + re, state.total_im[who] + im
