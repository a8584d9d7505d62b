"""The group: help, version, and errors of one line."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

HELP_IS_LIGHT = """
import sys
from chsim.cli.main import main
try:
    main(["run", "--help"])
except SystemExit:
    pass
print([name for name in ("numpy", "numba", "pandas", "joblib") if name in sys.modules])
"""


def test_help_imports_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-c", HELP_IS_LIGHT], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_version(chsim):
    assert chsim("--version").output.split()[-1] == version("chsim")


def test_help_names_the_commands(chsim):
    result = chsim("--help")
    assert result.exit_code == 0
    for command in ("run", "bench", "strategies", "rules"):
        assert f"\n  {command} " in result.stdout


def test_no_command_shows_help_as_an_error(chsim):
    result = chsim()
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage:")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["rnu"], ["'rnu'"]),
        (["run", "--gmaes", "4"], ["--gmaes", "--games"]),
        (["run", "more"], ["more"]),
        (["run", "--games"], ["--games"]),
        (["run", "--games", "-1"], ["--games", "-1", "0 or more"]),
        (["run", "--games", "1.5"], ["--games", "1.5", "whole number"]),
        (["run", "--seed", "-1"], ["--seed", "-1", "0 or more"]),
        (["run", "--jobs", "0"], ["--jobs", "1 or more", "-1 for all cores"]),
        (["run", "--jobs", "-2"], ["--jobs", "-2"]),
        (["run", "--seats", "random,random"], ["seats", "4", "2"]),
        (["run", "--seats", "random,,random,random"], ["seats", "seat 1"]),
        (["run", "--seats", "randon,random,random,random"], ["randon", "did you mean random?"]),
        (["run", "--seats", "none.py:Bot,random,random,random"], ["none.py", "no such file"]),
        (["run", "--rules", "complex-heart"], ["complex-heart", "did you mean complex-hearts?"]),
        (["run", "--rules", "none.toml"], ["none.toml"]),
        (["bench", "--runs", "0"], ["--runs", "1 or more"]),
        (["bench", "--seconds", "0"], ["--seconds"]),
        (["bench", "--strategies", "randon"], ["randon"]),
    ],
)
def test_an_error_is_one_line_that_names_the_offender(chsim, args, words):
    result = chsim(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


def test_strategies_as_json(chsim):
    listed = json.loads(chsim("strategies", "--json").stdout)
    assert {"random", "plain", "peacecat"} <= {one["name"] for one in listed}
    assert all(list(one) == ["name", "kind", "summary"] for one in listed)
    assert {one["kind"] for one in listed if one["name"] == "random"} == {"compiled"}


def test_strategies_as_a_table(chsim):
    lines = chsim("strategies").stdout.splitlines()
    assert lines[0].split() == ["name", "kind", "summary"]
    assert any(line.startswith("random ") for line in lines)
