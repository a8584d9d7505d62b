"""Experiment files: what they say, and errors that name file and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from chsim.errors import ExperimentError
from chsim.experiment import PICTURES, Experiment, Table, load_experiment, rules_of, shipped
from chsim.rules_file import load_rules

HOME = Path(__file__).parents[1] / "experiments"

GOOD = """\
title = "Small"
games = 10

[[matchup]]
seats = ["random", "plain", "plain", "plain"]
"""
#: A table with rules of its own, which are to be closed.
OWN = GOOD + 'rules = { base = "hearts", '


@pytest.fixture
def load(tmp_path):
    def load(text):
        path = tmp_path / "small.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_experiment(path)

    return load


def test_what_is_left_out_has_its_default(load):
    seats = ("random", "plain", "plain", "plain")
    table = Table("random", seats, "random", rotate=True, group="")
    assert load(GOOD) == Experiment("small", "Small", "", "complex-hearts", 1, 10, (table,), ())


def test_everything_can_be_said(load):
    experiment = load(
        'title = "T"\nquestion = "Q?"\nrules = "complex-hearts"\nseed = 7\ngames = 3\n'
        'draw = ["paths", "moon"]\n'
        '[[matchup]]\nname = "N"\nseats = ["random", "plain:pass=4", "plain", "plain"]\n'
        'focus = "plain:pass=4"\nrotate = false\ngroup = "G"\n'
    )
    seats = ("random", "plain:pass=4", "plain", "plain")
    assert experiment.tables == (Table("N", seats, "plain:pass=4", rotate=False, group="G"),)
    assert (experiment.question, experiment.seed, experiment.games) == ("Q?", 7, 3)
    assert experiment.draw == ("paths", "moon")


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        (GOOD.replace("games", "game"), "game", "did you mean games?"),
        (GOOD + "focsu = 'plain'\n", "matchup[0].focsu", "did you mean focus?"),
        (GOOD.replace("games = 10\n", ""), "games", "missing"),
        (GOOD.replace('title = "Small"\n', ""), "title", "missing"),
        (GOOD.partition("[[")[0], "matchup", "missing"),
        (GOOD.partition("[[")[0] + "matchup = []", "matchup", "at least one"),
        (GOOD.replace("[[matchup]]", "[matchup]"), "matchup", "expected tables"),
        (GOOD + '[[matchup]]\nname = "x"\n', "matchup[1].seats", "missing"),
        (GOOD.replace("10", "-1"), "games", "1 or more, not -1"),
        (GOOD.replace("10", "0"), "games", "1 or more, not 0"),
        (GOOD.replace("10", "true"), "games", "not True"),
        (GOOD.replace("10", "1e3"), "games", "not 1000.0"),
        ("seed = -2\n" + GOOD, "seed", "0 or more, not -2"),
        ("title = 3\n" + GOOD.partition("\n")[2], "title", "expected text, not 3"),
        ("rules = 'complex-heart'\n" + GOOD, "rules", "did you mean complex-hearts?"),
        ("draw = 'paths'\n" + GOOD, "draw", "expected a list of texts"),
        ("draw = ['path']\n" + GOOD, "draw", "did you mean paths?"),
        (GOOD.replace("random", "rndom"), "matchup[0].seats", "did you mean random?"),
        (GOOD.replace("random", "plain:pas=1"), "matchup[0].seats", "did you mean pass?"),
        (GOOD.replace('"random", ', ""), "matchup[0].seats", "need 4 strategies, not 3"),
        (GOOD.replace('"random"', "1"), "matchup[0].seats", "expected a list of texts"),
        (GOOD + "focus = 'peacecat'\n", "matchup[0].focus", "not one of the seats"),
        (GOOD + "rotate = 1\n", "matchup[0].rotate", "expected true or false, not 1"),
        (GOOD + GOOD.partition("\n\n")[2], "matchup[1].name", "'random' is there already"),
        (GOOD.replace("Small", "Two\\nlines"), "title", "one line without control signs"),
        (GOOD.replace("Small", "s" * 121), "title", "longer than 120 signs"),
        (GOOD + "name = '" + "s" * 61 + "'\n", "matchup[0].name", "longer than 60 signs"),
        (GOOD + 'group = "\\u001b[31m"\n', "matchup[0].group", "one line without control signs"),
        ('"a\\u001b\\n" = 1\n' + GOOD, "a: unknown key", "known: title"),
        (GOOD + "focus = '" + "s" * 99 + "'\n", "matchup[0].focus", "…"),
        ("title = \n", "is not TOML", "line 1"),
        ("seed = " + "9" * 5_000, "is not TOML", "digits"),
        (GOOD + "rules = 'hart'\n", "matchup[0].rules: unknown rules", "hearts"),
        (GOOD + "rules = 'none.toml'\n", "matchup[0].rules: none.toml", "cannot be read"),
        (GOOD + "rules = 3\n", "matchup[0].rules", "expected a name, a file or a table, not 3"),
        (GOOD + "rules = ['hearts']\n", "matchup[0].rules", "a name, a file or a table"),
        (GOOD + "rules = {}\n", "matchup[0].rules.", "missing"),
        (GOOD + "rules = { base = 'heart' }\n", "matchup[0].rules.base", "name of a preset"),
        (GOOD + "rules = { bas = 'x' }\n", "matchup[0].rules.bas", "did you mean base?"),
        (GOOD + "[matchup.rules]\n'a\\u001b' = 1\n", "matchup[0].rules.", "unknown key"),
        (OWN + "passing = 'hold' }\n", "matchup[0].rules.passing", "a list of texts"),
        (OWN + "passing = [[['hold']]] }\n", "matchup[0].rules.passing", "a list of texts"),
        (OWN + "end = 3 }\n", "matchup[0].rules.end", "expected a table"),
        (OWN + "end = { limt = 3 } }\n", "matchup[0].rules.end.limt", "did you mean limit?"),
        (OWN + "unmultiplied = ['Jd'] }\n", "matchup[0].rules.unmultiplied", "not in values"),
        (GOOD + "rules = 'hearts-3'\n", "matchup[0].seats", "need 3 strategies, not 4"),
        (b"title = '\xff'", "is not UTF-8 text", ""),
        ("#" * 100_001, "larger than", "not an experiment"),
    ],
)
def test_an_error_is_one_line_that_names_file_and_key(load, tmp_path, text, key, reason):
    with pytest.raises(ExperimentError) as error:
        load(text)
    message = str(error.value)
    assert message.startswith(f"{tmp_path / 'small.toml'}: {key}")
    assert reason in message
    assert "\n" not in message


@pytest.mark.parametrize("name", ["missing.toml", "", "nul\0.toml"])
def test_a_file_that_cannot_be_read_is_an_error(tmp_path, name):
    with pytest.raises(ExperimentError, match="cannot be read"):
        load_experiment(tmp_path / name)


@pytest.mark.parametrize("name", [".", "..", ".hidden", "small.stopped"])
def test_a_name_that_is_no_folder_of_its_own_is_refused(tmp_path, name):
    path = tmp_path / f"{name}.toml"
    path.write_text(GOOD)
    with pytest.raises(ExperimentError, match="need a folder: rename the file"):
        load_experiment(path)


def test_a_name_too_long_for_the_files_of_its_results_is_refused(tmp_path):
    path = tmp_path / ("é" * 51 + ".toml")
    path.write_text(GOOD)
    with pytest.raises(ExperimentError, match="longer than 100 bytes"):
        load_experiment(path)


def test_a_name_in_any_writing_will_do(load):
    assert load(GOOD + "name = '漢字 😀 50\u00a0%'\n").tables[0].name == "漢字 😀 50\u00a0%"


@pytest.mark.parametrize("path", sorted(HOME.glob("*.toml")), ids=lambda path: path.stem)
def test_what_ships_loads(path):
    experiment = load_experiment(path)
    assert experiment.games == 20_000
    assert experiment.question
    assert experiment.draw


def test_every_picture_is_drawn_by_some_experiment():
    drawn = {name for path in HOME.glob("*.toml") for name in load_experiment(path).draw}
    assert drawn == set(PICTURES)


def test_a_clone_ships_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert shipped() == {path.stem: path for path in HOME.glob("*.toml")}


def test_experiments_of_the_current_folder_come_first(tmp_path, monkeypatch):
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "own.toml").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    assert list(shipped()) == ["own"]


def test_a_wheel_holds_every_experiment():
    project = (HOME.parent / "pyproject.toml").read_text()
    for path in HOME.glob("*.toml"):
        line = f'"experiments/{path.name}" = "chsim/experiments/{path.name}"'
        assert line in project


# --- rules of a table's own --------------------------------------------------


def test_a_table_without_rules_has_those_of_the_experiment(load):
    experiment = load("rules = 'hearts'\n" + GOOD)
    assert experiment.tables[0].rules is None
    assert rules_of(experiment, experiment.tables[0]).name == "hearts"


def test_a_table_names_a_preset(load):
    experiment = load(GOOD + "rules = 'omnibus'\n")
    assert rules_of(experiment, experiment.tables[0]) == load_rules("omnibus")


def test_a_table_names_a_file(load, tmp_path):
    (tmp_path / "mine.toml").write_text('base = "hearts"\nturn = "right"\n')
    rules = load(GOOD + f"rules = '{tmp_path / 'mine.toml'}'\n").tables[0].rules
    assert (rules.name, rules.turn) == ("mine", "right")


def test_a_table_says_its_rules_itself(load):
    text = "passing = ['hold'], end = { limit = 50, hands = 0 } }\n"
    rules = load(OWN + text).tables[0].rules
    assert (rules.passing, rules.end.limit, rules.end.ties) == ((0,), 50, "play-on")
    assert rules.name == "hearts with passing, end.limit, end.hands"


def test_a_table_of_the_file_is_as_good(load):
    rules = load(GOOD + "[matchup.rules]\nbase = 'hearts'\n[matchup.rules.end]\nlimit = 9\n")
    assert rules.tables[0].rules.end.limit == 9


def test_own_rules_may_be_for_other_numbers_of_players(load):
    seats = 'seats = ["random", "plain", "plain"]\nrules = "hearts-3"\n'
    assert len(load(GOOD + "[[matchup]]\nname = 'three'\n" + seats).tables) == 2


def test_the_readings_that_ship_differ_from_the_first_in_one_key():
    tables = load_experiment(HOME / "house_rules.toml").tables
    names = [table.rules.name for table in tables[1:6]]
    assert names == [
        f"complex-hearts with {key}"
        for key in ("end.reaching", "unmultiplied", "breakers", "moon.multiplied", "passing")
    ]
    assert [t.rules for t in tables[9:]] == [t.rules for t in tables[:9]]
