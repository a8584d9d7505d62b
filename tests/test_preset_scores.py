"""Facts of each preset, by hand: values, moons, ends; and hands scored by the engine."""

from __future__ import annotations

import numpy as np
import pytest

import chsim
from chsim.cards import Card, from_text, to_text
from chsim.core import layout, score
from chsim.core.layout import ADD, SUBTRACT, UNDECIDED
from chsim.core.values import set_values
from chsim.rules_file import load_rules, parse_rules
from tests.presets import ALL, HEARTS, MOON, everything, mask, points

# --- scores -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("hearts", 26),
        ("hearts-3", 26),
        ("hearts-5", 26),
        ("hearts-6", 26),
        ("high-card-club", 26),
        ("high-card-club-jack", 16),
        ("omnibus", 16),
        ("black-maria-3", 26),
        ("black-maria-3-high-spades", 43),
        ("spot", 129),
        ("papayoo", 104),
        ("neuralplay-standard", 26),
        ("neuralplay-no-queen", 13),
        ("omnibus-jack", 16),
        ("omnibus-ten", 16),
        ("hooligan", 33),
        ("high-hearts", 36),
        ("spot-neuralplay", 129),
        ("spot-faces-ten", 124),
        ("pip", 104),
        ("black-maria", 43),
        ("dutch", 15),
    ],
)
def test_points_in_a_hand(name, total):
    assert everything(load_rules(name)) == total


@pytest.mark.parametrize(
    ("name", "pile", "total"),
    [
        ("black-maria-3-high-spades", "Qs Ks As 2h 3h 4h 5h 6h", 35),
        ("black-maria", "Qs Ks As 2h 3h 4h 5h 6h", 35),
        ("spot", "2h Th Ah", 26),
        ("spot-faces-ten", "9h Th Jh Qh Kh Ah", 64),
        ("high-hearts", "Th Jh Qh Kh Ah", 15),
        ("high-card-club-jack", "Jd 2h", -9),
        ("omnibus-ten", "Td Jd", -10),
        ("omnibus-jack", "Td Jd", -10),
        ("hooligan", "7c Qs", 20),
        ("dutch", "Qs Jc Jd 7h", 8),
        ("papayoo", "Qs Ah 7c", 14),
        ("neuralplay-no-queen", "Qs 2h", 1),
    ],
)
def test_points_of_a_pile(name, pile, total):
    assert points(load_rules(name), pile) == total


@pytest.mark.parametrize(
    ("name", "mode", "cards", "worth"),
    [
        ("complex-hearts", "choose", MOON, (13, 13)),
        ("complex-hearts-article", "choose", MOON, (13, 13)),
        ("complex-hearts-hmc", "hurt", MOON, (13, 13)),
        ("complex-hearts-wikipedia", "choose-each", MOON, (13, 13)),
        ("high-card-club", "add", MOON, (26, 0)),
        ("high-card-club-jack", "add", MOON, (26, 0)),
        ("hearts", "choose", MOON, (26, 0)),
        ("hearts-3", "choose", MOON, (26, 0)),
        ("hearts-6", "choose", MOON, (26, 0)),
        ("hearts-moon-subtract", "subtract", MOON, (26, 0)),
        ("hearts-moon-add", "add-unless-lost", MOON, (26, 0)),
        ("omnibus", "choose", MOON, (26, 0)),
        ("hearts-anytime", "choose", MOON, (26, 0)),
        ("spot", "choose", MOON, (129, 0)),
        ("neuralplay-standard", "add", MOON, (26, 0)),
        ("neuralplay-no-queen", "add", HEARTS, (13, 0)),
        ("neuralplay-ten-doubles", "add", MOON, (26, 0)),
        ("neuralplay-team", "add", MOON, (26, 0)),
        ("omnibus-jack", "add", MOON, (26, 0)),
        ("omnibus-ten", "add", MOON, (26, 0)),
        ("hooligan", "add", f"7c {MOON}", (33, 0)),
        ("high-hearts", "add", MOON, (36, 0)),
        ("spot-neuralplay", "add", MOON, (129, 0)),
        ("spot-faces-ten", "add", MOON, (124, 0)),
        ("pip", "add", HEARTS, (104, 0)),
        ("dutch", "add", "Jc Qs 7h 8h 9h Th Jh Qh Kh Ah", (15, 0)),
    ],
)
def test_moons(name, mode, cards, worth):
    moon = load_rules(name).moon
    assert (moon.mode, to_text(moon.cards), moon.worth) == (mode, cards, worth)
    assert (moon.sun, moon.alone) == (None, False)


