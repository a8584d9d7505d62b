"""Stores to try things on, and processes that write one."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chsim.store import Store
from tests.store.appender import IDENTITY, SERIES, made

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _heard():
    """Ctrl-C is heard, here and in processes started, even where a shell put the tests aside."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def folder(tmp_path):
    """A store with units 0 to 29 in three chunks, closed."""
    with Store.create(tmp_path / "store", IDENTITY) as store:
        for first in (0, 10, 20):
            store.append(SERIES, first, 10, made(first, 10))
    return tmp_path / "store"


@pytest.fixture
def files(folder):
    """The files of its results, in order."""
    return sorted((folder / "chunks").glob("*.results.parquet"))


@pytest.fixture
def start():
    """Start a process that appends; whoever is left at the end is killed."""
    with contextlib.ExitStack() as stack:

        def start_one(folder, units=10**6):
            running = subprocess.Popen(
                [sys.executable, "-m", "tests.store.appender", str(folder), str(units)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(running)
            stack.callback(running.kill)
            return running

        yield start_one


def stop(running, number=signal.SIGKILL):
    """End a process by a signal, and wait for it."""
    running.send_signal(number)
    return running.communicate(timeout=60)
