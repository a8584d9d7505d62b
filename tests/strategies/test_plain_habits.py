"""Other readings of plain habits, as settings of `strategies.plain`."""

from __future__ import annotations

from typing import Any

import pytest

from strategies.plain import SETTINGS, STRATEGY
from tests.strategies.positions import RULES, card, passed, plays_by_the_rules

HAND = "2c 5c Ac 3d 7d Kd 2s Qs Ks 3h 4h Th Jh"


def plain(**habits: int) -> Any:
    return STRATEGY.with_settings({key: str(value) for key, value in habits.items()}, "plain")


@pytest.mark.parametrize(
    ("habit", "cards"),
    [
        (0, "Ac Qs Ks"),
        (2, "Ac Kd Ks"),
        (3, "Qs Th Jh"),
        (4, "Qs Th Jh"),
        (5, "Ac Qs Ks"),
    ],
)
def test_passes(habit, cards):
    assert passed(plain(**{"pass": habit}), HAND) == cards


def test_passes_all_hearts_or_high_ones_only():
    hand = "2c 5c Ac 3d 7d Kd 2s Qs Ks 3h 4h 5h Jh"
    assert passed(plain(**{"pass": 3}), hand) == "Ac Qs Jh"
    assert passed(plain(**{"pass": 4}), hand) == "Qs 5h Jh"


def test_passes_the_queen_but_not_its_catchers_first():
    hand = "2c 5c Ac 3d 7d Ad 2s Qs Ks 3h 4h 5h Ah"
    assert passed(plain(**{"pass": 5}), hand) == "Ad Qs Ah"


def test_passes_some_cards_by_chance():
    assert len(passed(plain(**{"pass": 1}), HAND).split()) == 3


@pytest.mark.parametrize(("habit", "lead"), [(0, "3d"), (1, "9s"), (2, "4h")])
def test_leads_the_lowest_card_of_a_suit_by_length(habit, lead):
    assert card(plain(lead=habit), hand="5c 6c 3d 8d 9s 4h 7h 8h") == lead


def test_leads_the_lower_of_equally_long_suits():
    assert card(plain(lead=1), hand="5c 3d 9s 9c 9d Ts 2h 3h 4h") == "3d"


@pytest.mark.parametrize(
    ("habit", "early", "last"), [(0, "7c", "Kc"), (1, "7c", "7c"), (2, "Kc", "Kc"), (3, "7c", "Kc")]
)
def test_plays_when_it_cannot_duck(habit, early, last):
    assert card(plain(follow=habit), hand="7c 9c Kc", table="2c 3c") == early
    assert card(plain(follow=habit), hand="7c 9c Kc", table="2c 3c 4c") == last


@pytest.mark.parametrize(("habit", "duck"), [(0, "9d"), (1, "9d"), (2, "9d"), (3, "3d")])
def test_ducks(habit, duck):
    assert card(plain(follow=habit), hand="3d 7d 9d Kd As", table="4d Td") == duck


@pytest.mark.parametrize(("habit", "low", "high"), [(0, "9h", "Th"), (1, "As", "Th")])
def test_throws(habit, low, high):
    assert card(plain(discard=habit), hand="Ad As 3h 9h", table="2c") == low
    assert card(plain(discard=habit), hand="Ad As 3h Th", table="2c") == high


@pytest.mark.parametrize("setting", SETTINGS)
def test_any_other_number_is_the_usual_reading(setting):
    odd = plain(**{setting: 77})
    assert passed(odd, HAND) == passed(STRATEGY, HAND)
    for table in ("", "2c", "2c 3c 4c", "4d Td"):
        hand = "5c 9c Kc 3d 8d 9s 4h" if table[:2] != "2c" or setting == "follow" else "3d 8d As 4h"
        assert card(odd, hand=hand, table=table) == card(STRATEGY, hand=hand, table=table)


@pytest.mark.parametrize(("setting", "numbers"), [("pass", 5), ("lead", 2), ("follow", 3)])
def test_plays_by_the_rules_with_every_habit(setting, numbers):
    for number in range(1, numbers + 1):
        assert plays_by_the_rules(plain(**{setting: number}), RULES, games=100)
