"""What all tests share."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import settings

from chsim.rules import Rules
from chsim.rules_file import load_rules

# The same examples every time, unless asked to look further: HYPOTHESIS_PROFILE=search.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# Tables as wide as an ordinary terminal, wherever tests are started.
os.environ["COLUMNS"] = "80"


@pytest.fixture(scope="session")
def rules() -> Rules:
    """Complex Hearts."""
    return load_rules("complex-hearts")


@pytest.fixture
def small_disk(tmp_path):
    """A small disk in memory, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting needs root")
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting is not allowed here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)
