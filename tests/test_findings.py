"""Rows of an experiment's tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import chsim
from chsim.core.layout import ADD, SUBTRACT
from chsim.experiment import Experiment, Table, rules_of
from chsim.findings import (
    after,
    figure_rows,
    length_rows,
    moon_rows,
    place_name,
    place_rows,
    same_deals,
    shares,
    tables,
)
from chsim.laboratory import run_experiment
from chsim.published import COMPANY
from chsim.rules_file import load_rules
from chsim.stats.intervals import mean, paired, wilson
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


def test_moons_whose_signs_were_turned_are_split_by_choice_too():
    table = Table("random", ("random",) * 4, "random")
    turning = Experiment("x", "X", "", "complex-hearts-hmc", 5, 400, (table,), ("moon",))
    (seen,) = run_experiment(turning, jobs=1)
    assert (seen.moons["choice"] > ADD).any()
    subtracted, added = moon_rows([seen])
    assert (subtracted["chosen_count"], added["chosen_count"]) == (0, seen.tally.moons)


def test_the_rules_of_an_experiment_are_read_once(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('base = "complex-hearts"')
    before = Experiment("x", "X", "", str(file), 5, 1, TABLES[:1])
    rules = rules_of(before, TABLES[0])
    file.unlink()
    assert rules_of(before, TABLES[0]) is rules


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


# --- rules of a table's own, length and moons --------------------------------


def of_rules(*rules, draw=(), group="company"):
    own = tuple(
        replace(TABLES[0], name=str(number), group=group, rules=one and load_rules(one))
        for number, one in enumerate(rules)
    )
    return Experiment("x", "X", "", "complex-hearts", 5, 20, own, draw)


def test_rows_name_the_rules_where_a_table_has_its_own(observed):
    experiment = of_rules(None, "complex-hearts-hmc")
    seen = [replace(observed[0], table=table) for table in experiment.tables]
    rows = tables(experiment, seen)["table"]
    assert [row["rules"] for row in rows] == ["complex-hearts", "complex-hearts-hmc"]
    assert list(rows[0])[:3] == ["group", "table", "rules"]
    assert "rules" not in tables(of_rules(None), observed[:1])["table"][0]


@pytest.mark.parametrize(
    ("rules", "group", "same"),
    [
        ((None, None), "g", True),
        ((None, "complex-hearts-hmc"), "g", True),
        ((None, "hearts-3"), "g", False),
        ((None, "dutch"), "g", False),
        ((None, "high-card-club-jack", "hearts-5"), "g", False),
        ((None, "hearts-3"), "", True),
    ],
)
def test_deals_are_the_same_where_deck_and_players_are(rules, group, same):
    assert same_deals(of_rules(*rules, group=group)) is same


def test_hands_of_the_same_number_are_the_same_deals_by_other_rules():
    dealt = []
    for rules in ("complex-hearts", "complex-hearts-hmc"):
        run = chsim.run(seats=["plain"] * 4, games=3, seed=5, rules=rules, jobs=1)
        logs = np.concatenate(run.matchups[0].logs)
        dealt.append({(log["game"], log["hand_number"]): log["dealt"].tolist() for log in logs})
    both = dealt[0].keys() & dealt[1].keys()
    assert len(both) > 12
    assert all(dealt[0][hand] == dealt[1][hand] for hand in both)


def test_length_and_moons_of_a_table(observed):
    row = length_rows(observed[:1])[0]
    hands = observed[0].results["hands"].astype(float)
    moons = observed[0].tally.moons
    assert row["game_hands"] == pytest.approx(hands.mean())
    assert (row["game_hands_low"], row["game_hands_high"]) == mean(hands)
    assert row["moons_in_100"] == pytest.approx(100 * moons / hands.sum())
    low, high = wilson(moons, int(hands.sum()))
    assert (row["moons_in_100_low"], row["moons_in_100_high"]) == (100 * low, 100 * high)


def test_without_games_there_is_no_length():
    empty = run_experiment(Experiment("x", "X", "", "complex-hearts", 5, 0, TABLES[:1]), jobs=1)
    row = length_rows(empty)[0]
    assert row["game_hands"] is row["moons_in_100"] is row["game_hands_low"] is None


def test_lengths_are_a_table_where_they_are_drawn(observed):
    assert set(tables(of_rules(None, draw=("house_rules",)), observed[:1])) == {"table", "lengths"}
