"""Ctrl-C at the right moments, and not in worker processes."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

#: Exit code after Ctrl-C.
INTERRUPTED = 130

_SAFE_PATH = "PYTHONSAFEPATH"


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Hold a Ctrl-C back until the block is done, so that it never stops halfway.

    Where the block compiles this is a must: a KeyboardInterrupt there can leave the
    compiler's lock held for ever.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    held: list[tuple[int, Any]] = []
    signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            before(*held[0])


@contextlib.contextmanager
def shielded_workers() -> Iterator[None]:
    """Keep Ctrl-C from processes started in the block, and their tracebacks from the terminal.

    A terminal sends it to all of them. They inherit the mask of signals, which
    also holds while they are still importing; the parent ends them itself. A
    Ctrl-C during the block reaches the parent after it. They do not look for modules
    in the working folder first either: a bot's ``random.py`` there is not Python's.
    """
    with _safe_path():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        _start_trackers()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Let processes started in the block begin without the working folder in their path."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _start_trackers() -> None:
    """Start the helper processes of worker pools: starting them later would unblock the signal."""
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as loky_tracker

    resource_tracker.ensure_running()
    loky_tracker.ensure_running()