@pytest.mark.parametrize("name", sorted(set(ALL) - {"complex-hearts-article"}))
def test_no_bonus_card_is_needed(name):
    assert load_rules(name).moon.bonus == 0


@pytest.mark.parametrize(
    "name",
    ["black-maria-3", "black-maria-3-high-spades", "black-maria", "papayoo", "papayoo-6"],
)
def test_where_there_is_no_moon(name):
    assert load_rules(name).moon.mode == "none"


def test_a_moon_without_the_two_of_hearts_is_worth_25():
    text = 'base = "hearts-6"\nremoved = ["2c", "2d", "2s", "2h"]\n'
    rules = parse_rules(text, where="x", name="x")
    assert (rules.moon.worth, rules.opening) == ((25, 0), Card("3c"))
    assert rules.moon.cards.bit_count() == 13


def test_the_article_by_its_letter():
    rules = load_rules("complex-hearts-article")
    assert rules.growing == mask("Qs")
    assert rules.values[Card("Qs")] == (13, 0)
    assert dict(rules.multipliers) == {Card("Tc"): (2, 0)}
    assert rules.moon.bonus == mask("Tc Jd")
    assert (rules.end.measure, rules.end.limit, rules.end.reaching) == ("points", 100, True)
    assert (rules.end.losers, rules.end.ties) == ("worst", "share")


def test_the_page_of_hmc():
    rules = load_rules("complex-hearts-hmc")
    assert {str(card): worth for card, worth in rules.values.items() if card.suit != "h"} == {
        "Qs": (13, 0),
        "Jd": (-10, 0),
    }
    assert {rules.values[card] for card in from_text(HEARTS)} == {(0, 1)}
    assert dict(rules.multipliers) == {Card("Tc"): (0, 1)}
    assert (rules.end.measure, rules.end.limit) == ("magnitude", 50)


def test_the_page_of_wikipedia_asks_for_more_than_100():
    end = load_rules("complex-hearts-wikipedia").end
    assert (end.measure, end.limit, end.reaching) == ("magnitude", 100, False)


def test_the_die_names_a_seven_but_that_of_hearts():
    for name in ("papayoo", "papayoo-3", "papayoo-5", "papayoo-6"):
        die = load_rules(name).die
        assert (to_text(die.cards), die.worth) == ("7c 7d 7s", (40, 0))
    assert {load_rules(name).die.cards for name in ALL if "papayoo" not in name} == {0}


def test_the_ten_that_doubles():
    rules = load_rules("neuralplay-ten-doubles")
    assert dict(rules.multipliers) == {Card("Tc"): (2, 0)}


def test_only_the_team_has_partners():
    assert [name for name in ALL if load_rules(name).partners] == ["neuralplay-team"]


