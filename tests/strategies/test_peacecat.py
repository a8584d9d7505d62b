"""Each sentence that describes the computer players, on a position built for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import chsim
from chsim.rules import End
from strategies.peacecat import STRATEGY as PEACECAT
from tests.core.variants import VARIANTS
from tests.strategies.positions import RULES, card, moon, passed, plays_by_the_rules

NO_DIRECTION = PEACECAT.with_settings({"direction": "off"}, "peacecat:direction=off")
NO_JACK = PEACECAT.with_settings({"jack": "off"}, "peacecat:jack=off")
NO_TEN = PEACECAT.with_settings({"ten": "off"}, "peacecat:ten=off")
NO_FLUSH = PEACECAT.with_settings({"flush": "0"}, "peacecat:flush=0")
PLAIN_PASS = PEACECAT.with_settings({"pass": "off"}, "peacecat:pass=off")
PLAIN_MOON = PEACECAT.with_settings({"moon": "off"}, "peacecat:moon=off")
LOWEST_DUCK = PEACECAT.with_settings({"duck": "-1"}, "peacecat:duck=-1")
THROWS_BY_DANGER = PEACECAT.with_settings({"throw": "off"}, "peacecat:throw=off")


def play(strategy: Any = PEACECAT, **position: Any) -> str:
    return card(strategy, **position)


# --- what a trick does to the distance from zero -----------------------------


def test_wins_the_jack_where_it_pulls_back_towards_zero():
    assert play(hand="3d Kd", table="4d Jd 5d", totals={0: (40, 0)}) == "Kd"


@pytest.mark.parametrize("total", [(0, 0), (-40, 0), (0, 40)])
def test_ducks_the_jack_where_it_pushes_away(total):
    assert play(hand="3d Kd", table="4d Jd 5d", totals={0: total}) == "3d"


def test_wins_hearts_and_queen_against_the_direction_of_its_total():
    hearts = {"hand": "3h Kh", "table": "4h Th 5h"}
    assert play(**hearts, totals={0: (40, 0)}) == "3h"
    assert play(**hearts, totals={0: (-40, 0)}) == "Kh"
    queen = {"hand": "3s Ks", "table": "4s Qs 5s"}
    assert play(**queen, totals={0: (0, 40)}) == "3s"
    assert play(**queen, totals={0: (0, -40)}) == "Ks"


def test_without_direction_every_heart_is_bad():
    hearts = {"hand": "3h Kh", "table": "4h Th 5h", "totals": {0: (-40, 0)}}
    assert play(NO_DIRECTION, **hearts) == "3h"


def test_the_ten_turns_and_doubles_what_has_been_won():
    # Five hearts and the ten: 5 becomes 10i, welcome only above a negative imaginary total.
    ten = {"hand": "3c Kc", "table": "4c Tc 5c", "piles": {0: "2h 3h 4h 5h 6h"}}
    assert play(**ten, totals={0: (0, -40)}) == "Kc"
    assert play(**ten, totals={0: (0, 40)}) == "3c"


def test_the_ten_turns_the_trick_it_is_won_with():
    # Nothing won yet; the queen thrown on the ten makes -26 of 13i.
    trick = {"hand": "3c Kc", "table": "4c Tc Qs"}
    assert play(**trick, totals={0: (60, 0)}) == "Kc"
    assert play(**trick, totals={0: (-60, 0)}) == "3c"


def test_the_ten_in_its_own_hand_turns_what_has_been_won():
    ten = {"hand": "3c Tc", "table": "4c 5c 6c", "piles": {0: "2h 3h 4h 5h 6h"}}
    assert play(**ten, totals={0: (0, -40)}) == "Tc"
    assert play(**ten, totals={0: (0, 40)}) == "3c"


def test_points_won_after_the_ten_are_turned_too():
    trick = {"hand": "3h Kh", "table": "4h Th 5h", "piles": {0: "Tc"}}
    assert play(**trick, totals={0: (0, -40)}) == "Kh"
    assert play(**trick, totals={0: (0, 40)}) == "3h"


def test_switched_off_the_ten_turns_nothing():
    trick = {"hand": "3c Kc", "table": "4c Tc Qs", "totals": {0: (0, -40)}}
    assert play(**trick) == "3c"
    assert play(NO_TEN, **trick) == "Kc"


def test_switched_off_the_jack_does_no_harm():
    trick = {"hand": "3d Kd", "table": "4d Jd 5d"}
    assert play(**trick) == "3d"
    assert play(NO_JACK, **trick) == "Kd"


def test_real_scores_are_measured_in_points():
    points = replace(RULES, end=End(measure="points"))
    jack = {"hand": "3d Kd", "table": "4d Jd 5d", "totals": {0: (-40, 0)}}
    assert card(PEACECAT, points, **jack) == "Kd"
    assert play(**jack) == "3d"


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "losses"), [("random", 0.93), ("plain", 0.35)])
def test_three_of_them_are_a_serious_table(name, losses):
    result = chsim.run([name, *["peacecat"] * 3], games=1_000, seed=31, jobs=1, keep=False)
    assert result.matchups[0].tally.strategies[name].losses > losses * 1_000


# --- ordinary technique ------------------------------------------------------


def test_ducks_under_a_bad_trick_with_the_highest_safe_card():
    assert play(hand="2h 5h 9h Kh", table="3h Th", totals={0: (20, 20)}) == "9h"


def test_ducks_with_the_lowest_where_that_is_its_habit():
    assert play(LOWEST_DUCK, hand="2h 5h 9h Kh", table="3h Th", totals={0: (20, 20)}) == "2h"


def test_ducks_the_queen_under_a_higher_spade():
    assert play(hand="2s Qs", table="Ks", totals={0: (20, 20)}) == "Qs"


def test_throws_the_queen_when_void():
    assert play(hand="Ad Kd Qs Ah", table="2c", totals={0: (10, 10)}) == "Qs"


def test_throws_a_high_heart_when_void():
    assert play(hand="2d 5d 2h Ah", table="Jc", piles={1: "Qs Jd Tc"}, totals={0: (20, 5)}) == "Ah"


def test_throws_hearts_before_more_dangerous_cards_unless_by_danger_alone():
    void = {"hand": "2d 3d As 2h", "table": "5c", "totals": {0: (20, 20)}, "piles": {1: "Jd Tc"}}
    assert play(**void) == "2h"
    assert play(THROWS_BY_DANGER, **void) == "As"


def test_throws_the_ace_of_spades_while_the_queen_is_out():
    void = {"hand": "2d Ad 3s 4s As", "table": "5c", "totals": {0: (20, 20)}}
    assert play(**void, piles={1: "Jd Tc"}) == "As"
    assert play(**void, piles={1: "Jd Tc Qs"}) == "Ad"


def test_leads_low():
    out = "6c Jc 3d Td Qd 6s 9s Ts 2h 6h 7h 9h Th Jh Kh"
    assert play(hand="5c Qc Kd 4h Qh", out=out, trick=8, totals={0: (20, 20)}) in ("5c", "4h")


FLUSHING = {"hand": "9s 3d 3c", "piles": {1: "Jd Tc"}, "totals": {0: (20, 20)}}


def test_leads_a_low_spade_to_flush_the_queen_out():
    assert play(**FLUSHING).endswith("s")
    assert play(NO_FLUSH, **FLUSHING) != play(**FLUSHING)


@pytest.mark.parametrize("high", ["Qs", "Ks", "As"])
def test_leads_no_low_spade_when_it_may_catch_the_queen_itself(high):
    assert not play(**{**FLUSHING, "hand": FLUSHING["hand"] + " " + high}).endswith("s")


def test_leads_spades_no_more_for_a_queen_that_is_gone():
    gone = {**FLUSHING, "piles": {1: "Jd Tc Qs"}}
    assert play(**gone) == play(NO_FLUSH, **gone)


def test_passes_the_cards_most_dangerous_to_hold():
    cards = passed(PEACECAT, "2c 3c 4c 2d 3d 4d 5d Qs Ks As 2h 3h 4h")
    assert cards == "Qs Ks As"


def test_passes_by_the_habit_of_plain_instead():
    hand = "2c 3c 4c 2d 3d Ad Kd 2s 3s 4s 2h 3h Qh"
    assert passed(PLAIN_PASS, hand) == "Kd Ad Qh"


def test_passes_no_cards_that_do_no_harm():
    cards = passed(PEACECAT, "2c 3c 4c 2d 3d Ad Kd 2s 3s 4s Kh Ah Qh")
    assert set(cards.split()) <= {"Ad", "Kd", "Kh", "Ah", "Qh"}


# --- the moon ----------------------------------------------------------------

MOON = {"piles": {0: "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah Qs"}}


def test_subtracts_the_moon_from_a_total_it_pulls_back():
    assert moon(PEACECAT, **MOON, totals={0: (40, 40), 1: (-30, 0)}) == "subtract"


def test_adds_every_moon_by_the_habit_of_plain():
    assert moon(PLAIN_MOON, **MOON, totals={0: (40, 40), 1: (-30, 0)}) == "add"


def test_adds_the_moon_where_it_would_push_itself_away():
    assert moon(PEACECAT, **MOON, totals={0: (-40, -40)}) == "add"


def test_adds_no_moon_that_saves_somebody_else():
    totals = {0: (0, 0), 1: (-60, -60), 2: (-60, -60), 3: (-60, -60)}
    assert moon(PEACECAT, **MOON, totals=totals) == "subtract"


def test_adds_the_moon_that_ends_the_game_in_its_favour():
    assert moon(PEACECAT, **MOON, totals={0: (20, 20), 1: (65, 65)}) == "add"


def test_never_subtracts_itself_over_the_limit():
    totals = {0: (-65, -65), 1: (-60, -60), 2: (-60, -60), 3: (-60, -60)}
    assert moon(PEACECAT, **MOON, totals=totals) == "add"


def test_the_ten_turns_a_moon():
    # -(13 + 13i) * 2i = 26 - 26i; without the ten it would be -13 - 13i.
    pile = {"piles": {0: MOON["piles"][0] + " Tc"}}
    others = {1: (20, -20), 2: (20, -20), 3: (20, -20)}
    assert moon(PEACECAT, **pile, totals={0: (-30, 30), **others}) == "subtract"
    assert moon(PEACECAT, **MOON, totals={0: (-30, 30), **others}) == "add"


# --- what they don't do ------------------------------------------------------


def test_shoots_no_moon_on_purpose():
    # The ace would take the last hearts, and the moon would bring it home to (7, 7).
    piles = {0: "2h 4h 6h 7h 8h 9h Th Jh Qh Kh Qs", 1: "Jd Tc"}
    assert play(hand="3h Ah", table="5h", piles=piles, totals={0: (20, 20)}, trick=11) == "3h"


@pytest.mark.parametrize("table", ["", "5c", "9c 4c", "4d 6d 7d", "Js"])
def test_who_holds_the_hidden_cards_changes_nothing(table):
    hand = "3c Jc Ac 2d Td Qs 7h Kh"
    chosen = {play(hand=hand, table=table, turn_hidden=turn, elsewhere=2) for turn in range(3)}
    assert len(chosen) == 1


def test_what_the_others_do_with_the_jack_does_not_depend_on_their_totals():
    jack = {"hand": "3d Kd", "table": "4d Jd"}
    totals = [{1: (60, 0)}, {1: (-60, 0)}, {2: (0, 90), 3: (30, 0)}]
    assert {play(**jack, totals={0: (40, 0), **other}) for other in totals} == {"Kd"}


@pytest.mark.parametrize("only", ["Qs", "Jd", "Tc", "Ah"])
def test_plays_what_it_must(only):
    assert play(hand=only, table="2h", trick=12, totals={0: (40, 40)}) == only


def test_follows_with_its_only_card_of_the_suit():
    assert play(hand="Qs 2c 3d 4h", table="2s 3s 4s") == "Qs"


@pytest.mark.parametrize("rules", [RULES, *VARIANTS], ids=lambda rules: rules.name)
def test_plays_by_any_rules(rules):
    assert plays_by_the_rules(PEACECAT, rules, games=2000 if rules == RULES else 20)
