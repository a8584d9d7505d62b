"""Rules that contradict themselves: each is refused in one line that names both sides."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from chsim.cards import Card, from_text, to_mask
from chsim.errors import RulesError
from chsim.rules import Die, End, Moon, Rules
from chsim.rules_file import load_rules, parse_rules
from chsim.rules_keys import SETS

HEARTS = load_rules("hearts")
THREE = load_rules("hearts-3")
MOON, END = HEARTS.moon, HEARTS.end


def mask(text: str) -> int:
    return to_mask(from_text(text))


def refusal(rules: Rules, changes: dict[str, Any]) -> str:
    with pytest.raises(RulesError) as caught:
        replace(rules, **changes)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", SETS)
def test_a_set_of_cards_is_of_cards_in_the_deck(name):
    line = refusal(THREE, {name: getattr(THREE, name) | mask("2d")})
    assert line == f"{name}: 2d is not in the deck"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"opening": "nobody"}, "opening: expected a card, left-of-dealer or dealer"),
        ({"opening": Card("2d")}, "opening: 2d is not in the deck"),
        ({"partners": True}, "partners: 3 players cannot be partners across the table (players)"),
        ({"values": {Card("2d"): (1, 0)}}, "values: 2d is not in the deck"),
        ({"multipliers": {Card("2d"): (1, 0)}}, "multipliers: 2d is not in the deck"),
        ({"die": Die(mask("2d"), (1, 0))}, "die.cards: 2d is not in the deck"),
        ({"moon": replace(MOON, cards=mask("2d"))}, "moon.cards: 2d is not in the deck"),
        ({"moon": replace(MOON, bonus=mask("2d"))}, "moon.bonus: 2d is not in the deck"),
    ],
    ids=str,
)
def test_with_three_players(changes, line):
    assert refusal(THREE, changes) == line


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"pass_count": 0}, ["pass_count", "passing"]),
        ({"pass_count": 9}, ["pass_count"]),
        ({"lead_forced": mask("Qs")}, ["lead_forced", "lead_ban"]),
        ({"lead_beside": mask("Qh")}, ["lead_beside", "lead_ban"]),
        ({"growing": mask("Jd")}, ["growing", "values"]),
        ({"unmultiplied": mask("Jd")}, ["unmultiplied", "values"]),
        ({"die": Die(0, (40, 0))}, ["die.worth", "die.cards"]),
        (
            {"finish_early": True, "moon": replace(MOON, sun=(52, 0))},
            ["finish_early", "moon.sun"],
        ),
        ({"finish_early": True, "no_trick": (-5, 0)}, ["finish_early", "no_trick"]),
        ({"moon": Moon(0, (0, 0), "none", bonus=mask("Jd"))}, ["moon.bonus", "moon.mode"]),
        ({"moon": Moon(0, (0, 0), "none", sun=(52, 0))}, ["moon.sun", "moon.mode"]),
        (
            {"partners": True, "moon": Moon(0, (0, 0), "none", alone=True)},
            ["moon.alone", "moon.mode"],
        ),
        (
            {"moon": Moon(0, (0, 0), "none", multiplied=True)},
            ["moon.multiplied", "moon.mode"],
        ),
        ({"moon": replace(MOON, alone=True)}, ["moon.alone", "partners"]),
        ({"moon": replace(MOON, bonus=mask("Qs"))}, ["moon.bonus", "moon.cards"]),
        (
            {"partners": True, "moon": replace(MOON, mode="choose-each")},
            ["moon.mode", "partners"],
        ),
        ({"end": replace(END, limit=0)}, ["end.limit", "end.hands"]),
        ({"end": replace(END, hands=501)}, ["end.hands", "end.max_hands"]),
        ({"end": replace(END, hands=5, losers="reached")}, ["end.losers", "end.hands"]),
        ({"end": replace(END, trigger_off=50)}, ["end.trigger_off", "end.trigger_every"]),
        (
            {"end": End("magnitude", trigger_every=50, trigger_off=50)},
            ["end.trigger_every", "end.measure"],
        ),
        (
            {
                "values": {Card("Qs"): (1000, 1000)},
                "growing": mask("Qs"),
                "end": replace(END, max_hands=10_000),
            },
            ["values", "end.max_hands"],
        ),
    ],
    ids=str,
)
def test_two_fields_that_contradict_each_other_are_both_named(changes, names):
    line = refusal(HEARTS, changes)
    assert line.startswith(f"{names[0]}: ")
    assert all(re.search(rf"\b{re.escape(name)}\b", line) for name in names)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"no_trick": (0, 1001)}, "no_trick"),
        ({"multipliers": {Card("Tc"): (900, 101)}}, "multipliers"),
        ({"multipliers": {Card("Tc"): (900, 101), Card("2c"): (0, 0)}}, "multipliers"),
        ({"die": Die(mask("7c"), (1001, 0))}, "die.worth"),
        ({"moon": replace(MOON, sun=(1001, 0))}, "moon.sun"),
        ({"end": replace(END, losers="last")}, "end.losers"),
        ({"end": replace(END, ties="coin")}, "end.ties"),
        ({"end": replace(END, hands=-1)}, "end.hands"),
        ({"end": replace(END, trigger_every=-50)}, "end.trigger_every"),
        ({"end": replace(END, trigger_every=50, trigger_off=10**7)}, "end.trigger_off"),
    ],
    ids=str,
)
def test_a_field_out_of_its_bounds_is_named(changes, name):
    assert refusal(HEARTS, changes).startswith(f"{name}: ")


@pytest.mark.parametrize("players", [4, 6])
def test_partners_may_be_four_or_six(players):
    name = {4: "hearts", 6: "hearts-6"}[players]
    assert replace(load_rules(name), partners=True).players == players


def test_six_seats_to_the_right_or_five_to_the_left_are_the_same_pass():
    six = load_rules("hearts-6")
    assert replace(six, passing=(1, 2, 3, 4, -1, 6)) == six


def test_without_a_moon_its_cards_are_nothing():
    none = parse_rules('base = "hearts"\n[moon]\nmode = "none"\n', where="x", name="x")
    assert none == replace(HEARTS, moon=Moon(0, (0, 0), "none"))


def test_in_a_file_a_moon_on_a_removed_card_is_refused_and_a_suit_is_what_the_deck_has():
    lines = 'base = "hearts-6"\nremoved = ["2c", "2d", "2s", "2h"]\n[moon]\ncards = '
    with pytest.raises(RulesError, match=r"^x: moon\.cards: 2h is not in the deck$"):
        parse_rules(lines + '["2h", "Qs"]', where="x", name="x")
    assert parse_rules(lines + '["h", "Qs"]', where="x", name="x").moon.cards.bit_count() == 13
