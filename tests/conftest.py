"""What all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from chsim.rules import Rules
from chsim.rules_file import load_rules

# The same examples every time, unless asked to look further: HYPOTHESIS_PROFILE=search.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture(scope="session")
def rules() -> Rules:
    """Complex Hearts."""
    return load_rules("complex-hearts")
