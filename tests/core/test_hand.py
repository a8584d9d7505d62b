"""The play of a hand, asked one decision at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.cards import DECK
from chsim.core import bots, game, hand, layout, rng
from chsim.rules import End, Rules
from chsim.strategy import load_strategy
from tests.core.desk import Desk
from tests.core.driver import LOWEST, mask, number, records, text
from tests.core.variants import BASE, VARIANTS
from tests.reference import Random, Twin
from tests.reference import text as in_order

HOLD = 3
#: Every seat holds a whole suit: the leader of clubs takes every trick, all thrown at it.
SUITS = ["c", "d", "s", "h"]


def small(*hands: str, trick: int = 8, broken: bool = False, leader: int = 0) -> Desk:
    """A desk near the end of a hand: seats hold a few cards each."""
    desk = Desk(BASE, SUITS, HOLD)
    state = desk.state
    for seat, cards in enumerate(hands):
        state.hand[seat] = mask(cards)
    state.trick, state.seat, state.position = trick, leader, 0
    state.trick_leader[trick] = leader
    state.on_table = state.gone = 0
    state.taken[:] = 0
    state.broken = np.uint64(2**64 - 1) if broken else np.uint64(0)
    desk.status = hand.play_hand(desk.state, desk.record)
    return desk


# --- tricks ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "cards", "winner"),
    [
        (0, "5d Kd 9d Qs", 1),
        (2, "3c Ah As 4c", 1),  # seats 3 and 0 are void; seat 1 plays last
        (3, "5d Kc Ac Ah", 3),
        (1, "Ts Ks Qs As", 0),
        (0, "2h 3h 4h 5h", 3),
        (0, "Ah Kh Qh Jh", 0),
        (2, "9d Td 8d Jd", 1),
        (3, "Tc 9c Jc 2d", 1),
    ],
)
def test_the_highest_card_of_the_suit_led_takes_the_trick(
    leader: int, cards: str, winner: int
) -> None:
    hands = ["", "", "", ""]
    for place, card in enumerate(cards.split()):
        hands[(leader + place) % 4] = card
    desk = small(*hands, trick=12, broken=True, leader=leader)
    desk.play(cards)
    assert desk.phase == layout.SCORED
    assert int(desk.state.trick_winner[12]) == winner
    assert desk.taken(winner) == text(mask(cards))
    assert [desk.taken(seat) for seat in range(4)].count("") == 3


def test_the_winner_leads_the_next_trick() -> None:
    desk = small("3d 2c", "Kd 3c", "9d 4c", "Qs 5c", trick=11)
    desk.play("3d Kd 9d Qs")
    assert (desk.seat, desk.legal) == (1, "3c")
    assert int(desk.state.trick_leader[12]) == 1
    assert desk.hand(3) == "5c"


@given(st.permutations(DECK), st.integers(0, 3), st.booleans())
def test_any_trick_is_the_twins(cards: list[object], leader: int, right: bool) -> None:
    rules = replace(BASE, turn="right") if right else BASE
    twin = Twin(rules)
    desk = Desk(rules, SUITS, HOLD)
    seat = leader
    played = [str(card) for card in cards[:4]]
    state = desk.state
    for card in played:
        state.hand[seat] = mask(card)
        seat = twin.next[seat]
    state.trick, state.seat, state.broken = 12, leader, np.uint64(2**64 - 1)
    hand.play_hand(state, desk.record)
    desk.play(" ".join(played))
    assert int(state.trick_winner[12]) == twin.winner(leader, played)


# --- breaking hearts ------------------------------------------------------------


def test_a_heart_thrown_breaks_hearts_from_the_next_trick_on() -> None:
    desk = small("3d 4d", "Kd 9h 3c", "9d 4c", "2h 5c", trick=10)
    assert not desk.state.broken
    desk.play("3d Kd 9d")
    assert not desk.state.broken
    desk.play("2h")
    assert desk.state.broken
    assert (desk.seat, desk.legal) == (1, "3c 9h")


def test_the_queen_of_spades_does_not_break_hearts() -> None:
    desk = small("5d 4d", "2d 6c", "9h 3c Kd", "Qs 5c", trick=10)
    desk.play("5d 2d Kd Qs")
    assert (desk.seat, desk.legal) == (2, "3c")


def test_the_queen_breaks_hearts_where_the_rules_say_so() -> None:
    rules = replace(BASE, breakers=int(mask("h Qs")))
    desk = small("5d 4d", "2d 6c", "9h 3c Kd", "Qs 5c", trick=10)
    desk.record = rules.record()
    desk.play("5d 2d Kd Qs")
    assert (desk.seat, desk.legal) == (2, "3c 9h")


def test_leading_a_heart_from_nothing_else_breaks_hearts() -> None:
    desk = small("2h 7h", "3h 4c", "4h 5c", "5h Th", trick=11)
    assert desk.legal == "2h 7h"
    desk.play("2h 3h 4h 5h")
    assert (desk.seat, desk.legal) == (3, "Th")
    assert desk.state.broken


def test_the_queen_goes_before_hearts_when_only_both_are_left() -> None:
    desk = small("Qs 2h 7h Kh", "3c 4c 5c 6c", "7c 8c 9c Tc", "Jc Qc Kc Ac", trick=9)
    assert desk.legal == "Qs"


def test_hearts_are_whole_again_in_the_next_hand() -> None:
    desk = Desk(BASE, SUITS, HOLD)
    while desk.phase == layout.PLAYING:
        desk.play(desk.legal.split()[0])
    assert desk.state.broken
    desk.state.hand_number = 7
    hand.start_hand(desk.state, desk.record)
    assert not desk.state.broken
    assert not desk.state.gone
    assert not desk.state.taken.any()


# --- refusals -------------------------------------------------------------------


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(number("Qs"), id="held, but the suit led can be followed"),
        pytest.param(number("9h"), id="a heart, but the suit led can be followed"),
        pytest.param(number("5d"), id="on the table"),
        pytest.param(number("Ac"), id="held by nobody"),
        pytest.param(number("4d"), id="held by the leader"),
        pytest.param(13, id="no card"),
        pytest.param(63, id="the last bit"),
        pytest.param(64, id="beyond the bits"),
        pytest.param(number("2d") + 64, id="a legal card but for a multiple of 64"),
        pytest.param(2**64 - 1, id="all ones"),
    ],
)
def test_a_wrong_card_is_refused_and_changes_nothing(card: int) -> None:
    desk = small("5d 4d", "2d Qs 9h", "9d 3c", "Kd 5c", trick=10)
    desk.play("5d")
    before = desk.bytes()
    assert desk.answer(card) == hand.FOUL
    assert desk.bytes() == before
    assert (desk.seat, desk.legal) == (1, "2d")
    desk.play("2d 9d Kd")
    assert desk.seat == 3


def test_a_card_cannot_be_played_twice() -> None:
    desk = small("5d 4d", "2d 6d", "9d 3d", "Kd 8d", trick=10)
    desk.play("5d 2d 9d Kd 8d 4d")
    before = desk.bytes()
    assert desk.answer(number("2d")) == hand.FOUL
    assert desk.bytes() == before


def test_a_wrong_lead_is_refused_and_changes_nothing() -> None:
    desk = small("4c 2h", "5c 3h", "6c 4h", "7c 5h", trick=11)
    before = desk.bytes()
    assert desk.answer(number("2h")) == hand.FOUL
    assert desk.bytes() == before


def test_asking_again_without_an_answer_changes_nothing() -> None:
    desk = Desk(BASE)
    for _ in range(3):
        before = desk.bytes()
        assert hand.play_hand(desk.state, desk.record) == hand.ASK
        assert desk.bytes() == before
        desk.give(" ".join(desk.legal.split()[:3]))


# --- the moon's choice ----------------------------------------------------------


def shot(rules: Rules = BASE) -> Desk:
    desk = Desk(rules, SUITS, HOLD)
    while desk.phase == layout.PLAYING:
        desk.play(desk.legal.split()[0])
    return desk


def test_the_shooter_is_asked_before_the_hand_is_scored() -> None:
    desk = shot()
    assert (desk.phase, desk.seat, desk.status) == (layout.CHOOSING, 0, hand.ASK)
    assert desk.scores() == [(0, 0)] * 4
    assert int(desk.state.shooter) == 0
    assert int(desk.state.trick) == 13


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (layout.SUBTRACT, [(26, -46), (0, 0), (0, 0), (0, 0)]),
        (layout.ADD, [(0, -20), (-26, 26), (-26, 26), (-26, 26)]),
    ],
)
def test_the_choice_is_scored(choice: int, expected: list[tuple[int, int]]) -> None:
    desk = shot()
    assert desk.answer(choice) == hand.DONE
    assert desk.phase == layout.SCORED
    assert desk.scores() == expected


@pytest.mark.parametrize("choice", [2, 3, 2**63, 2**64 - 1])
def test_no_other_choice_is_taken(choice: int) -> None:
    desk = shot()
    before = desk.bytes()
    assert desk.answer(choice) == hand.FOUL
    assert desk.bytes() == before
    assert desk.answer(layout.ADD) == hand.DONE


@pytest.mark.parametrize(("mode", "re"), [("subtract", 26), ("add", 0), ("none", -26)])
def test_where_the_rules_settle_the_moon_nobody_is_asked(mode: str, re: int) -> None:
    desk = shot(next(rules for rules in VARIANTS if rules.name == f"moon {mode}"))
    assert (desk.phase, desk.status) == (layout.SCORED, hand.DONE)
    assert desk.scores()[0][0] == re


def test_no_moon_no_question() -> None:
    desk = small("2h", "3h", "4h", "5h", trick=12, broken=True)
    desk.play("2h 3h 4h 5h")
    assert (desk.phase, int(desk.state.shooter), int(desk.state.choice)) == (
        layout.SCORED,
        -1,
        layout.UNDECIDED,
    )
    assert desk.scores() == [(0, 0), (0, 0), (0, 0), (4, 0)]


# --- forced cards ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "lowest", "plain", "peacecat"])
@pytest.mark.parametrize("card", ["Qs", "Jd", "Tc", "2h"])
def test_the_last_card_is_played_by_every_strategy(name: str, card: str) -> None:
    strategy = LOWEST if name == "lowest" else load_strategy(name)
    desk = small(card, "3c", "4c", "5c", trick=12)
    decisions = (strategy.choose_pass, strategy.choose_card, strategy.choose_moon)
    desk.state.bot[:] = bots.bot_table([decisions, None, None, None])
    desk.state.setting[0, : len(strategy.settings)] = list(strategy.settings.values())
    assert hand.play_hand(desk.state, desk.record) == hand.ASK
    assert int(desk.state.card_played[48]) == number(card)
    assert desk.seat == 1


# --- whole hands ----------------------------------------------------------------


@pytest.mark.parametrize("variant", [BASE, *VARIANTS], ids=lambda rules: rules.name)
def test_asked_one_by_one_a_game_is_the_same(variant: Rules) -> None:
    """The loop with every decision asked from outside plays the very games of the bots."""
    rules = replace(variant, end=End("magnitude", 1_000_000, 6))
    record, _ = next(records(rules, ["random"] * rules.players, 1, 0, 1))
    desk = Desk(rules)
    decider = Random()
    while True:
        _answer_a_hand(desk, decider)
        hands = record["hands"][int(desk.state.hand_number)]
        assert [list(score) for score in desk.scores()] == hands["scores"]
        if game.next_hand(desk.state, desk.record):
            break
        desk.status = hand.play_hand(desk.state, desk.record)
    assert desk.phase == layout.OVER
    assert int(desk.state.hand_number) == 5


def _answer_a_hand(desk: Desk, decider: Random) -> None:
    state = desk.state
    decider.start_hand(int(state.hand_number), int(state.hand_key))
    while desk.phase != layout.SCORED:
        seat, legal, trick = desk.seat, desk.legal.split(), int(state.trick)
        if desk.phase == layout.PASSING:
            cards = decider.cards_to_pass(seat, legal, desk.rules.pass_count)
            desk.give(in_order(cards))
        elif desk.phase == layout.PLAYING:
            desk.play(decider.card_to_play(seat, legal, trick, 0))
        else:
            choice, _ = decider.moon(seat, desk.rules.tricks, ())
            desk.answer(layout.ADD if choice == "add" else layout.SUBTRACT)


def test_bots_and_people_may_sit_at_one_table() -> None:
    """Seats 0 and 2 are asked, the others are bots; the game is the one of four bots."""
    record, _ = next(records(BASE, ["lowest"] * 4, 1, 0, 1))
    bot = (LOWEST.choose_pass, LOWEST.choose_card, LOWEST.choose_moon)
    desk = Desk(BASE)
    desk.state.bot[:] = bots.bot_table([None, bot, None, bot])
    while desk.phase != layout.SCORED:
        assert desk.seat in (0, 2)
        if desk.phase == layout.PASSING:
            desk.give(" ".join(desk.legal.split()[:3]))
        elif desk.phase == layout.PLAYING:
            desk.play(desk.legal.split()[0])
    assert [list(score) for score in desk.scores()] == record["hands"][0]["scores"]


def test_another_game_leaves_the_rules_alone() -> None:
    rules = replace(BASE, end=replace(BASE.end, limit=50))
    desk = Desk(rules)
    before = desk.record.tobytes()
    game.start_game(desk.state, desk.record, rng.run_key(7), 0)
    assert desk.record.tobytes() == before
    assert int(desk.record.bar) == 2500


STARTED = (
    "hand dealt taken passed received total_re total_im hand_number phase seat trick position "
    "losers winners capped shooter choice answered broken gone on_table seat_key hand_key"
)


def test_a_new_game_starts_from_nothing() -> None:
    """Whatever state is left over, game 3 of a seed is game 3 of that seed."""
    used = shot()
    fresh = layout.new_record(layout.STATE)
    for state in (used.state, fresh):
        game.start_game(state, used.record, rng.run_key(9), 3)
    for name in STARTED.split():
        assert np.array_equal(used.state[name], fresh[name]), name
