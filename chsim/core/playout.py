"""Hands played out from given totals, and what the totals after them are worth.

The worth of totals to a seat is an estimate of how a game that stands there ends
for it: a polynomial of second degree in how far everybody has come. Of a game that is
over it is what the rules say. Worths are whole multiples of ``1 / GRAIN``, so that sums of
them are exact, in whatever order.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from chsim.core.bits import U64
from chsim.core.ending import end_of_game
from chsim.core.game import seat_players
from chsim.core.hand import DONE, play_hand, start_hand
from chsim.core.jit import compiled
from chsim.core.layout import MAGNITUDE, MAX_SEATS
from chsim.core.rng import word_at

#: What is estimated for a seat, in this order.
LOSS, WIN, FINAL_MAGNITUDE = range(3)
OUTCOMES = 3
#: What the deals of a game favoured a seat by.
LUCK = np.dtype([("loss", np.float64), ("win", np.float64), ("magnitude", np.float64)])
#: Worths are whole multiples of one part in this many.
GRAIN = 2**24
#: Numbers that tell how far a seat has come: size, real and imaginary part of its total.
_MOST_FACTS = 2 + 3 * MAX_SEATS
#: A logit further out is as good as certain.
_CERTAIN = 30.0


@compiled
def size(rules: Any, re: Any, im: Any) -> Any:
    """What the rules compare of a total: its magnitude, or its points."""
    if rules.measure == MAGNITUDE:
        return math.sqrt(re * re + im * im)
    return float(re)


@compiled
def write_order(state: Any, rules: Any, order: Any) -> None:
    """Seats by the size of their totals, the largest first; equals by seat."""
    for seat in range(rules.players):
        own = size(rules, state.total_re[seat], state.total_im[seat])
        place = seat
        while place > 0:
            other = order[place - 1]
            if size(rules, state.total_re[other], state.total_im[other]) >= own:
                break
            order[place] = other
            place -= 1
        order[place] = seat


@compiled
def write_seat(state: Any, rules: Any, seat: Any, scale: Any, facts: Any, known: Any) -> Any:
    """Append what is known of one seat's total; returns how much is known then."""
    facts[known] = size(rules, state.total_re[seat], state.total_im[seat]) / scale
    if rules.measure != MAGNITUDE:
        return known + 1
    facts[known + 1] = state.total_re[seat] / scale
    facts[known + 2] = state.total_im[seat] / scale
    return known + 3


@compiled
def write_facts(
    state: Any, rules: Any, seat: Any, hands: Any, scale: Any, order: Any, facts: Any
) -> Any:
    """How far a game has come after ``hands`` hands, as ``seat`` sees it.

    One, the seat's own total, the others' from the largest on and, where the game
    has a fixed length, how much of it is over. Returns how many facts there are.
    """
    facts[0] = 1.0
    known = write_seat(state, rules, seat, scale, facts, 1)
    for place in range(rules.players):
        if order[place] != seat:
            known = write_seat(state, rules, order[place], scale, facts, known)
    if rules.hands > 0:
        facts[known] = hands / rules.hands
        known += 1
    return known


@compiled
def write_terms(facts: Any, known: Any, terms: Any) -> None:
    """Products of every two facts, each also with itself."""
    term = 0
    for one in range(known):
        for other in range(one, known):
            terms[term] = facts[one] * facts[other]
            term += 1


@compiled
def rows_of_terms(state: Any, rules: Any, logs: Any, seats: Any, scale: Any, rows: Any) -> None:
    """Terms of the totals before each hand of ``logs``, as one seat a hand sees them.

    Parameters
    ----------
    state, rules : records of `layout.STATE` and `layout.RULES`
        ``state`` is scratch.
    logs : HAND_LOG[n]
    seats : int64[n]
    scale : float64
    rows : float64[n, terms]
        Where they are written.
    """
    order = np.zeros(MAX_SEATS, np.int64)
    facts = np.zeros(_MOST_FACTS)
    for row in range(len(logs)):
        go_back(state, rules, logs[row])
        write_order(state, rules, order)
        known = write_facts(state, rules, seats[row], state.hand_number, scale, order, facts)
        write_terms(facts, known, rows[row])


@compiled
def in_grains(worth: Any) -> Any:
    """A worth as a whole number of grains."""
    return math.floor(worth * GRAIN + 0.5)


@compiled
def estimate(weights: Any, terms: Any, outcome: Any) -> Any:
    """What a game that goes on is worth, by the weights of one outcome."""
    total = 0.0
    for term in range(weights.shape[1]):
        total += weights[outcome, term] * terms[term]
    if outcome == FINAL_MAGNITUDE:
        return total
    return 1.0 / (1.0 + math.exp(-min(max(total, -_CERTAIN), _CERTAIN)))


