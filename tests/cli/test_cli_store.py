"""``--store``, ``chsim resume`` and ``chsim results``: what does not fit is refused in one line."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import chsim as package
from tests.cli.stores import (
    COMPARE,
    FOUR,
    LEAGUE,
    RUN,
    assert_refused,
    digest_line,
    interrupted_at,
)

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("pyarrow"), reason="pyarrow")


def test_results_compile_nothing_and_name_no_speed(chsim, tmp_path, monkeypatch):
    folder = tmp_path / "store"
    played = chsim(*RUN, "--games", 50, "--store", folder)
    assert "games/s" in played.output
    for module in ("runner", "blocks", "laboratory"):
        interrupted_at(monkeypatch, importlib.import_module(f"chsim.{module}"), "prepare")
    shown = chsim("results", folder)
    assert shown.exit_code == 0
    assert "games/s" not in shown.output
    assert digest_line(shown) == digest_line(played)


def test_results_refuse_games_of_other_seats(chsim, tmp_path):
    folder = tmp_path / "store"
    chsim(*RUN, "--games", 5, "--store", folder)
    change_asked(folder, {"seats": "plain,plain,plain,plain"})
    assert_refused(chsim("results", folder), "cannot be shown: seats was")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ((*RUN, "--games", 9, "--seed", 2), "seed was 1, is 2"),
        ((*RUN, "--games", 9, "--rules", "hearts"), "rules"),
        ((*RUN, "--games", 9, "--no-rotate"), "rotate was true, is false"),
        (("run", "--games", 9, "--seats", "plain,random,random,random"), "seats was"),
        ((*RUN, "--games", 5), "has 9 games already, 5 asked for"),
        ((*COMPARE, "--games", 9), "command was run, is compare"),
        ((*RUN, "--games", 9, "--record", "games.jsonl"), "record: not with a store"),
    ],
)
def test_a_store_of_something_else_is_refused_and_stays(chsim, tmp_path, words, named, monkeypatch):
    folder = tmp_path / "store"
    monkeypatch.chdir(tmp_path)
    made = chsim(*RUN, "--games", 9, "--store", folder)
    assert_refused(chsim(*words, "--store", folder), named)
    again = chsim("resume", folder)
    assert again.exit_code == 0
    assert digest_line(again) == digest_line(made)


def test_a_league_whose_tables_would_come_in_another_order_is_refused(chsim, tmp_path, monkeypatch):
    chsim(*LEAGUE, "--games", 9, "--store", tmp_path / "store")
    monkeypatch.setattr("chsim.competing.shuffled", lambda tables, seed: tables[::-1])
    assert_refused(chsim("resume", tmp_path / "store"), "tables was ")


def test_a_bot_that_fails_and_is_mended_is_other_code(chsim, bots, tmp_path):
    folder, bot = tmp_path / "store", tmp_path / "bot.py"
    text = bots.read_text() + "\ncount = 0\nclass Late(First):\n    def choose_card(self, view):\n"
    text += "        global count\n        count += 1\n"
    text += "        if count > 60: raise ValueError('late')\n"
    text += "        return super().choose_card(view)\n"
    bot.write_text(text)
    words = ("run", "--seats", f"{bot}:Late,random,random,random", "--games", 40, "--jobs", 1)
    failed = chsim(*words, "--store", folder)
    assert failed.exit_code == 2
    assert "ValueError: late" in failed.stderr
    bot.write_text(text.replace("> 60", "> 10**9"))
    assert_refused(chsim("resume", folder, "--jobs", 1), "another strategy code: ")


def asked_of(folder):
    return json.loads((folder / "asked.json").read_text())


def change_asked(folder, changes):
    (folder / "asked.json").write_text(json.dumps(asked_of(folder) | changes))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A finished store."""
    from click.testing import CliRunner

    from chsim.cli.main import main

    folder = tmp_path_factory.mktemp("stores") / "store"
    words = [*RUN, "--games", "4", "--store", str(folder)]
    assert CliRunner().invoke(main, words).exit_code == 0
    return folder


@pytest.fixture
def store(small, tmp_path):
    """A copy of a finished store."""
    import shutil

    return Path(shutil.copytree(small, tmp_path / "store"))


@pytest.mark.parametrize(
    "change",
    [
        {"command": "walk"},
        {"command": {}},
        {"command": "resume", "folder": "x"},
        {"command": "results"},
        {"more": 1},
        {"games": "many"},
        {"games": -3},
        {"games": None},
        {"games": [1]},
        {"games": float("inf")},
        {"seed": "one"},
        {"seed": None},
        {"rules": 5},
        {"rules": None},
        {"rotate": "perhaps"},
        {"seats": {"a": 1}},
    ],
    ids=str,
)
@pytest.mark.parametrize("command", ["resume", "results"])
def test_odd_values_of_what_was_asked_for_are_one_line(chsim, store, command, change):
    change_asked(store, change)
    assert_refused(chsim(command, store))


OTHER_COMMANDS = [
    '{"command": "resume", "folder": "x", "out": null}',
    '{"command": "figures", "games": null, "out": "x"}',
]


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", "[" * 100_000, "\udcff", "{}", *OTHER_COMMANDS]
)
@pytest.mark.parametrize("command", ["resume", "results"])
def test_a_damaged_file_of_what_was_asked_for_is_one_line(chsim, store, command, text):
    (store / "asked.json").write_text(text, errors="surrogateescape")
    assert_refused(chsim(command, store), "store")


@pytest.mark.parametrize("command", ["resume", "results"])
def test_a_store_that_a_kill_left_without_what_was_asked_for(chsim, store, command):
    (store / "asked.json").unlink()
    assert chsim(command, store).exit_code == 0


@pytest.mark.parametrize("command", ["resume", "results"])
def test_what_is_no_store_is_one_line(chsim, tmp_path, command):
    (tmp_path / "file").write_text("")
    assert_refused(chsim(command, tmp_path), "is not a store")
    assert_refused(chsim(command, tmp_path / "none"), "no such folder")
    assert_refused(chsim(command, tmp_path / "file"), "is not a folder")
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    assert_refused(chsim(command, tmp_path / "ring"), "cannot be used: ")


@pytest.mark.parametrize("command", ["resume", "results"])
def test_a_store_made_from_python_says_so(chsim, tmp_path, command):
    package.run(FOUR, 4, store=tmp_path / "store")
    assert_refused(chsim(command, tmp_path / "store"), "was made from Python")


@pytest.mark.parametrize("name", ["pyarrow", "filelock"])
def test_a_missing_package_names_the_extra(chsim, tmp_path, name, monkeypatch):
    from chsim.store import folder

    find = importlib.util.find_spec
    monkeypatch.setattr(folder, "find_spec", lambda one: None if one == name else find(one))
    refused = chsim(*RUN, "--games", 4, "--store", tmp_path / "store")
    assert_refused(refused, "pip install pyarrow filelock")
