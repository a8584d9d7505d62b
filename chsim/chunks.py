"""A chunk of games, as a worker plays it: arrays out, and at most one fault."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from chsim.bots import play_game
from chsim.core import layout
from chsim.core.bots import bot_table
from chsim.core.game import GAME_RESULT, play_games
from chsim.core.hand import FOUL
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

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)


@dataclass
class Chunk:
    """Finished games in order of game number.

    Attributes
    ----------
    first : int
        Number of the first game.
    results : recarray of `chsim.core.game.GAME_RESULT`
        One a finished game; fewer than asked for after a fault.
    logs : recarray of `chsim.core.layout.HAND_LOG`
        One a hand, if the plan keeps them.
    fault : str or None
        What the strategy of the next game did wrong.
    seconds : float
        Time taken.
    """

    first: int
    results: Any
    logs: Any
    fault: str | None = None
    seconds: float = field(default=0.0, compare=False)


def play_chunk(plan: Plan, first: int, games: int) -> Chunk:
    """Play games ``first`` … ``first + games - 1`` of a plan.

    Notes
    -----
    A strategy's exception ends in `Chunk.fault`: none crosses to another worker.
    """
    start = perf_counter()
    chunk = (_play_compiled if plan.compiled else _play_bots)(plan, first, games)
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
        _Bench(plan).play(0, _empty(GAME_RESULT), _empty(layout.HAND_LOG))


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
        self.rules = plan.rules.record()
        self.bots = bot_table([(s.choose_pass, s.choose_card, s.choose_moon) for s in strategies])
        self.settings = np.zeros((layout.MAX_SEATS, layout.MAX_SETTINGS))
        for player, strategy in enumerate(strategies):
            self.settings[player, : len(strategy.settings)] = list(strategy.settings.values())

    def play(self, first: int, results: Any, logs: Any) -> Any:
        """Status, games and hands done; see `chsim.core.game.play_games`."""
        return play_games(
            self.state,
            self.rules,
            self.bots,
            self.settings,
            run_key(self.plan.seed),
            np.int64(first),
            np.int64(self.plan.rotate),
            results,
            logs,
        )


def _play_compiled(plan: Plan, first: int, games: int) -> Chunk:
    with held_back():
        bench = _Bench(plan)
    results = _empty(GAME_RESULT, games)
    logs: list[Any] = []
    done = 0
    fault = None
    while done < games:
        log = _empty(layout.HAND_LOG, _room(plan, games - done))
        try:
            status, played, logged = bench.play(first + done, results[done:games], log)
        except Exception as error:  # noqa: BLE001 - whatever a compiled strategy raises
            # Stop before the game that raised, and play those before it again for their logs.
            games = _finished(results)
            fault = _fault(bench, first + games, describe_raised(bench.state, error))
            continue
        done += played
        logs.append(log[:logged])
        if status == FOUL:
            fault = _fault(bench, first + done, describe_foul(bench.state))
            break
    kept = np.concatenate(logs).view(np.recarray) if plan.logs and logs else _empty(layout.HAND_LOG)
    return Chunk(first, results[:done], kept, fault)


def _room(plan: Plan, games: int) -> int:
    return plan.rules.end.max_hands + games * _HANDS_A_GAME if plan.logs else 0


def _finished(results: Any) -> int:
    """Games written before a strategy raised: a finished game has at least one hand."""
    return int(np.count_nonzero(results.hands))


def _fault(bench: _Bench, game: int, what: str) -> str:
    seat = int(bench.state.seat)
    name = bench.plan.seated(bench.plan.strategies, game)[seat].name
    return f"{place_of(bench.state, game, bench.plan.rules)}: {name}: {what}"


def _play_bots(plan: Plan, first: int, games: int) -> Chunk:
    results = _empty(GAME_RESULT, games)
    logs: list[Any] = []
    for done in range(games):
        number = first + done
        seats = plan.seated(plan.strategies, number)
        try:
            with _quiet():
                game = play_game(plan.rules, plan.seed, number, seats)
        except StrategyFault as error:
            return Chunk(first, results[:done], _joined(logs), str(error))
        results[done] = game.result()
        if plan.logs:
            logs.extend(game.hands)
    return Chunk(first, results, _joined(logs))


def _joined(logs: list[Any]) -> Any:
    joined = _empty(layout.HAND_LOG, len(logs))
    for index, log in enumerate(logs):
        joined[index] = log
    return joined


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Send what a bot prints to standard error, if that is a terminal, else nowhere."""
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
