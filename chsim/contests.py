"""Plays the blocks of a comparison or a league, and stops where it must."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol, TypeVar

import numpy as np

from chsim.blocks import BlockPlan
from chsim.chunks import Chunk
from chsim.errors import StrategyFault
from chsim.interrupts import held_back
from chsim.keeping import BLOCKS, UNFINISHED, Keeping, plays, shelf_of
from chsim.store.identity import identity
from chsim.workers import Workers


class Contest(Protocol):
    """What is counted from blocks that come in order of their numbers.

    Attributes
    ----------
    seconds : float
        Time taken.
    stopped : str or None
        Why it ended before its last block, other than by a decision.
    """

    seconds: float
    stopped: str | None

    @property
    def blocks(self) -> int:
        """Blocks counted."""

    @property
    def decided(self) -> bool:
        """Whether no more blocks are wanted."""

    def add(self, *arrays: Any, **more: Any) -> None:
        """Count the games of the next blocks; and their luck, if the plan has it found."""


C = TypeVar("C", bound=Contest)

#: Names in a store: of the games of blocks, and of the luck in them.
GAMES, LUCK = "games", "luck"


@dataclass(frozen=True)
class Kept:
    """Where the games of a contest are kept, and what decides them.

    Parameters
    ----------
    command : str
    options : mapping
        What the games depend on beside rules and strategies, as plain data.
    keeping : Keeping, optional
        Without it they are kept nowhere.
    """

    command: str
    options: Mapping[str, Any]
    keeping: Keeping | None = None

    def identity(self, plan: BlockPlan) -> dict[str, Any]:
        """Everything that decides the games."""
        return identity(self.command, self.options, [plan.rules], plan.strategies)


def pack(chunk: Chunk) -> dict[str, Any]:
    """What is kept of a chunk of blocks."""
    return {GAMES: chunk.results} | ({LUCK: chunk.luck} if len(chunk.luck) else {})


def unpacked(arrays: Mapping[str, Any]) -> list[Any]:
    """What was kept of a chunk of blocks, as a contest counts it."""
    return [arrays[name].view(np.recarray) for name in (GAMES, LUCK) if name in arrays]


class ContestInterrupted(KeyboardInterrupt):
    """Ctrl-C; `result` holds what was counted before."""

    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result


def play(
    plan: BlockPlan,
    contest: C,
    blocks: int,
    workers: Workers,
    kept: Kept,
    progress: Callable[[C, int], None] | None = None,
) -> C:
    """Play blocks 0 … ``blocks - 1`` of a plan, or fewer if the contest is decided before.

    Parameters
    ----------
    plan : BlockPlan
    contest : Contest
        Counts the blocks; given back.
    blocks : int
    workers : Workers
    kept : Kept
        Where the games are kept.
    progress : callable, optional
        Called with the contest so far and the number of blocks; first without any
        block, when everything is loaded and compiled.

    Raises
    ------
    StrategyFault
        With what was counted before it as ``result``.
    ContestInterrupted
        On Ctrl-C.
    """
    if plays(kept.keeping):
        plan.prepare()
    start = perf_counter()
    report = progress or (lambda *_: None)
    try:
        with shelf_of(kept.keeping, lambda: kept.identity(plan)) as shelf, workers.ready():
            report(contest, blocks)
            with closing(shelf.pieces(plan, blocks, workers, pack, BLOCKS)) as pieces:
                for piece in pieces:
                    with held_back():
                        contest.add(*unpacked(piece.arrays))
                        report(contest, blocks)
                    if contest.decided:
                        return contest
                    if piece.fault:
                        raise StrategyFault(piece.fault)
        if contest.blocks < blocks:
            contest.stopped = UNFINISHED
    except KeyboardInterrupt:
        contest.stopped = "interrupted"
        raise ContestInterrupted(contest) from None
    except StrategyFault as fault:
        contest.stopped = str(fault)
        fault.result = contest
        raise
    finally:
        if plays(kept.keeping):
            contest.seconds = perf_counter() - start
    return contest
