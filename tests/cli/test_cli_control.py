"""``chsim compare --control``: corrected figures beside the plain ones."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

ASKED = ("compare", "peacecat", "random", "--games", 160, "--seed", 3)
CONTROL = ("--control", "peacecat", "--fresh", 2)
PAIR = {"a", "b", "measure", "difference", "interval", "p", "factor"}

pytestmark = pytest.mark.compiled


def shown(chsim, *args):
    result = chsim(*args, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    del data["seconds"]
    return data


def refused(chsim, *args):
    result = chsim(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture
def found(chsim):
    return shown(chsim, *ASKED, *CONTROL)


def test_plain_figures_stay_as_they_are(chsim, found):
    assert {**found, "control": None} == shown(chsim, *ASKED) | {"control": None}


def test_json_has_corrected_figures_and_factors(found):
    control = found["control"]
    assert (control["strategy"], control["fresh"]) == ("peacecat", 2)
    rows = [(row["strategy"], row["measure"]) for row in control["strategies"]]
    assert rows == [(s, m) for s in ("peacecat", "random") for m in ("loss", "win", "magnitude")]
    assert all(
        row["interval"][0] < row["figure"] < row["interval"][1] for row in control["strategies"]
    )
    assert [set(row) for row in control["pairs"]] == [PAIR] * 3


def test_workers_change_nothing(chsim, found):
    assert shown(chsim, *ASKED, *CONTROL, "--jobs", 1) == found
    assert shown(chsim, *ASKED, *CONTROL, "--jobs", 2, "--backend", "threads") == found


def test_a_bot_in_plain_python_is_played_out_by_the_control(chsim, bots):
    bot = f"{bots}:First"
    data = shown(chsim, "compare", bot, "random", "--games", 8, *CONTROL, "--jobs", 1)
    assert [row["strategy"] for row in data["control"]["strategies"][::3]] == [bot, "random"]


def test_a_store_has_the_luck_and_carries_it_on(chsim, found, tmp_path):
    pytest.importorskip("pyarrow")
    shorter = [40 if part == 160 else part for part in ASKED]
    shown(chsim, *shorter, *CONTROL, "--store", tmp_path / "kept")
    assert shown(chsim, *ASKED, *CONTROL, "--store", tmp_path / "kept") == found
    assert shown(chsim, "results", tmp_path / "kept") == found


def test_a_store_of_another_control_is_refused(chsim, tmp_path):
    pytest.importorskip("pyarrow")
    asked = [4 if part == 160 else part for part in ASKED]
    shown(chsim, *asked, *CONTROL, "--store", tmp_path / "kept")
    assert "fresh" in refused(chsim, *asked, "--control", "peacecat", "--store", tmp_path / "kept")
    assert "control" in refused(chsim, *asked, "--store", tmp_path / "kept")


def test_the_screen_has_a_table_of_its_own(chsim):
    text = chsim(*ASKED, *CONTROL).stdout
    table = text.partition("Luck of the deals taken out (control peacecat, 2 fresh deals a hand)")[
        2
    ]
    assert table.count("peacecat minus random") == 3
    assert max(map(len, text.splitlines())) <= 90
    assert "Luck" not in chsim(*ASKED).stdout
    assert "Nothing is taken out" not in text


def test_too_few_blocks_to_learn_from_are_told(chsim):
    few = [80 if part == 160 else part for part in ASKED]
    told = "Nothing is taken out yet: how much to take is learned from 28 blocks on."
    assert told in chsim(*few, *CONTROL).stdout


def test_a_file_has_the_corrected_figures_too(chsim, found, tmp_path):
    chsim(*ASKED, *CONTROL, "--out", tmp_path / "out.csv")
    rows = pd.read_csv(tmp_path / "out.csv")
    there = rows[rows["control"] == "peacecat"]
    assert len(there) == 2 * 3 + 3
    assert len(rows) == len(there) + 2 * 4 + 4
    control = found["control"]
    for column, own, pair in (
        ("value", "figure", "difference"),
        ("control_factor", "factor", "factor"),
    ):
        expected = [row[own] for row in control["strategies"]]
        expected += [row[pair] for row in control["pairs"]]
        assert list(there[column]) == pytest.approx(np.array(expected, dtype=float), nan_ok=True)


def test_a_test_is_not_combined_with_it(chsim):
    assert "without sprt" in refused(chsim, *ASKED, *CONTROL, "--sprt", "loss -0.1")


def test_what_cannot_be_a_control_is_refused(chsim, bots):
    said = refused(chsim, *ASKED, "--control", f"{bots}:First")
    assert "only a compiled strategy is fast enough" in said
    assert "nobody" in refused(chsim, *ASKED, "--control", "nobody")
    said = refused(chsim, *ASKED, "--control", "peacecat", "--fresh", 10**9)
    assert "expected a whole number, 1 to 4,096" in said
