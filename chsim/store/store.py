"""The store itself: make, open, read; add chunks, go through them, find the damaged ones."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chsim.errors import StoreError
from chsim.interrupts import held_back
from chsim.store.columns import from_parquet, to_parquet
from chsim.store.differences import differences
from chsim.store.files import (
    Damaged,
    Listed,
    in_one_line,
    remove_parts,
    shown,
    sync_folder,
    write_whole,
)
from chsim.store.folder import CHUNKS, folder_of, need_empty, need_store, stem_of
from chsim.store.index import Index
from chsim.store.lock import WriterLock
from chsim.store.manifest import MANIFEST, Entry, Lines, read_manifest, write_manifest

_UNLISTED = f"in no line of {MANIFEST}"


@dataclass(frozen=True)
class StoredChunk:
    """Units ``first … first + count - 1`` of a series, and their arrays by name."""

    first: int
    count: int
    arrays: dict[str, Any]


@dataclass(frozen=True)
class Gap:
    """Units that must be made again, and why.

    What is made is appended under the same units, in one chunk or several.
    """

    series: str
    first: int
    count: int
    reason: str


class Store:
    """A store in a folder; made by `create`, `open` or `read`.

    Used in a ``with`` block, or closed by `close`, so that another process may write it.

    Attributes
    ----------
    path : Path
        The folder.
    identity : dict
        What made the store; see `chsim.store.identity.identity`.
    """

    def __init__(self, folder: Path, lock: WriterLock | None = None) -> None:
        self.path = folder
        self._lock = lock
        self._lines: Lines | None = None
        self.refresh()

    @classmethod
    def create(cls, path: str | Path, identity: Mapping[str, Any]) -> Store:
        """Make a store in a new or empty folder and open it for writing.

        Parameters
        ----------
        path : str or Path
        identity : mapping
            What makes the store, as plain data for JSON.

        Raises
        ------
        StoreError
            In one line, for a folder that is in use or cannot be written.
        """
        folder = folder_of(path)
        with in_one_line(folder, "cannot be made"):
            folder.mkdir(parents=True, exist_ok=True)
            need_empty(folder)
        return cls._locked(folder, lambda: _begin(folder, identity))

    @classmethod
    def open(cls, path: str | Path, identity: Mapping[str, Any] | None = None) -> Store:
        """Open a store for writing.

        Parameters
        ----------
        path : str or Path
        identity : mapping, optional
            What would make the store now.

        Raises
        ------
        StoreError
            In one line: no store, one of another format, one that a process writes, or
            one that was made by something else, with what differs.
        """
        folder = need_store(path)
        return cls._locked(folder, lambda: _need_same(folder, identity))

    @classmethod
    def read(cls, path: str | Path) -> Store:
        """Open a store for reading, which may be done while a process writes it.

        It has the chunks that were there when it was opened or last refreshed.
        """
        return cls(need_store(path))

    @classmethod
    def _locked(cls, folder: Path, check: Callable[[], None]) -> Store:
        with held_back(), contextlib.ExitStack() as stack:
            lock = WriterLock(folder)
            stack.callback(lock.release)
            check()
            store = cls(folder, lock)
            stack.pop_all()
            return store

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others write; what was appended is on the disk already."""
        with held_back():
            if self._lines is not None:
                self._lines.close()
            if self._lock is not None:
                self._lock.release()
            self._lines = self._lock = None

    def refresh(self) -> None:
        """See what was written since the store was opened."""
        self.identity, entries, end = read_manifest(self.path)
        self._index = Index(entries)
        if self._lock is not None and self._lines is None:
            with in_one_line(self.path, "cannot be written"):
                (self.path / CHUNKS).mkdir(exist_ok=True)
                remove_parts(self.path / CHUNKS)
                remove_parts(self.path)
                self._lines = Lines(self.path, end)

    @property
    def series(self) -> list[str]:
        """Names of the series, in the order in which they began."""
        return self._index.series

    def next_unit(self, series: str) -> int:
        """The first unit that was not yet played: the one after the last of a series."""
        return self._index.next_unit(series)

    def append(self, series: str, first: int, count: int, arrays: Mapping[str, Any]) -> None:
        """Add a chunk; when this returns it is on the disk, whatever happens.

        Parameters
        ----------
        series : str
        first, count : int
            Its units: the next ones of the series, or any in a gap.
        arrays : mapping of str to array
            By names such as ``results``; see `chsim.store.columns.to_parquet`.

        Raises
        ------
        StoreError
            In one line, if it cannot be written. The store is as it was, and the same
            chunk can be added once there is room.
        ValueError
            If the units are not next, or an undamaged chunk has them.
        """
        if self._lines is None:
            raise ValueError(f"{shown(self.path)}: not open for writing")
        self._need_free(series, first, first + count)
        with held_back(), in_one_line(self.path, "cannot be written"):
            self._lines.need_alone()
            files = self._write_files(stem_of(series, first), arrays)
            entry = Entry(series, first, count, files)
            try:
                sync_folder(self.path / CHUNKS)
                self._lines.add(entry)
            except OSError:
                self._remove(files)
                raise
            self._index.place(entry)

    def _need_free(self, series: str, first: int, end: int) -> None:
        if not 0 <= first < end:
            raise ValueError(f"units {first} to {end - 1}: expected at least one, from 0 on")
        if first > self.next_unit(series):
            raise ValueError(f"unit {self.next_unit(series)} of {series} is next, not {first}")
        for entry in self._index.overlapping(series, first, end):
            if not self._reason(entry):
                raise ValueError(f"units of {series} from {entry.first} on are there already")

    def _write_files(self, stem: str, arrays: Mapping[str, Any]) -> dict[str, Listed]:
        files: dict[str, Listed] = {}
        try:
            for name, array in arrays.items():
                if not re.fullmatch("[a-z][a-z0-9_]*", name):
                    raise ValueError(f"{name!r}: expected a name of small letters")
                data = to_parquet(array)
                file = f"{stem}.{name}.parquet"
                write_whole(self.path / CHUNKS / file, data)
                files[name] = Listed.of(file, data)
        except BaseException:
            self._remove(files)
            raise
        return files

    def _remove(self, files: Mapping[str, Listed]) -> None:
        for listed in files.values():
            with contextlib.suppress(OSError):
                (self.path / CHUNKS / listed.file).unlink()

    def chunks(
        self, series: str, *names: str, skip: Callable[[str], None] | None = None
    ) -> Iterator[StoredChunk]:
        """Go through the chunks of a series in order of their units, one in memory at a time.

        Parameters
        ----------
        series : str
        *names : str
            Which arrays to read; all if none is named.
        skip : callable, optional
            Leave gaps out, and call this with what is wrong there.

        Raises
        ------
        StoreError
            In one line, on coming to a gap.
        """
        unit = 0
        for entry in self._index.of(series):
            wrong = _UNLISTED if entry.first > unit else ""
            chunk = None
            try:
                chunk = self._chunk(entry, names or tuple(entry.files))
            except Damaged as damage:
                wrong = str(damage)
            if wrong and skip is None:
                raise StoreError(f"{shown(self.path)}: {series}, unit {unit:,} and more: {wrong}")
            if wrong and skip is not None:
                skip(wrong)
            if chunk is not None:
                yield chunk
            unit = entry.end

    def _chunk(self, entry: Entry, names: tuple[str, ...]) -> StoredChunk:
        arrays = {}
        for name in names:
            listed = entry.files[name]
            with in_one_line(self.path, f"{listed.file} cannot be read"):
                arrays[name] = from_parquet(listed.read(self.path / CHUNKS))
        return StoredChunk(entry.first, entry.count, arrays)

    def gaps(self) -> list[Gap]:
        """What must be made again: chunks that are damaged or missing, by their SHA-256.

        Every file of the store is read.
        """
        return [gap for series in self.series for gap in self._gaps_of(series)]

    def _gaps_of(self, series: str) -> list[Gap]:
        holes = self._index.holes(series)
        gaps = [Gap(series, first, end - first, _UNLISTED) for first, end in holes]
        found = [(entry, self._reason(entry)) for entry in self._index.of(series)]
        gaps += [Gap(series, entry.first, entry.count, why) for entry, why in found if why]
        return sorted(gaps, key=lambda gap: gap.first)

    def _reason(self, entry: Entry) -> str:
        """What is wrong with a chunk; nothing if it is as it was written."""
        try:
            for listed in entry.files.values():
                with in_one_line(self.path, f"{listed.file} cannot be read"):
                    listed.read(self.path / CHUNKS)
        except Damaged as damage:
            return str(damage)
        return ""


def _begin(folder: Path, identity: Mapping[str, Any]) -> None:
    with in_one_line(folder, "cannot be written"):
        need_empty(folder)
        (folder / CHUNKS).mkdir(exist_ok=True)
        write_manifest(folder, identity)


def _need_same(folder: Path, identity: Mapping[str, Any] | None) -> None:
    if identity is None:
        return
    found = differences(read_manifest(folder)[0], identity)
    if found:
        raise StoreError(f"{shown(folder)}: cannot be carried on: {found}")
