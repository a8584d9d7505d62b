"""Where compiled code is kept, and when it is not used again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chsim.core import jit

ROOT = Path(__file__).parents[2]

MODULE = """
from chsim.toolbox import compiled
from {package}.inner import answer

@compiled
def ask(view):
    return answer(view)
"""
INNER = """
from chsim.toolbox import compiled

@compiled
def answer(view):
    return view + {number}
"""


def ask(folder: Path, number: int, **environment: str) -> str:
    """Write a package whose function calls one in another file, and call it in a new process."""
    package = folder / "pair"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    (package / "outer.py").write_text(MODULE.format(package="pair"))
    (package / "inner.py").write_text(INNER.format(number=number))
    done = subprocess.run(
        [sys.executable, "-B", "-c", "from pair.outer import ask; print(ask(1))"],
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip() + done.stderr.strip()


@pytest.mark.compiled
def test_a_change_in_a_neighbouring_file_is_noticed(tmp_path):
    assert ask(tmp_path, 1) == "2"
    assert ask(tmp_path, 1) == "2"
    assert ask(tmp_path, 5) == "6"


@pytest.mark.compiled
def test_a_folder_that_cannot_hold_the_cache_is_one_warning(tmp_path):
    answer = ask(tmp_path, 1, NUMBA_CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator")
    assert answer.startswith("2")
    assert answer.count("RuntimeWarning") == 1


def test_the_fingerprint_covers_the_package_of_a_function(tmp_path):
    alone = jit.fingerprint(tmp_path)
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "one.py").write_text("x = 1\n")
    assert jit.fingerprint(package) != alone


@pytest.mark.compiled
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_damaged_cache_files_are_compiled_and_kept_again(tmp_path, ending):
    assert ask(tmp_path, 1) == "2"
    files = list((tmp_path / "pair" / "__pycache__").glob(f"*.{ending}"))
    before = {path: path.read_bytes() for path in files}
    for path in files:
        path.write_bytes(before[path][:20])
    assert ask(tmp_path, 1) == "2"
    assert files
    assert all(len(path.read_bytes()) == len(before[path]) for path in files)
