"""What a worker elsewhere is sent, refuses and sends back."""

from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import pytest

from chsim.chunks import Plan
from chsim.remote import Task, unpack
from chsim.workers import Workers, chunks_of


def where():
    return "there"


@pytest.fixture
def plan(rules):
    return Plan(("random", "plain", "random", "random"), rules, 1, logs=True)


def refusal(task):
    chunk = unpack(pickle.loads(pickle.dumps(task)).play(0, 3))
    assert (len(chunk.results), len(chunk.logs)) == (0, 0)
    return chunk.fault


def test_packing_keeps_every_bit(plan):
    far, here = unpack(Task.of(plan, where).play(5, 7)), plan.play(5, 7)
    assert (far.first, far.units, far.fault) == (5, 7, None)
    assert far.results.tobytes() == here.results.tobytes()
    assert far.logs.tobytes() == here.logs.tobytes()
    assert np.array_equal(far.results.losers, here.results.losers)


def test_a_chunk_without_games_comes_back_empty(plan):
    chunk = unpack(Task.of(plan, where).play(0, 0))
    assert (len(chunk.results), chunk.units) == (0, 0)


def test_results_without_logs_travel_in_a_quarter_of_their_size(plan):
    packed = Task.of(dataclasses.replace(plan, logs=False), where).play(0, 1_000)
    assert len(pickle.dumps(packed)) < 0.25 * plan.play(0, 1_000).results.nbytes


def test_another_version_is_refused(plan):
    task = dataclasses.replace(Task.of(plan, where), chsim="0.0.1")
    assert refusal(task) == f"worker there: chsim {Task.of(plan, where).chsim} there, 0.0.1 here"


def test_another_engine_is_refused(plan):
    task = dataclasses.replace(Task.of(plan, where), engine="other")
    assert "worker there: " in refusal(task)
    assert "other code of the engine there" in refusal(task)


def test_another_strategy_is_refused(plan):
    stamps = {**Task.of(plan, where).strategies, "plain": "other"}
    assert refusal(dataclasses.replace(Task.of(plan, where), strategies=stamps)) == (
        "worker there: plain: other code there"
    )


def test_a_bot_file_that_is_not_there_is_named(rules):
    plan = Plan(("/nowhere/bot.py:Mine", "random", "random", "random"), rules, 1)
    chsim, engine = Task.of(Plan(("random",) * 4, rules, 1), where), ""
    task = dataclasses.replace(chsim, work=plan, strategies={"/nowhere/bot.py:Mine": engine})
    assert refusal(task) == ("worker there: /nowhere/bot.py:Mine: no such file: /nowhere/bot.py")


def test_a_later_edit_of_a_bot_file_is_played(rules, tmp_path):
    """A worker that lives long has the file as it was loaded."""
    bot = tmp_path / "bot.py"
    text = (
        "class Mine:\n"
        "    def choose_pass(self, view): return list(view.hand)[:view.pass_count]\n"
        "    def choose_card(self, view): return list(view.legal)[0]\n"
        "    def choose_moon(self, view): return 'add'\n"
    )
    played = []
    for version in (text, text.replace("[0]", "[-1]")):
        bot.write_text(version)
        plan = Plan((f"{bot}:Mine", "random", "random", "random"), rules, 1)
        task = pickle.loads(pickle.dumps(Task.of(plan, where)))
        played.append(unpack(task.play(0, 2)).results.tobytes())
    assert played[0] != played[1]


def test_local_workers_play_without_a_cluster(plan):
    with Workers(1).ready() as cluster:
        assert cluster is None
    assert sum(chunk.units for chunk in chunks_of(plan, 9, Workers(1))) == 9
