"""Running the command line within the process and outside of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from chsim.cli.main import main

#: Bots in plain Python, right and wrong ones.
BOTS = '''
import os, time
import chsim

class First:
    """The first cards it may play."""
    def choose_pass(self, view): return list(view.hand)[:view.pass_count]
    def choose_card(self, view): return list(view.legal)[0]
    def choose_moon(self, view): return "add"

class Slow(First):
    def choose_card(self, view):
        time.sleep(0.001)
        return super().choose_card(view)

class Noisy(First):
    def choose_card(self, view):
        print("printed")
        os.write(1, b"written")
        return super().choose_card(view)

class Leading(First):
    def choose_card(self, view):
        os.chdir("/")
        return super().choose_card(view)

class Raising(First):
    def choose_card(self, view): raise ValueError("first line\\nsecond line")

class Odd(First):
    def choose_card(self, view): raise BaseException("odd")

class Leaving(First):
    def choose_card(self, view): raise SystemExit(0)

class Exiting(First):
    def choose_card(self, view): os._exit(0)

class NotHeld(First):
    def choose_card(self, view):
        return next(c for c in map(chsim.Card, ("2c", "3d", "4s", "5h")) if c not in view.hand)

class Illegal(First):
    def choose_card(self, view):
        others = [card for card in view.hand if card not in view.legal]
        return others[0] if others else super().choose_card(view)

class Equal(First):
    def choose_pass(self, view): return [list(view.hand)[0]] * view.pass_count

class Text(First):
    def choose_card(self, view): return "Qs"

class Silent(First):
    def choose_card(self, view): return None

class Undecided(First):
    def __init__(self): raise RuntimeError("not today")

class Half:
    def choose_pass(self, view): ...
    def choose_card(self, view): ...

print("imported")
'''


@pytest.fixture
def chsim() -> Callable[..., Result]:
    """``chsim("run", "--games", "4")`` within this process."""
    return lambda *args: CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture(scope="session")
def start() -> Callable[..., subprocess.Popen[str]]:
    """Start the command as a process of its own group, its outputs in pipes."""

    def start(
        *args: object, env: Any = None, module: str = "chsim", **how: Any
    ) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", module, *map(str, args)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
        return subprocess.Popen(
            command, text=True, start_new_session=True, env={**os.environ, **(env or {})}, **pipes
        )

    return start


@pytest.fixture(scope="session")
def process(start: Any) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command as a process to its end."""

    def process(*args: object, **how: Any) -> subprocess.CompletedProcess[str]:
        with start(*args, **how) as running:
            out, err = running.communicate(timeout=120)
        return subprocess.CompletedProcess(running.args, running.returncode, out, err)

    return process


@pytest.fixture(scope="session")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of bots."""
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(BOTS)
    return path
