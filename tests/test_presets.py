"""Facts of each preset, by hand: values, moons, decks, leads, passes, ends."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

import chsim
from chsim.cards import Card, from_text, to_mask, to_text
from chsim.rules import DEALER, LEFT_OF_DEALER, Rules
from chsim.rules_file import load_rules, preset_names

HEARTS = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
MOON = f"Qs {HEARTS}"
SAME_PASSES = ["left", "right", "across", "hold"]

COMPLEX = {f"complex-hearts{more}" for more in ("", "-article", "-hmc", "-wikipedia")}
CLUB = {"high-card-club", "high-card-club-50", "high-card-club-jack"}
FAMILY = {
    *("hearts", "hearts-3", "hearts-5", "hearts-6", "hearts-moon-subtract", "hearts-moon-add"),
    *("omnibus", "hearts-anytime", "black-maria-3", "black-maria-3-high-spades", "spot"),
    *("papayoo", "papayoo-3", "papayoo-5", "papayoo-6"),
}
NEURALPLAY = {
    *("neuralplay-standard", "neuralplay-no-queen", "neuralplay-ten-doubles", "neuralplay-team"),
    *("omnibus-jack", "omnibus-ten", "hooligan", "high-hearts", "spot-neuralplay"),
    *("spot-faces-ten", "pip", "black-maria", "dutch"),
}
ALL = sorted(COMPLEX | CLUB | FAMILY | NEURALPLAY)


def mask(text: str) -> int:
    return to_mask(from_text(text))


def points(rules: Rules, text: str) -> int:
    """Points of cards before multipliers and moons."""
    return sum(rules.values.get(card, (0, 0))[0] for card in from_text(text))


def everything(rules: Rules) -> int:
    return points(rules, to_text(rules.deck))


def at_first_trick(name: str) -> chsim.Game:
    game = chsim.Game(rules=load_rules(name), seed=3)
    while game.phase == "pass":
        game.pass_cards(game.view.hand[: game.view.pass_count])
    return game


# --- all of them ------------------------------------------------------------------


def test_these_are_the_presets():
    assert preset_names() == ALL


def test_no_two_presets_are_the_same_rules():
    assert len({load_rules(name).id for name in ALL}) == len(ALL)


@pytest.mark.parametrize("name", ALL)
def test_a_preset_has_a_source_a_summary_and_readings(name):
    rules = load_rules(name)
    assert rules.source
    assert rules.summary
    assert rules.readings


def test_no_two_presets_have_the_same_summary_and_source():
    assert len({(load_rules(name).source, load_rules(name).summary) for name in ALL}) == len(ALL)


@pytest.mark.parametrize(
    ("names", "publisher"),
    [
        (["complex-hearts"], "Peace Cat Games, Complex Hearts"),
        (["complex-hearts-article"], "Complex Hearts, an article"),
        (["complex-hearts-hmc"], "Harvey Mudd College"),
        (["complex-hearts-wikipedia"], "Wikipedia, Complex hearts"),
        (CLUB, "High Card Club, How to play Hearts"),
        (FAMILY, "Hearts, full rules"),
        (NEURALPLAY, "NeuralPlay, Hearts Help"),
    ],
)
def test_a_preset_cites_its_own_source(names, publisher):
    assert all(load_rules(name).source.startswith(publisher) for name in names)


@pytest.mark.parametrize("name", ALL)
def test_a_preset_is_played_to_its_end(name):
    seats = ["random"] * load_rules(name).players
    result = chsim.run(seats, 4, rules=name, seed=5)
    assert len(result.games) == 4
    assert not result.games["capped"].any()


@pytest.mark.parametrize("name", ALL)
def test_a_preset_says_only_what_its_base_does_not(name):
    folder = resources.files("chsim") / "presets"
    own = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
    if "base" not in own:
        return
    base = tomllib.loads((folder / f"{own['base']}.toml").read_text("utf-8"))
    assert [key for key in own if key in base and own[key] == base[key]] == []


# --- decks, leads, passes ---------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "removed", "tricks", "opening"),
    [
        ("complex-hearts", 4, "", 13, Card("2c")),
        ("high-card-club", 4, "", 13, Card("2c")),
        ("hearts", 4, "", 13, Card("2c")),
        ("hearts-3", 3, "2d", 17, Card("2c")),
        ("hearts-5", 5, "2c 2d", 10, Card("3c")),
        ("hearts-6", 6, "2c 3c 2d 3d", 8, Card("4c")),
        ("black-maria-3", 3, "2c", 17, LEFT_OF_DEALER),
        ("papayoo", 4, "", 13, DEALER),
        ("papayoo-3", 3, "2d", 17, DEALER),
        ("papayoo-5", 5, "2c 2d", 10, DEALER),
        ("papayoo-6", 6, "2c 3c 2d 3d", 8, DEALER),
        ("neuralplay-standard", 4, "", 13, Card("2c")),
        ("black-maria", 4, "", 13, LEFT_OF_DEALER),
    ],
)
def test_decks_and_first_leads(name, players, removed, tricks, opening):
    rules = load_rules(name)
    assert (rules.players, rules.tricks, rules.opening) == (players, tricks, opening)
    assert to_text(load_rules("hearts").deck & ~rules.deck) == removed


def test_three_players_without_the_two_of_clubs_begin_with_the_three():
    text = 'base = "hearts-3"\nremoved = ["2c"]\n'
    rules = chsim.rules_file.parse_rules(text, where="x", name="x")
    assert (rules.tricks, rules.opening) == (17, Card("3c"))


def test_dutch_hearts_has_32_cards():
    rules = load_rules("dutch")
    assert (rules.deck.bit_count(), rules.tricks, rules.players) == (32, 8, 4)
    assert not rules.deck & mask("2c 6c 2d 6d 2s 6s 2h 6h")
    assert rules.deck & mask("7c Ac 7h Ah") == mask("7c Ac 7h Ah")
    assert [rules.direction(hand) for hand in range(4)] == ["hold"] * 4


@pytest.mark.parametrize(
    ("name", "offsets"),
    [
        ("hearts", [1, 3, 2, 0, 1, 3, 2, 0]),
        ("complex-hearts", [1, 3, 2, 0, 1, 3, 2, 0]),
        ("neuralplay-standard", [1, 3, 2, 0, 1, 3, 2, 0]),
        ("hearts-3", [1, 2, 0, 1, 2, 0, 1, 2]),
        ("hearts-5", [1, 4, 0, 1, 4, 0, 1, 4]),
        ("hearts-6", [1, 2, 3, 4, 5, 0, 1, 2]),
        ("black-maria-3", [2] * 8),
        ("black-maria", [3] * 8),
        ("papayoo", [1] * 8),
        ("papayoo-3", [1] * 8),
        ("papayoo-5", [1] * 8),
        ("papayoo-6", [1] * 8),
    ],
)
def test_who_receives_the_pass_of_seat_0(name, offsets):
    rules = load_rules(name)
    seats = [rules.passing[hand % len(rules.passing)] % rules.players for hand in range(8)]
    assert seats == offsets


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("complex-hearts", 3),
        ("high-card-club", 3),
        ("hearts-6", 3),
        ("black-maria-3", 3),
        ("black-maria", 3),
        ("papayoo", 5),
        ("papayoo-3", 5),
        ("papayoo-5", 4),
        ("papayoo-6", 3),
    ],
)
def test_how_many_cards_are_passed(name, count):
    assert load_rules(name).pass_count == count


@pytest.mark.parametrize("name", sorted(CLUB))
def test_at_the_club_the_turn_goes_right_and_the_first_pass_left(name):
    rules = load_rules(name)
    record = rules.record()
    assert [rules.direction(hand) for hand in range(4)] == SAME_PASSES
    assert int(record.pass_offset[0]) == 1
    assert int(record.next_seat[0]) == 3


@pytest.mark.parametrize("name", sorted(COMPLEX | FAMILY | NEURALPLAY))
def test_elsewhere_the_turn_goes_left(name):
    assert load_rules(name).turn == "left"


@pytest.mark.parametrize("name", ["black-maria-3", "black-maria", "dutch"])
def test_left_of_the_dealer_leads_anything(name):
    game = at_first_trick(name)
    assert game.seat == 0
    assert game.legal == game.view.hand


@pytest.mark.parametrize(("name", "dealer"), [("papayoo", 3), ("papayoo-3", 2), ("papayoo-6", 5)])
def test_the_dealer_leads_anything(name, dealer):
    game = at_first_trick(name)
    assert game.seat == dealer
    assert game.legal == game.view.hand


@pytest.mark.parametrize(
    ("name", "card"), [("hearts", "2c"), ("hearts-5", "3c"), ("hearts-6", "4c")]
)
def test_the_lowest_club_is_led(name, card):
    assert at_first_trick(name).legal == (Card(card),)


# --- play -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "first", "lead", "breakers"),
    [
        ("complex-hearts", MOON, HEARTS, HEARTS),
        ("complex-hearts-article", MOON, HEARTS, MOON),
        ("complex-hearts-hmc", MOON, HEARTS, HEARTS),
        ("complex-hearts-wikipedia", MOON, HEARTS, MOON),
        ("high-card-club", MOON, HEARTS, HEARTS),
        ("hearts", MOON, HEARTS, HEARTS),
        ("omnibus", MOON, HEARTS, HEARTS),
        ("hearts-anytime", MOON, "", ""),
        ("black-maria-3", "", "", ""),
        ("papayoo", "", "", ""),
        ("neuralplay-standard", MOON, HEARTS, MOON),
        ("neuralplay-no-queen", HEARTS, HEARTS, MOON),
        ("omnibus-jack", MOON, HEARTS, MOON),
        ("hooligan", f"7c {MOON}", HEARTS, MOON),
        ("pip", HEARTS, HEARTS, MOON),
        ("black-maria", "", "", ""),
        ("dutch", "", "", ""),
    ],
)
def test_what_is_banned_and_what_breaks(name, first, lead, breakers):
    rules = load_rules(name)
    assert to_text(rules.first_trick_ban) == first
    assert to_text(rules.lead_ban) == lead
    assert to_text(rules.breakers) == breakers


def test_only_one_preset_keeps_the_ten_for_later():
    kept = {name: to_text(load_rules(name).first_trick_keep) for name in ALL}
    assert {name: cards for name, cards in kept.items() if cards} == {
        "complex-hearts-wikipedia": "Tc"
    }


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
    rules = chsim.rules_file.parse_rules(text, where="x", name="x")
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
    rules = chsim.rules_file.parse_rules(text, where="x", name="x")
    games = chsim.run(["random"] * 4, 5, rules=rules).games
    assert (games["hands"] >= 10).all()


# --- readings that cases ask for --------------------------------------------------


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [
        ("hearts-moon-add", "moon.mode", "Equal in front is played on"),
        ("neuralplay-standard", "end.ties", "share the win"),
        ("spot-neuralplay", "end.ties", "share the win"),
        ("pip", "moon.cards", "not needed"),
        ("neuralplay-no-queen", "moon.cards", "not needed"),
        ("hearts", "moon.worth", "25 where a heart is removed"),
        ("neuralplay-ten-doubles", "multipliers", "of a receiver does not"),
        ("hearts-3", "removed", "2♦"),
        ("high-card-club", "end.max_hands", "neither loser nor winner"),
    ],
)
def test_what_the_source_leaves_open_is_said_beside_the_rule(name, key, words):
    assert words in load_rules(name).readings[key]
