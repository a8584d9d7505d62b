"""Files of a result that appear in their folder all together, or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def made_aside(part: Path) -> Iterator[None]:
    """Make a folder to write into; whatever is still in it afterwards goes."""
    try:
        part.mkdir(parents=True)
        yield
    finally:
        shutil.rmtree(part, ignore_errors=True)


def move_files(part: Path, folder: Path, last: str) -> set[str]:
    """Move files into a folder over those of their names, one of them last; gives the names."""
    names = sorted((path.name for path in part.iterdir()), key=lambda name: (name == last, name))
    for name in names:
        (part / name).replace(folder / name)
    return set(names)


def write_text(path: Path, text: str) -> None:
    """Write a text file, the same bytes on every platform; what is no text is escaped."""
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
