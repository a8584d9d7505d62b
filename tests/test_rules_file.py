"""Rules in TOML: presets, files built on them, and every way to get one wrong."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.cards import Card, from_text, to_mask
from chsim.errors import RulesError
from chsim.rules import Moon, Rules
from chsim.rules_file import load_rules, parse_rules, preset_names, rules_from
from chsim.toml_file import MAX_BYTES

BASE = 'base = "complex-hearts"\n'
PRESET = (resources.files("chsim") / "presets" / "complex-hearts.toml").read_text("utf-8")


def parse(text: str) -> Rules:
    return parse_rules(text, where="mine.toml", name="mine")


def error(text: str) -> str:
    with pytest.raises(RulesError) as caught:
        parse(text)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("mine.toml: ")
    assert message.count("mine.toml") == 1
    return message.removeprefix("mine.toml: ")


# --- presets ----------------------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_loads(name: str) -> None:
    rules = load_rules(name)
    assert rules.name == name
    assert rules.summary
    assert rules.source
    assert rules.record().players == rules.players


def test_complex_hearts_is_a_preset() -> None:
    assert "complex-hearts" in preset_names()


def test_rules_are_given_back_as_they_are(rules: Rules) -> None:
    assert load_rules(rules) is rules


# --- files ------------------------------------------------------------------------


def test_a_file_by_path(tmp_path: Path) -> None:
    path = tmp_path / "half.toml"
    path.write_text(BASE + "[end]\nlimit = 50\n", "utf-8")
    for source in (path, str(path)):
        rules = load_rules(source)
        assert (rules.name, rules.end.limit) == ("half", 50)


def test_a_file_that_says_nothing_new_is_its_base(rules: Rules) -> None:
    assert parse(BASE) == rules


def test_a_whole_file_needs_no_base(rules: Rules) -> None:
    assert parse(PRESET) == rules


def test_tables_of_moon_and_end_are_completed_from_the_base(rules: Rules) -> None:
    changed = parse(BASE + '[moon]\nmode = "add"\n[end]\nlimit = 50\n')
    assert changed.moon == Moon(rules.moon.cards, (13, 13), "add")
    assert (changed.end.measure, changed.end.limit) == ("magnitude", 50)
    assert changed.end.max_hands == rules.end.max_hands


def test_values_replace_those_of_the_base() -> None:
    """A file that lists values lists all of them: nothing is left over unseen."""
    changed = parse(BASE + "[values]\nQs = [5, 0]\n[multipliers]\n")
    assert dict(changed.values) == {Card("Qs"): (5, 0)}
    assert dict(changed.multipliers) == {}


def test_a_card_overrides_its_suit_wherever_it_stands() -> None:
    for lines in ("h = [1, 0]\nQh = [7, 0]\n", "Qh = [7, 0]\nh = [1, 0]\n"):
        changed = parse(BASE + "[values]\n" + lines)
        assert changed.values[Card("Qh")] == (7, 0)
        assert changed.values[Card("Kh")] == (1, 0)
        assert len(changed.values) == 13


def test_cards_are_read_in_every_spelling() -> None:
    changed = parse(BASE + 'first_trick_ban = ["QS", "10c", "A♥"]\n')
    assert changed.first_trick_ban == to_mask(from_text("Qs Tc Ah"))


def test_removed_cards_are_out_of_every_suit() -> None:
    changed = parse(
        BASE + 'players = 6\nremoved = ["2c", "2d", "2s", "2h"]\nopening = "3c"\n'
        'passing = ["left", "left2", "across", "left4", "right", "hold"]\n'
    )
    assert changed.tricks == 8
    assert changed.passing == (1, 2, 3, 4, -1, 0)
    assert Card("2h") not in changed.values
    assert changed.moon.cards.bit_count() == 13
    assert changed.lead_ban.bit_count() == 12


@pytest.mark.parametrize(
    ("players", "removed", "opening", "tricks"),
    [
        (3, ["2d"], "2c", 17),
        (3, ["2c"], "3c", 17),
        (5, ["2c", "2d"], "3c", 10),
        (6, ["2c", "3c", "2d", "3d"], "4c", 8),
    ],
)
def test_other_numbers_of_players(
    players: int, removed: list[str], opening: str, tricks: int
) -> None:
    text = f'players = {players}\nremoved = {removed}\nopening = "{opening}"\n'
    rules = parse(BASE + text + 'passing = ["left", "right", "hold"]\n')
    assert (rules.players, rules.tricks) == (players, tricks)
    assert rules.deck.bit_count() == players * tricks


def test_across_is_by_the_number_of_players() -> None:
    text = 'removed = ["2c", "2d", "3c", "3d"]\nopening = "4c"\npassing = ["across"]\n'
    assert parse(BASE + "players = 6\n" + text).direction(0) == "across"


def test_turns_and_passes_have_a_direction_each(rules: Rules) -> None:
    changed = parse(BASE + 'turn = "right"\n')
    assert changed.passing == rules.passing
    assert changed.record().next_seat[:4].tolist() == [3, 0, 1, 2]


def test_left_of_the_dealer_may_open() -> None:
    assert parse(BASE + 'opening = "left-of-dealer"\n').opening == "left-of-dealer"


# --- errors -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players = ", r"is not TOML: "),
        ("players = 4\nplayers = 4", r"is not TOML: "),
        ("a = " + "[" * 5_000, r"is not TOML: "),
        ('base = "complex-heart"', r"base: .*'complex-heart'"),
        ("base = 3", r"base: .*3"),
        ("", r"\w+: missing"),
        (BASE + "player = 4", r"player: unknown key; did you mean players\?"),
        (BASE + "zzz = 4", r"zzz: unknown key"),
        (BASE + "[moon]\nworths = [1, 1]", r"moon\.worths: unknown key; did you mean worth\?"),
        (BASE + "[end]\nmax = 3", r"end\.max: unknown key"),
        (BASE + "moon = 3", r"moon: expected a table"),
        (BASE + "values = [1]", r"values: expected a table"),
        (BASE + 'players = "4"', r"players: expected a whole number, not '4'"),
        (BASE + "players = 4.0", r"players: expected a whole number, not 4\.0"),
        (BASE + "players = true", r"players: expected a whole number, not True"),
        (BASE + "players = 3", r"deck: 52 cards cannot be dealt evenly to 3 players"),
        (BASE + "players = 99", r"players: expected 3 to 6"),
        (BASE + "turn = 1", r"turn: expected text, not 1"),
        (BASE + 'turn = "up"', r"turn: expected left or right"),
        (BASE + 'passing = "left"', r"passing: expected a list of texts, not 'left'"),
        (BASE + "passing = [1]", r"passing: expected a list of texts"),
        (BASE + "passing = []", r"passing: expected 1 to 16 directions"),
        (BASE + 'passing = ["lefty"]', r"passing: 'lefty' is not left"),
        (BASE + 'passing = ["left-1"]', r"passing: 'left-1' is not left"),
        (BASE + "pass_count = 6", r"pass_count: expected 0 to 5"),
        (BASE + 'opening = "1c"', r"opening: '1c' is not a card"),
        (BASE + 'opening = ""', r"opening: '' is not a card"),
        (BASE + 'lead_ban = ["x"]', r"lead_ban: 'x' is not a card"),
        (BASE + 'lead_ban = [""]', r"lead_ban: '' is not a card"),
        (BASE + 'lead_ban = ["cd"]', r"lead_ban: 'cd' is not a card"),
        (BASE + "[values]\ncd = [1, 0]", r"values\.cd: 'cd' is not a card"),
        (BASE + "[values]\n'' = [1, 0]", r"values\.: '' is not a card"),
        (BASE + 'lead_ban = ["h", "Qh"]', r"lead_ban: Qh is named twice"),
        (BASE + 'removed = ["2c", "2c"]', r"removed: 2c is named twice"),
        (BASE + 'removed = ["2c", "3c", "4c", "5c"]', r"opening: 2c is not in the deck"),
        (BASE + 'removed = ["Jd", "3c", "4c", "5c"]', r"values: Jd is not in the deck"),
        (BASE + "[values]\nQs = 13", r"values\.Qs: expected \[real, imaginary\], not 13"),
        (BASE + "[values]\nQs = [13]", r"values\.Qs: expected \[real, imaginary\]"),
        (BASE + "[values]\nQs = [1, 2, 3]", r"values\.Qs: expected \[real, imaginary\]"),
        (BASE + "[values]\nQs = [0, 13.0]", r"values\.Qs: expected a whole number, not 13\.0"),
        (BASE + "[values]\nQs = [0, 1001]", r"values\.Qs: parts of more than 1000"),
        ('base = "hearts"\n[values]\nQs = [1001, 0]', r"values\.Qs: parts of more than 1000"),
        (BASE + "[values]\nQx = [0, 13]", r"values\.Qx: 'Qx' is not a card"),
        (BASE + "[values]\nTc = [1, 0]\n10c = [2, 0]", r"values\.10c: Tc is named twice"),
        (BASE + '[moon]\nmode = "both"', r"moon\.mode: expected none, choose, subtract, add"),
        (BASE + "[moon]\ncards = []", r"moon\.cards: no card is named"),
        (BASE + "[end]\nlimit = 0", r"end\.limit: 0, and end\.hands too"),
        (BASE + "[end]\nlimit = 99999999999999999999999", r"end\.limit: expected 0 to 1000000"),
        (BASE + '[end]\nmeasure = "real"', r"end\.measure: expected magnitude or points"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    assert re.match(message, error(text))


@pytest.mark.parametrize("key", ["players", "turn", "passing", "pass_count", "opening", "breakers"])
def test_a_missing_key_is_named(key: str) -> None:
    text = re.sub(rf"(?m)^{key} = .*\n", "", PRESET)
    assert error(text) == f"{key}: missing"


@pytest.mark.parametrize("key", ["moon.cards", "moon.mode", "end.limit", "end.measure"])
def test_a_missing_key_of_a_table_is_named(key: str) -> None:
    text = re.sub(rf"(?m)^{key.partition('.')[2]} = .*\n", "", PRESET)
    assert error(text) == f"{key}: missing"


def test_an_unknown_name_brings_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"'complexhearts'; did you mean complex-hearts\?"):
        load_rules("complexhearts")
    with pytest.raises(RulesError, match=r"unknown rules 'zzz' \(known: .*complex-hearts"):
        load_rules("zzz")


@pytest.mark.parametrize("name", ["no.toml", "a/b", "a\\b", "../complex-hearts", "no\0.toml"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(RulesError, match="cannot be read") as caught:
        load_rules(str(tmp_path) + "/" + name)
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "dir.toml").mkdir()
    with pytest.raises(RulesError, match=r"dir\.toml: cannot be read"):
        load_rules(tmp_path / "dir.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match=r"bytes\.toml: is not UTF-8"):
        load_rules(path)


def test_a_file_that_is_far_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(RulesError, match=r"large\.toml: larger than"):
        load_rules(path)


def test_an_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(BASE + "players = 9\n", "utf-8")
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    assert str(caught.value) == f"{path}: players: expected 3 to 6"


def refusal(text: str) -> str:
    """What a text is refused for; anything but a `RulesError` escapes."""
    try:
        parse(text).record()
    except RulesError as problem:
        return str(problem)
    return ""


@given(st.text(max_size=60))
def test_no_text_is_more_than_a_rules_error(text: str) -> None:
    assert "\n" not in refusal(BASE + text)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
things = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3), max_leaves=5)
KEYS = [
    "players",
    "turn",
    "passing",
    "pass_count",
    "opening",
    "deck",
    "removed",
    "lead_ban",
    "summary",
    "source",
    "values.Qs",
    "moon.cards",
    "moon.worth",
    "moon.mode",
    "end.limit",
    "end.max_hands",
    "end.measure",
    "base",
]


def _toml(thing: object) -> str:
    if isinstance(thing, list):
        return "[" + ", ".join(map(_toml, thing)) + "]"
    if isinstance(thing, bool):
        return str(thing).lower()
    if isinstance(thing, int | float):
        return str(thing)
    return "'" + re.sub(r"[^\w ]", "", str(thing)) + "'"


@given(st.sampled_from(KEYS), things)
def test_no_value_is_more_than_a_rules_error(key: str, thing: object) -> None:
    base = "" if key == "base" else BASE
    assert "\n" not in refusal(f"{base}{key} = {_toml(thing)}\n")


def test_a_number_too_long_to_read_is_named() -> None:
    assert "is not TOML" in error("limit = " + "9" * 5_000)


def test_a_long_value_is_cut() -> None:
    message = error(BASE + "players = '" + "4" * 5_000 + "'")
    assert "players: expected a whole number, not '444" in message
    assert len(message) < 200


def test_a_byte_order_mark_is_no_text(tmp_path: Path, rules: Rules) -> None:
    path = tmp_path / "marked.toml"
    path.write_text(BASE, "utf-8-sig")
    assert load_rules(path) == rules


# --- rules as plain data ----------------------------------------------------------


def test_plain_data_is_read_as_a_file_is_and_left_as_it_is():
    data = {"base": "hearts", "passing": ["hold"], "readings": {"moon.mode": "Mine."}}
    before = dict(data)
    rules = rules_from(data)
    assert (rules.passing, rules.readings["moon.mode"]) == ((0,), "Mine.")
    assert data == before


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"base": "hearts"}, "hearts"),
        ({"base": "hearts", "summary": "x", "readings": {}}, "hearts"),
        ({"base": "hearts", "turn": "right", "values": {"h": [2, 0]}}, "hearts with turn, values"),
        (
            {
                "base": "hearts",
                "end": {"limit": 9, "ties": "share"},
                "turn": "right",
                "no_trick": [1, 0],
            },
            "hearts with end.limit, end.ties, turn, 1 more",
        ),
    ],
)
def test_rules_of_plain_data_are_named_by_what_they_change(data, name):
    assert rules_from(data).name == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r'"a\u001b\n" = 1', "x: a: unknown key"),
        ('base = "hearts"\n[end]\n' + r'"li\nmit" = 3', "x: end.li mit: unknown key"),
        ('base = "hearts"\n[values]\n' + r'"x\ny" = [1, 0]', "x: values.x y: "),
    ],
)
def test_a_key_of_several_lines_is_named_in_one(text, said):
    with pytest.raises(RulesError) as caught:
        parse_rules(text, where="x", name="x")
    assert str(caught.value).startswith(said)
    assert str(caught.value).isprintable()
