"""The pass: where cards go, all at once, and who leads afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chsim.cards import Card
from chsim.core import hand, layout
from chsim.rules import Rules
from tests.core.desk import Desk
from tests.core.driver import mask, text
from tests.core.variants import BASE, VARIANTS

HANDS = [
    "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qs Ks As",
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc 7s 8s 9s",
    "Qd Kd Ad 2h 3h 4h 5h 6h 7h 8h 4s 5s 6s",
    "Qc Kc Ac 9h Th Jh Qh Kh Ah 2s 3s Ts Js",
]
SPADES = ["Qs Ks As", "7s 8s 9s", "4s 5s 6s", "3s Ts Js"]


def passed_on(hand_number: int) -> Desk:
    desk = Desk(BASE, HANDS, hand_number)
    for cards in SPADES:
        assert desk.give(cards) == hand.ASK
    return desk


@pytest.mark.parametrize(("hand_number", "offset"), [(0, 1), (1, 3), (2, 2), (4, 1), (5, 3)])
def test_cards_arrive_where_the_direction_says(hand_number: int, offset: int) -> None:
    desk = passed_on(hand_number)
    for seat, cards in enumerate(SPADES):
        to = (seat + offset) % 4
        assert text(desk.state.received[to]) == cards
        kept = int(mask(HANDS[to])) & ~int(mask(SPADES[to]))
        assert desk.hand(to) == text(kept | int(mask(cards)))


def test_nobody_passes_on_what_was_just_received() -> None:
    desk = passed_on(0)
    assert desk.hand(1).endswith("Qs Ks As")
    assert "Qs" not in desk.hand(2)
    assert text(desk.state.passed[1]) == "7s 8s 9s"


def test_nothing_moves_before_all_have_chosen() -> None:
    desk = Desk(BASE, HANDS)
    for seat, cards in enumerate(SPADES):
        assert desk.phase == layout.PASSING
        assert desk.seat == seat
        assert desk.legal == text(mask(HANDS[seat]))
        assert [desk.hand(other) for other in range(4)] == [text(mask(h)) for h in HANDS]
        desk.give(cards)
    assert desk.phase == layout.PLAYING


def test_the_fourth_hand_is_held() -> None:
    desk = Desk(BASE, HANDS, 3)
    assert desk.phase == layout.PLAYING
    assert [desk.hand(seat) for seat in range(4)] == [text(mask(h)) for h in HANDS]
    assert not desk.state.passed.any()
    assert not desk.state.received.any()


@pytest.mark.parametrize(
    ("players", "offsets"),
    [
        (3, [1, 2, 0, 1, 2, 0, 1, 2]),
        (4, [1, 3, 2, 0, 1, 3, 2, 0]),
        (5, [1, 4, 0, 1, 4, 0, 1, 4]),
        (6, [1, 2, 3, 4, 5, 0, 1, 2]),
    ],
)
def test_the_cycle_of_directions(players: int, offsets: list[int]) -> None:
    rules = next(rules for rules in [BASE, *VARIANTS] if rules.players == players)
    assert [int(Desk(rules, None, n).state.pass_offset) for n in range(8)] == offsets


def test_the_opening_card_leads_from_where_it_was_passed_to() -> None:
    desk = Desk(BASE, HANDS)
    for cards in ["Qs Ks As", "2c 8s 9s", "4s 5s 6s", "3s Ts Js"]:
        desk.give(cards)
    assert (desk.seat, desk.legal) == (2, "2c")
    assert int(desk.state.trick_leader[0]) == 2


@pytest.mark.parametrize("seat", range(4))
def test_the_opening_card_leads_a_held_hand_too(seat: int) -> None:
    hands = HANDS[1:] + HANDS[:1]
    turned = hands[-seat:] + hands[:-seat] if seat else hands
    desk = Desk(BASE, turned, 3)
    assert (desk.seat, desk.legal) == (seat, "2c")


def test_without_an_opening_card_the_dealers_left_leads_and_the_deal_moves_on() -> None:
    maria = next(rules for rules in VARIANTS if rules.name == "black maria")
    rules = replace(maria, passing=(0,))
    assert [Desk(rules, None, n).seat for n in range(5)] == [0, 1, 2, 0, 1]


def test_cards_go_left_while_turns_go_right() -> None:
    """Two settings: seats N, E, S, W; N passes to E, and after N plays W."""
    rules = replace(BASE, turn="right")
    desk = Desk(rules, [HANDS[1], HANDS[0], HANDS[2], HANDS[3]])
    for cards in ["7s 8s 9s", "Qs Ks As", "4s 5s 6s", "3s Ts Js"]:
        desk.give(cards)
    assert text(desk.state.received[1]) == "7s 8s 9s"
    assert desk.seat == 0
    desk.play("2c")
    assert desk.seat == 3


def test_turns_go_left_in_complex_hearts(rules: Rules) -> None:
    desk = Desk(rules, [HANDS[1], HANDS[0], HANDS[2], HANDS[3]], 3)
    desk.play("2c")
    assert desk.seat == 1


WRONG = ["", "Qs", "Qs Ks", "Td Qs Ks As", "2c Ks As", "2c 3c 4c", "Qs Ks Ah"]


@pytest.mark.parametrize("cards", WRONG)
@pytest.mark.parametrize("seat", range(4))
def test_a_wrong_pass_is_refused_and_changes_nothing(cards: str, seat: int) -> None:
    hands = HANDS[4 - seat :] + HANDS[: 4 - seat]
    spades = SPADES[4 - seat :] + SPADES[: 4 - seat]
    desk = Desk(BASE, hands)
    for other in range(seat):
        desk.give(spades[other])
    before = desk.bytes()
    assert desk.give(cards) == hand.FOUL
    assert desk.bytes() == before
    assert (desk.seat, desk.phase) == (seat, layout.PASSING)
    assert desk.give("Qs Ks As") == hand.ASK


def test_a_bit_that_is_no_card_is_refused() -> None:
    desk = Desk(BASE, HANDS)
    assert desk.answer(int(mask("Qs Ks")) | 1 << 15) == hand.FOUL
    assert desk.answer(2**64 - 1) == hand.FOUL


def test_five_cards_are_passed_where_the_rules_say_five() -> None:
    rules = replace(BASE, pass_count=5, opening=Card("2c"))
    desk = Desk(rules, HANDS)
    assert desk.give("Qs Ks As") == hand.FOUL
    assert desk.give("9d Td Qs Ks As") == hand.ASK