# --- ends -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "limit", "hands", "ties", "cap"),
    [
        ("high-card-club", 100, 0, "play-on", 99),
        ("high-card-club-50", 50, 0, "play-on", 99),
        ("hearts", 100, 0, "play-on", 500),
        ("omnibus", 100, 0, "play-on", 500),
        ("black-maria-3", 100, 0, "play-on", 500),
        ("spot", 500, 0, "play-on", 500),
        ("papayoo", 0, 8, "play-on", 500),
        ("papayoo-3", 0, 6, "play-on", 500),
        ("papayoo-5", 0, 10, "play-on", 500),
        ("papayoo-6", 0, 12, "play-on", 500),
        ("neuralplay-standard", 100, 0, "share", 500),
        ("high-hearts", 100, 0, "share", 500),
        ("spot-neuralplay", 500, 0, "share", 500),
        ("spot-faces-ten", 500, 0, "share", 500),
        ("pip", 500, 0, "share", 500),
        ("black-maria", 100, 0, "share", 500),
        ("dutch", 100, 0, "share", 500),
    ],
)
def test_ends(name, limit, hands, ties, cap):
    end = load_rules(name).end
    assert (end.measure, end.losers, end.reaching) == ("points", "worst", True)
    assert (end.limit, end.hands, end.ties, end.max_hands) == (limit, hands, ties, cap)


def test_a_match_of_a_set_number_of_hands_at_the_club():
    text = 'base = "high-card-club"\n[end]\nlimit = 0\nhands = 10\n'
    rules = parse_rules(text, where="x", name="x")
    games = chsim.run(["random"] * 4, 5, rules=rules).games
    assert (games["hands"] >= 10).all()


# --- whole hands ------------------------------------------------------------------


def scored(name, piles, *, totals=(0, 0, 0, 0), choice=UNDECIDED, number=0, rolled=""):
    """Hand scores of piles by the engine: real parts, or (re, im) where one is not real."""
    rules = load_rules(name)
    record, state = rules.record(), layout.new_record(layout.STATE)
    set_values(record, number, np.uint64(mask(rolled)))
    state.hand_number = number
    for seat in range(rules.players):
        state.taken[seat] = np.uint64(mask(piles[seat]))
        state.total_re[seat] = totals[seat]
    state.shooter = score.find_shooter(state, record)
    state.choice = choice if state.shooter >= 0 else UNDECIDED
    score.score_hand(state, record)
    pairs = [(int(state.score_re[s]), int(state.score_im[s])) for s in range(rules.players)]
    return pairs if any(im for _, im in pairs) else [re for re, _ in pairs]


@pytest.mark.parametrize(
    ("name", "piles", "scores"),
    [
        ("spot", ["2h Th Ah", "", "", ""], [26, 0, 0, 0]),
        ("spot-neuralplay", [MOON, "", "", ""], [0, 129, 129, 129]),
        ("spot-faces-ten", [MOON, "", "", ""], [0, 124, 124, 124]),
        ("high-hearts", [MOON, "", "", ""], [0, 36, 36, 36]),
        ("hooligan", [MOON, "7c", "", ""], [26, 7, 0, 0]),
        ("hooligan", [f"7c {MOON}", "", "", ""], [0, 33, 33, 33]),
        ("pip", [HEARTS, "Qs", "", ""], [0, 104, 104, 104]),
        ("neuralplay-no-queen", [HEARTS, "Qs", "", ""], [0, 13, 13, 13]),
        ("dutch", ["Jc Qs 7h 8h 9h Th Jh Qh Kh Ah", "", "", ""], [0, 15, 15, 15]),
        ("black-maria", [f"Ks As {MOON}", "", "", ""], [43, 0, 0, 0]),
        ("black-maria-3-high-spades", [f"Ks As {MOON}", "", ""], [43, 0, 0]),
        ("black-maria-3", [MOON, "", ""], [26, 0, 0]),
        ("omnibus-jack", [MOON, "", "Jd", ""], [0, 26, 16, 26]),
        ("omnibus-ten", [f"Td {MOON}", "", "Jd", ""], [-10, 26, 26, 26]),
        ("high-card-club", [MOON, "", "", ""], [0, 26, 26, 26]),
        ("high-card-club-jack", [MOON, "Jd", "", ""], [0, 16, 26, 26]),
        ("neuralplay-ten-doubles", ["Tc 2h 3h 4h", "", "", ""], [6, 0, 0, 0]),
        ("neuralplay-ten-doubles", [MOON, "", "Tc", ""], [0, 26, 26, 26]),
        ("neuralplay-ten-doubles", [f"Tc {MOON}", "", "", ""], [0, 52, 52, 52]),
        ("neuralplay-team", [HEARTS, "", "Qs", ""], [0, 26, 0, 26]),
        ("neuralplay-team", ["2h 3h", "4h", "Qs", ""], [15, 1, 15, 1]),
    ],
)
def test_hands(name, piles, scores):
    assert scored(name, piles) == scores


