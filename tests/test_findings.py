"""Rows of an experiment's tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from chsim.core.layout import ADD, SUBTRACT
from chsim.experiment import Experiment, Table
from chsim.findings import after, figure_rows, moon_rows, place_name, place_rows, shares
from chsim.laboratory import run_experiment
from chsim.published import COMPANY
from chsim.stats.intervals import paired, wilson
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
    assert other["loss_change"] == pytest.approx(other["loss_rate"] - first["loss_rate"])


def test_a_change_is_counted_game_by_game(figures, observed):
    first, other = (
        [
            run >> seats[0] & 1
            for run, seats in zip(one.results["losers"], seats_of(one), strict=True)
        ]
        for one in observed[:2]
    )
    interval = paired(np.subtract(other, first).astype(float))
    assert (figures[1]["loss_change_low"], figures[1]["loss_change_high"]) == interval


def seats_of(one):
    return one.tally.seats_of(0, one.tally.games)


def test_the_share_of_a_game_is_that_of_all_seats_of_the_focus(observed):
    share = shares(observed[2], "win")
    assert {0, 0.5} <= set(share)
    assert share.sum() * 2 == observed[2].tally.strategies["random"].wins


def test_the_same_games_differ_by_nothing_within_an_interval(observed):
    same = [replace(observed[0], table=replace(TABLES[0], name=name)) for name in "ab"]
    _, row = figure_rows(same)
    assert row["loss_change"] == 0
    assert row["loss_change_low"] == -row["loss_change_high"] < 0


def test_without_games_there_is_no_change():
    empty = run_experiment(Experiment("x", "X", "", "complex-hearts", 5, 0, TABLES[:2]), jobs=1)
    _, row = figure_rows(empty)
    assert row["loss_change"] is row["loss_change_low"] is None


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


@pytest.mark.parametrize(
    ("difference", "text"),
    [(0.0125, "+1.3"), (-0.32, "−32.0"), (0.0, "0.0"), (-0.0001, "0.0"), (None, "n/a")],
)
def test_a_change_has_its_sign(difference, text):
    assert change(difference) == text


def test_both_ends_of_a_change():
    assert change_range((-0.05, 0.01)) == "−5.0 to +1.0"
    assert change_range(None) == "n/a"
