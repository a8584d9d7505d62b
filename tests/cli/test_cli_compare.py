"""``chsim compare`` and ``chsim league`` within the process: screens, JSON and files."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from chsim.block_figures import MEASURES
from chsim.cli.comparison import live
from chsim.comparing import compare
from chsim.comparison import Comparison
from chsim.comparison_rows import FLAT_COLUMNS
from chsim.stats.sequential import SequentialTest

TWO = ("plain", "random")
STRATEGY = {
    "strategy",
    "games",
    "loss_rate",
    "loss_interval",
    "win_rate",
    "win_interval",
    "mean_magnitude",
}
PAIR = {"a", "b", "measure", "difference", "interval", "p", "variance_factor"}


def compared(chsim, *args):
    result = chsim("compare", *args, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def refused(chsim, *args):
    result = chsim(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_json_has_the_fields_that_scripts_read(chsim):
    data = compared(chsim, *TWO, "--against", "peacecat", "--games", 41)
    assert {"strategies", "pairs", "blocks", "digest"} <= set(data)
    assert data["blocks"] == 11
    for row in data["strategies"]:
        assert set(row) >= STRATEGY
        assert row["games"] == 44
    assert [row["measure"] for row in data["pairs"]] == list(MEASURES)
    for row in data["pairs"]:
        assert set(row) >= PAIR
        assert (row["a"], row["b"]) == TWO
    loss, rates = data["pairs"][0], [row["loss_rate"] for row in data["strategies"]]
    assert loss["difference"] == pytest.approx(rates[0] - rates[1])


def test_the_screen(chsim):
    result = chsim("compare", *TWO, "peacecat", "--games", 40)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Compared: plain, random and peacecat, each against 3 of peacecat"
    assert lines[1] == "Rules complex-hearts, seed 1, 40 games a strategy, in 10 blocks"
    heads = [line for line in lines if " minus " in line]
    assert heads == ["plain minus random", "plain minus peacecat", "random minus peacecat"]
    assert sum("p (Holm)" in line for line in lines) == 3
    assert max(map(len, lines)) <= 84


def test_one_pair_has_no_holm(chsim):
    assert "Holm" not in chsim("compare", *TWO, "--games", 8).stdout


def test_a_test_and_its_reason(chsim):
    how = ("compare", "random", "peacecat", "--sprt", "loss 0.5", "--seed", 0)
    result = chsim(*how)
    assert result.exit_code == 0
    assert "Test of random minus peacecat, loss: 0 or +0.5 (alpha 0.05, beta 0.05)" in result.stdout
    assert "a strategy: different: 0 or below is ruled out\nLLR vs 0: " in result.stdout
    test = compared(chsim, *how[1:])["test"]
    assert test["decision"] == "different"
    assert test["llr"][0] >= test["bounds"][0]


def test_a_test_may_be_asked_for_in_the_signs_it_is_shown_in(chsim):
    asked = [
        compared(chsim, *TWO, "--sprt", text, "--games", 8) for text in ("loss -0.1", "Loss −0.1")
    ]
    assert asked[0]["test"] == asked[1]["test"]


def test_the_other_way_round_is_not_called_the_same(chsim):
    result = chsim("compare", "random", "peacecat", "--sprt", "loss -0.5", "--alpha", 0.01)
    told = "same, or the other way round: −0.5 or below is ruled out\nLLR vs 0: −"
    assert told in result.stdout
    assert "(bounds 4.61, 3.00)" in result.stdout


def test_the_line_of_a_test_under_way_fits_a_terminal(monkeypatch):
    found = compare("random,plain", games=8, sprt="loss 0.01")
    monkeypatch.setattr(SequentialTest, "evidence", (-3.34, 2.67))
    monkeypatch.setattr(Comparison, "blocks", 99_999)
    line = live(found)
    assert line.startswith("399,996 games  loss +")
    assert line.endswith(" points  LLR vs 0: −3.34, vs +0.01: 2.67 (bound 3.00)")
    assert len(line) < 80


def test_a_test_that_runs_out_of_games(chsim):
    result = chsim("compare", *TWO, "--sprt", "loss 0.01", "--games", 8)
    assert "after 8 games a strategy: undecided" in result.stdout


def test_nothing_to_compare(chsim):
    result = chsim("compare", *TWO, "--games", 0)
    assert result.exit_code == 0
    assert "n/a" in result.stdout


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_files(chsim, tmp_path, kind):
    path = tmp_path / f"out.{kind}"
    assert chsim("compare", *TWO, "--games", 12, "--out", path).exit_code == 0
    if kind == "json":
        assert json.loads(path.read_text())["blocks"] == 3
        return
    rows = pd.read_csv(path) if kind == "csv" else pd.read_parquet(path)
    assert len(rows) == 2 * 4 + 4
    assert list(rows.columns) == FLAT_COLUMNS


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("plain",), "strategies: expected two or more, not 1"),
        (("plain", "plain"), "plain is there twice"),
        (("plain", "plane"), "unknown strategy 'plane'; did you mean plain?"),
        ((*TWO, "--against", "a,b"), "against: expected 1 strategy, or 3"),
        ((*TWO, "--against", "nobody"), "unknown strategy 'nobody'"),
        ((*TWO, "--rules", "nothing"), "unknown rules 'nothing'"),
        ((*TWO, "--games", "-1"), "expected a whole number, 0 or more"),
        ((*TWO, "--sprt", "loss"), "sprt: expected a measure"),
        ((*TWO, "--sprt", "loss 0.1", "--alpha", "2"), "alpha: expected a chance"),
        ((*TWO, "--alpha", "0.05"), "--alpha: expected with --sprt only"),
        ((*TWO, "--beta", "0.05"), "--beta: expected with --sprt only"),
        ((*TWO, "--fresh", "64"), "--fresh: expected with --control only"),
        ((*TWO, "--out", "x.txt"), "expected a name ending in"),
        ((), "Missing argument"),
    ],
)
def test_what_is_refused(chsim, args, says):
    assert says in refused(chsim, "compare", *args)


def test_a_fault_shows_the_finished_blocks(chsim, bots):
    result = chsim("compare", "plain", f"{bots}:Raising", "--games", 8, "--jobs", 1)
    assert result.exit_code == 2
    assert "choose_card raised ValueError: first line" in result.stderr


# --- leagues ----------------------------------------------------------------------


def test_the_league_screen(chsim):
    result = chsim("league", *TWO, "peacecat", "--games", 100)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "League of 3 strategies under complex-hearts, seed 1"
    assert "ahead, %" in result.stdout
    assert max(map(len, lines)) <= 84


def test_the_league_json(chsim):
    result = chsim("league", *TWO, "--games", 50, "--json")
    data = json.loads(result.stdout)
    assert {row["strategy"] for row in data["strategies"]} == set(TWO)
    assert data["games"] >= 50


def test_the_league_files(chsim, tmp_path):
    result = chsim("league", *TWO, "--games", 20, "--out", tmp_path / "out")
    assert result.stdout.endswith(f"Written to {tmp_path / 'out'}\n")
    assert (tmp_path / "out" / "league.png").exists()


def test_the_league_files_leave_the_json_alone(chsim, tmp_path):
    result = chsim("league", *TWO, "--games", 20, "--json", "--out", tmp_path / "out")
    assert json.loads(result.stdout)["games"] >= 20
    assert result.stderr == f"Written to {tmp_path / 'out'}\n"


def test_an_empty_league(chsim):
    assert "Nothing to rate" in chsim("league", *TWO, "--games", 0).stdout


def test_a_league_of_one(chsim):
    assert "expected two or more" in refused(chsim, "league", "plain")


def test_a_folder_that_is_a_file(chsim, tmp_path):
    (tmp_path / "file").write_text("")
    assert "is a file" in refused(chsim, "league", *TWO, "--out", tmp_path / "file")
