"""Files that are there whole or not at all, whenever the process or the machine stops."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from chsim.errors import StoreError, in_words

#: Ending of a file that is being written.
PART = ".part"


@dataclass(frozen=True)
class Listed:
    """A file as a manifest names it."""

    file: str
    size: int
    sha256: str

    @classmethod
    def of(cls, name: str, data: bytes) -> Listed:
        """What to say of a file with these contents."""
        return cls(name, len(data), hashlib.sha256(data).hexdigest())

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Listed:
        """Of plain data; a name that leads out of the folder is a ValueError."""
        listed = cls(str(data["file"]), int(data["size"]), str(data["sha256"]))
        if Path(listed.file).name != listed.file:
            raise ValueError(f"{listed.file} is not the name of a file")
        return listed

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    def read(self, folder: Path) -> bytes:
        """The file's contents, if they are what was written; else `Damaged`."""
        try:
            data = (folder / self.file).read_bytes()
        except FileNotFoundError:
            raise Damaged(f"{self.file}: missing") from None
        if len(data) < self.size:
            raise Damaged(f"{self.file}: truncated, {len(data):,} of {self.size:,} bytes")
        if Listed.of(self.file, data) != self:
            raise Damaged(f"{self.file}: altered")
        return data


class Damaged(Exception):
    """A file that is not what was written; the message says how."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under another name, and give it its own once it is on the disk."""
    part = path.with_name(path.name + PART)
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """See to it that the names in a folder are on the disk too."""
    if os.name == "nt":
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)


def remove_parts(folder: Path) -> None:
    """Take away what a process that was stopped did not finish writing."""
    for part in folder.glob(f"*{PART}"):
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def in_one_line(folder: Path, what: str) -> Iterator[None]:
    """Turn errors of the system into a `StoreError`: ``FOLDER: what: No space left on device``."""
    try:
        yield
    except (OSError, ValueError) as error:
        wrong = getattr(error, "strerror", None) or error
        raise StoreError(f"{shown(folder)}: {what}: {wrong}") from None


def shown(path: Path) -> str:
    """A path for a message."""
    return in_words(path, str, 300)
