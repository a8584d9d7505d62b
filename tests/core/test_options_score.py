"""Options of scoring, each alone: growing values, the die, no trick, partners, triggers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chsim.cards import DECK, Card
from chsim.core import game, hand, layout, rng
from chsim.rules import Die, End, Moon, Rules
from tests.core.desk import Desk
from tests.core.driver import mask, text
from tests.core.options import ONE_SUIT
from tests.core.piles import after, table
from tests.core.test_ending import ended
from tests.core.variants import BASE

ALL = "h Qs"
NO_MOON = replace(BASE, moon=Moon(0, (0, 0), "none"))
#: Hearts 1, the queen 13, a jack of -10; the others get the 26 of a moon.
POINTS = replace(
    BASE,
    values={**ONE_SUIT, Card("Qs"): (13, 0), Card("Jd"): (-10, 0)},
    multipliers={},
    moon=Moon(int(mask(ALL)), (26, 0), "add"),
    end=End("points", 100, 500),
)
PARTNERS = replace(BASE, partners=True)


# --- growing ----------------------------------------------------------------------

GROWING = replace(NO_MOON, growing=int(mask("Qs")))


@pytest.mark.parametrize(("number", "queen"), [(0, 13), (1, 26), (2, 39), (9, 130)])
def test_a_growing_card_is_worth_its_value_times_the_number_of_the_hand(
    number: int, queen: int
) -> None:
    scores = after(GROWING, ["Qs", "2h 3h", "Qs 2h Tc"], hand_number=number).scores
    assert scores == [(0, queen), (2, 0), (-2 * queen, 2), (0, 0)]


def test_without_growth_the_queen_is_worth_the_same_in_the_third_hand() -> None:
    assert after(BASE, ["Qs", "2h Tc"], hand_number=2).scores[:2] == [(0, 13), (0, 2)]


def test_a_moon_does_not_grow() -> None:
    rules = replace(BASE, growing=int(mask("Qs")))
    assert after(rules, [ALL], "add", hand_number=4).scores == [(0, 0)] + [(13, 13)] * 3


def test_values_are_those_of_the_hand_again_in_the_next_game() -> None:
    state, record = layout.new_record(layout.STATE), GROWING.record()
    state.hand_number = 6
    hand.start_hand(state, record)
    assert max(record.value_im[: record.value_count]) == 7 * 13
    game.start_game(state, record, rng.run_key(1), 0)
    assert max(record.value_im[: record.value_count]) == 13


# --- the die ----------------------------------------------------------------------

SEVENS = int(mask("7c 7d 7s 7h"))
DIE = replace(NO_MOON, die=Die(SEVENS, (40, 0)))


def test_only_the_card_that_the_die_named_is_worth_its_worth() -> None:
    piles = ["7c", "7d", "7s 2h", "7h"]
    assert after(DIE, piles, rolled="7d").scores == [(0, 0), (40, 0), (1, 0), (1, 0)]


def test_the_dies_worth_is_on_top_of_the_cards_value() -> None:
    assert after(DIE, ["7h Tc"], rolled="7h").scores[0] == (0, 82)


def test_the_die_adds_its_worth_to_the_deck_once() -> None:
    everything = " ".join(map(str, DECK))
    plain = replace(DIE, multipliers={})
    assert after(plain, [everything], rolled="7s").scores[0] == (3 + 40, 13)


def test_before_it_is_rolled_no_card_is_worth_it() -> None:
    assert after(DIE, ["7c 7d 7s"], rolled="").scores[0] == (0, 0)


def test_the_die_is_rolled_after_the_pass() -> None:
    desk = Desk(DIE)
    while desk.phase == layout.PASSING:
        assert desk.state.rolled == 0
        desk.give(" ".join(desk.legal.split()[:3]))
    assert desk.state.rolled in [mask(seven) for seven in ("7c", "7d", "7s", "7h")]


def test_the_die_of_one_hand_is_not_seen_in_the_next() -> None:
    desk = Desk(replace(DIE, passing=(0, 1)), hand_number=1)
    assert (desk.phase, int(desk.state.rolled)) == (layout.PASSING, 0)


def test_the_die_names_every_card_about_as_often() -> None:
    state, record = layout.new_record(layout.STATE), replace(DIE, passing=(0,)).record()
    names = []
    for number in range(400):
        game.start_game(state, record, rng.run_key(5), number)
        names.append(text(state.rolled))
    counts = [names.count(seven) for seven in ("7c", "7d", "7s", "7h")]
    assert sum(counts) == 400
    assert min(counts) > 70


@pytest.mark.parametrize("seed", range(12))
def test_one_word_under_the_hands_key_is_the_die(seed: int) -> None:
    desk = Desk(replace(DIE, passing=(0,)), seed=seed)
    word = rng.word_at(desk.state.hand_key, 192)
    assert text(desk.state.rolled) == ("7c", "7d", "7s", "7h")[int(word) * 4 >> 64]


def test_without_a_die_nothing_is_rolled() -> None:
    assert Desk(replace(BASE, passing=(0,))).state.rolled == 0


# --- not multiplied ---------------------------------------------------------------

TEN_FIRST = replace(BASE, unmultiplied=int(mask("Jd")))


@pytest.mark.parametrize(
    ("pile", "score"),
    [
        ("2h 3h 4h 5h 6h Jd Tc", (-10, 10)),  # 5 · 2i − 10
        ("2h 3h 4h 5h 6h Jd", (-5, 0)),
        ("Jd Tc", (-10, 0)),
        ("Qs Jd Tc", (-36, 0)),  # 13i · 2i − 10
        ("Tc", (0, 0)),
    ],
)
def test_the_jack_is_added_after_the_ten(pile: str, score: tuple[int, int]) -> None:
    assert after(TEN_FIRST, [pile]).scores[0] == score


def test_before_the_ten_the_jack_is_multiplied() -> None:
    assert after(BASE, ["2h 3h 4h 5h 6h Jd Tc"]).scores[0] == (0, -10)


def test_a_shooters_jack_is_added_after_the_ten_too() -> None:
    assert after(TEN_FIRST, [ALL + " Jd Tc"], "add").scores == [(-10, 0)] + [(-26, 26)] * 3
    assert after(TEN_FIRST, [ALL + " Jd Tc"], "subtract").scores[0] == (26 - 10, -26)


def test_cards_of_the_moon_that_are_not_multiplied_count_nothing_beside_it() -> None:
    rules = replace(BASE, unmultiplied=int(mask(ALL)))
    assert after(rules, [ALL + " Tc"], "subtract").scores[0] == (26, -26)


def test_what_is_not_multiplied_counts_beside_no_trick() -> None:
    rules = replace(TEN_FIRST, no_trick=(-5, 2))
    assert after(rules, ["2h Jd Tc", ""]).scores[:2] == [(-10, 2), (-5, 2)]


# --- no trick ---------------------------------------------------------------------

NO_TRICK = replace(POINTS, no_trick=(-5, 2))


def test_who_took_no_trick_scores_for_that() -> None:
    assert after(NO_TRICK, ["2h", "", "2c", "Qs"]).scores == [(1, 0), (-5, 2), (0, 0), (13, 0)]


def test_no_trick_counts_beside_a_moon_that_is_received() -> None:
    assert after(NO_TRICK, [ALL, "2c"], "add").points == [0, 26, 21, 21]
    rest = " ".join(map(str, DECK))
    sun = replace(NO_TRICK, moon=replace(POINTS.moon, sun=(52, 0)))
    assert after(sun, [rest], "add").points == [-10, 47, 47, 47]


def test_no_trick_goes_with_the_rest_when_all_score_nothing() -> None:
    zero = replace(NO_TRICK, moon=replace(POINTS.moon, mode="zero"))
    assert after(zero, [ALL]).scores == [(0, 0)] * 4


def test_partners_took_no_trick_only_if_neither_did() -> None:
    rules = replace(NO_TRICK, partners=True)
    assert after(rules, ["2c", "3h", "", ""]).points == [0, 1, 0, 1]
    assert after(rules, ["", "3h", "", "2h"]).points == [-5, 2, -5, 2]


# --- partners ---------------------------------------------------------------------


def test_partners_score_what_both_took() -> None:
    scores = after(PARTNERS, ["2h", "Qs", "3h 4h", "Jd"]).scores
    assert scores == [(3, 0), (-10, 13), (3, 0), (-10, 13)]


def test_the_ten_of_one_partner_multiplies_what_the_other_took() -> None:
    assert after(PARTNERS, ["2h 3h", "", "Tc", ""]).scores == [(0, 4), (0, 0), (0, 4), (0, 0)]


def test_six_have_the_partner_three_seats_on() -> None:
    six = replace(
        PARTNERS, players=6, deck=BASE.deck & ~int(mask("2c 3c 2d 3d")), opening=Card("4c")
    )
    scores = after(six, ["2h", "", "Qs", "", "3h", ""]).scores
    assert scores == [(1, 0), (1, 0), (0, 13), (1, 0), (1, 0), (0, 13)]


# --- triggers (37 + 13 and the like) ----------------------------------------------


def trigger(every: int, off: int, before: int, pile: str) -> tuple[int, int]:
    """Score and total of a seat."""
    end = replace(POINTS.end, trigger_every=every, trigger_off=off)
    rules = replace(POINTS, end=end, moon=Moon(0, (0, 0), "none"))
    found = after(rules, [pile], totals=[before])
    return found.points[0], found.total_points[0]


@pytest.mark.parametrize(
    ("every", "off", "before", "pile", "total"),
    [
        (50, 50, 37, "Qs", 0),
        (50, 50, 87, "Qs", 50),  # once: 50 does not trigger again
        (50, 50, 50, "2c", 50),  # the hand changed nothing
        (50, 50, 36, "Qs", 49),
        (100, 100, 74, ALL, 0),
        (100, 50, 74, ALL, 50),
        (100, 50, 50, "2c", 50),
        (50, 50, -13, "Qs", 0),  # nought is no positive multiple
        (50, 50, -40, "Jd", -50),  # nor is a negative one
        (50, 50, 60, "Jd", 0),  # reached from above
        (50, 50, 49, "2h", 0),
        (0, 0, 37, "Qs", 50),
        (50, -50, 37, "Qs", 100),
    ],
)
def test_a_total_on_an_exact_multiple(
    every: int, off: int, before: int, pile: str, total: int
) -> None:
    assert trigger(every, off, before, pile) == (total - before, total)


def test_the_trigger_comes_before_the_end_of_the_game() -> None:
    rules = replace(POINTS, end=replace(POINTS.end, trigger_every=50, trigger_off=50))
    _, total = trigger(50, 50, 87, "Qs")
    assert not ended([total, 0, 0, 0], rules)[0]
    assert ended([101, 0, 0, 0], rules)[0]


def test_the_trigger_looks_at_every_seat_and_at_moons() -> None:
    rules = replace(POINTS, end=replace(POINTS.end, trigger_every=50, trigger_off=50))
    found = after(rules, [ALL], "add", totals=[50, 24, 74, 25])
    assert found.total_points == [50, 0, 50, 51]


# --- doublers, tables of points ---------------------------------------------------

DOUBLER = replace(POINTS, multipliers={Card("Tc"): (2, 0)})


@pytest.mark.parametrize(
    ("pile", "points"), [("2h 3h 4h Tc", 6), ("2h 3h 4h 5h 6h Jd Tc", -10), ("Tc", 0)]
)
def test_a_doubler_acts_after_the_jack(pile: str, points: int) -> None:
    assert after(DOUBLER, [pile]).points[0] == points


def test_a_received_moon_is_not_doubled_by_the_receivers_ten() -> None:
    assert after(DOUBLER, [ALL, "", "Tc"], "add").points == [0, 26, 26, 26]


def test_a_shooters_ten_doubles_the_moon() -> None:
    assert after(DOUBLER, [ALL + " Tc"], "add").points == [0, 52, 52, 52]


def test_a_jack_may_take_a_total_below_nought() -> None:
    assert after(POINTS, ["Jd"], totals=[4]).total_points[0] == -6
    assert after(BASE, ["Jd"], totals=[-95]).total_points[0] == -105
    assert ended([-105, 0, 0, 0], BASE)[1] == [0]


def values_of(suit_h: list[int], **others: int) -> Rules:
    hearts = [card for card in DECK if card.suit == "h"]
    values = {card: (worth, 0) for card, worth in zip(hearts, suit_h, strict=True)}
    values |= {Card(name): (worth, 0) for name, worth in others.items()}
    worth = sum(re for re, _ in values.values())
    moon = Moon(int(mask(" ".join(["h", *others]))), (worth, 0), "add")
    return replace(POINTS, values=values, moon=moon)


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        (values_of(list(range(2, 15)), Qs=25), 129),
        (values_of([*range(2, 11), 10, 10, 10, 15], Qs=25), 124),
        (values_of([1] * 9 + [2, 3, 4, 5], Qs=13), 36),
        (values_of([1] * 13, Qs=13, **{"7c": 7}), 33),
        (values_of(list(range(2, 15)), Qs=0), 104),
    ],
)
def test_a_moon_is_told_by_its_cards_whatever_they_are_worth(rules: Rules, worth: int) -> None:
    taken = text(rules.moon.cards)
    assert after(rules, [taken], "add").points == [0, worth, worth, worth]
    fewer = taken.split()
    assert after(rules, [" ".join(fewer[1:]), fewer[0]]).shooter == -1


def test_a_sum_of_26_is_no_moon() -> None:
    spots = values_of(list(range(2, 15)), Qs=25)
    assert after(spots, ["2h Th Ah"])[::2] == ([(26, 0)] + [(0, 0)] * 3, -1)


def test_a_pile_of_black_maria() -> None:
    maria = replace(NO_MOON, values={**ONE_SUIT, Card("Qs"): (13, 0), Card("Ks"): (10, 0)})
    maria = replace(maria, values={**maria.values, Card("As"): (7, 0)}, multipliers={})
    assert after(maria, ["Qs Ks As 2h 3h 4h 5h 6h"]).points[0] == 35
    assert after(maria, ["Qs Ks As h"])[::2] == ([(43, 0)] + [(0, 0)] * 3, -1)


@pytest.mark.parametrize(
    "rules", [TEN_FIRST, replace(BASE, moon=replace(BASE.moon, multiplied=True))]
)
def test_rules_that_multiply_otherwise_are_odd(rules: Rules) -> None:
    assert rules.record().odd_score == 1


def test_nothing_odd_is_left_in_plain_rules() -> None:
    """The engine steps over what Complex Hearts does not use."""
    _, record = table(BASE, [])
    assert (record.odd_play, record.odd_values, record.odd_score) == (0, 0, 0)
    end = (record.losers, record.ties, record.hands, record.trigger_every)
    assert end == (layout.REACHED, layout.SHARE, 0, 0)
