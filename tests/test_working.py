"""Hands scored from piles, with their working; expected values are worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chsim.cards import DECK, Card, from_text
from chsim.errors import OptionError
from chsim.rules import End, Moon
from chsim.rules_parts import Die
from chsim.working import Hand, score_taken
from tests.core.variants import BASE

FULL = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah Qs"


def hand(*taken: str, **more: Any) -> Hand:
    piles = [from_text(pile) for pile in taken]
    return Hand([*piles, *[()] * (4 - len(piles))], **more)


def scores(*taken: str, **more: Any) -> list[tuple[int, int]]:
    return score_taken(BASE, hand(*taken, **more)).scores


@pytest.mark.parametrize(
    ("pile", "score"),
    [
        ("2h 3h 4h 5h 6h Qs Tc", (-26, 10)),
        ("Tc", (0, 0)),
        ("Jd Tc", (0, -20)),
        ("2h 3h 4h 5h 6h Jd Tc", (0, -10)),
        ("2h 3h 4h Qs", (3, 13)),
    ],
)
def test_a_pile(pile, score):
    assert scores(pile)[0] == score


@pytest.mark.parametrize(
    ("piles", "moon", "expected"),
    [
        ((FULL + " Jd", "", "Tc"), "add", [(-10, 0), (13, 13), (13, 13), (13, 13)]),
        ((FULL + " Jd", "", "Tc"), "subtract", [(-23, -13), (0, 0), (0, 0), (0, 0)]),
        ((FULL, "Jd", "Tc"), "add", [(0, 0), (3, 13), (13, 13), (13, 13)]),
        ((FULL, "Jd Tc"), "add", [(0, 0), (13, -7), (13, 13), (13, 13)]),
        ((FULL + " Tc", "Jd"), "subtract", [(26, -26), (-10, 0), (0, 0), (0, 0)]),
        ((FULL + " Tc", "Jd"), "add", [(0, 0), (-36, 26), (-26, 26), (-26, 26)]),
        ((FULL + " Tc Jd",), "subtract", [(26, -46), (0, 0), (0, 0), (0, 0)]),
        ((FULL + " Tc Jd",), "add", [(0, -20), (-26, 26), (-26, 26), (-26, 26)]),
    ],
)
def test_a_moon(piles, moon, expected):
    assert scores(*piles, moon=moon) == expected


def test_the_working_has_two_parts():
    steps, addition = score_taken(BASE, hand("Qs Ah Tc", totals=[(40, 0)] * 4)).working[0]
    assert steps == ["Q♠: 13i; A♥: 1 = 1 + 13i", "10♣ × 2i = −26 + 2i"]
    assert addition == "40 + (−26 + 2i) = 14 + 2i"


def test_the_working_of_a_moon():
    given = score_taken(BASE, hand(FULL + " Tc", "Jd", moon="add")).working
    assert given[0][0][1] == "moon given to the others: its cards count nothing here"
    assert given[1][0] == ["J♦: −10 = −10", "moon received: −26 + 26i = −36 + 26i"]
    kept = score_taken(BASE, hand(FULL + " Tc", moon="subtract")).working
    assert kept[0][0][1:] == ["moon 13 + 13i subtracted = −13 − 13i", "10♣ × 2i = 26 − 26i"]


def test_what_is_not_multiplied_is_added_after_the_ten():
    rules = replace(BASE, unmultiplied=1 << Card("Jd").number)
    scored = score_taken(rules, hand("2h 3h 4h 5h 6h Jd Tc"))
    assert scored.scores[0] == (-10, 10)
    assert scored.working[0][0][1:] == ["10♣ × 2i = 10i", "then J♦: −10 = −10 + 10i"]


def test_a_moon_that_the_receivers_ten_acts_on_comes_before_it():
    rules = replace(BASE, moon=replace(BASE.moon, multiplied=True))
    scored = score_taken(rules, hand(FULL, "Jd Tc", moon="add"))
    assert scored.scores[1:] == [(-26, 6), (13, 13), (13, 13)]
    assert scored.working[1][0] == [
        "J♦: −10 = −10",
        "moon received: 13 + 13i = 3 + 13i",
        "10♣ × 2i = −26 + 6i",
    ]


def test_losers_and_winners_once_the_game_is_over():
    totals = [(60, 80), (-50, 80), (4, 1), (10, 0)]
    over = score_taken(BASE, hand(totals=totals))
    assert (over.losers, over.winners) == ([0], [2])
    assert score_taken(BASE, hand(totals=[(99, 14)] * 4)).losers == []


def test_values_that_grow_and_a_die():
    rules = replace(BASE, growing=1 << Card("Qs").number, end=replace(BASE.end, max_hands=20))
    assert score_taken(rules, hand("Qs", number=3)).scores[0] == (0, 39)
    rolling = replace(BASE, die=Die(1 << Card("7c").number | 1 << Card("7s").number, (40, 0)))
    assert score_taken(rolling, hand("7c 7s", rolled=Card("7c"))).scores[0] == (40, 0)


def test_no_trick_only_where_it_is_said():
    rules = replace(BASE, no_trick=(-5, 0))
    assert score_taken(rules, hand("2h")).scores[1] == (0, 0)
    scored = score_taken(rules, hand("2h", no_trick=[1]))
    assert scored.scores[1] == (-5, 0)
    assert scored.working[1][0][-1] == "no trick taken: −5 = −5"


def test_an_exact_multiple_is_a_step_of_its_own():
    end = End("points", 100, 100, trigger_every=50, trigger_off=50)
    rules = replace(BASE, end=end, multipliers={}, moon=Moon(0, (0, 0), "none"))
    scored = score_taken(rules, hand("2h", totals=[(49, 0)] + [(0, 0)] * 3))
    assert scored.totals[0] == (0, 0)
    assert scored.working[0][0][-1] == "an exact multiple: −50 = −49"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Hand([()]), "taken: expected 4 seats, not 1"),
        (hand("Qs", "Qs"), "taken: Qs is named twice"),
        (hand(totals=[(0, 0)]), "total: expected 4 of them, not 1"),
        (hand(FULL), "moon: seat 0 shot the moon; say add or subtract"),
        (hand("Qs", moon="add"), "moon: nobody took the cards it needs"),
        (hand(FULL, moon="zero"), "moon: the rules do not leave 'zero' to the shooter"),
        (hand(FULL, moon="add:1"), "moon: the rules do not leave 'add:1' to the shooter"),
        (hand(FULL, moon="both"), "moon: expected 'subtract' or 'add', not 'both'"),
        (hand("Qs", number=0), "hand: expected 1 to 500"),
        (hand("Qs", rolled=Card("7c")), "rolled: the die does not name 7c"),
        (hand("Qs", no_trick=[0]), "no_trick: seat 0 is no seat without cards"),
        (hand(totals=[(10**7, 0)] * 4), "total: larger than 1000000"),
    ],
    ids=str,
)
def test_what_no_hand_can_be(wrong, message):
    with pytest.raises(OptionError) as caught:
        score_taken(BASE, wrong)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("alone", "step"), [(False, "moon received: 52 = 52"), (True, "moon received: 26 = 26")]
)
def test_the_working_counts_a_sun_as_the_score_does(alone, step):
    """Partners take every card between them: a sun, unless one of them has to take it all."""
    pairs = Moon(BASE.moon.cards, (26, 0), "add", sun=(52, 0), alone=alone)
    rules = replace(BASE, partners=True, moon=pairs, multipliers={})
    rest = " ".join(str(card) for card in DECK if str(card) not in FULL.split())
    scored = score_taken(rules, hand(FULL, "", rest))
    assert scored.working[1][0] == ["no card that counts = 0", step]
