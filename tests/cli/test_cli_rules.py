"""``chsim rules``: list, show, check, diff; and every file that is refused."""

from __future__ import annotations

import json
import os

import pytest

from chsim.rules_file import load_rules, parse_rules, preset_names
from chsim.rules_keys import all_keys

MINE = 'base = "omnibus"\nturn = "right"\n[moon]\nmode = "add"\n'


@pytest.fixture
def mine(tmp_path):
    """A file of rules that is as it should be."""
    path = tmp_path / "mine.toml"
    path.write_text(MINE, "utf-8")
    return path


# --- list -------------------------------------------------------------------------


def test_the_list_as_json(chsim):
    listed = json.loads(chsim("rules", "list", "--json").stdout)
    assert [one["name"] for one in listed] == preset_names()
    assert all(list(one) == ["name", "source", "summary"] for one in listed)
    assert all(load_rules(one["name"]).source == one["source"] for one in listed)


def test_the_list_has_every_preset_once_under_its_source(chsim):
    heading, found = "", {}
    for line in chsim("rules", "list").stdout.splitlines():
        if line.startswith("  "):
            name, summary = line.strip().split("  ", 1)
            found[name] = (heading, summary.strip())
        elif line:
            heading = line
    wanted = {name: load_rules(name) for name in preset_names()}
    assert found == {name: (rules.source, rules.summary) for name, rules in wanted.items()}


def test_the_list_begins_with_the_default_and_what_else_is_complex(chsim):
    lines = chsim("rules", "list").stdout.splitlines()
    names = [line.split()[0] for line in lines if line.startswith("  ")]
    assert names[0] == "complex-hearts"
    assert all(name.startswith("complex-hearts") for name in names[:4])


def test_each_source_is_named_once(chsim):
    lines = chsim("rules", "list").stdout.splitlines()
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert len(headings) == len(set(headings))


def test_summaries_are_aligned(chsim):
    lines = [line for line in chsim("rules", "list").stdout.splitlines() if line.startswith("  ")]
    columns = {len(line) - len(line.strip().split("  ", 1)[1].strip()) for line in lines}
    assert len(columns) == 1


@pytest.mark.parametrize("args", [["list"], *(["show", name] for name in preset_names())], ids=str)
def test_what_is_printed_fits_a_terminal(chsim, args):
    assert max(map(len, chsim("rules", *args).stdout.splitlines())) <= 80


# --- show -------------------------------------------------------------------------


def test_rules_are_shown_in_words_with_their_readings(chsim):
    shown = chsim("rules", "show", "complex-hearts").stdout
    assert "each heart 1, J♦ −10, Q♠ 13i; any other card 0." in shown
    assert "Whoever holds 2♣ after the pass leads it first." in shown
    assert "Peace Cat Games" in shown
    words, readings = shown.split("Readings, where the source leaves it open:")
    assert "moon.worth" in words
    assert "moon.worth" in readings
    assert "Ours: no page has a cap." in readings


def test_the_file_of_a_user_is_shown(chsim, mine):
    shown = chsim("rules", "show", mine).stdout
    assert shown.startswith("mine ")
    assert "anticlockwise" in shown


def test_a_text_of_a_file_steers_no_terminal(chsim, tmp_path):
    path = tmp_path / "red.toml"
    path.write_text('base = "omnibus"\nsource = "\\u001b[31mred\\u0007"\n', "utf-8")
    shown = chsim("rules", "show", path).stdout
    assert "[31mred" in shown
    assert all(sign.isprintable() or sign == "\n" for sign in shown)


def test_without_readings_there_is_no_heading_of_them(chsim, tmp_path):
    path = tmp_path / "bare.toml"
    text = chsim("rules", "show", "hearts", "--toml").stdout
    path.write_text(text.partition("[readings]")[0], "utf-8")
    assert "Readings" not in chsim("rules", "show", path).stdout


