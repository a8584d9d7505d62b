"""The folder of a store: whether it is one, may become one, and what is called how in it."""

from __future__ import annotations

import errno
import hashlib
import os
import re
from importlib.util import find_spec
from pathlib import Path

from chsim.errors import StoreError
from chsim.store.files import PART, in_one_line, shown
from chsim.store.lock import LOCK, WRITER
from chsim.store.manifest import MANIFEST

CHUNKS = "chunks"
#: What a process leaves that is stopped before its folder is a store.
_BEFORE = {LOCK, WRITER, CHUNKS, MANIFEST + PART}


def is_store(path: str | Path) -> bool:
    """Whether a folder is a store."""
    try:
        return (Path(path) / MANIFEST).is_file()
    except (OSError, ValueError):
        return False


def folder_of(path: str | Path) -> Path:
    """Where a store is or shall be; refused if it is a file, or a package is missing."""
    missing = [name for name in ("pyarrow", "filelock") if find_spec(name) is None]
    if missing:
        raise StoreError("--store needs pyarrow and filelock: pip install pyarrow filelock")
    if not str(path):
        raise StoreError("--store: expected a folder, not ''")
    folder = Path(path)
    with in_one_line(folder, "cannot be used"):
        # Links are followed once, so that a link that is turned does not split a store in two.
        folder = _followed(folder)
        if folder.exists() and not folder.is_dir():
            raise StoreError(f"{shown(folder)}: is not a folder")
    return folder


def _followed(folder: Path) -> Path:
    try:
        return folder.resolve()
    except RuntimeError:  # of links in a ring, in place of the system's error
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None


def need_store(path: str | Path) -> Path:
    """Where a store is; refused if it is none."""
    folder = folder_of(path)
    if not is_store(folder):
        what = "is not a store" if folder.is_dir() else "no such folder"
        raise StoreError(f"{shown(folder)}: {what}")
    return folder


def need_empty(folder: Path) -> None:
    """Refuse a folder that cannot become a store."""
    if is_store(folder):
        raise StoreError(f"{shown(folder)}: is a store already")
    strange = {path.name for path in folder.iterdir()} - _BEFORE
    if strange or any(folder.glob(f"{CHUNKS}/*")):
        raise StoreError(f"{shown(folder)}: is neither empty nor a store")


def stem_of(series: str, first: int) -> str:
    """Beginning of the names of a chunk's files, different for any two series."""
    plain = re.sub("[^a-z0-9]+", "_", series.lower()).strip("_")[:24]
    mark = hashlib.sha256(series.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{plain}-{mark}-{first:012}"
