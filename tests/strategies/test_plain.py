"""The habits of `strategies.plain`, one position each."""

from __future__ import annotations

from typing import Any

import pytest

from strategies.plain import STRATEGY as PLAIN
from tests.core.variants import VARIANTS
from tests.strategies.positions import RULES, card, moon, passed, plays_by_the_rules


def play(**position: Any) -> str:
    return card(PLAIN, **position)


def test_ducks_with_the_highest_card_below_the_best_on_the_table():
    assert play(hand="3d 7d 9d Kd As", table="4d Td") == "9d"


def test_ducks_the_jack_of_diamonds_too_which_it_does_not_know():
    assert play(hand="3d Kd", table="4d Jd 5d") == "3d"


def test_takes_with_the_highest_card_in_the_last_seat():
    assert play(hand="7c 9c Kc", table="2c 3c 4c") == "Kc"


def test_plays_low_when_it_must_beat_the_best_with_others_to_come():
    assert play(hand="7c 9c Kc", table="2c 3c") == "7c"


def test_keeps_the_queen_back_when_another_spade_will_do():
    assert play(hand="Js Qs", table="2s 3s 4s") == "Js"
    assert play(hand="Qs Ks", table="2s 3s") == "Ks"


def test_drops_the_queen_under_a_higher_spade():
    assert play(hand="2s Js Qs", table="Ks") == "Qs"


def test_throws_the_queen_first():
    assert play(hand="Ad Qs Ah", table="2c") == "Qs"


def test_throws_the_highest_heart_next():
    assert play(hand="Ad As 3h 9h", table="2c") == "9h"


def test_throws_the_highest_card_without_bad_ones():
    assert play(hand="Kd 3s As", table="2c") == "As"


@pytest.mark.parametrize(
    ("hand", "lead"),
    [("5c 3d 9s 4h", "3d"), ("4c 4d 4s 4h", "4c"), ("Ac 5s 2h", "2h")],
)
def test_leads_the_lowest_card_clubs_before_the_others(hand, lead):
    assert play(hand=hand) == lead


def test_leads_no_heart_before_they_are_broken():
    assert play(hand="Kc Qd 2h", broken=False) == "Qd"


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ("2c 5c Ac 3d 7d Kd 2s Qs Ks As 4h 9h Ah", "Qs Ks As"),
        ("2c 5c Ac 3d 7d Kd 2s Ts Js As 4h Qh Ah", "Ac As Ah"),
        ("2c 5c Jc 3d 7d Jd 2s 3s Js 4h 5h 9h Jh", "Jd Js Jh"),
    ],
)
def test_passes_queen_and_catchers_then_high_cards_hearts_first(hand, cards):
    assert passed(PLAIN, hand) == cards


def test_gives_the_moon_to_the_others():
    assert moon(PLAIN, piles={0: "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah Qs"}) == "add"


def test_plays_what_it_must():
    assert play(hand="Qs", table="2s 3s 4s", trick=12) == "Qs"


@pytest.mark.parametrize("rules", [RULES, *VARIANTS], ids=lambda rules: rules.name)
def test_plays_by_any_rules(rules):
    assert plays_by_the_rules(PLAIN, rules, games=2000 if rules == RULES else 20)
