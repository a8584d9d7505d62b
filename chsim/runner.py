"""Games in parallel: the same results for any number of workers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

import numpy as np

from chsim.chunks import Chunk, Plan, prepare
from chsim.core.layout import HAND_LOG
from chsim.errors import OptionError, StrategyFault, in_words, need_whole
from chsim.interrupts import held_back
from chsim.keeping import UNFINISHED, Keeping, Piece, Shelf, as_keeping, plays, shelf_of
from chsim.matchup import Matchup
from chsim.published import MATCHUPS
from chsim.records import write_records
from chsim.results import RunResult
from chsim.rules import Rules
from chsim.rules_file import load_rules
from chsim.store.identity import identity
from chsim.tally import Tally
from chsim.workers import Workers

Progress = Callable[[int, int], None]


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C during a run; `result` holds what was finished."""

    def __init__(self, result: RunResult) -> None:
        super().__init__()
        self.result = result


def run(
    seats: Iterable[Any] | str | None = None,
    games: int = 400,
    seed: int = 1,
    rules: str | Path | Rules = "complex-hearts",
    jobs: int = -1,
    *,
    backend: str | None = None,
    scheduler: str | None = None,
    store: str | Path | Keeping | None = None,
    rotate: bool = True,
    record: str | Path | None = None,
    keep: bool = True,
    progress: Progress | None = None,
) -> RunResult:
    """Play games and count who lost and won.

    Parameters
    ----------
    seats : strategies one after another, str, or None
        One matchup: a strategy a seat (see `chsim.strategy.load_strategy`), or
        their names with commas between. None plays the published two.
    games : int
        Games of each matchup.
    seed : int
        Zero or more. Game g of a seed is the same game in every run.
    rules : str, Path or Rules
    jobs : int
        Workers; -1 for all cores. Never changes a result.
    backend, scheduler : str, optional
        Where the workers are; see `chsim.workers.Workers`.
    store : str or Path, optional
        Folder in which the games are kept; those that are there are not played again.
        It keeps how games end, so ``record`` is refused, and the result has the table
        ``games`` but not those of hands.
    rotate : bool
        Whether game g seats the list turned by g places to the left.
    record : str or Path, optional
        File to write every game to, as `chsim.records` describes.
    keep : bool
        Whether to keep what the tables ``games`` and ``hands`` of the result need.
    progress : callable, optional
        Called as ``progress(done, all)`` with numbers of games; first with 0
        done, when everything is loaded and compiled.

    Returns
    -------
    RunResult

    Raises
    ------
    ChsimError
        For a bad argument, rules or strategy. A `StrategyFault` carries the
        games finished before it as ``result``.
    RunInterrupted
        On Ctrl-C, with the games finished before it as ``result``.
    """
    chosen = load_rules(rules)
    check_numbers(games, seed)
    workers = Workers(jobs, backend, scheduler)
    keeping = as_keeping(store, games=games)
    if keeping is not None and record is not None:
        raise OptionError("record: not with a store, which keeps no plays")
    logs = keeping is None and (keep or record is not None)
    plans = [Plan(tuple(table), chosen, int(seed), rotate, logs) for table in _tables(seats)]
    for plan in plans:
        _check_table(plan)
        if plays(keeping):
            with held_back():
                prepare(plan)
    result = RunResult(chosen.name, int(seed))
    runs = _Runs(result, games, workers, keep, progress)
    with _recorder(record) as file, shelf_of(keeping, lambda: _identity(plans)) as shelf:
        return runs.play(plans, shelf, file)


def _identity(plans: Sequence[Plan]) -> dict[str, Any]:
    """Everything that decides the games."""
    seats = [[strategy.name for strategy in plan.strategies] for plan in plans]
    options = {"seats": seats, "seed": plans[0].seed, "rotate": plans[0].rotate}
    strategies = {one.name: one for plan in plans for one in plan.strategies}
    return identity("run", options, [plans[0].rules], strategies.values())


#: Names in a store: of a matchup's games, and of the hands beside them where there is no store.
_GAMES, _LOGS = "games", "logs"


def _pack(chunk: Chunk) -> dict[str, Any]:
    return {_GAMES: chunk.results} | ({_LOGS: chunk.logs} if len(chunk.logs) else {})


def _tables(seats: Iterable[Any] | str | None) -> list[Sequence[Any]]:
    if seats is None:
        return list(MATCHUPS)
    return [listed(seats, "seats")]


