"""``chsim run`` within the process: tables, JSON and files."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from chsim.cli.report import _agree
from chsim.records import read_records
from chsim.results import FLAT_COLUMNS

FOUR = "random,random,random,random"
RUN = {"rules", "seed", "version", "matchups"}
MATCHUP = {"seats", "games", "hands", "moons", "capped", "digest", "seconds", "strategies"}
STRATEGY = {
    "strategy",
    "seats",
    "losses",
    "wins",
    "loss_rate",
    "loss_interval",
    "win_rate",
    "win_interval",
    "mean_magnitude",
    "fouls",
}


def played(chsim, *args):
    result = chsim("run", "--json", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def digests(data):
    return [matchup["digest"] for matchup in data["matchups"]]


def test_the_published_table(chsim):
    result = chsim("run", "--games", 40)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Rules complex-hearts, seed 1, 40 games a matchup, seats rotated"
    rows = {tuple(line.split()[:2]): line.split() for line in lines if "–" in line}
    assert rows["random", "lost"][4:6] == ["98.3", "96.4–99.1"]
    assert rows["plain", "lost"][4:6] == ["58.5", "53.6–63.2"]
    assert {rows[name, "lost"][6] for name in ("random", "plain")} <= {"yes", "no"}
    assert max(map(len, lines)) <= 80


def test_intervals_that_share_a_point_agree():
    assert _agree((0.1, 0.2), (0.2, 0.3)) == "yes"
    assert _agree((0.1, 0.19), (0.2, 0.3)) == "no"
    assert _agree(None, (0.2, 0.3)) == "n/a"


def test_a_table_of_chosen_seats(chsim):
    result = chsim("run", "--games", 20, "--seats", "random,plain,random,random", "--no-rotate")
    lines = result.stdout.splitlines()
    assert lines[0] == "Rules complex-hearts, seed 1, 20 games, seats as listed"
    assert lines[2] == "Seats random, plain, random, random"
    assert lines[4].split()[:3] == ["strategy", "seats", "losses"]
    assert lines[5].split()[:2] == ["random", "60"]
    assert lines[6].split()[:2] == ["plain", "20"]
    assert "fouls" not in lines[4]
    assert max(map(len, lines)) <= 80


def test_json_has_the_fields_that_scripts_read(chsim):
    data = played(chsim, "--games", 10)
    assert set(data) == RUN
    assert [one["seats"][0] for one in data["matchups"]] == ["random", "plain"]
    for matchup in data["matchups"]:
        assert set(matchup) == MATCHUP
        assert matchup["games"] == 10
        assert [one["seats"] for one in matchup["strategies"]] == [10, 30]
        assert all(set(one) == STRATEGY for one in matchup["strategies"])


def test_no_games_have_no_rates(chsim):
    text = chsim("run", "--games", 0)
    assert text.exit_code == 0
    assert "n/a" in text.stdout
    row = played(chsim, "--games", 0, "--seats", FOUR)["matchups"][0]["strategies"][0]
    assert (row["seats"], row["loss_rate"], row["loss_interval"]) == (0, None, None)
    assert (row["win_rate"], row["win_interval"], row["mean_magnitude"]) == (None, None, None)


@pytest.mark.parametrize("seed", [0, 1, 2**64, 10**30 - 1])
def test_any_whole_number_is_a_seed(chsim, seed):
    args = ("--games", 5, "--seats", FOUR, "--seed", seed)
    first, second = played(chsim, *args), played(chsim, *args)
    assert first["seed"] == seed
    assert digests(first) == digests(second)


def test_neighbouring_seeds_are_other_games(chsim):
    found = {
        tuple(digests(played(chsim, "--games", 5, "--seats", FOUR, "--seed", s))) for s in range(4)
    }
    assert len(found) == 4


def test_standing_seats_are_other_games(chsim):
    args = ("--games", 5, "--seats", "random,plain,random,random")
    assert digests(played(chsim, *args)) != digests(played(chsim, *args, "--no-rotate"))


def test_out_as_csv(chsim, tmp_path):
    path = tmp_path / "table.CSV"
    data = played(chsim, "--games", 12, "--out", path)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == FLAT_COLUMNS
    assert [row["strategy"] for row in rows] == ["random", "peacecat", "plain", "peacecat"]
    first = data["matchups"][0]["strategies"][0]
    assert float(rows[0]["loss_high"]) == first["loss_interval"][1]
    assert int(rows[0]["losses"]) == first["losses"]
    assert [child.name for child in tmp_path.iterdir()] == ["table.CSV"]


def test_out_as_json_is_the_json(chsim, tmp_path):
    path = tmp_path / "table.json"
    data = played(chsim, "--games", 3, "--seats", FOUR, "--out", path)
    assert json.loads(path.read_text()) == data


def test_out_as_parquet(chsim, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    path = tmp_path / "table.parquet"
    played(chsim, "--games", 3, "--out", path)
    assert list(pandas.read_parquet(path).columns) == FLAT_COLUMNS


def test_parquet_without_pyarrow_is_refused_before_playing(chsim, tmp_path, monkeypatch):
    monkeypatch.setattr("chsim.cli.export.find_spec", lambda _: None)
    result = chsim("run", "--games", 10**9, "--out", tmp_path / "t.parquet")
    assert result.exit_code == 2
    assert "pyarrow" in result.stderr


@pytest.mark.parametrize(
    ("option", "name", "word"),
    [
        ("--out", "table.txt", ".parquet"),
        ("--out", "none/table.csv", "none"),
        ("--out", "folder.csv", "folder"),
        ("--record", "none/games.jsonl", "none"),
        ("--record", "folder.csv", "folder"),
    ],
)
def test_a_file_that_cannot_be_is_refused_before_playing(chsim, tmp_path, option, name, word):
    (tmp_path / "folder.csv").mkdir()
    result = chsim("run", "--games", 10**9, option, tmp_path / name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert option in result.stderr
    assert word in result.stderr


def test_record_and_out_may_not_share_a_file(chsim, tmp_path):
    path = tmp_path / "one.json"
    result = chsim("run", "--games", 10**9, "--out", path, "--record", path)
    assert result.exit_code == 2
    assert not path.exists()


def test_a_bad_strategy_leaves_an_old_record(chsim, tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    assert chsim("run", "--seats", "randon,random,random,random", "--record", path).exit_code == 2
    assert path.read_text() == "old"


def test_the_record_is_the_run(chsim, tmp_path):
    path = tmp_path / "games.jsonl"
    played(chsim, "--games", 6, "--seed", 0, "--record", path)
    games = list(read_records(path))
    assert [
        (game["game"], game["seats"].index(name))
        for game, name in zip(games, ["random"] * 6 + ["plain"] * 6, strict=True)
    ] == [(number, number % 4) for number in (*range(6), *range(6))]
    assert {game["seed"] for game in games} == {0}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_line(chsim, tmp_path):
    full = tmp_path / "full.csv"
    full.symlink_to("/dev/full")
    for option, path in (("--record", "/dev/full"), ("--out", full)):
        result = chsim("run", "--games", 5, "--seats", FOUR, option, path)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert "No space left" in result.stderr


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Raising", "choose_card raised ValueError: first line"),
        ("Odd", "choose_card raised BaseException: odd"),
        ("Leaving", "choose_card raised SystemExit: 0"),
        ("Undecided", "RuntimeError: not today"),
        ("NotHeld", "choose_card returned"),
        ("Illegal", "choose_card returned"),
        ("Equal", "choose_pass returned"),
        ("Text", "'Qs'"),
        ("Silent", "None"),
        ("Half", "no method choose_moon"),
        ("Frist", "did you mean First?"),
    ],
)
def test_a_faulty_bot_is_one_line_that_names_it(chsim, bots, bot, words):
    result = chsim(
        "run", "--jobs", 1, "--games", 3, "--seats", f"{bots}:{bot},random,random,random"
    )
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert str(bots) in result.stderr
    assert words in result.stderr


def test_games_before_a_fault_are_shown_as_part_of_a_run(chsim, tmp_path):
    bot = tmp_path / "late.py"
    bot.write_text(
        "class Late:\n"
        "    games = 0\n"
        "    def __init__(self):\n"
        "        Late.games += 1\n"
        "    def choose_pass(self, view): return list(view.hand)[:3]\n"
        "    def choose_card(self, view):\n"
        "        if Late.games > 2: raise ValueError('late')\n"
        "        return list(view.legal)[0]\n"
        "    def choose_moon(self, view): return 'add'\n"
    )
    seats = f"{bot}:Late,random,random,random"
    out = tmp_path / "table.csv"
    result = chsim("run", "--jobs", 1, "--games", 5, "--seats", seats, "--out", out)
    assert result.exit_code == 2
    assert result.stdout.startswith("INCOMPLETE: 2 of 5 games")
    assert "game 2" in result.stderr
    assert not out.exists()
    # The class has been counting on.
    again = chsim("run", "--jobs", 1, "--games", 5, "--seats", seats, "--json")
    assert (again.exit_code, again.stdout) == (2, "")


@pytest.mark.skipif(sys.platform == "win32", reason="links")
@pytest.mark.parametrize("option", ["--out", "--record"])
def test_a_place_that_cannot_be_is_refused_before_playing(chsim, tmp_path, option):
    (tmp_path / "circle.csv").symlink_to("circle.csv")
    (tmp_path / "nowhere.csv").symlink_to(tmp_path / "missing" / "games.csv")
    for name in ("circle.csv", "nowhere.csv", "x" * 300 + ".csv"):
        done = chsim("run", "--games", 0, "--seats", FOUR, option, tmp_path / name)
        assert (done.exit_code, done.stdout) == (2, "")
        assert option in done.stderr
        assert done.stderr.count("\n") == 1


def test_any_name_a_file_can_have_is_written(chsim, tmp_path):
    path = tmp_path / ("x" * 250 + ".csv")
    assert chsim("run", "--games", 0, "--seats", FOUR, "--out", path).exit_code == 0
    assert path.exists()


def test_published_figures_stand_beside_complex_hearts_only(chsim):
    done = chsim("run", "--games", "2", "--rules", "omnibus")
    assert "published" not in done.stdout.lower()
    assert "Seats random, peacecat, peacecat, peacecat" in done.stdout
    assert "Seats plain, peacecat, peacecat, peacecat" in done.stdout


def test_a_bot_that_changes_folder_moves_no_file(chsim, bots, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    seats = f"{bots}:Leading,random,random,random"
    words = ("--jobs", 1, "--games", 3, "--seats", seats, "--out", "table.json", "--store", "store")
    assert chsim("run", *words).exit_code == 0
    assert (tmp_path / "table.json").exists()
    assert (tmp_path / "store" / "chunks").exists()
