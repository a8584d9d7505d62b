"""The same games without the compiler, and on a machine without the bit instruction."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chsim.core.jit import PLAIN_PYTHON
from tests.core import driver
from tests.core.variants import BASE, VARIANTS

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(PLAIN_PYTHON, reason="compares with compiled games")

SCRIPT = """
from tests.core import test_plain_python as here
print(*here.digests(), sep="\\n")
"""


def digests() -> list[str]:
    """Fingerprints of a few games of each of several variants."""
    tables = [(BASE, ["random"] * 4), (BASE, ["lowest", "random", "lowest", "random"])]
    tables += [(rules, ["random"] * rules.players) for rules in VARIANTS if rules.tricks < 13]
    tables += [(VARIANTS[-1], ["lowest", "random", "random", "random"])]
    return [driver.digest(rules, names, 2, 1, 1) for rules, names in tables]


def run(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_games_without_the_compiler() -> None:
    assert run("-c", SCRIPT, NUMBA_DISABLE_JIT="1").split() == digests()


def test_games_on_any_processor() -> None:
    """A processor named by the user is taken to lack the instruction."""
    assert run("-c", SCRIPT, NUMBA_CPU_NAME="generic").split() == digests()


def test_the_rules_without_the_compiler() -> None:
    files = ["score", "ending", "legal", "passing"]
    paths = [f"tests/core/test_{name}.py" for name in files]
    run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *paths, NUMBA_DISABLE_JIT="1")
