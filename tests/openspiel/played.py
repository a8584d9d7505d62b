"""Hands stepped through the engine, with what it allowed at every decision.

Every seat is decided here, so `play_hand` stops at each decision and the legal
cards are those it offers. Luck alone would seldom come to what the switches are
about: some deals are nearly sorted by suit, and in some hands one seat grabs tricks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chsim.core import layout, rng
from chsim.core.bits import U64, ZERO, bit, lowest
from chsim.core.game import start_game
from chsim.core.hand import ASK, open_play, play_hand, start_hand
from chsim.core.jit import compiled
from chsim.core.rng import below, decision_word, word_at
from chsim.rules import Rules
from chsim.toolbox import pick, pick_some

SEATS, PLAYS = 4, 52

HAND = np.dtype(
    [
        ("pass_offset", np.int64),
        ("dealt", np.uint64, (SEATS,)),
        ("may_pass", np.uint64, (SEATS,)),
        ("passed", np.uint64, (SEATS,)),
        ("seat", np.int64, (PLAYS,)),
        ("held", np.uint64, (PLAYS,)),
        ("legal", np.uint64, (PLAYS,)),
        ("card", np.int64, (PLAYS,)),
        ("taken", np.uint64, (SEATS,)),
        ("shooter", np.int64),
        ("points", np.int64, (SEATS,)),
        ("scored", np.int64),
    ],
    align=True,
)

#: Addresses below the hand's key that the engine does not use.
_HABIT, _STACK = 1_000, 2_000
#: Places of cards in the deck: the queen of spades, the ace of clubs, two hearts.
_QUEEN, _ACE, _HEART, _OTHER_HEART = 36, 12, 39, 40
_DEUCES = U64(0x0001_0001_0001_0001)


@compiled
def sorted_deck(state: Any, rules: Any, swaps: Any) -> Any:
    """The deck by suits, but for some cards swapped.

    Half of the time hearts come with the queen of spades and an ace that brings
    them the lead before they are broken.
    """
    cards = rules.deck[:PLAYS].copy()
    if word_at(state.hand_key, _STACK) & U64(1):
        cards[_ACE], cards[_HEART] = cards[_HEART], cards[_ACE]
        cards[_QUEEN], cards[_OTHER_HEART] = cards[_OTHER_HEART], cards[_QUEEN]
    for number in range(1, swaps + 1):
        word = word_at(state.hand_key, _STACK + number)
        a, b = below(word, U64(PLAYS)), below(rng.mix(word), U64(PLAYS))
        cards[a], cards[b] = cards[b], cards[a]
    return cards


@compiled
def stack(state: Any, rules: Any, swaps: Any) -> None:
    """Deal again, nearly a suit to each seat."""
    cards = sorted_deck(state, rules, swaps)
    turn = int(word_at(state.hand_key, _STACK) >> U64(1) & U64(3))
    for part in range(SEATS):
        held = ZERO
        for place in range(13 * part, 13 * part + 13):
            held |= bit(cards[place])
        state.hand[(part + turn) % SEATS] = held
        state.dealt[(part + turn) % SEATS] = held
    if state.pass_offset == 0:
        open_play(state, rules)


@compiled
def first_rank(cards: Any, start: Any, step: Any) -> Any:
    """A card of the first rank held, from rank ``start`` on, up or down."""
    rank = start
    while cards & (_DEUCES << U64(rank)) == ZERO:
        rank += step
    return lowest(cards & (_DEUCES << U64(rank)))


@compiled
def choose_card(state: Any, grabber: Any) -> Any:
    """A random card; where a seat grabs, its highest and the lowest of the others."""
    if grabber < 0:
        return pick(state.legal, decision_word(state.seat_key[state.seat], state.trick))
    if state.seat == grabber:
        return first_rank(state.legal, 12, -1)
    return first_rank(state.legal, 0, 1)


@compiled
def play_on(state: Any, rules: Any, grabber: Any, hand: Any) -> None:
    """Play a started hand to its end and note every decision."""
    plays = 0
    while play_hand(state, rules) == ASK:
        seat = state.seat
        if state.phase == layout.PASSING:
            hand.may_pass[seat] = state.legal
            word = decision_word(state.seat_key[seat], -1)
            state.answer = pick_some(state.legal, rules.pass_count, word)
            hand.passed[seat] = state.answer
        else:
            hand.seat[plays] = seat
            hand.held[plays] = state.hand[seat]
            hand.legal[plays] = state.legal
            state.answer = choose_card(state, grabber)
            hand.card[plays] = state.answer
            plays += 1
        state.answered = 1


@compiled
def play_hands(state: Any, rules: Any, run_key: Any, hands: Any) -> None:
    """Fill an array of `HAND`."""
    start_game(state, rules, run_key, 0)
    for number in range(len(hands)):
        hand = hands[number]
        state.hand_number = number
        start_hand(state, rules)
        habit = word_at(state.hand_key, _HABIT)
        if habit & U64(3) == ZERO:
            stack(state, rules, int((habit >> U64(8)) & U64(15)))
        hand.pass_offset = state.pass_offset
        hand.dealt[:] = state.dealt[:SEATS]
        play_on(state, rules, int((habit >> U64(2)) & U64(7)) - SEATS, hand)
        hand.taken[:] = state.taken[:SEATS]
        hand.shooter = state.shooter
        hand.points[:] = state.score_re[:SEATS]
        hand.scored = int(state.phase == layout.SCORED)


def played(rules: Rules, hands: int, seed: int) -> Any:
    """Some hands under rules for four, as an array of `HAND`."""
    log = np.zeros(hands, HAND).view(np.recarray)
    state = layout.new_record(layout.STATE)
    play_hands(state, rules.record(), rng.run_key(seed), log)
    assert log.scored.all()
    return log
