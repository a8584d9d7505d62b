"""A chunk of games, as a worker plays it: arrays out, and at most one fault."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from chsim.bots import play_game
from chsim.core import layout
from chsim.core.bots import bot_table
from chsim.core.game import GAME_RESULT, play_games
from chsim.core.hand import FOUL
from chsim.core.playout import LUCK
from chsim.core.rng import run_key
from chsim.errors import StrategyError, StrategyFault, in_words
from chsim.faults import describe_foul, describe_raised, place_of
from chsim.interrupts import held_back
from chsim.rules import Rules
from chsim.strategy import CompiledStrategy, Strategy, load_strategy

# numpy imports `numpy.rec`, which recarray says it comes from, only when asked. Without it a
# worker process would send the class along with its chunk, and a copy of recarray cannot index.
importlib.import_module("numpy.rec")

#: Hands that a game is expected to last, when room for its log is made.
_HANDS_A_GAME = 24


class Work(Protocol):
    """What can be played in chunks: units that are numbered and do not depend on each other."""

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """All that take part."""

    @property
    def compiled(self) -> bool:
        """Whether threads can share the work."""

    @property
    def logs(self) -> bool:
        """Whether chunks keep every hand."""

    @property
    def weight(self) -> int:
        """Games a unit, at most."""

    def play(self, first: int, count: int) -> Chunk:
        """Play units ``first`` … ``first + count - 1``."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides how the games of a matchup go.

    Parameters
    ----------
    seats : tuple
        What `chsim.strategy.load_strategy` takes, one a player.
    rules : Rules
    seed : int
    rotate : bool
        Whether game g seats the players turned by g.
    logs : bool
        Whether every hand is kept.
    """

    seats: tuple[Any, ...]
    rules: Rules
    seed: int
    rotate: bool = True
    logs: bool = False

    @cached_property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies, one a player."""
        return tuple(map(load_strategy, self.seats))

    @property
    def compiled(self) -> bool:
        """Whether all strategies are compiled, so that threads can share the work."""
        return all(isinstance(strategy, CompiledStrategy) for strategy in self.strategies)

    def seated(self, items: Sequence[Any], game: int) -> tuple[Any, ...]:
        """Items by player, turned into items by seat of a game."""
        turn = game * self.rotate % len(items)
        return tuple(items[(seat - turn) % len(items)] for seat in range(len(items)))

    weight = 1  # a unit is a game

    def play(self, first: int, count: int) -> Chunk:
        """Play units ``first`` … ``first + count - 1``, which are games."""
        return play_chunk(self, first, count)

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)


@dataclass
class Chunk:
    """Finished units of a plan in order of their numbers; the units of a `Plan` are games.

    Attributes
    ----------
    first : int
        Number of the first unit.
    results : recarray of `chsim.core.game.GAME_RESULT`
        One a game of the finished units; fewer than asked for after a fault.
    logs : recarray of `chsim.core.layout.HAND_LOG`
        One a hand, if the plan keeps them.
    fault : str or None
        What the strategy of the next game did wrong.
    seconds : float
        Time taken.
    units : int
        Finished units; if not given, as many as games.
    luck : recarray of `chsim.core.playout.LUCK`
        What deals favoured seats by, if the plan has that found.
    """

    first: int
    results: Any
    logs: Any
    fault: str | None = None
    seconds: float = field(default=0.0, compare=False)
    units: int = -1
    luck: Any = field(default_factory=lambda: np.zeros(0, LUCK).view(np.recarray))

    def __post_init__(self) -> None:
        if self.units < 0:
            self.units = len(self.results)


def play_chunk(plan: Plan, first: int, games: int, step: int = 1) -> Chunk:
    """Play games ``first``, ``first + step``, … of a plan.

    Parameters
    ----------
    plan : Plan
    first, games, step : int
        Number of the first game, how many there are, and from one to the next.

    Notes
    -----
    A strategy's exception ends in `Chunk.fault`: none crosses to another worker.
    """
    start = perf_counter()
    chunk = (_play_compiled if plan.compiled else _play_bots)(
        plan, range(first, first + games * step, step)
    )
    chunk.seconds = perf_counter() - start
    return chunk


def prepare(plan: Plan) -> None:
    """Load and compile everything the plan needs, by playing nothing.

    Raises
    ------
    StrategyError
        In one line, if a compiled strategy does not compile.
    """
    for strategy in plan.strategies:
        if isinstance(strategy, CompiledStrategy):
            _compile(strategy)
    if plan.compiled:
        _Bench(plan).play(range(0), _empty(GAME_RESULT), _empty(layout.HAND_LOG))


