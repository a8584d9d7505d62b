"""Measuring speed: what is reported, not how fast it is."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from chsim import bench
from chsim.cli.main import main
from chsim.errors import OptionError

QUICK = ("--strategies", "random,plain", "--runs", "3", "--seconds", "0.03")


def test_speed_is_the_median_of_the_runs(monkeypatch):
    """Five hands a game; trials of 1, 4 and 16 games, then runs of 1, 4 and 2 ms a game."""
    seconds = iter([0.001, 0.001, 0.001, 0.001, 0.004, 0.002])
    chunks = []

    def played(_, first, games):
        chunks.append((first, games))
        return 5.0, next(seconds)

    monkeypatch.setattr(bench, "_played", played)
    speed = bench.measure("random", runs=3, seconds=0.3)
    assert (speed.hands_per_s, speed.games_per_s) == (2500.0, 500.0)
    assert chunks == [(0, 1), (0, 4), (0, 16), (0, 100), (100, 100), (200, 100)]


def test_whole_games_are_played_by_four_of_a_kind():
    speed = bench.measure("random", runs=1, seconds=0.01)
    assert 10 < speed.hands_per_s / speed.games_per_s < 30


@pytest.mark.parametrize("how", [{"runs": 0}, {"seconds": 0.0}, {"seconds": float("nan")}])
def test_a_bad_argument_is_named(how):
    with pytest.raises(OptionError, match=next(iter(how))):
        bench.measure("random", **how)


def test_json(monkeypatch):
    monkeypatch.setattr(bench, "has_openspiel", lambda: False)
    data = json.loads(CliRunner().invoke(main, ["bench", "--json", *QUICK]).stdout)
    assert data["threads"] == 1
    assert list(data["strategies"]) == ["random", "plain"]
    for speed in data["strategies"].values():
        assert set(speed) == {"hands_per_s", "games_per_s"}
        assert min(speed.values()) > 0
    assert "openspiel" not in data


def test_openspiel_stands_beside_where_it_is_installed():
    pytest.importorskip("pyspiel")
    data = json.loads(CliRunner().invoke(main, ["bench", "--json", *QUICK]).stdout)
    assert data["openspiel"]["hands_per_s"] > 0


def test_a_table_for_reading(monkeypatch):
    monkeypatch.setattr(bench, "has_openspiel", lambda: True)
    monkeypatch.setattr(bench, "measure_openspiel", lambda **_: 25_000.0)
    lines = CliRunner().invoke(main, ["bench", *QUICK]).stdout.splitlines()
    assert lines[0].split() == ["hands/s", "games/s", "µs", "a", "hand"]
    assert [line.split()[0] for line in lines[1:3]] == ["random", "plain"]
    assert lines[3].split() == ["OpenSpiel,", "random", "25,000", "–", "40.00"]
    assert lines[-1] == "One thread, median of 3 runs."
