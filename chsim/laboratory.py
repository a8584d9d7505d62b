"""Runs experiments: the games of each table, kept as counts and compact hands."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from chsim.chunks import Chunk, Plan, prepare
from chsim.core.game import GAME_RESULT
from chsim.core.layout import MAX_SEATS
from chsim.core.moon import MOON, write_moons
from chsim.errors import StrategyFault
from chsim.experiment import Experiment, Table, rules_of
from chsim.interrupts import held_back
from chsim.keeping import Keeping, Piece, Shelf, as_keeping, plays, shelf_of
from chsim.store.identity import identity
from chsim.tally import Tally
from chsim.workers import Workers

#: Hands are kept of the first games of a table only, which bounds memory.
KEPT_GAMES = 20_000
#: Pictures that look at hands; without one of them no hand is kept.
_OF_HANDS = frozenset({"trajectories", "paths", "endings", "lengths", "moon"})

_SEATS = (MAX_SEATS,)
#: One hand without its cards: everything by seat, totals after the hand.
HAND = np.dtype(
    [
        ("game", np.int32),
        ("hand_number", np.int16),
        ("shooter", np.int8),
        ("choice", np.int32),
        ("score_re", np.int32, _SEATS),
        ("score_im", np.int32, _SEATS),
        ("total_re", np.int32, _SEATS),
        ("total_im", np.int32, _SEATS),
    ]
)

Progress = Callable[[int, int], None]


@dataclass
class Observed:
    """What the games of a table left behind.

    Attributes
    ----------
    table : Table
    tally : Tally
    results : array of `chsim.core.game.GAME_RESULT`
        All games, in order.
    hands : array of `HAND`
        Hands of the first `KEPT_GAMES` games, in order, if the experiment draws any.
    moons : array of `chsim.core.moon.MOON`
        Every hand with a moon, of all games, likewise.
    """

    table: Table
    tally: Tally
    results: Any
    hands: Any
    moons: Any


class ExperimentInterrupted(KeyboardInterrupt):
    """Ctrl-C during an experiment; `observed` holds its finished tables."""

    def __init__(self, experiment: Experiment, observed: list[Observed]) -> None:
        super().__init__()
        self.experiment = experiment
        self.observed = observed


class ExperimentFault(StrategyFault):
    """A fault of a strategy during an experiment; `observed` holds its finished tables."""

    def __init__(self, message: str, experiment: Experiment, observed: list[Observed]) -> None:
        super().__init__(message)
        self.experiment = experiment
        self.observed = observed


def run_experiment(
    experiment: Experiment,
    jobs: int = -1,
    progress: Progress | None = None,
    *,
    backend: str | None = None,
    scheduler: str | None = None,
    store: str | Path | Keeping | None = None,
) -> list[Observed]:
    """Play the tables of an experiment, one after the other.

    Parameters
    ----------
    experiment : Experiment
    jobs : int
        Workers; -1 for all cores. Never changes a result.
    progress : callable, optional
        Called as ``progress(done, all)`` with numbers of games; first with 0
        done, when everything is loaded and compiled.
    backend, scheduler : str, optional
        Where the workers are; see `chsim.workers.Workers`.
    store : str or Path, optional
        Folder in which games, hands and moons are kept; those that are there are not
        played again.

    Returns
    -------
    list of Observed
        One a table; of a store that is only read, those that are there, the last of them
        perhaps with fewer games than the others.

    Raises
    ------
    ChsimError
        For rules or a strategy that cannot be loaded.
    ExperimentFault
        For a strategy that fails in play; it names the table, and has the tables
        finished before it as ``observed``.
    ExperimentInterrupted
        On Ctrl-C, with the tables finished before it as ``observed``.
    """
    workers = Workers(jobs, backend, scheduler)
    keeping = as_keeping(store, games=experiment.games)
    plans = [plan_of(experiment, table) for table in experiment.tables]
    for plan in plans:
        if plays(keeping):
            with held_back():
                prepare(plan)
    with shelf_of(keeping, lambda: _identity(experiment, plans)) as shelf:
        steps = _Steps(progress, len(plans) * experiment.games)
        return _observe_all(experiment, plans, shelf, workers, steps)


def _observe_all(
    experiment: Experiment, plans: list[Plan], shelf: Shelf, workers: Workers, steps: _Steps
) -> list[Observed]:
    observed: list[Observed] = []
    try:
        with workers.ready():
            for number, (table, plan) in enumerate(zip(experiment.tables, plans, strict=True)):
                name, pack = f"table-{number}", partial(_pack, plan)
                pieces = shelf.pieces(plan, experiment.games, workers, pack, name)
                seen = _observe(table, plan, pieces, steps)
                whole = seen.tally.games == experiment.games
                if whole or seen.tally.games:
                    observed.append(seen)
                if not whole:  # of a store that is only read
                    break
    except KeyboardInterrupt:
        raise ExperimentInterrupted(experiment, observed) from None
    except StrategyFault as fault:
        where = ": ".join(filter(None, (table.group, table.name)))
        raise ExperimentFault(f"{where}: {fault}", experiment, observed) from None
    return observed


def plan_of(experiment: Experiment, table: Table) -> Plan:
    """How the games of a table go."""
    logs = bool(_OF_HANDS & set(experiment.draw))
    return Plan(table.seats, rules_of(experiment, table), experiment.seed, table.rotate, logs)


def _identity(experiment: Experiment, plans: Sequence[Plan]) -> dict[str, Any]:
    """Everything that decides what is kept of the games."""
    options = {
        "experiment": experiment.name,
        "seed": experiment.seed,
        "tables": [[*table.seats] for table in experiment.tables],
        "rotate": [table.rotate for table in experiment.tables],
        "hands": bool(plans[0].logs),
    }
    strategies = {one.name: one for plan in plans for one in plan.strategies}
    return identity("experiment", options, [plan.rules for plan in plans], strategies.values())


def _observe(table: Table, plan: Plan, pieces: Generator[Piece], steps: _Steps) -> Observed:
    notes = _Notes(plan)
    with closing(pieces):
        for piece in pieces:
            with held_back():
                notes.add(piece)
                steps.add(piece.units)
            if piece.fault:
                raise StrategyFault(piece.fault)
    return notes.observed(table)


def _pack(plan: Plan, chunk: Chunk) -> dict[str, Any]:
    """What is kept of a chunk: how games ended, early hands, and moons."""
    return {
        "games": chunk.results,
        "hands": hands_of(chunk.logs[chunk.logs["game"] < KEPT_GAMES]),
        "moons": moons_of(plan.rules.record(), chunk.logs),
    }


class _Steps:
    """Games done of the whole experiment."""

    def __init__(self, progress: Progress | None, games: int) -> None:
        self._progress = progress
        self._games = games
        self._done = 0
        self.add(0)

    def add(self, games: int) -> None:
        self._done += games
        if self._progress is not None:
            self._progress(self._done, self._games)


class _Notes:
    """What is kept of a table's games."""

    def __init__(self, plan: Plan) -> None:
        self._tally = Tally(plan.seats, plan.rotate)
        self._parts = {"games": [np.zeros(0, GAME_RESULT)], "hands": [np.zeros(0, HAND)]}
        self._parts["moons"] = [np.zeros(0, MOON)]

    def add(self, piece: Piece) -> None:
        self._tally.add(piece.first, piece.arrays["games"].view(np.recarray))
        for name, parts in self._parts.items():
            parts.append(piece.arrays[name])

    def observed(self, table: Table) -> Observed:
        return Observed(table, self._tally, *map(np.concatenate, self._parts.values()))


def hands_of(logs: Any) -> Any:
    """Logged hands as rows of `HAND`."""
    hands = np.zeros(len(logs), HAND)
    for name in HAND.names or ():
        hands[name] = logs[name]
    return hands


def moons_of(rules: Any, logs: Any) -> Any:
    """Rows of `chsim.core.moon.MOON` for the logged hands that had a moon.

    Parameters
    ----------
    rules : record of `chsim.core.layout.RULES`
    logs : recarray of `chsim.core.layout.HAND_LOG`
    """
    logs = logs[logs["shooter"] >= 0].view(np.recarray)
    moons = np.zeros(len(logs), MOON).view(np.recarray)
    write_moons(rules, logs, moons)
    return moons.view(np.ndarray)
