"""Results as files: the same bytes, all of a report or nothing of it."""

from __future__ import annotations

import csv
import dataclasses
import io
import json

import pytest

from chsim.errors import ExperimentError
from chsim.experiment import Experiment, Table
from chsim.findings import tables
from chsim.laboratory import run_experiment
from chsim.markdown import as_markdown
from chsim.published import COMPANY
from chsim.reports import write_report
from chsim.rules_file import load_rules

TABLES = (
    Table("plain", ("plain", *COMPANY), "plain"),
    Table("a|b", ("random", "plain", "plain", "plain"), "random", rotate=False),
)


def experiment(games=30, draw=("seats", "moon")):
    return Experiment("small", "Small", "Why?", "complex-hearts", 3, games, TABLES, draw)


@pytest.fixture(scope="module")
def observed():
    return run_experiment(experiment(), jobs=1)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_report_is_tables_and_a_manifest(observed, tmp_path):
    folder = write_report(experiment(), observed, tmp_path, "chsim experiment small")
    assert folder == tmp_path / "small"
    assert set(contents(folder)) == {
        "table.csv",
        "table.md",
        "places.csv",
        "moons.csv",
        "manifest.json",
    }
    assert [path.name for path in tmp_path.iterdir()] == ["small"]


def test_places_and_moons_are_written_where_they_are_drawn(observed):
    assert set(tables(experiment(draw=("moon",)), observed)) == {"table", "moons"}
    assert set(tables(experiment(draw=("seats",)), observed)) == {"table", "places"}
    assert set(tables(experiment(draw=()), observed)) == {"table"}


def test_the_same_inputs_give_the_same_bytes(observed, tmp_path):
    once = write_report(experiment(), observed, tmp_path / "once", "command")
    again = run_experiment(experiment(), jobs=2)
    assert contents(write_report(experiment(), again, tmp_path / "again", "command")) == contents(
        once
    )


def test_the_manifest_says_what_made_the_results(observed, tmp_path):
    folder = write_report(experiment(), observed, tmp_path, "chsim experiment small --seed 3")
    data = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert data["command"] == "chsim experiment small --seed 3"
    assert set(data["versions"]) == {"chsim", "python", "numpy", "numba"}
    assert data["rules"] == {"name": "complex-hearts", "id": load_rules("complex-hearts").id}
    assert (data["seed"], data["games"]) == (3, 30)
    digests = [one.tally.digest for one in observed]
    assert [matchup["digest"] for matchup in data["matchups"]] == digests
    assert [matchup["rotate"] for matchup in data["matchups"]] == [True, False]
    assert data["files"] == ["moons.csv", "places.csv", "table.csv", "table.md"]


def test_the_csv_holds_the_numbers_unrounded(observed, tmp_path):
    folder = write_report(experiment(), observed, tmp_path, "")
    rows = list(csv.DictReader(io.StringIO((folder / "table.csv").read_text("utf-8"))))
    tally = observed[0].tally.strategies["plain"]
    assert float(rows[0]["loss_rate"]) == tally.losses / 30
    assert int(rows[0]["loss_count"]) == tally.losses
    assert rows[1]["published_loss_rate"] == ""


def test_the_markdown_shows_published_figures_and_their_intervals(observed):
    text = as_markdown(experiment(), observed)
    assert "| 58.5 | 53.6–63.2 |" in text
    assert "| 7.0 | 4.9–9.9 |" in text
    assert text.startswith("# Small\n\nWhy?\n\nRules complex-hearts, seed 3, 30 games a table.")


def test_the_markdown_says_how_changes_are_counted_where_there_are_some(observed):
    grouped = tuple(dataclasses.replace(table, group="g") for table in TABLES)
    text = as_markdown(dataclasses.replace(experiment(), tables=grouped), observed)
    assert "counted game by game" in text
    assert "counted game by game" not in as_markdown(experiment(), observed)


def test_a_bar_in_a_name_does_not_split_a_cell(observed):
    assert "| a\\|b | lost |" in as_markdown(experiment(), observed)


def test_columns_that_say_nothing_are_left_out(observed):
    text = as_markdown(experiment(draw=()), observed)
    assert "| table | figure | % | interval | published % | interval |" in text


def test_pictures_are_drawn_among_the_files(observed, tmp_path):
    def draw(drawn, seen, folder):
        assert (drawn, seen) == (experiment(), observed)
        (folder / "moon.png").write_bytes(b"picture")

    folder = write_report(experiment(), observed, tmp_path, "", draw)
    assert contents(folder)["moon.png"] == b"picture"
    assert "moon.png" in json.loads((folder / "manifest.json").read_text())["files"]


def test_a_report_that_fails_leaves_the_last_one(observed, tmp_path):
    before = contents(write_report(experiment(), observed, tmp_path, "before"))

    def draw(*_):
        raise ValueError("cannot draw")

    with pytest.raises(ValueError, match="cannot draw"):
        write_report(experiment(), observed, tmp_path, "after", draw)
    assert contents(tmp_path / "small") == before
    assert [path.name for path in tmp_path.iterdir()] == ["small"]


