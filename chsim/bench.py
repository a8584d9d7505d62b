"""Measuring how many hands a second the engine plays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from chsim.chunks import Plan, play_chunk, prepare
from chsim.errors import OptionError, StrategyFault
from chsim.rules import Rules
from chsim.rules_file import load_rules

STRATEGIES = ("random", "plain", "peacecat")
RUNS = 5
SECONDS = 1.0
#: A trial that takes this share of a run says how many games fit into one.
_TRIAL = 0.1


@dataclass(frozen=True)
class Speed:
    """Median speed of several runs in one thread."""

    hands_per_s: float
    games_per_s: float

    def to_dict(self) -> dict[str, float]:
        """The speed as plain data for JSON."""
        return {
            "hands_per_s": _rounded(self.hands_per_s),
            "games_per_s": _rounded(self.games_per_s),
        }


def measure(
    strategy: Any,
    rules: str | Path | Rules = "complex-hearts",
    *,
    runs: int = RUNS,
    seconds: float = SECONDS,
) -> Speed:
    """Speed of four of a kind, played by `chsim.chunks.play_chunk` as any run is.

    Parameters
    ----------
    strategy : str or Strategy
        See `chsim.strategy.load_strategy`.
    rules : str, Path or Rules
    runs : int
        Runs whose median is taken; each plays other games.
    seconds : float
        Length of all runs together, roughly; what comes before them not counted.

    Raises
    ------
    ChsimError
        If there is no such strategy, or it breaks the rules.
    """
    _check(runs, seconds)
    chosen = load_rules(rules)
    plan = Plan((strategy,) * chosen.players, chosen, seed=1)
    prepare(plan)
    games = _games_in(plan, seconds / runs)
    played = [_played(plan, run * games, games) for run in range(runs)]
    return Speed(
        median(hands_a_game / seconds_a_game for hands_a_game, seconds_a_game in played),
        median(1 / seconds_a_game for _, seconds_a_game in played),
    )


def _games_in(plan: Plan, seconds: float) -> int:
    """About how many games fit into the time, by trials of growing length."""
    games = 1
    while True:
        _, seconds_a_game = _played(plan, 0, games)
        if games * seconds_a_game >= _TRIAL * seconds:
            return max(1, round(seconds / seconds_a_game))
        games *= 4


def _rounded(speed: float) -> float:
    return float(f"{speed:.6g}")


def _check(runs: int, seconds: float) -> None:
    if runs < 1:
        raise OptionError(f"runs: expected 1 or more, not {runs}")
    if not 0 < seconds < float("inf"):
        raise OptionError(f"seconds: expected a number above 0, not {seconds}")


def _played(plan: Plan, first: int, games: int) -> tuple[float, float]:
    """Hands a game and seconds a game of a chunk."""
    chunk = play_chunk(plan, first, games)
    if chunk.fault:
        raise StrategyFault(chunk.fault)
    return int(chunk.results.hands.sum()) / games, chunk.seconds / games


def has_openspiel() -> bool:
    """Whether OpenSpiel is installed to compare with."""
    return find_spec("pyspiel") is not None


def measure_openspiel(*, runs: int = RUNS, seconds: float = SECONDS) -> float:
    """Hands a second of OpenSpiel's Hearts, random legal play driven from Python.

    Parameters
    ----------
    runs, seconds
        As in `measure`.
    """
    import pyspiel

    _check(runs, seconds)
    game, draw = pyspiel.load_game("hearts"), random.Random(1)
    return median(_openspiel_run(game, draw, seconds / runs) for _ in range(runs))


def _openspiel_run(game: Any, draw: random.Random, seconds: float) -> float:
    start = perf_counter()
    hands = 0
    while (spent := perf_counter() - start) < seconds or hands == 0:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
        hands += 1
    return hands / spent


def measure_all(
    strategies: Sequence[Any], rules: str | Path | Rules = "complex-hearts", **how: Any
) -> dict[str, Any]:
    """Speeds of several strategies, and of OpenSpiel if it is there, as data for JSON."""
    data: dict[str, Any] = {
        "threads": 1,
        "strategies": {str(one): measure(one, rules, **how).to_dict() for one in strategies},
    }
    if has_openspiel():
        data["openspiel"] = {"hands_per_s": _rounded(measure_openspiel(**how))}
    return data
