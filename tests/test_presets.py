"""Facts of each preset, by hand: sources, decks, leads, passes, bans, readings."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

import chsim
from chsim.cards import Card, to_text
from chsim.rules import DEALER, LEFT_OF_DEALER
from chsim.rules_file import load_rules, parse_rules, preset_names
from tests.presets import ALL, CLUB, COMPLEX, FAMILY, HEARTS, MOON, NEURALPLAY, mask

SAME_PASSES = ["left", "right", "across", "hold"]


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
    rules = parse_rules(text, where="x", name="x")
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
