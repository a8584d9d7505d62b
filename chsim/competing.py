"""Plays leagues: every mixed table of some strategies, each player in each seat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from chsim.blocks import BlockPlan, Seating, turned
from chsim.comparing import names_of
from chsim.contests import Kept, play
from chsim.errors import OptionError
from chsim.keeping import Keeping, as_keeping
from chsim.rules import Rules
from chsim.rules_file import load_rules
from chsim.runner import check_numbers, listed
from chsim.standings import League
from chsim.workers import Workers

#: Games, unless told.
GAMES = 4_000
#: Seatings of a league at most: each has to be played.
MAX_SEATINGS = 100_000

Progress = Callable[[League, int], None]


def league(
    strategies: Iterable[Any] | str,
    games: int = GAMES,
    seed: int = 1,
    rules: str | Path | Rules = "complex-hearts",
    jobs: int = -1,
    *,
    backend: str | None = None,
    scheduler: str | None = None,
    store: str | Path | Keeping | None = None,
    progress: Progress | None = None,
) -> League:
    """Play a league of strategies.

    Its tables are all ways to sit these strategies round a table, but for those of
    one kind alone. A block plays one table on one sequence of deals, turned until
    it would repeat. Tables follow one another in an order drawn from the seed, and
    none comes again before all have been played.

    Parameters
    ----------
    strategies : strategies one after another, or str
        Two or more (see `chsim.strategy.load_strategy`), or their names with commas between.
    games : int
        Games in all, rounded up to whole blocks.
    seed : int
    rules : str, Path or Rules
    jobs : int
        Workers; -1 for all cores. Never changes a result.
    backend, scheduler : str, optional
        Where the workers are; see `chsim.workers.Workers`.
    store : str or Path, optional
        Folder in which the games are kept; those that are there are not played again.
    progress : callable, optional
        Called with the `League` so far and the number of blocks.

    Returns
    -------
    League

    Raises
    ------
    ChsimError
        For a bad argument, rules or strategy. A `StrategyFault` carries what was
        finished before it as ``result``.
    ContestInterrupted
        On Ctrl-C, likewise.
    """
    check_numbers(games, seed)
    workers = Workers(jobs, backend, scheduler)
    chosen = load_rules(rules)
    plan, found = planned(listed(strategies, "strategies"), chosen, seed)
    options = {"strategies": list(found.names), "seed": found.seed, "tables": _order_of(found)}
    kept = Kept("league", options, as_keeping(store, games=games))
    return play(plan, found, blocks_for(found, games), workers, kept, progress)


def planned(strategies: Sequence[Any], rules: Rules, seed: int) -> tuple[BlockPlan, League]:
    """The games of a league's blocks, and the league without any."""
    names = names_of(strategies)
    if len(names) ** rules.players > MAX_SEATINGS:
        most = int(MAX_SEATINGS ** (1 / rules.players))
        raise OptionError(f"strategies: a league of {rules.players} players takes {most} at most")
    tables = shuffled(mixed_tables(len(names), rules.players), seed)
    rounds = tuple(tuple(_seated(strategies, one) for one in rotations(table)) for table in tables)
    players = tuple(rotations(table) for table in tables)
    plan = BlockPlan(rounds, rules, int(seed))
    return plan, League(rules=rules, seed=int(seed), names=names, tables=players)


def mixed_tables(strategies: int, players: int) -> list[tuple[int, ...]]:
    """Ways to sit strategies round a table, one of all that are turns of it; none of one kind."""
    seatings = product(range(strategies), repeat=players)
    return [one for one in seatings if len(set(one)) > 1 and one == min(rotations(one))]


def rotations(table: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """A table turned to the left by nothing, one, two, …, until it would repeat."""
    return tuple(dict.fromkeys(turned(table, turn) for turn in range(len(table))))


def shuffled(tables: Sequence[Any], seed: int) -> list[Any]:
    """Tables in an order that only the seed decides."""
    order = np.random.default_rng(int(seed)).permutation(len(tables))
    return [tables[place] for place in order]


def _order_of(league: League) -> str:
    """Digest of the tables in their order, which is not kept: another numpy may draw another."""
    return hashlib.sha256(repr(league.tables).encode()).hexdigest()[:12]


def blocks_for(league: League, games: int) -> int:
    """How many blocks have so many games."""
    ends = np.cumsum([len(table) for table in league.tables])
    whole, rest = divmod(games, int(ends[-1]))
    return whole * len(ends) + int(np.searchsorted(ends, rest)) + (rest > 0)


def games_in(league: League, blocks: int) -> int:
    """Games of the first blocks of a league."""
    whole, rest = divmod(blocks, len(league.tables))
    sizes = [len(table) for table in league.tables]
    return whole * sum(sizes) + sum(sizes[:rest])


def _seated(strategies: Sequence[Any], table: tuple[int, ...]) -> Seating:
    return tuple(strategies[one] for one in table)
