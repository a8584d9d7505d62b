"""What becomes of a moon, each mode and condition alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chsim.cards import DECK, Card
from chsim.core.hand import may_choose
from chsim.moon_choice import choice_code
from chsim.rules import End, Moon, Rules
from tests.core.driver import mask
from tests.core.piles import after, table
from tests.core.test_options_score import ALL, PARTNERS, POINTS
from tests.core.variants import BASE

EVERYTHING = " ".join(map(str, DECK))
BARE = EVERYTHING.replace("2c ", "").replace("3c ", "").replace("4c ", "").replace("5c ", "")


def moon(rules: Rules = POINTS, **options: Any) -> Rules:
    return replace(rules, moon=replace(rules.moon, **options))


def end(rules: Rules, **options: Any) -> Rules:
    return replace(rules, end=replace(rules.end, **options))


# --- zero -------------------------------------------------------------------------


def test_everybody_scores_nothing() -> None:
    found = after(moon(mode="zero"), [ALL, "Jd"], totals=[1, 2, 3, 4])
    assert (found.points, found.total_points) == ([0, 0, 0, 0], [1, 2, 3, 4])
    assert (found.shooter, found.choice) == (0, "zero")


# --- multiplied by who receives it ------------------------------------------------

MULTIPLIED = moon(BASE, multiplied=True)


def test_the_ten_of_who_receives_a_moon_acts_on_it() -> None:
    scores = after(MULTIPLIED, [ALL, "", "Tc", "Jd"], "add").scores
    assert scores == [(0, 0), (13, 13), (-26, 26), (3, 13)]


def test_the_ten_acts_on_all_that_its_taker_gets() -> None:
    assert after(MULTIPLIED, [ALL, "Jd Tc"], "add").scores[1] == (-26, 6)  # (3 + 13i) · 2i
    apart = replace(MULTIPLIED, unmultiplied=int(mask("Jd")))
    assert after(apart, [ALL, "Jd Tc"], "add").scores[1] == (-36, 26)


def test_otherwise_the_ten_of_who_receives_a_moon_acts_on_the_own_cards_alone() -> None:
    assert after(BASE, [ALL, "Jd Tc"], "add").scores[1] == (13, -7)


def test_a_shooters_multiplier_and_a_receivers_both_act() -> None:
    rules = replace(MULTIPLIED, multipliers={Card("Tc"): (0, 2), Card("9c"): (-1, 0)})
    scores = after(rules, [ALL + " Tc", "9c"], "add").scores
    assert scores == [(0, 0), (26, -26), (-26, 26), (-26, 26)]


def test_a_moon_that_is_subtracted_is_the_shooters_alone() -> None:
    scores = after(MULTIPLIED, [ALL, "Jd Tc"], "subtract").scores
    assert scores == [(-13, -13), (0, -20), (0, 0), (0, 0)]


def test_a_moon_that_hurts_is_weighed_as_it_will_count() -> None:
    rules = moon(MULTIPLIED, mode="hurt")
    found = after(rules, [ALL, "Tc"], totals=[0, 40 - 40j])
    assert found.totals[1] == (66, -66)  # subtracted: −(−26 + 26i)


# --- unless the game is lost (20) -------------------------------------------------

UNLESS = moon(mode="add-unless-lost")


@pytest.mark.parametrize(
    ("before", "choice", "totals"),
    [
        ([60, 80, 20, 30], "subtract", [34, 80, 20, 30]),
        ([10, 80, 20, 30], "add", [10, 106, 46, 56]),
        ([30, 20, 20, 20], "add", [30, 46, 46, 46]),
        ([46, 80, 20, 30], "add", [46, 106, 46, 56]),  # a shared win is a win
        ([47, 80, 20, 30], "subtract", [21, 80, 20, 30]),
    ],
)
def test_added_unless_the_game_would_end_without_the_shooter_among_the_winners(
    before: list[int], choice: str, totals: list[int]
) -> None:
    found = after(UNLESS, [ALL], totals=before)
    assert (found.choice, found.total_points) == (choice, totals)


def test_a_tie_that_is_played_on_does_not_end_the_game() -> None:
    rules = end(UNLESS, ties="play-on")
    assert after(rules, [ALL], totals=[46, 80, 20, 30]).choice == "add"
    assert after(rules, [ALL], totals=[50, 80, 20, 20]).choice == "add"
    assert after(UNLESS, [ALL], totals=[50, 80, 20, 20]).choice == "subtract"


def test_a_cap_is_no_end_that_the_shooter_loses() -> None:
    capped = end(UNLESS, max_hands=3)
    assert after(capped, [ALL], totals=[60, 0, 0, 0], hand_number=2).choice == "add"


def test_the_last_of_a_number_of_hands_ends_the_game() -> None:
    rules = end(UNLESS, hands=4, losers="worst")
    assert after(rules, [ALL], totals=[50, 0, 0, 0], hand_number=2).choice == "add"
    assert after(rules, [ALL], totals=[50, 0, 0, 0], hand_number=3).choice == "subtract"


def test_a_trigger_is_thought_of() -> None:
    """74 + 26 would end it, but a total of exactly 100 drops to 50."""
    rules = end(UNLESS, trigger_every=100, trigger_off=50)
    assert after(rules, [ALL], totals=[60, 74, 20, 30]).total_points == [60, 50, 46, 56]


def test_trying_it_out_leaves_nothing_behind() -> None:
    found = after(UNLESS, [ALL, "Jd"], totals=[60, 90, 20, 30])
    assert found.points == [-26, -10, 0, 0]
    assert found.total_points == [34, 80, 20, 30]


# --- the sign that hurts ----------------------------------------------------------

HURT = moon(BASE, mode="hurt")


@pytest.mark.parametrize(
    ("before", "hit", "choice"),
    [
        ([0, 10, 10j, 3 + 4j], [23 + 13j, 13 + 23j, 16 + 17j], "add"),
        ([0, -10, -10j, 3 + 4j], [-23 - 13j, -13 - 23j, 16 + 17j], "add:1,2"),
        ([0, 0, 5 - 5j, -1], [13 + 13j, 18 + 8j, -14 - 13j], "add:3"),  # alike: added
    ],
)
def test_each_other_seat_is_taken_further_from_zero(
    before: list[complex], hit: list[complex], choice: str
) -> None:
    found = after(HURT, [ALL], totals=before)
    assert [complex(*total) for total in found.totals] == [before[0], *hit]
    assert found.choice == choice


def test_the_sign_that_hurts_counts_what_the_seat_took_itself() -> None:
    """5 - 10 lies on the other side of zero."""
    found = after(HURT, [ALL, "Jd"], totals=[0, 5, 0, 0])
    assert found.choice == "add:1"
    assert found.totals[1] == (-18, -13)


def test_the_shooters_ten_turns_what_hurts() -> None:
    found = after(HURT, [ALL + " Tc"], totals=[0, 10, -10, 0])
    assert found.totals == [(0, 0), (36, -26), (-36, 26), (-26, 26)]
    assert found.choice == "add:1"


def test_points_that_hurt_are_more_points() -> None:
    assert after(moon(mode="hurt"), [ALL], totals=[0, -90, 5, 0]).choice == "add"
    negative = moon(mode="hurt", worth=(-26, 0))
    assert after(negative, [ALL], totals=[0, -90, 5, 0]).total_points == [0, -64, 31, 26]


def test_partners_of_the_other_side_are_hurt_alike() -> None:
    found = after(moon(PARTNERS, mode="hurt"), [ALL], totals=[0, -10, 0, -10])
    assert found.totals == [(0, 0), (-23, -13), (0, 0), (-23, -13)]
    assert found.choice == "add:1,3"


# --- the shooter says for each ----------------------------------------------------

EACH = moon(BASE, mode="choose-each")


@pytest.mark.parametrize(
    ("choice", "scores"),
    [
        ("add", [0, 13 + 13j, 13 + 13j, 13 + 13j]),
        ("add:1,3", [0, -13 - 13j, 13 + 13j, -13 - 13j]),
        ("subtract", [-13 - 13j, 0, 0, 0]),
        ("subtract:0", [13 + 13j, 0, 0, 0]),
    ],
)
def test_the_shooter_says_for_each_seat(choice: str, scores: list[complex]) -> None:
    found = after(EACH, [ALL], choice)
    assert [complex(*score) for score in found.scores] == scores
    assert found.choice == choice


def allowed(rules: Rules, choice: str, shooter: int = 0) -> bool:
    state, record = table(rules, [])
    state.shooter, state.answer = shooter, choice_code(choice)
    return bool(may_choose(state, record))


@pytest.mark.parametrize(
    "choice", ["add:0", "add:4", "add:0,1", "subtract:1", "subtract:0,1", "zero"]
)
def test_signs_that_say_nothing_are_refused(choice: str) -> None:
    assert not allowed(EACH, choice)


@pytest.mark.parametrize("choice", ["add:1", "subtract:0", "zero", "add:1,2,3"])
def test_where_the_shooter_may_not_turn_signs_they_are_refused(choice: str) -> None:
    assert not allowed(BASE, choice)
    assert allowed(BASE, "add")
    assert allowed(BASE, "subtract")


def test_each_shooter_may_turn_the_others_when_adding_and_itself_when_subtracting() -> None:
    assert allowed(EACH, "add:0,2,3", shooter=1)
    assert not allowed(EACH, "add:1", shooter=1)
    assert allowed(EACH, "subtract:1", shooter=1)
    assert not allowed(EACH, "subtract:0", shooter=1)


# --- bonus (28) -------------------------------------------------------------------

JACK = int(mask("Jd"))


@pytest.mark.parametrize(
    ("mode", "scores"), [("add", [-10, 26, 26, 26]), ("subtract", [-36, 0, 0, 0])]
)
def test_a_bonus_card_must_be_taken_too_and_keeps_its_value(mode: str, scores: list[int]) -> None:
    assert after(moon(mode=mode, bonus=JACK), [ALL + " Jd"]).points == scores


def test_without_the_bonus_card_there_is_no_moon() -> None:
    found = after(moon(bonus=JACK), [ALL, "", "Jd"])
    assert (found.points, found.shooter) == ([26, 0, -10, 0], -1)
    assert after(moon(), [ALL, "", "Jd"]).points == [0, 26, 16, 26]


# --- the sun (32) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "points"), [("add", [-10, 52, 52, 52]), ("subtract", [-62, 0, 0, 0])]
)
def test_every_trick_is_the_sun(mode: str, points: list[int]) -> None:
    assert after(moon(mode=mode, sun=(52, 0)), [EVERYTHING]).points == points


def test_a_sun_of_half_as_much_again() -> None:
    assert after(moon(sun=(39, 0)), [EVERYTHING]).points == [-10, 39, 39, 39]


def test_one_bare_trick_short_it_is_a_moon() -> None:
    assert after(moon(sun=(52, 0)), [BARE, "2c 3c 4c 5c"]).points == [-10, 26, 26, 26]


def test_without_a_sun_every_trick_is_a_moon() -> None:
    assert after(moon(), [EVERYTHING]).points == [-10, 26, 26, 26]


def test_the_sun_is_judged_by_the_deck_in_play() -> None:
    short = replace(moon(sun=(52, 0)), players=3, deck=BASE.deck & ~int(mask("2d")))
    assert after(short, [EVERYTHING.replace("2d ", "")]).points == [-10, 52, 52]


# --- partners and the moon --------------------------------------------------------

TEAM = replace(POINTS, partners=True)
HALF, OTHER_HALF = "2h 3h 4h 5h 6h Qs", "7h 8h 9h Th Jh Qh Kh Ah"


def test_partners_shoot_together() -> None:
    found = after(TEAM, ["", HALF, "", OTHER_HALF])
    assert (found.points, found.shooter) == ([26, 0, 26, 0], 1)


def test_partners_subtract_together() -> None:
    assert after(moon(TEAM, mode="subtract"), ["", HALF, "", OTHER_HALF]).points == [0, -26, 0, -26]


def test_where_it_must_be_shot_alone_together_is_no_moon() -> None:
    rules = moon(TEAM, alone=True)
    found = after(rules, ["", HALF, "", OTHER_HALF])
    assert (found.points, found.shooter) == ([0, 26, 0, 26], -1)
    found = after(rules, ["", "", "", ALL])
    assert (found.points, found.shooter) == ([26, 0, 26, 0], 3)


def test_alone_the_bonus_card_must_be_the_shooters_too() -> None:
    rules = moon(TEAM, alone=True, bonus=JACK)
    assert after(rules, [ALL, "", "Jd"]).shooter == -1
    assert after(rules, [ALL + " Jd", "", ""]).shooter == 0
    assert after(moon(TEAM, bonus=JACK), [ALL, "", "Jd"]).shooter == 0


def test_alone_the_shooter_must_take_every_trick_for_the_sun() -> None:
    piles = [BARE, "", "2c 3c 4c 5c"]
    assert after(moon(TEAM, sun=(52, 0)), piles).points == [-10, 52, -10, 52]
    assert after(moon(TEAM, sun=(52, 0), alone=True), piles).points == [-10, 26, -10, 26]
    assert after(moon(TEAM, sun=(52, 0), alone=True), [EVERYTHING]).points == [-10, 52, -10, 52]


def test_a_partners_ten_acts_on_the_moon_of_the_side() -> None:
    scores = after(PARTNERS, [ALL, "", "Tc"], "add").scores
    assert scores == [(0, 0), (-26, 26), (0, 0), (-26, 26)]


# --- without some hearts ----------------------------------------------------------


def test_a_moon_when_hearts_are_out_of_the_deck() -> None:
    deck = BASE.deck & ~int(mask("2c 2d 2s 2h"))
    cards = BASE.moon.cards & deck
    values = {card: value for card, value in POINTS.values.items() if deck >> card.number & 1}
    rules = Rules(
        **{name: getattr(POINTS, name) for name in ("name", "turn", "passing", "pass_count")},
        players=6,
        deck=deck,
        opening="left-of-dealer",
        first_trick_ban=0,
        lead_ban=0,
        breakers=0,
        values=values,
        multipliers={},
        moon=Moon(cards, (25, 0), "add"),
        end=End("points", 100, 500),
    )
    assert sum(re for re, _ in values.values()) == 25 - 10
    taken = ALL.replace("h", "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")
    assert after(rules, ["", taken]).points == [25, 0, 25, 25, 25, 25]