def test_what_an_earlier_report_made_goes_and_what_it_did_not_stays(observed, tmp_path):
    folder = write_report(experiment(), observed, tmp_path, "")
    (folder / "notes.txt").write_text("mine")
    write_report(experiment(draw=()), observed, tmp_path, "")
    assert set(contents(folder)) == {"table.csv", "table.md", "manifest.json", "notes.txt"}


@pytest.mark.parametrize("files", ['["../../kept"]', "[1]", "3", '["absent", ".."]'])
def test_a_strange_manifest_removes_nothing(observed, tmp_path, files):
    (tmp_path / "kept").write_text("")
    (tmp_path / "out" / "small").mkdir(parents=True)
    (tmp_path / "out" / "small" / "manifest.json").write_text(f'{{"files": {files}}}')
    write_report(experiment(), observed, tmp_path / "out", "")
    assert (tmp_path / "kept").exists()


def test_a_folder_that_is_a_file_is_one_line(observed, tmp_path):
    (tmp_path / "small").write_text("")
    with pytest.raises(ExperimentError) as error:
        write_report(experiment(), observed, tmp_path, "")
    assert str(error.value).startswith(f"{tmp_path / 'small'}: cannot be written: ")
    assert [path.name for path in tmp_path.iterdir()] == ["small"]


def test_no_games_are_a_report_too(tmp_path):
    none = experiment(games=0)
    folder = write_report(none, run_experiment(none, jobs=1), tmp_path, "")
    assert "n/a" in (folder / "table.md").read_text("utf-8")


# --- stopped -----------------------------------------------------------------


def test_finished_tables_of_a_stopped_experiment_are_marked_and_leave_a_whole_report(
    observed, tmp_path
):
    whole = contents(write_report(experiment(), observed, tmp_path, ""))
    folder = write_report(experiment(), observed[:1], tmp_path, "")
    assert folder == tmp_path / "small.stopped"
    assert contents(tmp_path / "small") == whole
    data = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert data["stopped"] == {"missing": [{"group": "", "name": "a|b"}]}
    assert [one["name"] for one in data["matchups"]] == ["plain"]
    page = (folder / "table.md").read_text("utf-8")
    assert page.startswith("# INCOMPLETE, 1 of 2 tables: Small\n")
    assert "Not played: a|b." in page


def test_a_whole_report_is_not_marked(observed, tmp_path):
    folder = write_report(experiment(), observed, tmp_path, "")
    assert "stopped" not in json.loads((folder / "manifest.json").read_text("utf-8"))
    assert "INCOMPLETE" not in (folder / "table.md").read_text("utf-8")


def test_a_whole_report_takes_a_stopped_one_away(observed, tmp_path):
    write_report(experiment(), observed[:1], tmp_path, "")
    write_report(experiment(), observed, tmp_path, "")
    assert [path.name for path in tmp_path.iterdir()] == ["small"]


def test_of_a_stopped_report_stays_what_it_did_not_make(observed, tmp_path):
    folder = write_report(experiment(), observed[:1], tmp_path, "")
    (folder / "notes.txt").write_text("mine")
    write_report(experiment(), observed, tmp_path, "")
    assert list(contents(folder)) == ["notes.txt"]


# --- rules of a table's own --------------------------------------------------


def with_rules(*rules, draw=("house_rules",)):
    tables = tuple(
        dataclasses.replace(table, group="g", rules=one and load_rules(one))
        for table, one in zip(TABLES, rules, strict=True)
    )
    return dataclasses.replace(experiment(draw=draw), tables=tables)


def seen_at(of, observed):
    pairs = zip(observed, of.tables, strict=True)
    return [dataclasses.replace(one, table=table) for one, table in pairs]


def test_the_manifest_names_the_rules_of_each_table(observed, tmp_path):
    of = with_rules(None, "complex-hearts-hmc")
    folder = write_report(of, seen_at(of, observed), tmp_path, "")
    data = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert data["rules"]["name"] == "complex-hearts"
    assert [one["rules"] for one in data["matchups"]] == [
        {"name": name, "id": load_rules(name).id}
        for name in ("complex-hearts", "complex-hearts-hmc")
    ]
    assert "lengths.csv" in data["files"]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ((None, None), "all tables play the same deals, so they"),
        (
            (None, "complex-hearts-hmc"),
            "all tables play the same deals, each by its rules, so they",
        ),
        ((None, "neuralplay-standard"), "all tables play the same deals, each by its rules, so"),
        ((None, "spot-neuralplay"), "all tables play the same deals, each by its rules, so"),
        ((None, "hearts-5"), "games of the same number are pairs, though tables do not all deal"),
    ],
)
def test_the_markdown_says_what_pairs_are(observed, rules, said):
    of = with_rules(*rules, draw=())
    assert f"in points: {said}" in as_markdown(of, seen_at(of, observed))


def test_the_markdown_names_the_rules_and_shows_length_and_moons(observed):
    of = with_rules(None, "complex-hearts-hmc")
    page = as_markdown(of, seen_at(of, observed))
    assert "Rules as each table says, seed 3" in page
    assert "| g | a\\|b | complex-hearts-hmc | lost |" in page
    assert "| group | table | hands a game | interval | moons in 100 hands | interval |" in page
    tally = observed[0].tally
    assert f"| g | plain | {tally.hands / 30:.2f} |" in page