@pytest.mark.parametrize(
    ("piles", "choice", "scores"),
    [
        ([f"Jd {MOON}", "", "", ""], ADD, [-10, 26, 26, 26]),
        ([f"Jd {MOON}", "", "", ""], SUBTRACT, [-36, 0, 0, 0]),
        ([MOON, "", "Jd", ""], ADD, [0, 26, 16, 26]),
        ([MOON, "", "Jd", ""], SUBTRACT, [-26, 0, -10, 0]),
    ],
)
def test_a_moon_of_omnibus_and_the_jack(piles, choice, scores):
    assert scored("omnibus", piles, choice=choice) == scores


@pytest.mark.parametrize(
    ("totals", "scores"),
    [
        ((60, 80, 20, 30), [-26, 0, 0, 0]),
        ((10, 80, 20, 30), [0, 26, 26, 26]),
        ((30, 20, 20, 20), [0, 26, 26, 26]),
        ((46, 80, 20, 30), [0, 26, 26, 26]),  # equal in front is played on: our reading
    ],
)
def test_a_moon_that_is_added_unless_that_loses(totals, scores):
    assert scored("hearts-moon-add", [MOON, "", "", ""], totals=totals) == scores


def test_a_moon_that_is_always_subtracted():
    assert scored("hearts-moon-subtract", [MOON, "", "", ""]) == [-26, 0, 0, 0]


@pytest.mark.parametrize(("rolled", "points"), [("7c", [40, 14, 0, 0]), ("7d", [0, 54, 0, 0])])
def test_the_seven_that_the_die_names(rolled, points):
    piles = ["Qs 7c", "Ah 7d", "", ""]
    assert scored("papayoo", piles, rolled=rolled) == points


def test_the_queen_of_the_article_grows_and_the_ten_doubles():
    piles = ["Qs Tc", "2h", "Jd", ""]
    assert scored("complex-hearts-article", piles) == [26, 1, -10, 0]
    assert scored("complex-hearts-article", piles, number=2) == [78, 1, -10, 0]


def test_the_moon_of_the_article_needs_all_scoring_cards():
    piles = [f"Tc Jd {MOON}", "", "", ""]
    name = "complex-hearts-article"
    assert scored(name, piles, choice=SUBTRACT)[0] == (-46, -26)
    assert scored(name, piles, choice=ADD) == [(-20, 0), *[(26, 26)] * 3]
    assert scored(name, [f"Tc {MOON}", "Jd", "", ""]) == [52, -10, 0, 0]


def test_the_moon_of_hmc_hurts_each_receiver():
    piles = [MOON, "Tc", "Jd", ""]
    hurt = scored("complex-hearts-hmc", piles, totals=(0, -40, 0, 3))
    assert hurt == [(0, 0), (-13, -13), (-23, -13), (13, 13)]


def test_the_ten_of_hmc_turns():
    assert scored("complex-hearts-hmc", ["Tc 2h 3h Qs", "", "", ""])[0] == (-2, 13)


def test_the_moon_of_wikipedia_has_a_sign_for_each_receiver():
    choice = ADD | 1 << (layout.FLIP + 2)
    given = scored("complex-hearts-wikipedia", [MOON, "", "", ""], choice=choice)
    assert given == [(0, 0), (13, 13), (-13, -13), (13, 13)]
