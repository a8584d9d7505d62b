"""Runs: the same games however they are shared out, and how a run stops."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings

import pytest

import chsim
from chsim.errors import OptionError, StrategyError, StrategyFault
from chsim.interrupts import held_back
from chsim.runner import RunInterrupted, split_seats
from tests.bots import First

FOUR = "random,random,random,random"


class Late(First):
    """Raises in the first hand of a game in which it sits in seat 2."""

    def choose_card(self, view):
        if view.seat == 2:
            raise ValueError("late")
        return super().choose_card(view)


def digest(**how):
    return chsim.run(**{"seats": FOUR, "games": 30, "jobs": 1, **how}).matchups[0].tally.digest


def recorded(path, **how):
    chsim.run(**{"seats": FOUR, "jobs": 1, "keep": False, **how}, record=path)
    return path.read_text().splitlines()


def test_the_number_of_workers_changes_nothing():
    assert len({digest(games=103, jobs=jobs) for jobs in (1, 2, 3, 7, -1, 1000)}) == 1


def test_processes_play_the_same_games_as_one():
    seats = [First, "random", "random", "random"]
    assert digest(seats=seats, games=5, jobs=2) == digest(seats=seats, games=5, jobs=1)


def test_a_short_run_is_the_beginning_of_a_long_one(tmp_path):
    long = recorded(tmp_path / "long", games=200, jobs=2)
    short = recorded(tmp_path / "short", games=100, jobs=3)
    assert short == long[:100]


def test_no_two_games_are_the_same(tmp_path):
    lines = recorded(tmp_path / "games", games=200, jobs=2)
    deals = {line.partition('"dealt"')[2][:200] for line in lines}
    assert len(deals) == 200


def test_seed_0_is_a_seed():
    assert digest(seed=0) == digest(seed=0)
    assert len({digest(seed=seed) for seed in (0, 1, 2, 10**30)}) == 4


def test_keeping_and_recording_change_no_game(tmp_path):
    plain = digest(games=50)
    assert digest(games=50, keep=False) == plain
    assert digest(games=50, record=tmp_path / "games") == plain


def test_rotation_changes_seats_only_with_different_strategies():
    mixed = ["random", "plain", "random", "random"]
    assert digest(rotate=False) == digest(rotate=True)
    assert digest(seats=mixed, rotate=False) != digest(seats=mixed, rotate=True)


def test_progress_begins_at_nothing_and_ends_at_all():
    seen = []
    chsim.run(seats=FOUR, games=50, jobs=1, progress=lambda done, of: seen.append((done, of)))
    assert seen[0] == (0, 50)
    assert seen[-1] == (50, 50)
    assert seen == sorted(seen)


def nested():
    return digest(games=60, jobs=4)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_a_run_within_a_worker_is_the_same_run(backend):
    from joblib import Parallel, delayed

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = Parallel(n_jobs=2, backend=backend)(delayed(nested)() for _ in range(2))
    assert set(found) == {nested()}
    assert len(caught) <= 1


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"games": -1}, "games: expected a whole number of 0 or more, not -1"),
        ({"games": 1.5}, "games"),
        ({"games": True}, "games"),
        ({"seed": -1}, "seed"),
        ({"seed": None}, "seed"),
        ({"jobs": 0}, "jobs: expected 1 or more, or -1"),
        ({"jobs": -2}, "jobs"),
        ({"seats": 5}, "seats: expected strategies"),
        ({"seats": ["random"] * 3}, "needs 4 strategies, not 3"),
        ({"seats": "random,random,,random"}, "for seat 2"),
        ({"record": "none/games.jsonl"}, "record: none/games.jsonl"),
        ({"record": "no\0name"}, "record: no name: "),
    ],
)
def test_a_bad_argument_is_named(how, words):
    with pytest.raises(OptionError, match=words):
        digest(**how)


def test_commas_within_settings_belong_to_the_strategy():
    assert split_seats("a:x=1,y=2, b ,c.py:Bot:z=3,d") == ["a:x=1,y=2", "b", "c.py:Bot:z=3", "d"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_carries_the_games_before_it(jobs):
    seats = [Late, "random", "random", "random"]
    with pytest.raises(
        StrategyFault, match=r"seat 2, game 2, hand 0.*Late.*ValueError: late"
    ) as stop:
        chsim.run(seats=seats, games=8, jobs=jobs)
    assert stop.value.result.stopped == str(stop.value)
    assert stop.value.result.matchups[0].tally.games == 2


def test_a_strategy_that_does_not_compile_is_one_line():
    from dataclasses import replace

    from chsim.toolbox import compiled

    @compiled
    def choose_card(view):
        return view.nothing_of_the_kind

    broken = replace(chsim.load_strategy("random"), name="broken", choose_card=choose_card)
    with pytest.raises(StrategyError, match="broken: does not compile") as refusal:
        chsim.run(seats=[broken] * 4, games=1)
    assert "\n" not in str(refusal.value)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_carries_the_games_before_it(tmp_path):
    def interrupt(done, of):
        if done >= 3:
            os.kill(os.getpid(), signal.SIGINT)

    path = tmp_path / "games"
    with pytest.raises(RunInterrupted) as stop:
        chsim.run(seats=FOUR, games=10**6, jobs=2, record=path, progress=interrupt)
    result = stop.value.result
    games = result.matchups[0].tally.games
    assert result.stopped == "interrupted"
    assert 3 <= games < 10**6
    assert len(path.read_text().splitlines()) == games
    assert len(result.games) == games


def test_ctrl_c_waits_for_the_end_of_a_block():
    finished = False

    def block():
        nonlocal finished
        with held_back():
            signal.raise_signal(signal.SIGINT)
            finished = True

    with pytest.raises(KeyboardInterrupt):
        block()
    assert finished
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_leave_signals_alone():
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def look():
        with held_back():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [before]