def _compile(strategy: CompiledStrategy) -> None:
    try:
        bot_table([(strategy.choose_pass, strategy.choose_card, strategy.choose_moon)])
    except Exception as error:  # noqa: BLE001 - whatever the compiler raises
        reason = in_words(error, str, limit=300)
        raise StrategyError(f"{strategy.name}: does not compile: {reason}") from None


def _empty(layout_: np.dtype[Any], length: int = 0) -> Any:
    return np.zeros(length, layout_).view(np.recarray)


class _Bench:
    """The records a thread plays on, and the players' tables."""

    def __init__(self, plan: Plan) -> None:
        strategies = [s for s in plan.strategies if isinstance(s, CompiledStrategy)]
        self.plan = plan
        self.state = layout.new_record(layout.STATE)
        self.rules = _rules_record(plan.rules).copy()
        self.bots = bot_table([(s.choose_pass, s.choose_card, s.choose_moon) for s in strategies])
        self.settings = np.zeros((layout.MAX_SEATS, layout.MAX_SETTINGS))
        for player, strategy in enumerate(strategies):
            self.settings[player, : len(strategy.settings)] = list(strategy.settings.values())

    def play(self, games: range, results: Any, logs: Any) -> Any:
        """Status, games and hands done; see `chsim.core.game.play_games`."""
        return play_games(
            self.state,
            self.rules,
            self.bots,
            self.settings,
            run_key(self.plan.seed),
            np.int64(games.start),
            np.int64(games.step),
            np.int64(self.plan.rotate),
            results,
            logs,
        )


@lru_cache(maxsize=256)
def _rules_record(rules: Rules) -> Any:
    """The record of rules, made once; whoever plays by it takes a copy."""
    return rules.record()


def _play_compiled(plan: Plan, numbers: range) -> Chunk:
    with held_back():
        bench = _Bench(plan)
    games = len(numbers)
    results = _empty(GAME_RESULT, games)
    logs: list[Any] = []
    done = 0
    fault = None
    while done < games:
        log = _empty(layout.HAND_LOG, _room(plan, games - done))
        try:
            status, played, logged = bench.play(numbers[done:], results[done:games], log)
        except Exception as error:  # noqa: BLE001 - whatever a compiled strategy raises
            # Stop before the game that raised, and play those before it again for their logs.
            games = _finished(results)
            fault = _fault(bench, numbers[games], describe_raised(bench.state, error))
            continue
        done += played
        logs.append(log[:logged])
        if status == FOUL:
            fault = _fault(bench, numbers[done], describe_foul(bench.state))
            break
    kept = np.concatenate(logs).view(np.recarray) if plan.logs and logs else _empty(layout.HAND_LOG)
    return Chunk(numbers.start, results[:done], kept, fault)


def _room(plan: Plan, games: int) -> int:
    return plan.rules.end.max_hands + games * _HANDS_A_GAME if plan.logs else 0


def _finished(results: Any) -> int:
    """Games written before a strategy raised: a finished game has at least one hand."""
    return int(np.count_nonzero(results.hands))


def _fault(bench: _Bench, game: int, what: str) -> str:
    seat = int(bench.state.seat)
    name = bench.plan.seated(bench.plan.strategies, game)[seat].name
    return f"{place_of(bench.state, game, bench.plan.rules)}: {name}: {what}"


def _play_bots(plan: Plan, numbers: range) -> Chunk:
    results = _empty(GAME_RESULT, len(numbers))
    logs: list[Any] = []
    for done, number in enumerate(numbers):
        seats = plan.seated(plan.strategies, number)
        try:
            with _quiet():
                game = play_game(plan.rules, plan.seed, number, seats)
        except StrategyFault as error:
            return Chunk(numbers.start, results[:done], _joined(logs), str(error))
        results[done] = game.result()
        if plan.logs:
            logs.extend(game.hands)
    return Chunk(numbers.start, results, _joined(logs))


def _joined(logs: list[Any]) -> Any:
    joined = _empty(layout.HAND_LOG, len(logs))
    for index, log in enumerate(logs):
        joined[index] = log
    return joined


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Send what a bot prints to standard error, if that is a terminal, else nowhere.

    Only where there is no other thread to lose its output by it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if sys.stderr is not None and sys.stderr.isatty():
        with contextlib.redirect_stdout(sys.stderr):
            yield
        return
    with (
        Path(os.devnull).open("w", encoding="utf-8") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        yield
