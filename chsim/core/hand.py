"""One hand: deal, pass, tricks, the moon's choice. Resumable at every decision.

`play_hand` runs until the hand is scored or until somebody outside must
decide. The whole-game loop and the one-decision-at-a-time `chsim.Game` both run
this code, so there is one set of rules.
"""

from __future__ import annotations

from typing import Any

from chsim.core.bits import ALL, ONE, U64, ZERO, bit, count, select
from chsim.core.bots import call
from chsim.core.deal import deal
from chsim.core.jit import compiled
from chsim.core.layout import (
    ADD,
    CARD,
    CHOOSING,
    FLIP,
    MOON,
    MOON_CHOOSE_EACH,
    OPENING_CARD,
    OPENING_DEALER,
    PASS,
    PASSING,
    PLAYING,
    SCORED,
    SUBTRACT,
    UNDECIDED,
)
from chsim.core.legal import fewer_follows, legal_follows, legal_leads, legal_passes, other_leads
from chsim.core.rng import word_at
from chsim.core.score import find_shooter, must_choose, score_hand
from chsim.core.values import roll, unroll

#: How a run of the loop ended.
DONE, ASK, FOUL = 0, 1, 2

_LANE = U64(0xFFFF)
_SUIT = U64(48)
_RANKS = U64(16)


@compiled
def start_hand(state: Any, rules: Any) -> None:
    """Deal hand ``state.hand_number`` of the game and open the passing."""
    state.hand_key = word_at(state.game_key, U64(state.hand_number))
    deal(state, rules)
    unroll(state, rules)
    state.pass_offset = rules.pass_offset[state.hand_number % rules.pass_cycle]
    for seat in range(rules.players):
        state.passed[seat] = ZERO
        state.received[seat] = ZERO
    state.gone = ZERO
    state.on_table = ZERO
    state.broken = ZERO
    state.position = 0
    state.trick = -1
    state.seat = 0
    state.shooter = -1
    state.choice = UNDECIDED
    state.answered = 0
    state.phase = PASSING
    if state.pass_offset == 0:
        open_play(state, rules)


@compiled
def open_play(state: Any, rules: Any) -> None:
    """Roll the die, and find who leads the first trick."""
    roll(state, rules)
    state.phase = PLAYING
    state.trick = 0
    state.seat = state.hand_number % rules.players
    if rules.opening_by == OPENING_CARD:
        for seat in range(rules.players):
            if state.hand[seat] & rules.opening != ZERO:
                state.seat = seat
    elif rules.opening_by == OPENING_DEALER:
        state.seat = (state.hand_number + rules.players - 1) % rules.players
    state.trick_leader[0] = state.seat


@compiled
def exchange(state: Any, rules: Any) -> None:
    """Hand everybody's passed cards over, all at once."""
    for seat in range(rules.players):
        to = seat + state.pass_offset
        if to >= rules.players:
            to -= rules.players
        state.received[to] = state.passed[seat]
    for seat in range(rules.players):
        kept = state.hand[seat] & ~state.passed[seat]
        state.hand[seat] = kept | state.received[seat]


@compiled
def take_passes(state: Any, rules: Any) -> Any:
    """Ask each seat from ``state.seat`` on for the cards it passes."""
    for seat in range(state.seat, rules.players):
        state.seat = seat
        held = state.hand[seat]
        state.legal = legal_passes(rules, held)
        if state.bot[PASS, seat] == 0:
            if state.answered == 0:
                return ASK
            state.answered = 0
        else:
            state.answer = call(state.bot[PASS, seat], state, rules, seat)
        cards = state.answer
        if cards & ~state.legal != ZERO or count(cards) != U64(rules.pass_count):
            return FOUL
        state.passed[seat] = cards
    exchange(state, rules)
    open_play(state, rules)
    return DONE


