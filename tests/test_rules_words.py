"""Rules in words, as data and as TOML; and the page about the keys of a file."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import resources

import pytest

from chsim.cards import FULL_DECK, from_text, to_mask
from chsim.errors import RulesError
from chsim.rules import Die, Rules
from chsim.rules_file import load_rules, parse_rules, preset_names
from chsim.rules_keys import COMPLETED, TABLES, all_keys
from chsim.rules_toml import data_toml, rules_changes, rules_data, rules_toml
from chsim.rules_words import cards_text, rules_words
from tests.core.variants import VARIANTS

PAGE = (resources.files("chsim") / "presets" / "README.md").read_text("utf-8")
EVERY = [*map(load_rules, preset_names()), *VARIANTS]
#: Keys of a file that say nothing of play, or are said by another.
SILENT = {"base", "summary", "source", "readings", "deck"}


def parse(text: str) -> Rules:
    return parse_rules(text, where="x", name="x")


def words(text: str, key: str) -> str:
    return rules_words(parse(text))[key]


# --- the page ---------------------------------------------------------------------


def page_rows() -> dict[str, str]:
    """The example of each key that the page has."""
    rows = re.findall(r"(?m)^\| `([\w.]+)`(?: \*)? \|.*\| `([^`]*)` \|$", PAGE)
    assert len({key for key, _ in rows}) == len(rows)
    return dict(rows)


def test_the_page_has_every_key_and_no_other():
    assert set(page_rows()) == all_keys()


def test_the_page_marks_the_keys_that_a_whole_file_needs():
    marked = set(re.findall(r"(?m)^\| `([\w.]+)` \* \|", PAGE))
    assert {key for key in all_keys() if needed(key)} == marked


def needed(key: str) -> bool:
    """Whether a file without a base is refused when it does not have a key."""
    data = rules_data(load_rules("hearts"))
    table, _, inner = key.rpartition(".")
    (data[table] if table else data).pop(inner, None)
    try:
        parse(data_toml(data))
    except RulesError as error:
        return str(error) == f"x: {key}: missing"
    return False


#: What else an example needs: lines before its table, lines in it.
AROUND = {
    "removed": ("players = 3\n", ""),
    "lead_forced": ('lead_ban = ["h", "Qs"]\n', ""),
    "moon.alone": ("partners = true\n", ""),
    "end.trigger_off": ("", "trigger_every = 100\n"),
    "die.worth": ("", 'cards = ["7c"]\n'),
}


@pytest.mark.parametrize("key", sorted(all_keys()))
def test_the_example_of_a_key_is_read(key):
    table = key if key in TABLES else key.rpartition(".")[0]
    before, inside = AROUND.get(key, ("", ""))
    header = f"[{table}]\n" if table else ""
    base = "" if key == "base" else 'base = "hearts"\n'
    assert parse(f"{base}{before}{header}{inside}{page_rows()[key]}\n")


@pytest.mark.parametrize("block", re.findall(r"(?s)```toml\n(.*?)```", PAGE))
def test_a_file_that_the_page_shows_is_read(block):
    assert parse(block).turn == "right"


# --- cards ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("", "none"),
        ("Qs", "Q♠"),
        ("Tc Jd", "10♣ and J♦"),
        ("Qs 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "hearts and Q♠"),
        ("7c 7d 7s", "7♣, 7♦ and 7♠"),
    ],
)
def test_cards(cards, text):
    assert cards_text(to_mask(from_text(cards)), FULL_DECK) == text


def test_a_suit_is_whole_when_all_that_the_deck_has_of_it_are_meant():
    deck = FULL_DECK & ~to_mask(from_text("2h"))
    assert cards_text(deck >> 48 << 48, deck) == "hearts"
    assert cards_text(deck >> 48 << 48, FULL_DECK).startswith("3♥, 4♥")


# --- words ------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_every_field_of_any_rules_is_said_in_a_sentence(rules):
    said = rules_words(rules)
    assert set(said) <= all_keys() - SILENT
    assert all(text.strip() and text.endswith(".") for text in said.values())


def test_every_key_is_said_where_rules_use_it():
    text = (
        'base = "hearts"\npartners = true\n[moon]\nsun = [52, 0]\nbonus = ["Jd"]\nalone = true\n'
        '[die]\ncards = ["7c"]\nworth = [40, 0]\n[end]\ntrigger_every = 50\ntrigger_off = 50\n'
    )
    assert set(rules_words(parse(text))) == all_keys() - SILENT


H = 'base = "hearts"\n'


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        (H, "players", "4 players, each with 13 cards."),
        ('base = "hearts-6"', "removed", "Out of the 52: 2♣, 3♣, 2♦ and 3♦."),
        ('base = "high-card-club"', "turn", "The turn goes to the right, anticlockwise."),
        ('base = "dutch"', "passing", "There is no passing."),
        ('base = "black-maria"', "passing", "On every hand cards go to the right."),
        (
            'base = "hearts-6"',
            "passing",
            "Hand by hand cards go to the left, 2 seats to the left, across, 4 seats to the left, "
            "to the right, not at all; then from the start again.",
        ),
        ('base = "papayoo"', "opening", "The dealer leads first, any card that may be led."),
        (H, "opening", "Whoever holds 2♣ after the pass leads it first."),
        (
            H,
            "first_trick_ban",
            "May not be thrown on the first trick, unless nothing else is held: hearts and Q♠.",
        ),
        (H + 'pass_ban = ["Qs"]', "pass_ban", "unless there are too few others: Q♠."),
        (H + 'play_soon = ["Qs"]', "play_soon", "does not take the trick: Q♠."),
        (H + 'lead_beside = ["Qs"]', "lead_beside", "may lead any of both: Q♠."),
        (H + "finish_early = true", "finish_early", "once all cards that count have been taken."),
        ('base = "complex-hearts"', "values", "each heart 1, J♦ −10, Q♠ 13i; any other card 0."),
        ('base = "complex-hearts"', "multipliers", "10♣ × 2i."),
        ('base = "complex-hearts-article"', "growing", "the number of the hand: Q♠."),
        (H + 'unmultiplied = ["Qs"]', "unmultiplied", "Added after that, not multiplied: Q♠."),
        (H + "no_trick = [-5, 0]", "no_trick", "Who takes no trick scores −5."),
        ('base = "papayoo"', "die.cards", "7♣, 7♦ or 7♠."),
        ('base = "papayoo"', "die.worth", "That card counts 40 more."),
        ('base = "neuralplay-team"', "partners", "partners and score together"),
        ('base = "neuralplay-team"', "moon.mode", "everybody but the shooter and partner."),
        ('base = "complex-hearts"', "moon.worth", "13 + 13i; a multiplier"),
        (H, "moon.worth", "26."),
        (H, "moon.multiplied", "who receives it do not act on it."),
        (H + "[moon]\nmultiplied = true", "moon.multiplied", "receives it act on it too."),
        (H + "[moon]\nsun = [52, 0]", "moon.sun", "52 instead for taking every trick."),
        (H + '[moon]\nmode = "none"', "moon.mode", "There is no moon."),
        (H, "end.limit", "A total of 100 ends the game."),
        ('base = "complex-hearts-wikipedia"', "end.reaching", "It must be passed."),
        ('base = "papayoo"', "end.hands", "The game ends after 8 hands."),
        (H, "end.ties", "Equal in front: another hand is played."),
        ('base = "dutch"', "end.ties", "Equal in front: the win is shared."),
        (H + "[end]\ntrigger_every = 50\ntrigger_off = 50", "end.trigger_off", "takes 50 off"),
        ('base = "high-card-club"', "end.max_hands", "After 99 hands it stops"),
    ],
)
def test_what_is_said(text, key, said):
    assert said in words(text, key)


# --- TOML and data ----------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_a_written_file_loads_back_to_the_same_rules(rules):
    again = parse(rules_toml(rules))
    assert again.id == rules.id
    assert (again.summary, again.source) == (rules.summary, rules.source)
    assert dict(again.readings) == dict(rules.readings)


def test_odd_texts_are_written_so_that_they_are_read():
    odd = 'a "b" \\ c\n\x7f\x01 ♥ 😀'
    rules = replace(load_rules("hearts"), summary=odd, readings={"moon.mode": odd, "turn": odd})
    again = parse(rules_toml(rules))
    assert (again.summary, dict(again.readings)) == (odd, {"moon.mode": odd, "turn": odd})


def test_every_key_is_in_the_data():
    rules = replace(load_rules("hearts"), die=Die(to_mask(from_text("7c")), (1, 0)))
    rules = replace(rules, moon=replace(rules.moon, sun=(52, 0)))
    data = rules_data(rules)
    tables = {f"{key}.{inner}" for key in COMPLETED for inner in data[key]}
    assert (set(data) - set(COMPLETED)) | tables == all_keys() - {"base", "deck"}


def test_what_differs_by_key():
    assert rules_changes(load_rules("hearts"), load_rules("hearts-moon-add")) == {
        "moon.mode": ("choose", "add-unless-lost")
    }
    assert set(rules_changes(load_rules("hearts"), load_rules("hearts-3"))) == {
        "players",
        "removed",
        "passing",
    }


@pytest.mark.parametrize("one", EVERY, ids=lambda rules: rules.name)
def test_rules_differ_exactly_when_their_ids_do(one):
    for other in EVERY:
        assert (rules_changes(one, other) == {}) == (one.id == other.id)


# --- readings ---------------------------------------------------------------------


def test_readings_of_the_base_hold_on_but_for_keys_that_change():
    base = load_rules("hearts").readings
    changed = parse('base = "hearts"\npassing = ["left"]\n[end]\nties = "share"\n').readings
    assert set(base) - set(changed) == {"passing", "end.ties"}
    assert {key: changed[key] for key in changed} == {key: base[key] for key in changed}


def test_a_reading_of_ones_own_and_one_taken_away():
    text = 'base = "hearts"\n[readings]\nmoon.mode = "Mine."\n"end.ties" = ""\nturn = "Left."\n'
    readings = parse(text).readings
    assert (readings["moon.mode"], readings["turn"]) == ("Mine.", "Left.")
    assert "end.ties" not in readings


def test_readings_are_no_part_of_the_rules():
    rules = load_rules("hearts")
    assert replace(rules, readings={}) == rules


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ('moon.mod = "x"', "readings.moon.mod: unknown key; did you mean moon.mode?"),
        ('zz = "x"', "readings.zz: unknown key"),
        ('moon = "x"', "readings.moon: unknown key"),
        ("turn = 3", "readings.turn: expected text, not 3"),
        ("moon.mode.x = 3", "readings.moon.mode: expected text, not {'x': 3}"),
        ("values.h = 'x'", "readings.values: expected text, not {'h': 'x'}"),
        ("base = 'x'", "readings.base: unknown key"),
    ],
)
def test_a_wrong_reading_is_named(lines, named):
    with pytest.raises(RulesError, match=re.escape(f"x: {named}")):
        parse(f'base = "hearts"\n[readings]\n{lines}\n')
