"""``chsim experiment`` and ``chsim figures``."""

from __future__ import annotations

import json
import os
import signal
import sys

import pytest

from chsim.core.jit import PLAIN_PYTHON
from tests.golden_experiments import NAMES

pytestmark = pytest.mark.skipif(PLAIN_PYTHON, reason="takes minutes without the compiler")

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

SMALL = """\
title = "Small"
games = 20

[[matchup]]
name = "one"
seats = ["random", "peacecat", "peacecat", "peacecat"]

[[matchup]]
name = "two"
seats = ["plain", "plain", "plain", "plain"]
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SMALL)
    return tmp_path


def test_shows_the_figures_and_writes_them(chsim, here):
    done = chsim("experiment", "small.toml")
    assert done.exit_code == 0
    assert done.stdout.startswith("Small\n20 games a table, seed 1\n\ntable  figure")
    assert done.stdout.endswith("\nWritten to results/small\n")
    assert {path.name for path in (here / "results/small").iterdir()} == {
        "table.csv",
        "table.md",
        "manifest.json",
    }


def test_games_seed_and_folder_can_be_chosen(chsim, here):
    chsim("experiment", "small.toml", "--games", 6, "--seed", 8, "--out", "a/b", "--jobs", 1)
    data = json.loads((here / "a/b/small/manifest.json").read_text())
    assert (data["games"], data["seed"]) == (6, 8)
    assert data["command"] == "chsim experiment small.toml --games 6 --seed 8"


def test_json_and_nothing_else(chsim):
    data = json.loads(chsim("experiment", "small.toml", "--json").stdout)
    assert [row["table"] for row in data["table"]] == ["one", "two"]
    assert data["folder"] == "results/small"
    assert len(data["matchups"][0]["digest"]) == 64


def test_an_experiment_that_ships_goes_by_its_name(chsim):
    data = json.loads(chsim("experiment", "how_strong", "--games", 0, "--json").stdout)
    assert data["title"] == "How strong is that"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("games", "gmes", "small.toml: gmes: unknown key 'gmes'; did you mean games?"),
        ("games = 20\n", "", "small.toml: games: missing"),
        ("20", "-20", "small.toml: games: expected a whole number of 1 or more, not -20"),
        ("random", "rando", "small.toml: matchup[0].seats: unknown strategy 'rando'"),
    ],
)
def test_a_wrong_file_is_one_line(chsim, here, before, after, message):
    (here / "small.toml").write_text(SMALL.replace(before, after))
    done = chsim("experiment", "small.toml")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {message}")
    assert done.stderr.count("\n") == 1


def test_an_unknown_name_gets_the_nearest_experiment(chsim):
    done = chsim("experiment", "moo")
    assert "unknown experiment 'moo'; did you mean moon?" in done.stderr


def test_a_missing_file_is_one_line(chsim):
    done = chsim("experiment", "absent.toml")
    assert done.exit_code == 2
    assert done.stderr == "Error: absent.toml: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("out", ["small.toml", "small.toml/deeper"])
def test_a_folder_that_cannot_be_is_seen_before_the_games(chsim, out):
    done = chsim("experiment", "small.toml", "--games", 10**9, "--out", out)
    assert done.exit_code == 2
    assert "'small.toml' is a file" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("out", "reason"),
    [("n" * 300, "File name too long"), ("a\0b", "null byte"), ("nowhere", "is a file")],
)
def test_a_folder_of_an_impossible_name_is_one_line(chsim, here, out, reason):
    (here / "nowhere").symlink_to("absent")
    done = chsim("experiment", "small.toml", "--games", 10**9, "--out", out)
    assert done.exit_code == 2
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [("experiment", "small.toml"), ("figures",)])
def test_a_file_in_the_place_of_the_results_is_seen_before_the_games(chsim, here, command):
    (here / "experiments").mkdir()
    (here / "experiments" / "small.toml").write_text(SMALL)
    (here / "results").mkdir()
    (here / "results" / "small").write_text("")
    done = chsim(*command, "--games", 10**9)
    assert done.exit_code == 2
    assert done.stderr == "Error: results/small: cannot be written: is not a folder\n"


def test_a_mistyped_experiment_is_told_what_it_could_be(chsim):
    done = chsim("experiment", "how_stong")
    assert done.exit_code == 2
    assert "unknown experiment 'how_stong'; did you mean how_strong?" in done.stderr


def test_names_are_drawn_as_they_are_written(chsim, here):
    named = SMALL.replace('"one"', r"'$\frac{1}{2$ 漢字'")
    (here / "small.toml").write_text('draw = ["ablation"]\n' + named, encoding="utf-8")
    done = chsim("experiment", "small.toml", "--games", 2, "--jobs", 1)
    assert (done.exit_code, done.stderr) == (0, "")


def test_scales_of_few_games_are_numbers_not_formulas(chsim, here):
    (here / "small.toml").write_text('draw = ["endings"]\n' + SMALL)
    chsim("experiment", "small.toml", "--jobs", 1)
    page = (here / "results/small/endings.svg").read_text("utf-8")
    assert "<!-- 2 -->" in page
    assert "mathdefault" not in page


@pytest.fixture
def stopped_at(monkeypatch):
    """Ctrl-C when a table of some name begins."""
    from chsim import laboratory

    observe = laboratory._observe
    wanted = []

    def interrupted(table, *rest):
        if table.name in wanted:
            os.kill(os.getpid(), signal.SIGINT)
        return observe(table, *rest)

    monkeypatch.setattr(laboratory, "_observe", interrupted)
    return wanted.append


@posix
def test_ctrl_c_shows_and_writes_finished_tables(chsim, here, stopped_at):
    chsim("experiment", "small.toml")
    whole = (here / "results/small/table.csv").read_bytes()
    stopped_at("two")
    done = chsim("experiment", "small.toml")
    assert done.exit_code == 130
    first = "INCOMPLETE: 1 of 2 tables; not the whole experiment\n\nSmall\n20 games a table"
    assert done.stdout.startswith(first)
    assert "two" not in done.stdout
    assert done.stderr == (
        "Interrupted: 1 of 2 tables finished, written to results/small.stopped.\n"
    )
    assert (here / "results/small/table.csv").read_bytes() == whole
    assert whole.startswith((here / "results/small.stopped/table.csv").read_bytes())


@posix
def test_ctrl_c_before_any_table_is_finished_writes_nothing(chsim, here, stopped_at):
    stopped_at("one")
    done = chsim("experiment", "small.toml")
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr == "Interrupted: 0 of 2 tables finished, nothing was written.\n"
    assert not (here / "results").exists()


@posix
def test_ctrl_c_with_a_store_says_that_the_games_are_kept(chsim, stopped_at):
    pytest.importorskip("pyarrow")
    stopped_at("one")
    done = chsim("experiment", "small.toml", "--store", "kept")
    kept, carry_on = done.stderr.splitlines()
    assert kept == "Interrupted: 0 of 2 tables finished, all games are kept."
    assert carry_on == "Carry on with: chsim resume kept"


@posix
def test_ctrl_c_while_results_are_written_shows_them(chsim, here, monkeypatch):
    from chsim import reports

    page = reports.as_markdown
    monkeypatch.setattr(
        reports, "as_markdown", lambda *args: os.kill(os.getpid(), signal.SIGINT) or page(*args)
    )
    done = chsim("experiment", "small.toml")
    assert done.exit_code == 130
    assert done.stdout.startswith("Small\n20 games a table")
    assert done.stdout.endswith("Written to results/small\n")
    assert done.stderr == "Interrupted.\n"


@posix
def test_ctrl_c_leaves_json_that_says_what_is_missing(chsim, stopped_at):
    stopped_at("two")
    data = json.loads(chsim("experiment", "small.toml", "--json").stdout)
    assert data["stopped"] == {"missing": [{"group": "", "name": "two"}]}
    assert [row["table"] for row in data["table"]] == ["one"]
    assert data["folder"] == "results/small.stopped"


@posix
def test_ctrl_c_during_figures_keeps_the_finished_experiments_too(chsim, here, stopped_at):
    (here / "experiments").mkdir()
    (here / "experiments" / "first.toml").write_text(SMALL.replace("two", "other"))
    (here / "experiments" / "second.toml").write_text(SMALL)
    stopped_at("two")
    done = chsim("figures", "--games", 4, "--jobs", 1)
    assert done.exit_code == 130
    assert {path.name for path in (here / "results").iterdir()} == {"first", "second.stopped"}


BROKEN = """\
class Broken:
    def choose_pass(self, view):
        return view.hand[: view.pass_count]

    def choose_card(self, view):
        if view.hand_number == 1:
            raise ValueError("oh no")
        return view.legal[0]

    def choose_moon(self, view):
        return "add"
