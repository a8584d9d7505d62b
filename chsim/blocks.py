"""Deal blocks: one seeded sequence of deals, played by several seatings of strategies.

Block number b deals what game number b of the same seed deals. Seatings that
would give the same game are played once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from chsim.chunks import Chunk, Plan, play_chunk, prepare
from chsim.control import Control
from chsim.core.game import GAME_RESULT
from chsim.core.layout import HAND_LOG
from chsim.core.playout import LUCK
from chsim.interrupts import held_back
from chsim.rules import Rules
from chsim.strategy import CompiledStrategy, Strategy, load_strategy

Seating = tuple[Any, ...]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class BlockPlan:
    """Everything that decides how the games of deal blocks go.

    Parameters
    ----------
    rounds : tuple of tuple of seatings
        Block b plays the seatings of ``rounds[b % len(rounds)]``, each on the deals
        of b; a seating names a strategy a seat.
    rules : Rules
    seed : int
    control : Control, optional
        Finds the luck of the deals; there is only one round then.
    focus : tuple of tuple of int
        By seating, the seats whose luck is found.
    """

    rounds: tuple[tuple[Seating, ...], ...]
    rules: Rules
    seed: int
    control: Control | None = None
    focus: tuple[tuple[int, ...], ...] = ()

    @property
    def logs(self) -> bool:
        """Whether every hand is kept, until a chunk is done."""
        return self.control is not None

    @cached_property
    def plans(self) -> tuple[tuple[Plan, ...], ...]:
        """How the games of each seating go, by round."""
        return tuple(
            tuple(Plan(seating, self.rules, self.seed, False, self.logs) for seating in seatings)
            for seatings in self.rounds
        )

    @cached_property
    def strategies(self) -> tuple[Strategy, ...]:
        """All strategies that sit somewhere, and who plays out."""
        specs = {identity(one): one for seats in self.rounds for table in seats for one in table}
        if self.control is not None:
            specs.setdefault(identity(self.control.strategy), self.control.strategy)
        return tuple(map(load_strategy, specs.values()))

    @property
    def compiled(self) -> bool:
        """Whether all strategies are compiled, so that threads can share the work."""
        return all(isinstance(strategy, CompiledStrategy) for strategy in self.strategies)

    @cached_property
    def weight(self) -> int:
        """Games of the largest block."""
        return max(map(len, self.rounds))

    def games_of(self, first: int, blocks: int) -> Ints:
        """Games in each of some blocks."""
        sizes = np.array([len(seatings) for seatings in self.rounds])
        games: Ints = sizes[np.arange(first, first + blocks) % len(sizes)]
        return games

    def prepare(self) -> None:
        """Load and compile everything, by playing nothing.

        Raises
        ------
        StrategyError
            In one line, if a compiled strategy does not compile.
        """
        for table in (table for tables in self.plans for table in tables):
            with held_back():
                prepare(table)
        if self.control is not None:
            for seating, focus in zip(self.rounds[0], self.focus, strict=True):
                self.control.prepare(seating, focus)

    def play(self, first: int, count: int) -> Chunk:
        """Play blocks ``first`` … ``first + count - 1``; games in order of block and seating.

        After a fault only whole blocks are left, those before the first faulty one.
        """
        ends = np.cumsum(self.games_of(first, count))
        results = np.zeros(ends[-1] if count else 0, GAME_RESULT).view(np.recarray)
        offsets = range(min(count, len(self.rounds)))
        parts = [self._play_round(first, count, offset) for offset in offsets]
        fault, units, seconds = None, count, 0.0
        for offset, chunks in enumerate(parts):
            starts = ends[offset :: len(self.rounds)] - len(chunks)
            for place, chunk in enumerate(chunks):
                results[starts[: chunk.units] + place] = chunk.results
                seconds += chunk.seconds
                stopped = offset + chunk.units * len(self.rounds)
                if chunk.fault and stopped < units:
                    fault, units = chunk.fault, stopped
        games = ends[units - 1] if units else 0
        logs = np.zeros(0, HAND_LOG).view(np.recarray)
        luck = _by_block([chunk.luck[:units] for chunk in parts[0]] if parts else [])
        return Chunk(first, results[:games], logs, fault, seconds, units, luck)

    def _play_round(self, first: int, count: int, offset: int) -> list[Chunk]:
        """The blocks of ``first + offset``, and every so many after it, by seating."""
        step = len(self.rounds)
        plans = self.plans[(first + offset) % step]
        blocks = len(range(offset, count, step))
        chunks = [play_chunk(plan, first + offset, blocks, step) for plan in plans]
        if self.control is not None:
            for seating, focus, chunk in zip(self.rounds[0], self.focus, chunks, strict=True):
                _find_luck(self.control, seating, focus, self.seed, chunk)
        return chunks

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)


def _find_luck(
    control: Control, seating: Seating, focus: Sequence[int], seed: int, chunk: Chunk
) -> None:
    """Add the luck of a seating's games to its chunk, up to the first without."""
    start = perf_counter()
    logs = chunk.logs[chunk.logs.game < chunk.first + chunk.units]
    chunk.luck, fault = control.luck_to_fault(seating, focus, seed, logs)
    chunk.logs = logs[:0]
    if fault:
        chunk.fault, chunk.units = fault, len(chunk.luck)
        chunk.results = chunk.results[: chunk.units]
    chunk.seconds += perf_counter() - start


def _by_block(parts: Sequence[Any]) -> Any:
    """Lucks of seatings, each of shape (blocks, seats), one block after another."""
    joined = np.concatenate(parts, axis=1) if parts and parts[0].ndim == 2 else np.zeros(0, LUCK)
    return joined.reshape(-1).view(np.recarray)


def identity(given: Any) -> Hashable:
    """What two strategies share only if they play the same, whatever they are called.

    Parameters
    ----------
    given : str, Strategy or class
        As `chsim.strategy.load_strategy` takes it.
    """
    if isinstance(given, type):
        return given
    strategy = load_strategy(given)
    if isinstance(strategy, CompiledStrategy):
        decisions = strategy.choose_pass, strategy.choose_card, strategy.choose_moon
        return decisions, tuple(strategy.settings.items())
    return strategy.make


def different(seatings: Iterable[Seating]) -> tuple[tuple[Seating, ...], list[int]]:
    """Seatings without those that give the same games, and the place of each among them."""
    places: dict[Hashable, int] = {}
    kept: list[Seating] = []
    found = []
    for seating in seatings:
        key = tuple(map(identity, seating))
        if key not in places:
            places[key] = len(kept)
            kept.append(seating)
        found.append(places[key])
    return tuple(kept), found


def turned(seating: Sequence[Any], turn: int) -> Seating:
    """A seating in which everyone sits some places further to the left."""
    seats = len(seating)
    return tuple(seating[(seat - turn) % seats] for seat in range(seats))