@compiled
def play_trick(state: Any, rules: Any) -> Any:
    """Play the trick on, from ``state.position`` to its end.

    What the next play needs is kept in locals; what a view may show, or a
    resumption needs, is stored before each decision.
    """
    players = U64(rules.players)
    trick = state.trick
    first = U64(trick) * players
    seat = U64(state.seat)
    winner = U64(state.winner)
    led = state.led
    best = state.best
    on_table = state.on_table
    odd = rules.odd_play != 0
    for position in range(U64(state.position), players):
        held = state.hand[seat]
        if position == 0:
            legal = legal_leads(rules, held, trick, state.broken)
            if odd:
                legal = other_leads(rules, held, legal, trick, state.broken)
        else:
            legal = legal_follows(rules, held, trick, led)
            if odd:
                broken = state.broken
                legal = fewer_follows(rules, legal, trick, led, best, broken, on_table)
        state.legal = legal
        if state.bot[CARD, seat] == 0:
            if state.answered == 0:
                return ASK
            state.answered = 0
            card = state.answer
        else:
            card = call(state.bot[CARD, seat], state, rules, seat)
        if card > 63 or (legal >> card) & ONE == ZERO:
            state.answer = card
            return FOUL
        state.hand[seat] = held ^ bit(card)
        state.card_played[first + position] = card
        if position == 0:
            led = _LANE << (card & _SUIT)
            best = card
            winner = seat
            on_table = bit(card)
            state.led = led
        else:
            takes = (card > best) & ((card ^ best) < _RANKS)
            best = select(takes, card, best)
            winner = select(takes, seat, winner)
            on_table |= bit(card)
        state.best = best
        state.winner = winner
        state.on_table = on_table
        state.position = position + ONE
        seat = U64(rules.next_seat[seat])
        state.seat = seat
    end_trick(state, rules, on_table, winner)
    return DONE


@compiled
def end_trick(state: Any, rules: Any, cards: Any, winner: Any) -> None:
    """Give the trick to its winner, who leads the next."""
    state.taken[winner] |= cards
    state.gone |= cards
    state.broken |= select(cards & rules.breakers != ZERO, ALL, ZERO)
    state.trick_winner[U64(state.trick)] = winner
    state.trick += 1
    state.trick_leader[U64(state.trick)] = winner
    state.seat = winner
    state.position = 0
    state.on_table = ZERO


@compiled
def finished(state: Any, rules: Any) -> Any:
    """Whether no trick is left, or none that matters where rules end the hand then."""
    if state.trick >= rules.tricks:
        return True
    return rules.finish_cards != ZERO and rules.finish_cards & ~state.gone == ZERO


@compiled
def end_play(state: Any, rules: Any) -> None:
    """After the last trick: score the hand, unless a shooter has to choose first."""
    state.shooter = find_shooter(state, rules)
    if state.shooter >= 0 and must_choose(rules):
        state.seat = state.shooter
        state.phase = CHOOSING
        return
    score_hand(state, rules)
    state.phase = SCORED


@compiled
def may_choose(state: Any, rules: Any) -> Any:
    """Whether ``state.answer`` is a choice that the shooter has."""
    answer = state.answer
    if rules.moon_mode != MOON_CHOOSE_EACH:
        return answer == U64(SUBTRACT) or answer == U64(ADD)
    own = ONE << U64(FLIP + state.shooter)
    signs = ((ONE << U64(rules.players)) - ONE) << U64(FLIP)
    if answer & ONE == U64(ADD):
        return answer & ~(ONE | (signs & ~own)) == ZERO
    return answer & ~own == ZERO


@compiled
def take_choice(state: Any, rules: Any) -> Any:
    """Ask the shooter what becomes of the moon, and score the hand."""
    seat = state.seat
    state.legal = ZERO
    if state.bot[MOON, seat] == 0:
        if state.answered == 0:
            return ASK
        state.answered = 0
    else:
        state.answer = call(state.bot[MOON, seat], state, rules, seat)
    if not may_choose(state, rules):
        return FOUL
    state.choice = int(state.answer)
    score_hand(state, rules)
    state.phase = SCORED
    return DONE


@compiled
def play_hand(state: Any, rules: Any) -> Any:
    """Run the hand on.

    Parameters
    ----------
    state : record of `layout.STATE`
        A started hand, at any decision.
    rules : record of `layout.RULES`

    Returns
    -------
    int
        ``DONE``: scored, totals added. ``ASK``: ``state.seat`` must decide what
        ``state.phase`` says; put it into ``answer``, set ``answered``, call
        again. ``FOUL``: ``state.answer`` of ``state.seat`` is against the rules,
        and nothing has changed since it was asked.
    """
    status = DONE
    if state.phase == PASSING:
        status = take_passes(state, rules)
    if state.phase == PLAYING:
        while status == DONE and not finished(state, rules):
            status = play_trick(state, rules)
        if status == DONE:
            end_play(state, rules)
    if state.phase == CHOOSING and status == DONE:
        status = take_choice(state, rules)
    return status
