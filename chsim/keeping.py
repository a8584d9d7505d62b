"""Pieces of a run in order of their units: found in a store, or played and put there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chsim.chunks import Chunk, Work
from chsim.errors import OptionError, StoreError, in_words
from chsim.store import Buffer, Store, differences, is_store
from chsim.store.files import in_one_line, shown, write_whole
from chsim.strategy import Strategy
from chsim.workers import Workers, chunks_of

#: What was asked for last; unlike the manifest it may change.
ASKED = "asked.json"

#: Where a manifest has what was asked for first, which is there as soon as the store is.
_NOTED, _FIRST_ASKED = "noted", "asked"

#: Why a run stopped that was only read from a store.
UNFINISHED = "not all is played yet"

#: What figures depend on when games are there; code of strategies may change meanwhile.
_SHOWN = ("command", "options", "rules")

#: The series of a store whose units are deal blocks, not games.
BLOCKS = "blocks"

#: What is kept of a chunk: arrays by name.
Pack = Callable[[Chunk], dict[str, Any]]


@dataclass
class Piece:
    """Units ``first … first + units - 1``, and what is kept of them.

    Attributes
    ----------
    first, units : int
    arrays : dict of str to array
    fault : str or None
        What the strategy of the next unit did wrong.
    played : bool
        Whether it was played just now, not found in a store.
    """

    first: int
    units: int
    arrays: dict[str, Any]
    fault: str | None = None
    played: bool = True


@dataclass(frozen=True)
class Keeping:
    """A store to keep a run in, or to take it from.

    Parameters
    ----------
    path : str or Path
        A store, or a folder that is empty or not yet there.
    playing : bool
        Whether what is missing is played; else the store is only read.
    asked : mapping
        What was asked for, as plain data, for carrying on with.
    damaged : callable
        Called with what is wrong with a chunk that is left out or played again.
    """

    path: str | Path
    playing: bool = True
    asked: Mapping[str, Any] = field(default_factory=dict)
    damaged: Callable[[str], None] = lambda _: None

    @contextmanager
    def opened(self, identity: Mapping[str, Any]) -> Iterator[Shelf]:
        """The store, locked for writing unless it is only read.

        Raises
        ------
        StoreError
            In one line; see `chsim.store.Store`.
        """
        if not self.playing:
            store = Store.read(self.path)
            _need_same_games(store, identity)
            yield Shelf(store, playing=False, damaged=self.damaged)
            return
        with self._made(identity) as store:
            yield Shelf(store, begin=lambda: self._note(store), damaged=self.damaged)

    def _made(self, identity: Mapping[str, Any]) -> Store:
        """The store open for writing; a new one has in it at once what was asked for."""
        if is_store(self.path):
            return Store.open(self.path, identity)
        noted = {**identity.get(_NOTED, {}), _FIRST_ASKED: dict(self.asked)}
        return Store.create(self.path, {**identity, _NOTED: noted})

    def _note(self, store: Store) -> None:
        text = json.dumps(dict(self.asked), indent=2, ensure_ascii=True)
        with in_one_line(store.path, "cannot be written"):
            write_whole(store.path / ASKED, (text + "\n").encode())


def _need_same_games(store: Store, identity: Mapping[str, Any]) -> None:
    """Refuse to show games under names or rules that they were not played with."""
    was, now = ({key: made.get(key) for key in _SHOWN} for made in (store.identity, identity))
    if found := differences(was, now):
        raise StoreError(f"{shown(store.path)}: cannot be shown: {found}")


def plays(keeping: Keeping | None) -> bool:
    """Whether games may have to be played; what is only read needs nothing compiled."""
    return keeping is None or keeping.playing


def as_keeping(store: str | Path | Keeping | None, **asked: Any) -> Keeping | None:
    """A store as users name it; what was asked for is noted unless it has been."""
    if store is None or isinstance(store, Keeping):
        return store
    if not isinstance(store, str | os.PathLike):
        raise OptionError(f"store: expected a folder, not {in_words(store)}")
    return Keeping(store, asked=asked)


@contextmanager
def shelf_of(keeping: Keeping | None, identity: Callable[[], Mapping[str, Any]]) -> Iterator[Shelf]:
    """Where the pieces of a run go; without a store, nowhere."""
    if keeping is None:
        yield Shelf()
        return
    with keeping.opened(identity()) as shelf:
        yield shelf


class Shelf:
    """Gives the pieces of a plan in order, from a store as far as it has them.

    Parameters
    ----------
    store : Store, optional
    playing : bool
        Whether what the store does not have is played, and kept.
    begin : callable, optional
        Called once it is sure that the run goes on.
    damaged : callable, optional
        As for `Keeping`.
    """

    def __init__(
        self,
        store: Store | None = None,
        *,
        playing: bool = True,
        begin: Callable[[], None] = lambda: None,
        damaged: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._playing = playing
        self._begin = begin
        self._damaged = damaged

    def pieces(
        self, work: Work, units: int, workers: Workers, pack: Pack, series: str
    ) -> Generator[Piece]:
        """Units 0 … ``units - 1`` of a plan; fewer if they are not there and not to be played.

        Parameters
        ----------
        work : Work
        units : int
        workers : Workers
        pack : callable
        series : str
            Name that the plan has in the store.

        Raises
        ------
        StoreError
            In one line, if the store has more units or cannot be written.
        """
        if self._store is None:
            yield from _played(work, 0, units, workers, pack)
            return
        self._need_no_more(series, units)
        self._begin()
        unit = 0
        for chunk in self._store.chunks(series, skip=self._damaged):
            if chunk.first > unit and not self._playing:
                return
            yield from self._missing(work, unit, chunk.first, workers, pack, series)
            yield Piece(chunk.first, chunk.count, chunk.arrays, played=False)
            unit = chunk.first + chunk.count
        if self._playing:
            yield from self._missing(work, unit, units, workers, pack, series)

    def _missing(
        self, work: Work, first: int, end: int, workers: Workers, pack: Pack, series: str
    ) -> Generator[Piece]:
        """Play what the store lacks, and keep it."""
        if first >= end:
            return
        assert self._store is not None
        with (
            Buffer(self._store, series) as buffer,
            closing(_played(work, first, end, workers, pack)) as pieces,
        ):
            for piece in pieces:
                buffer.add(piece.first, piece.units, piece.arrays)
                yield piece

    def _need_no_more(self, series: str, units: int) -> None:
        assert self._store is not None
        there = self._store.next_unit(series)
        if there > units and self._playing:
            what = series if series == BLOCKS else "games"
            raise StoreError(
                f"{shown(self._store.path)}: has {there:,} {what} already, {units:,} asked for"
            )


def read_asked(path: str | Path) -> dict[str, Any]:
    """What was asked for last of the run in a store.

    Raises
    ------
    StoreError
        In one line, if that cannot be read.
    """
    store = Store.read(path)
    file = store.path / ASKED
    try:
        asked: Any = json.loads(file.read_text("utf-8"))
        if isinstance(asked, dict):
            return asked
    except FileNotFoundError:
        # Of a process that was killed between making the store and writing the file.
        noted = store.identity.get(_NOTED)
        asked = noted.get(_FIRST_ASKED) if isinstance(noted, dict) else None
        if isinstance(asked, dict):
            return asked
    except OSError as error:
        raise StoreError(f"{shown(file)}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        pass
    raise StoreError(f"{shown(file)}: does not say what was asked for")


def _played(work: Work, first: int, end: int, workers: Workers, pack: Pack) -> Generator[Piece]:
    with closing(chunks_of(_From(work, first), end - first, workers)) as chunks:
        for chunk in chunks:
            yield Piece(chunk.first, chunk.units, pack(chunk), chunk.fault)


@dataclass(frozen=True)
class _From:
    """A plan without its first units."""

    work: Work
    first: int

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        return self.work.strategies

    @property
    def compiled(self) -> bool:
        return self.work.compiled

    @property
    def logs(self) -> bool:
        return self.work.logs

    @property
    def weight(self) -> int:
        return self.work.weight

    def play(self, first: int, count: int) -> Chunk:
        return self.work.play(self.first + first, count)