def listed(given: Iterable[Any] | str, what: str) -> Sequence[Any]:
    """Strategies one after another, or from a text with commas."""
    if isinstance(given, str):
        return split_seats(given)
    if not isinstance(given, Iterable) or isinstance(given, Set | Mapping | bytes | type):
        raise OptionError(f"{what}: expected strategies in order, not {in_words(given)}")
    return tuple(given)


def split_seats(text: str) -> list[str]:
    """Strategies of a list with commas; a comma within settings (``a:x=1,y=2``) stays.

    A part ``key=value`` without a colon belongs to the strategy before it.
    """
    seats: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if seats and "=" in part and ":" not in part.partition("=")[0]:
            seats[-1] += "," + part
        else:
            seats.append(part)
    return seats


def check_numbers(games: int, seed: int) -> None:
    """Refuse numbers of a run that are out of range."""
    need_whole("games", games, 0)
    need_whole("seed", seed, 0)


def _check_table(plan: Plan) -> None:
    needed, given = plan.rules.players, len(plan.seats)
    if given != needed:
        raise OptionError(f"seats: {plan.rules.name} needs {needed} strategies, not {given}")
    if "" in plan.seats:
        empty = plan.seats.index("")
        raise OptionError(f"seats: expected the name of a strategy for seat {empty}, not nothing")
    assert plan.strategies


@contextlib.contextmanager
def _recorder(path: str | Path | None) -> Iterator[TextIO | None]:
    if path is None:
        yield None
        return
    try:
        file = Path(path).open("w", encoding="utf-8")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        wrong = getattr(error, "strerror", None) or error
        raise OptionError(f"record: {in_words(path, str, 300)}: {wrong}") from None
    try:
        yield file
    finally:
        # Each chunk is flushed, so closing has nothing to lose; after a full disk it fails again.
        with contextlib.suppress(OSError):
            file.close()


class _Runs:
    """One run under way: its result, and what is done with each chunk."""

    def __init__(
        self, result: RunResult, games: int, workers: Workers, keep: bool, progress: Progress | None
    ) -> None:
        self._result = result
        self._games = games
        self._workers = workers
        self._keep = keep
        self._progress = progress
        self._done = 0

    def play(self, plans: Sequence[Plan], shelf: Shelf, file: TextIO | None) -> RunResult:
        """Play all matchups; a stop leaves what is finished in the result."""
        try:
            self._all = self._games * len(plans)
            self._report()
            with self._workers.ready():
                for number, plan in enumerate(plans):
                    self._play_matchup(number, plan, shelf, file)
        except KeyboardInterrupt:
            self._result.stopped = "interrupted"
            raise RunInterrupted(self._result) from None
        except StrategyFault as fault:
            self._result.stopped = str(fault)
            fault.result = self._result
            raise
        return self._result

    def _play_matchup(self, number: int, plan: Plan, shelf: Shelf, file: TextIO | None) -> None:
        names = tuple(strategy.name for strategy in plan.strategies)
        matchup = Matchup(names, Tally(names, plan.rotate))
        self._result.matchups.append(matchup)
        start = perf_counter()
        try:
            pieces = shelf.pieces(plan, self._games, self._workers, _pack, f"matchup-{number}")
            with contextlib.closing(pieces):
                for piece in pieces:
                    with held_back():
                        self._take(plan, matchup, piece, file)
                    if piece.fault:
                        raise StrategyFault(piece.fault)
            if matchup.tally.games < self._games:
                self._result.stopped = UNFINISHED
        finally:
            matchup.seconds = perf_counter() - start

    def _take(self, plan: Plan, matchup: Matchup, piece: Piece, file: TextIO | None) -> None:
        results = piece.arrays[_GAMES].view(np.recarray)
        logs = piece.arrays.get(_LOGS, _NO_LOGS)
        if file is not None:
            _write(file, plan, matchup.seats, piece.first, results, logs)
        matchup.tally.add(piece.first, results)
        if not piece.played:
            matchup.stored += len(results)
        if self._keep:
            matchup.results.append(results)
            matchup.logs.append(logs)
        self._done += len(results)
        self._report()

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(self._done, self._all)


_NO_LOGS = np.zeros(0, HAND_LOG).view(np.recarray)


def _write(
    file: TextIO, plan: Plan, names: tuple[str, ...], first: int, results: Any, logs: Any
) -> None:
    try:
        write_records(
            file,
            plan.rules,
            plan.seed,
            lambda game: plan.seated(names, game),
            logs,
            results,
            first,
        )
        file.flush()
    except OSError as error:
        raise OptionError(f"record: {file.name}: {error.strerror}") from None