def test_rules_as_json(chsim):
    shown = json.loads(chsim("rules", "show", "papayoo", "--json").stdout)
    assert list(shown) == [
        *("name", "id", "summary", "source", "readings", "rules", "words"),
    ]
    assert shown["id"] == load_rules("papayoo").id
    assert shown["rules"]["die"] == {"cards": ["7c", "7d", "7s"], "worth": [40, 0]}
    assert set(shown["words"]) < all_keys()
    assert "end.hands" in shown["readings"]


@pytest.mark.parametrize("name", preset_names())
def test_the_file_that_is_shown_loads_back(chsim, name):
    shown = chsim("rules", "show", name, "--toml").stdout
    assert "base" not in shown
    assert parse_rules(shown, where="x", name="x").id == load_rules(name).id


def test_json_and_toml_are_not_both(chsim):
    result = chsim("rules", "show", "hearts", "--json", "--toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: --json and --toml: only one of them.\n"


@pytest.mark.parametrize("args", [["show", "complex-hearts-article"], ["diff", "hearts", "spot"]])
def test_a_terminal_without_suits_is_told_letters(process, args):
    told = process("rules", *args, env={"PYTHONIOENCODING": "ascii"})
    assert (told.returncode, told.stderr) == (0, "")
    assert "Qs" in told.stdout
    assert "\\" not in told.stdout


# --- check ------------------------------------------------------------------------


def test_a_good_file_is_one_line_with_id_and_changes(chsim, mine):
    result = chsim("rules", "check", mine)
    assert (result.exit_code, result.stderr) == (0, "")
    same = parse_rules(MINE, where="x", name="x").id
    assert result.stdout == f"{mine}: ok, id {same}, omnibus but for turn, moon.mode\n"


def test_a_file_that_changes_nothing_is_said_to_be_the_same(chsim, tmp_path):
    path = tmp_path / "same.toml"
    path.write_text('base = "hearts"\nsummary = "ours"\n')
    assert chsim("rules", "check", path).stdout.endswith(", the same as hearts\n")


def test_rules_of_a_pipe_are_read_once(process):
    reader, writer = os.pipe()
    os.write(writer, MINE.encode())
    os.close(writer)
    with os.fdopen(reader) as stdin:
        run = process("rules", "check", "/dev/stdin", stdin=stdin)
    assert run.stdout.endswith("omnibus but for turn, moon.mode\n")


def test_a_file_without_base_is_said_to_have_none(chsim, tmp_path):
    path = tmp_path / "whole.toml"
    path.write_text(chsim("rules", "show", "dutch", "--toml").stdout, "utf-8")
    assert chsim("rules", "check", path).stdout.endswith(f"id {load_rules('dutch').id}, no base\n")


H = 'base = "hearts"\n'
DEEP = "[" * 3_000 + "]" * 3_000


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (H + 'players = "four"', "players: expected a whole number, not 'four'"),
        (H + "player = 4", "player: unknown key; did you mean players?"),
        (H + "[moon]\nmod = 'add'", "moon.mod: unknown key; did you mean mode?"),
        (H + 'breakers = ["Qs", "QS"]', "breakers: QS is named twice"),
        (H + 'breakers = ["h", "2h"]', "breakers: 2h is named twice"),
        (H + "[values]\nQs = [1, 0]\nqs = [2, 0]", "values.qs: Qs is named twice"),
        (H + "players = 3", "deck: 52 cards cannot be dealt evenly to 3 players"),
        (
            'base = "hearts-3"\n[moon]\ncards = ["2d"]',
            "moon.cards: 2d is not in the deck",
        ),
        (
            'base = "hearts-3"\n[moon]\nbonus = ["2d"]',
            "moon.bonus: 2d is not in the deck",
        ),
        (
            'base = "hearts-3"\npartners = true',
            "partners: 3 players cannot be partners across the table (players)",
        ),
        (H + "pass_count = 0", "pass_count: 0, and passing is not hold alone"),
        (H + "pass_count = 9", "pass_count: expected 0 to 5"),
        (H + "moon = [[[{}]]]", "moon: expected a table"),
        (H + "values = {h = {h = {h = 1}}}", "values.h: expected [real, imaginary], not "),
        (H + "passing = [[['left']]]", "passing: expected a list of texts, not [[['left']]]"),
        (H + f"summary = {DEEP}", "is not TOML: "),
        (H + "end.limit.x.y = 1", "end.limit: expected a whole number, not {'x': {'y': 1}}"),
        (H + "partners = 1", "partners: expected true or false, not 1"),
        (H + "finish_early = 'yes'", "finish_early: expected true or false, not 'yes'"),
        (H + "[moon]\nalone = 'no'", "moon.alone: expected true or false, not 'no'"),
        (H + "[end]\nreaching = 0", "end.reaching: expected true or false, not 0"),
        (H + "no_trick = 5", "no_trick: expected [real, imaginary], not 5"),
        (H + "[moon]\nsun = 'big'", "moon.sun: expected [real, imaginary], not 'big'"),
        (H + "[die]\ncards = '7c'", "die.cards: expected a list of texts, not '7c'"),
        (H + "[die]\nsides = 6", "die.sides: unknown key"),
        (H + "[end]\nties = 3", "end.ties: expected text, not 3"),
        (H + "[end]\nhands = 1.5", "end.hands: expected a whole number, not 1.5"),
        ("base = 'mine.toml'", "base: expected the name of a preset, not 'mine.toml'"),
        (H + "players = 4\nplayers = 4", "is not TOML: "),
    ],
)
def test_a_bad_file_is_one_line_with_file_and_key(chsim, tmp_path, text, named):
    path = tmp_path / "bad.toml"
    path.write_text(text, "utf-8")
    result = chsim("rules", "check", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {path}: {named}")
    assert result.stderr.count("\n") == 1


def test_an_empty_file_misses_its_first_key(chsim, tmp_path):
    path = tmp_path / "empty.toml"
    path.write_text("")
    assert chsim("rules", "check", path).stderr == f"Error: {path}: values: missing\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"#" * 50_000_000, "larger than 100000 bytes, not a rules file"),
        ('summary = "é"'.encode("latin-1"), "is not UTF-8 text"),
        (b"\xff\xfe" + 'base = "hearts"'.encode("utf-16-le"), "is not UTF-8 text"),
        (b"base = \x00", "is not TOML: "),
    ],
    ids=["50 MB", "latin-1", "utf-16", "nul"],
)
def test_a_file_that_is_no_text_of_rules_is_one_line(chsim, tmp_path, content, said):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    result = chsim("rules", "check", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {path}: {said}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [["show"], ["check"], ["diff", "hearts"]], ids=str)
def test_a_name_that_is_not_known_brings_the_nearest(chsim, command):
    result = chsim("rules", *command, "omnibuss")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: unknown rules 'omnibuss'; did you mean omnibus")
    assert result.stderr.count("\n") == 1


