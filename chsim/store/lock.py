"""One process writes a store; the system frees it when that process ends, however it ends."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from pathlib import Path
from typing import Any

from chsim.errors import StoreError
from chsim.store.files import in_one_line, shown

LOCK = "lock"
#: Says which process holds the lock. Not the lock itself, which whoever tries it may empty.
WRITER = "writer.json"


class WriterLock:
    """The right to write a store.

    Raises
    ------
    StoreError
        In one line, if a process has it; the message names that process.
    """

    def __init__(self, folder: Path) -> None:
        from filelock import FileLock, Timeout

        self._writer = folder / WRITER
        self._lock: Any = FileLock(folder / LOCK, thread_local=False)
        with in_one_line(folder, "cannot be locked"):
            try:
                self._lock.acquire(timeout=0)
            except Timeout:
                raise StoreError(f"{shown(folder)}: {_holder(self._writer)} writes to it") from None
        with contextlib.suppress(OSError):  # a full disk does not stop whoever makes room
            self._writer.write_text(json.dumps({"pid": os.getpid(), "host": socket.gethostname()}))

    def release(self) -> None:
        """Let others write."""
        with contextlib.suppress(OSError):
            self._writer.unlink()
        self._lock.release()


def _holder(writer: Path) -> str:
    """The process that holds a lock, in words."""
    try:
        held = json.loads(writer.read_text("utf-8"))
        pid, host = int(held["pid"]), str(held["host"])
    except (OSError, ValueError, LookupError, TypeError):
        return "another process"
    return f"process {pid}" if host == socket.gethostname() else f"process {pid} on {host}"