"""


@pytest.fixture
def fault_in(here):
    """An experiment in which a bot raises in a table of some name."""
    (here / "bot.py").write_text(BROKEN)

    def fault_in(table, folder="."):
        seats = '"random"' if table == "one" else '"plain"'
        before, found, after = SMALL.partition(f'name = "{table}"\nseats = [{seats}')
        text = before + found.replace(seats, '"bot.py:Broken"') + after
        (here / folder / "small.toml").write_text(text)

    return fault_in


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_shows_and_writes_finished_tables(chsim, here, fault_in, jobs):
    fault_in("two")
    done = chsim("experiment", "small.toml", "--jobs", jobs)
    assert done.exit_code == 2, done.output
    assert done.stdout.startswith("INCOMPLETE: 1 of 2 tables; "), done.output
    assert done.stderr.startswith("Error: two: ")
    assert "choose_card raised ValueError: oh no" in done.stderr
    assert done.stderr.endswith("; 1 of 2 tables finished, written to results/small.stopped.\n")
    assert done.stderr.count("\n") == 1
    assert (here / "results/small.stopped/table.csv").exists()


def test_a_fault_before_any_table_is_finished_writes_nothing(chsim, here, fault_in):
    fault_in("one")
    done = chsim("experiment", "small.toml", "--jobs", 1)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith("; 0 of 2 tables finished, nothing was written.\n")
    assert not (here / "results").exists()


def test_a_fault_during_figures_keeps_the_finished_experiments_too(chsim, here, fault_in):
    (here / "experiments").mkdir()
    (here / "experiments" / "first.toml").write_text(SMALL)
    fault_in("two", "experiments")
    done = chsim("figures", "--games", 4, "--jobs", 1)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert {path.name for path in (here / "results").iterdir()} == {"first", "small.stopped"}


@pytest.mark.parametrize("name", NAMES)
def test_tables_of_what_ships_fit_a_terminal(chsim, name):
    lines = chsim("experiment", name, "--games", 2, "--jobs", 1).stdout.splitlines()
    assert max(map(len, lines)) <= 80


def test_published_figures_stand_below_where_changes_stand_beside(chsim, here):
    same = '[[matchup]]\ngroup = "g"'
    (here / "small.toml").write_text(SMALL.replace("[[matchup]]", same))
    lines = chsim("experiment", "small.toml").stdout.splitlines()
    assert lines[3] == "g"
    assert [line.split()[:2] for line in lines[6:10]] == [
        ["one", "lost"],
        ["won", "0.0"],
        ["(published)", "lost"],
        ["two", "lost"],
    ]
    assert lines[8].split()[2:] == ["98.3", "96.4–99.1"]


def test_figures_runs_every_experiment_of_the_folder(chsim, here):
    (here / "experiments").mkdir()
    for name in ("first", "second"):
        (here / "experiments" / f"{name}.toml").write_text(SMALL)
    done = chsim("figures", "--games", 4, "--jobs", 1)
    assert done.exit_code == 0
    assert done.stdout == "Written to results/first\nWritten to results/second\n"
    data = json.loads((here / "results/second/manifest.json").read_text())
    assert (data["games"], data["command"]) == (4, "chsim figures --games 4")


def test_pictures_are_drawn_where_a_file_asks_for_them(chsim, here):
    (here / "small.toml").write_text('draw = ["strength"]\n' + SMALL)
    assert chsim("experiment", "small.toml").exit_code == 0
    names = {path.name for path in (here / "results/small").iterdir()}
    assert {"strength.png", "strength.svg"} < names


def test_time_left_is_that_of_all_experiments(chsim, here, monkeypatch):
    from chsim.cli.progress import Progress

    (here / "experiments").mkdir()
    for name in ("first", "second"):
        (here / "experiments" / f"{name}.toml").write_text(SMALL)
    steps = []
    monkeypatch.setattr(Progress, "__call__", lambda self, *numbers: steps.append(numbers))
    chsim("figures", "--games", 4, "--jobs", 1)
    assert steps[0] == (0, 16)
    assert steps[-1] == (16, 16)
    assert steps == sorted(steps)


def test_signs_that_the_output_lacks_are_replaced(process, here):
    (here / "small.toml").write_text(SMALL.replace("[[matchup]]", '[[matchup]]\ngroup = "g"'))
    done = process("experiment", here / "small.toml", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "\\u" not in done.stdout
    assert " -" in done.stdout
