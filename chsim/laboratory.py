"""Runs experiments: the games of each table, kept as counts and compact hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from chsim.chunks import Chunk, Plan, prepare
from chsim.core.game import GAME_RESULT
from chsim.core.layout import MAX_SEATS
from chsim.core.moon import MOON, write_moons
from chsim.errors import StrategyFault
from chsim.experiment import Experiment, Table, rules_of
from chsim.interrupts import held_back
from chsim.tally import Tally
from chsim.workers import Workers, chunks_of

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

    Returns
    -------
    list of Observed
        One a table.

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
    plans = [plan_of(experiment, table) for table in experiment.tables]
    for plan in plans:
        with held_back():
            prepare(plan)
    observed: list[Observed] = []
    steps = _Steps(progress, len(plans) * experiment.games)
    try:
        for table, plan in zip(experiment.tables, plans, strict=True):
            observed.append(_observe(table, plan, experiment.games, workers, steps))
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


def _observe(table: Table, plan: Plan, games: int, workers: Workers, steps: _Steps) -> Observed:
    notes = _Notes(plan)
    for chunk in chunks_of(plan, games, workers):
        with held_back():
            notes.add(chunk)
            steps.add(len(chunk.results))
        if chunk.fault:
            raise StrategyFault(chunk.fault)
    return notes.observed(table)


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
    """What is kept of a table's chunks."""

    def __init__(self, plan: Plan) -> None:
        self._rules = plan.rules.record()
        self._tally = Tally(plan.seats, plan.rotate)
        self._results = [np.zeros(0, GAME_RESULT)]
        self._hands = [np.zeros(0, HAND)]
        self._moons = [np.zeros(0, MOON)]

    def add(self, chunk: Chunk) -> None:
        self._tally.add(chunk.first, chunk.results)
        self._results.append(chunk.results)
        self._moons.append(moons_of(self._rules, chunk.logs))
        if chunk.first < KEPT_GAMES:
            self._hands.append(hands_of(chunk.logs[chunk.logs["game"] < KEPT_GAMES]))

    def observed(self, table: Table) -> Observed:
        parts = (self._results, self._hands, self._moons)
        return Observed(table, self._tally, *map(np.concatenate, parts))


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