# --- diff -------------------------------------------------------------------------


def test_a_difference_is_a_table_of_what_is_not_equal(chsim):
    lines = chsim("rules", "diff", "hearts", "hearts-moon-add").stdout.splitlines()
    assert lines[0].split() == ["hearts", "hearts-moon-add"]
    assert [line.split()[0] for line in lines[1:] if line[0] != " "] == ["moon.mode"]


def test_a_difference_fits_a_terminal(chsim):
    lines = chsim("rules", "diff", "complex-hearts-wikipedia", "papayoo-6").stdout.splitlines()
    assert max(map(len, lines)) <= 80


def test_a_difference_as_json(chsim, mine):
    told = json.loads(chsim("rules", "diff", "omnibus", mine, "--json").stdout)
    assert told["a"] == {"name": "omnibus", "id": load_rules("omnibus").id}
    assert told["b"]["name"] == "mine"
    assert told["differences"] == [
        {"key": "turn", "a": "left", "b": "right"},
        {"key": "moon.mode", "a": "choose", "b": "add"},
    ]


def test_no_difference_is_one_line(chsim):
    told = chsim("rules", "diff", "hearts", "hearts").stdout
    assert told == f"hearts and hearts are the same rules, id {load_rules('hearts').id}\n"
    assert (
        json.loads(chsim("rules", "diff", "dutch", "dutch", "--json").stdout)["differences"] == []
    )
