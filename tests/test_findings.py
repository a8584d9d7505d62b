"""Rows of an experiment's tables."""

from __future__ import annotations

import numpy as np
import pytest

from chsim.core.layout import ADD, SUBTRACT
from chsim.experiment import Experiment, Table
from chsim.findings import after, figure_rows, moon_rows, place_name, place_rows
from chsim.laboratory import run_experiment
from chsim.published import COMPANY
from chsim.stats.intervals import newcombe, wilson
from chsim.stats.percent import change, change_range

TABLES = (
    Table("whole", ("plain", *COMPANY), "plain", group="company"),
    Table("other", ("plain", "peacecat:ten=0", "peacecat", "random"), "plain", False, "company"),
    Table("alone", ("random", "plain", "random", "plain"), "random"),
)


@pytest.fixture(scope="module")
def observed():
    experiment = Experiment("x", "X", "", "complex-hearts", 5, 80, TABLES, ("moon", "seats"))
    return run_experiment(experiment, jobs=1)


@pytest.fixture(scope="module")
def figures(observed):
    return figure_rows(observed)


def test_a_row_has_the_counts_of_the_focus(figures, observed):
    for row, one in zip(figures, observed, strict=True):
        tally = one.tally.strategies[one.table.focus]
        assert (row["loss_count"], row["win_count"]) == (tally.losses, tally.wins)
        assert (row["loss_low"], row["loss_high"]) == wilson(tally.losses, tally.seats)
    assert [row["focus_seats"] for row in figures] == [80, 80, 160]


def test_published_figures_stand_beside_the_published_table_only(figures):
    assert [row["published_loss_rate"] for row in figures] == [234 / 400, None, None]
    assert [row["published_win_rate"] for row in figures] == [28 / 400, None, None]


def test_the_change_is_to_the_first_of_the_group(figures):
    first, other, alone = figures
    assert first["loss_change"] is None
    assert alone["loss_change"] is None
    assert other["loss_change"] == other["loss_rate"] - first["loss_rate"]
    counts = ((other["loss_count"], 80), (first["loss_count"], 80))
    assert (other["loss_change_low"], other["loss_change_high"]) == newcombe(*counts)


def test_places_are_counted_from_the_focus_to_the_left(observed):
    rows = [row for row in place_rows(observed) if row["table"] == "other"]
    assert [(row["place"], row["strategy"]) for row in rows] == [
        ("focus", "plain"),
        ("left", "peacecat:ten=0"),
        ("across", "peacecat"),
        ("right", "random"),
    ]


def test_places_share_the_counts_of_their_strategy(observed):
    rows = place_rows(observed)
    for one in observed:
        for name, tally in one.tally.strategies.items():
            mine = [r for r in rows if (r["table"], r["strategy"]) == (one.table.name, name)]
            assert sum(row["loss_count"] for row in mine) == tally.losses
            assert sum(row["win_count"] for row in mine) == tally.wins


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (3, ["focus", "left", "right"]),
        (4, ["focus", "left", "across", "right"]),
        (5, ["focus", "left", "left 2", "left 3", "right"]),
    ],
)
def test_names_of_places(players, names):
    assert [place_name(places, players) for places in range(players)] == names


def test_moons_are_split_by_choice(observed):
    for one in observed:
        rows = [row for row in moon_rows([one]) if row["moons"]]
        assert sum(row["chosen_count"] for row in rows) == one.tally.moons
        assert [row["choice"] for row in rows] == ["subtract", "add"]


def test_magnitudes_after_a_choice(observed):
    moons = np.zeros(1, observed[0].moons.dtype)
    moons["shooter"] = 1
    moons["add_re"][0, :4] = 3, 6, 0, 9
    moons["add_im"][0, :4] = 4, 8, 1, 12
    moons["subtract_re"][0, 1] = 2
    assert after(moons, ADD, 4).own == [10]
    assert after(moons, ADD, 4).others == [(5 + 1 + 15) / 3]
    assert after(moons, SUBTRACT, 4).own == [2]


def test_the_difference_of_two_rates_is_newcombes():
    low, high = newcombe((56, 70), (48, 80))
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)
    assert newcombe((0, 0), (1, 2)) is None


@pytest.mark.parametrize(
    ("difference", "text"),
    [(0.0125, "+1.3"), (-0.32, "−32.0"), (0.0, "0.0"), (-0.0001, "0.0"), (None, "n/a")],
)
def test_a_change_has_its_sign(difference, text):
    assert change(difference) == text


def test_both_ends_of_a_change():
    assert change_range((-0.05, 0.01)) == "−5.0 to +1.0"
    assert change_range(None) == "n/a"
