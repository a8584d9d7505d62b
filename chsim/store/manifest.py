"""The manifest: what made a store, then one line a chunk; lines are only ever added.

Each line is JSON with a checksum of itself. A chunk's line is written after its files
are in place, so a chunk with a line is all there unless it was damaged later.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chsim.errors import StoreError
from chsim.store.files import Listed, in_one_line, shown, sync_folder, write_whole

MANIFEST = "manifest.jsonl"
#: Version of how a store lies in its folder.
FORMAT = 1
_CHECK = "crc32"


@dataclass(frozen=True)
class Entry:
    """The line of a chunk: units ``first … end - 1`` of a series, and a file an array."""

    series: str
    first: int
    count: int
    files: Mapping[str, Listed]

    @property
    def end(self) -> int:
        """The unit after the last."""
        return self.first + self.count

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        files = {name: file.plain() for name, file in self.files.items()}
        return {"series": self.series, "first": self.first, "count": self.count, "files": files}

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Entry:
        """Of plain data; errors as plain data raise them."""
        files = {name: Listed.from_plain(file) for name, file in data["files"].items()}
        return cls(str(data["series"]), int(data["first"]), int(data["count"]), files)


def as_line(data: Mapping[str, Any]) -> bytes:
    """Plain data as a line of a manifest."""
    return _text(dict(data) | {_CHECK: zlib.crc32(_text(data))}) + b"\n"


def from_line(line: bytes) -> dict[str, Any] | None:
    """The plain data of a line; None if it is not as it was written."""
    try:
        data = json.loads(line)
        check = data.pop(_CHECK)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return data if check == zlib.crc32(_text(data)) else None


def _text(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def write_manifest(folder: Path, identity: Mapping[str, Any]) -> None:
    """Begin a manifest; with it the folder is a store."""
    write_whole(folder / MANIFEST, as_line({"format": FORMAT, "identity": identity}))
    sync_folder(folder)


def read_manifest(folder: Path) -> tuple[dict[str, Any], list[Entry], int]:
    """What made a store, the chunks in the order of their lines, and where the last line ends.

    A last line without an end, as a process leaves it that is killed while it writes, is
    no line. Lines that are damaged are left out, which leaves a gap where they were.
    """
    with in_one_line(folder, f"{MANIFEST} cannot be read"):
        data = (folder / MANIFEST).read_bytes()
    end = data.rfind(b"\n") + 1
    head, *lines = data[:end].split(b"\n")
    identity = _identity(folder, from_line(head))
    return identity, [entry for line in lines if (entry := _entry(line))], end


def _identity(folder: Path, head: dict[str, Any] | None) -> dict[str, Any]:
    known = head.get("format", FORMAT) if head else FORMAT
    if known != FORMAT:
        raise StoreError(f"{shown(folder)}: is a store of format {known}, not {FORMAT}")
    if head is None or not isinstance(head.get("identity"), dict):
        raise StoreError(f"{shown(folder)}: {MANIFEST}: the first line is damaged")
    return dict(head["identity"])


def _entry(line: bytes) -> Entry | None:
    data = from_line(line)
    try:
        return None if data is None else Entry.from_plain(data)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


class Lines:
    """A manifest that lines are added to; what is behind its last whole line is cut off."""

    def __init__(self, folder: Path, end: int) -> None:
        self._path = folder / MANIFEST
        self._file = self._path.open("r+b", buffering=0)
        self._end = end
        self._file.truncate(end)

    def need_alone(self) -> None:
        """Raise an `OSError` if the manifest is not as this process left it.

        A lock that somebody deletes, or that a file system does not keep, lets two write.
        """
        there, ours = self._path.stat(), os.fstat(self._file.fileno())
        if not os.path.samestat(there, ours) or there.st_size != self._end:
            raise OSError("another process has changed it")

    def add(self, entry: Entry) -> None:
        """Add a line, all of it or, where that fails, nothing."""
        line = as_line(entry.plain())
        try:
            self._file.seek(self._end)
            left = line
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self._end)
            raise
        self._end += len(line)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
