"""Options of passing, leading and following, each alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chsim.cards import Card
from chsim.core.hand import DONE, FOUL
from chsim.core.layout import PASSING
from chsim.rules import DEALER, LEFT_OF_DEALER, Moon, Rules
from tests.core.desk import Desk
from tests.core.driver import mask
from tests.core.variants import BASE

#: Nothing is banned, nothing is passed; the dealer's left leads.
FREE = replace(
    BASE, opening=LEFT_OF_DEALER, passing=(0,), first_trick_ban=0, lead_ban=0, breakers=0
)


def free(**options: Any) -> Rules:
    return replace(FREE, **{k: int(mask(v)) for k, v in options.items()})


def at(rules: Rules, trick: int, *hands: str) -> Desk:
    """Seat 0 leads to a trick; the seats that are left out hold low clubs."""
    desk = Desk(rules, [*hands, *["2c 3c 4c"] * (4 - len(hands))])
    desk.state.trick = trick
    desk.state.trick_leader[trick] = 0
    desk.answer(63)  # asks again, now for this trick
    desk.state.answered = 0
    return desk


def led(rules: Rules, hand: str, trick: int = 5) -> str:
    return at(rules, trick, hand).legal


def followed(rules: Rules, table: str, hand: str, trick: int = 5) -> str:
    """What may be played by who plays after the cards on the table."""
    cards = table.split()
    desk = at(rules, trick, *cards, hand)
    desk.play(table)
    return desk.legal


# --- who leads first --------------------------------------------------------------


@pytest.mark.parametrize(("opening", "first"), [(LEFT_OF_DEALER, 0), (DEALER, 3)])
@pytest.mark.parametrize("number", range(5))
def test_the_first_leader_moves_on_with_the_deal(opening: str, first: int, number: int) -> None:
    desk = Desk(replace(FREE, opening=opening), hand_number=number)
    assert desk.seat == (first + number) % 4
    assert desk.legal == desk.hand(desk.seat)


@pytest.mark.parametrize("opening", [LEFT_OF_DEALER, DEALER])
def test_by_dealer_nobody_has_to_lead_the_deuce_of_clubs(opening: str) -> None:
    desk = Desk(replace(FREE, opening=opening), ["2c Ah"] * 4)
    assert desk.legal == "2c Ah"


# --- passing ----------------------------------------------------------------------

KEEP_THE_QUEEN = replace(BASE, pass_ban=int(mask("Qs")))


def test_a_banned_card_may_not_be_passed() -> None:
    desk = Desk(KEEP_THE_QUEEN, ["Qs Ks As 2h", "2c 3c 4c", "5c 6c 7c", "8c 9c Tc"])
    assert desk.legal == "Ks As 2h"
    assert desk.give("Qs Ks As") == FOUL
    assert desk.phase == PASSING
    assert desk.give("Ks As 2h") != FOUL


def test_with_too_few_others_anything_may_be_passed() -> None:
    rules = replace(BASE, pass_ban=int(mask("Qs h")))
    assert Desk(rules, ["Qs 2h Ks As", "", "", ""]).legal == "Qs Ks As 2h"
    assert Desk(rules, ["Qs 2h Ks As Ac", "", "", ""]).legal == "Ac Ks As"


# --- the first trick --------------------------------------------------------------

KEEP_THE_TEN = free(first_trick_keep="Tc")


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("9c Tc Ah", "9c"),  # even in the suit led
        ("Tc Ah", "Tc"),  # no other card may be played
        ("2d Ah", "2d Ah"),
    ],
)
def test_a_card_kept_from_the_first_trick(hand: str, legal: str) -> None:
    assert followed(KEEP_THE_TEN, "5c", hand, trick=0) == legal


def test_a_kept_card_is_not_thrown_on_the_first_trick_either() -> None:
    assert followed(KEEP_THE_TEN, "5d", "Tc Ah", trick=0) == "Ah"


def test_a_kept_card_is_not_led_to_the_first_trick() -> None:
    assert led(KEEP_THE_TEN, "Tc Ah", trick=0) == "Ah"
    assert led(KEEP_THE_TEN, "Tc", trick=0) == "Tc"


def test_a_kept_card_is_free_from_the_second_trick_on() -> None:
    assert followed(KEEP_THE_TEN, "5c", "9c Tc Ah", trick=1) == "9c Tc"
    assert led(KEEP_THE_TEN, "Tc Ah", trick=1) == "Tc Ah"


def test_the_opening_card_is_led_though_it_is_kept() -> None:
    rules = replace(BASE, passing=(0,), first_trick_keep=int(mask("2c")))
    assert Desk(rules, ["2c Ah", "3c", "4c", "5c"]).legal == "2c"


# --- leading before it is broken --------------------------------------------------

BESIDE = free(lead_ban="h", lead_beside="Qs", breakers="h")
FORCED = free(lead_ban="h Qs", lead_forced="Qs", breakers="h")


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("Qs 2h 7h Kh", "Qs 2h 7h Kh"),
        ("2h 7h", "2h 7h"),
        ("4c 2h 7h", "4c"),
        ("4c Qs 2h", "4c Qs"),
        ("Qs", "Qs"),
    ],
)
def test_with_only_hearts_and_the_queen_any_may_be_led(hand: str, legal: str) -> None:
    assert led(BESIDE, hand) == legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("Qs 2h 7h Kh", "Qs"), ("4c Qs 2h", "4c"), ("2h 7h", "2h 7h"), ("Qs", "Qs")],
)
def test_a_banned_queen_is_led_by_who_holds_nothing_but_banned_cards(hand: str, legal: str) -> None:
    assert led(FORCED, hand) == legal


def test_who_also_holds_a_card_beside_is_not_forced() -> None:
    rules = replace(FORCED, lead_beside=int(mask("As")))
    assert led(rules, "Qs As 2h") == "Qs As 2h"
    assert led(rules, "Qs 2h") == "Qs"


@pytest.mark.parametrize("rules", [BESIDE, FORCED])
def test_once_broken_anything_may_be_led(rules: Rules) -> None:
    desk = Desk(rules, ["2c Qs 2h 4d", "3c 9h 8h 3s", "Kc 5h 6h 5s", "7h Th 6s 7s"])
    desk.play("2c 3c Kc Th")
    assert (desk.seat, desk.legal) == (2, "5s 5h 6h")


@pytest.mark.parametrize(("breakers", "legal"), [("h", "3c"), ("h Qs", "3c 9h")])
def test_whether_the_queen_breaks_hearts(breakers: str, legal: str) -> None:
    """Thrown, with no heart played so far; the winner leads."""
    desk = at(free(lead_ban="h", breakers=breakers), 2, "5d 2c", "Qs 2s", "Ad 3c 9h", "6d 4c")
    desk.play("5d Qs Ad 6d")
    assert (desk.seat, desk.legal) == (2, legal)


@pytest.mark.parametrize(("breakers", "legal"), [("h", "3c"), ("h Qs", "3c 9h")])
def test_a_queen_that_followed_breaks_like_one_thrown(breakers: str, legal: str) -> None:
    desk = at(free(lead_ban="h", breakers=breakers), 2, "5s 2c", "Qs 2s", "As 3c 9h", "6s 4c")
    desk.play("5s Qs As 6s")
    assert (desk.seat, desk.legal) == (2, legal)


# --- throwing ---------------------------------------------------------------------

NOT_THROWN = free(throw_ban="Qs", breakers="h")


@pytest.mark.parametrize(
    ("table", "hand", "legal"),
    [
        ("5d", "Qs 2c 3h", "2c 3h"),
        ("5d", "Qs", "Qs"),  # no other card may be played
        ("5s", "Qs 2c", "Qs"),  # following is not throwing
        ("5s", "Qs 2s", "2s Qs"),
        ("5d 3h", "Qs 2c", "2c Qs"),  # broken within the trick
    ],
)
def test_a_queen_not_to_be_thrown_until_hearts_are_broken(
    table: str, hand: str, legal: str
) -> None:
    assert followed(NOT_THROWN, table, hand) == legal


def test_once_hearts_are_broken_the_queen_may_be_thrown() -> None:
    desk = at(NOT_THROWN, 5, "5d 2d", "3h 4c", "Qs 4h 4s", "4d 5h")
    desk.play("5d 3h 4h 4d 2d 4c")
    assert desk.legal == "4s Qs"


def test_the_first_tricks_ban_comes_before_the_ban_on_throws() -> None:
    rules = replace(NOT_THROWN, first_trick_ban=int(mask("h")))
    assert followed(rules, "5d", "Qs 3h", trick=0) == "Qs"


# --- as soon as it is safe --------------------------------------------------------

SOON = free(play_soon="Qs")


@pytest.mark.parametrize(
    ("table", "hand", "legal"),
    [
        ("5s", "2s Qs", "2s Qs"),  # it would take the trick
        ("Ks", "2s Qs", "Qs"),
        ("Js Ks", "2s Qs", "Qs"),
        ("Ks 5d", "2s Qs", "Qs"),
        ("5s Kd", "2s Qs", "2s Qs"),  # the king of another suit takes nothing
        ("Ad", "2c 3h Qs", "Qs"),  # thrown it takes nothing
        ("Ad", "2c 3h", "2c 3h"),
        ("Ad", "2d Qs", "2d"),  # suit is followed first
    ],
)
def test_the_queen_must_be_played_at_the_first_safe_chance(
    table: str, hand: str, legal: str
) -> None:
    assert followed(SOON, table, hand) == legal


def test_leading_is_no_safe_chance() -> None:
    assert led(SOON, "2s Qs") == "2s Qs"


def test_a_ban_on_throws_is_stronger_than_the_duty() -> None:
    rules = replace(SOON, throw_ban=int(mask("Qs")))
    assert followed(rules, "Ad", "2c Qs") == "2c"


# --- the end of a hand ------------------------------------------------------------


def only_the_queen(**options: Any) -> Desk:
    """The queen, which alone counts, may fall in the second of three tricks."""
    values = {Card("Qs"): (0, 13)}
    none = Moon(0, (0, 0), "none")
    rules = replace(FREE, values=values, multipliers={}, moon=none, **options)
    desk = Desk(rules, ["2c 2d 9s", "3c Qs 8s", "4c 4d 6d", "5c 5d 7d"])
    desk.play("2c 3c 4c 5c 5d 2d")
    return desk


def test_a_hand_ends_with_the_last_card_that_counts() -> None:
    desk = only_the_queen(finish_early=True)
    assert desk.play("Qs") != DONE
    assert desk.play("4d") == DONE
    assert desk.state.trick == 2
    assert desk.scores() == [(0, 0), (0, 0), (0, 0), (0, 13)]


def test_a_hand_goes_on_while_a_card_that_counts_is_held() -> None:
    desk = only_the_queen(finish_early=True)
    assert desk.play("8s 4d") != DONE
    assert desk.legal == "7d"


def test_without_the_option_every_trick_is_played() -> None:
    desk = only_the_queen()
    assert desk.play("Qs 4d") != DONE
    assert desk.legal == "7d"


def test_multipliers_faces_of_the_die_and_the_moons_cards_count_too() -> None:
    rules = replace(BASE, values={}, multipliers={}, finish_early=True)
    assert rules.scoring_cards == BASE.moon.cards
    none = replace(rules, moon=Moon(0, (0, 0), "none"))
    assert none.scoring_cards == 0
    assert replace(none, multipliers=BASE.multipliers).scoring_cards == mask("Tc")
    die = replace(none.die, cards=int(mask("7c 7d")))
    assert replace(none, die=die).scoring_cards == mask("7c 7d")
    moon = replace(BASE.moon, bonus=int(mask("Jd")))
    assert replace(rules, moon=moon).scoring_cards == BASE.moon.cards | int(mask("Jd"))


def test_with_nothing_that_counts_a_hand_is_played_out() -> None:
    none = replace(BASE, values={}, multipliers={}, finish_early=True, moon=Moon(0, (0, 0), "none"))
    desk = Desk(replace(none, passing=(0,)), ["2c 3c", "4c 5c", "6c 7c", "8c 9c"])
    desk.play("2c 4c 6c 8c")
    assert desk.state.trick == 1
    assert desk.status != DONE