@compiled
def add_outcomes(state: Any, seat: Any, times: Any, sums: Any) -> None:
    """Add how a finished game went for a seat, ``times`` over."""
    re, im = float(state.total_re[seat]), float(state.total_im[seat])
    sums[seat, LOSS] += times * GRAIN * ((state.losers >> seat) & 1)
    sums[seat, WIN] += times * GRAIN * ((state.winners >> seat) & 1)
    sums[seat, FINAL_MAGNITUDE] += times * in_grains(math.sqrt(re * re + im * im))


@compiled
def add_worths(
    state: Any,
    rules: Any,
    scale: Any,
    weights: Any,
    seats: Any,
    times: Any,
    order: Any,
    facts: Any,
    terms: Any,
    sums: Any,
) -> None:
    """Add what the totals after the scored hand are worth to some seats, ``times`` over."""
    over = end_of_game(state, rules)
    write_order(state, rules, order)
    for seat in range(rules.players):
        if (seats >> seat) & 1 == 0:
            continue
        if over:
            add_outcomes(state, seat, times, sums)
            continue
        hands = state.hand_number + 1
        known = write_facts(state, rules, seat, hands, scale, order, facts)
        write_terms(facts, known, terms)
        for outcome in range(OUTCOMES):
            sums[seat, outcome] += times * in_grains(estimate(weights, terms, outcome))


@compiled
def go_back(state: Any, rules: Any, hand: Any) -> None:
    """Set a game to where it stood before a logged hand."""
    state.hand_number = hand.hand_number
    state.losers = 0
    state.winners = 0
    state.capped = 0
    for seat in range(rules.players):
        state.total_re[seat] = hand.total_re[seat] - hand.score_re[seat]
        state.total_im[seat] = hand.total_im[seat] - hand.score_im[seat]


@compiled
def play_out(state: Any, rules: Any, hand: Any, game_key: Any) -> Any:
    """Play a logged hand's deal, or that of another game's key, from the totals before it.

    Parameters
    ----------
    state, rules : records of `layout.STATE` and `layout.RULES`
        With the players seated.
    hand : record of `layout.HAND_LOG`
    game_key : uint64
        The game's own for the deal that was played.

    Returns
    -------
    int
        What `hand.play_hand` returns.
    """
    go_back(state, rules, hand)
    state.game_key = game_key
    start_hand(state, rules)
    return play_hand(state, rules)


@compiled
def weigh_luck(
    state: Any,
    rules: Any,
    bots: Any,
    settings: Any,
    key: Any,
    fresh_key: Any,
    fresh: Any,
    scale: Any,
    weights: Any,
    seats: Any,
    logs: Any,
    sums: Any,
) -> Any:
    """For each hand: what its deal was worth more than fresh deals, all played out alike.

    Parameters
    ----------
    state, rules : records of `layout.STATE` and `layout.RULES`
        ``state`` is scratch; after a foul it shows where the hand stopped.
    bots : uint64[DECISIONS, MAX_SEATS]
        By seat; see `bots.bot_table`.
    settings : float64[MAX_SEATS, MAX_SETTINGS]
        By seat.
    key, fresh_key : uint64
        Of the run that the hands are from, and of the fresh deals.
    fresh : int64
        Fresh deals a hand.
    scale : float64
    weights : float64[OUTCOMES, terms]
        See `rows_of_terms`.
    seats : int64
        Mask of the seats that are asked about.
    logs : HAND_LOG[n]
    sums : int64[n, MAX_SEATS, OUTCOMES]
        Grains are added here: ``fresh`` times the worth after the deal itself, less the
        sum of the worths after the fresh ones.

    Returns
    -------
    int
        `hand.DONE` or `hand.FOUL`.
    """
    order = np.zeros(MAX_SEATS, np.int64)
    facts = np.zeros(_MOST_FACTS)
    terms = np.zeros(weights.shape[1])
    seat_players(state, rules, bots, settings, 0)
    for row in range(len(logs)):
        hand = logs[row]
        game = U64(hand.game)
        hand_key = word_at(word_at(fresh_key, game), U64(hand.hand_number))
        for deal in range(-1, fresh):
            game_key = word_at(key, game) if deal < 0 else word_at(hand_key, U64(deal))
            status = play_out(state, rules, hand, game_key)
            if status != DONE:
                return status
            times = fresh if deal < 0 else -1
            add_worths(state, rules, scale, weights, seats, times, order, facts, terms, sums[row])
    return DONE
