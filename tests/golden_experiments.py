"""Digests of a small run of each experiment; `python -m tests.golden_experiments` writes them.

A digest changes with the tables and the seed of an experiment, and with whatever
changes `tests/golden.json`.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path

from chsim.experiment import load_experiment
from chsim.laboratory import run_experiment

FILE = Path(__file__).with_name("golden_experiments.json")
HOME = Path(__file__).parents[1] / "experiments"
NAMES = sorted(path.stem for path in HOME.glob("*.toml"))
GAMES = 12


def digest(name: str) -> str:
    """Digest over all tables of an experiment, `GAMES` games each."""
    experiment = dataclasses.replace(load_experiment(HOME / f"{name}.toml"), games=GAMES)
    digests = [one.tally.digest for one in run_experiment(experiment, jobs=1)]
    return hashlib.sha256("".join(digests).encode()).hexdigest()


if __name__ == "__main__":
    found = {name: digest(name) for name in NAMES}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
