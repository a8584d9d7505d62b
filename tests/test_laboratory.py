"""Experiments at work: what is kept of the games, moons scored again, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import replace

import numpy as np
import pytest

import chsim
from chsim import laboratory
from chsim.experiment import Experiment, Table
from chsim.findings import figure_rows
from chsim.laboratory import ExperimentFault, ExperimentInterrupted, run_experiment
from chsim.records import read_records
from chsim.rules_file import load_rules
from chsim.strategy import PythonStrategy
from tests.golden_experiments import FILE, NAMES, digest
from tests.reference import Choice, Twin

MIXED = ("random", "plain", "peacecat", "plain")
GAMES = 60


def experiment(*seats, games=GAMES, draw=("moon",), **how):
    tables = tuple(Table(f"table {n}", one, one[0], **how) for n, one in enumerate(seats))
    return Experiment("small", "Small", "", "complex-hearts", 3, games, tables, draw)


@pytest.fixture(scope="module")
def observed():
    return run_experiment(experiment(MIXED), jobs=2)[0]


@pytest.fixture(scope="module")
def same():
    """The same games, played by `chsim.run`."""
    return chsim.run(seats=MIXED, games=GAMES, seed=3, jobs=1)


@pytest.mark.parametrize("name", NAMES)
def test_games_of_experiments_are_what_they_were(name):
    assert digest(name) == json.loads(FILE.read_text())[name]


def test_games_are_those_of_a_run(observed, same):
    assert observed.tally.digest == same.matchups[0].tally.digest
    assert observed.results["losers"].tolist() == same.games["losers"].tolist()


@pytest.mark.parametrize("rotate", [True, False])
def test_seats_turn_or_stay(rotate):
    one = run_experiment(experiment(MIXED, games=9, rotate=rotate), jobs=1)[0]
    run = chsim.run(seats=MIXED, games=9, seed=3, jobs=1, rotate=rotate)
    assert one.tally.digest == run.matchups[0].tally.digest


def test_every_hand_is_kept_in_order(observed, same):
    kept, logs = observed.hands, np.concatenate(same.matchups[0].logs)
    for name in kept.dtype.names:
        assert np.array_equal(kept[name], logs[name])


def test_workers_change_nothing(observed):
    other = run_experiment(experiment(MIXED), jobs=1)[0]
    for part in ("results", "hands", "moons"):
        assert np.array_equal(getattr(other, part), getattr(observed, part))


def test_hands_are_kept_for_pictures_of_them_only():
    one = run_experiment(experiment(MIXED, draw=("strength", "ablation")), jobs=1)[0]
    assert (len(one.results), len(one.hands), len(one.moons)) == (GAMES, 0, 0)
    assert one.tally.moons > 0


def test_hands_of_the_first_games_only_but_all_moons(observed, monkeypatch):
    monkeypatch.setattr(laboratory, "KEPT_GAMES", 7)
    one = run_experiment(experiment(MIXED), jobs=2)[0]
    assert np.array_equal(one.hands, observed.hands[observed.hands["game"] < 7])
    assert np.array_equal(one.moons, observed.moons)


def test_without_games_everything_is_empty():
    one = run_experiment(experiment(MIXED, games=0), jobs=1)[0]
    assert (len(one.results), len(one.hands), len(one.moons)) == (0, 0, 0)


def test_tables_are_observed_in_order():
    four = ("plain",) * 4
    seen = run_experiment(experiment(four, MIXED, four, games=5), jobs=2)
    assert [one.table.name for one in seen] == ["table 0", "table 1", "table 2"]
    assert seen[0].tally.digest == seen[2].tally.digest != seen[1].tally.digest


def test_progress_runs_over_all_tables():
    steps = []
    run_experiment(experiment(MIXED, MIXED, games=4), jobs=1, progress=lambda *n: steps.append(n))
    assert steps[0] == (0, 8)
    assert steps[-1] == (8, 8)
    assert steps == sorted(steps)


# --- moons -------------------------------------------------------------------


def test_all_moons_are_found(observed):
    assert len(observed.moons) == observed.tally.moons > 5
    assert len(set(observed.moons["choice"])) == 2


def test_totals_by_the_choice_made_are_those_of_the_hand(observed):
    hands = observed.hands[observed.hands["shooter"] >= 0]
    for part in ("re", "im"):
        add = observed.moons["choice"][:, None] == 1
        made = np.where(add, observed.moons[f"add_{part}"], observed.moons[f"subtract_{part}"])
        assert np.array_equal(made[:, :4], hands[f"total_{part}"][:, :4])


def test_totals_by_either_choice_are_those_of_the_twin(observed, tmp_path):
    path = tmp_path / "games.jsonl"
    chsim.run(seats=MIXED, games=GAMES, seed=3, jobs=1, record=path)
    found = [
        (game["game"], number, *by_twin(hand, choice))
        for game in read_records(path)
        for number, hand in enumerate(game["hands"])
        if hand["moon"]
        for choice in ("subtract", "add")
    ]
    mine = [
        (
            int(moon["game"]),
            int(moon["hand_number"]),
            *zip(moon[f"{by}_re"][:4].tolist(), moon[f"{by}_im"][:4].tolist(), strict=True),
        )
        for moon in observed.moons
        for by in ("subtract", "add")
    ]
    assert mine == found


def by_twin(hand, choice):
    """Totals after a recorded hand, had its shooter made a choice."""
    piles = [set() for _ in range(4)]
    for trick in hand["tricks"]:
        piles[trick["winner"]].update(trick["cards"])
    scores = Twin(load_rules("complex-hearts")).scores(
        piles, hand["moon"]["shooter"], Choice(choice)
    )
    rows = zip(hand["totals"], hand["scores"], scores, strict=True)
    return [(t[0] - s[0] + new[0], t[1] - s[1] + new[1]) for t, s, new in rows]


# --- stops -------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_keeps_finished_tables():
    def interrupt(done, of):
        if done > 25:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(ExperimentInterrupted) as stop:
        run_experiment(experiment(MIXED, MIXED, MIXED, games=10), jobs=2, progress=interrupt)
    assert [one.tally.games for one in stop.value.observed] == [10, 10]


class Broken:
    def choose_pass(self, view):
        raise ValueError("no")

    choose_card = choose_moon = choose_pass


def test_a_fault_names_the_table_and_keeps_the_finished_ones():
    broken = PythonStrategy("broken", Broken, "broken")
    tables = MIXED, (broken, "random", "random", "random"), MIXED
    with pytest.raises(ExperimentFault, match=r"^group: table 1: .*broken: .*no") as stop:
        run_experiment(experiment(*tables, games=6, group="group"), jobs=1)
    assert [one.tally.games for one in stop.value.observed] == [6]


# --- rules of a table's own --------------------------------------------------


def test_a_table_is_played_by_its_own_rules():
    own = load_rules("omnibus")
    small = experiment(MIXED, MIXED, games=8)
    tables = small.tables[0], replace(small.tables[1], rules=own)
    seen = run_experiment(replace(small, tables=tables), jobs=1)
    for one, rules in zip(seen, ("complex-hearts", own), strict=True):
        run = chsim.run(seats=MIXED, games=8, seed=3, jobs=1, rules=rules)
        assert one.tally.digest == run.matchups[0].tally.digest


def test_tables_of_three_and_four_players_stand_in_one_experiment():
    tables = (
        Table("four", ("random",) * 4, "random", group="g"),
        Table("three", ("random",) * 3, "random", group="g", rules=load_rules("hearts-3")),
    )
    seen = run_experiment(replace(experiment(MIXED, games=5), tables=tables), jobs=1)
    assert [len(one.tally.names) for one in seen] == [4, 3]
    assert figure_rows(seen)[1]["loss_change"] is not None
