"""Digests of a few runs; `python -m tests.golden` writes them anew.

A digest changes with the rules, a built-in strategy or the random numbers, and
with nothing else. Whoever renews the file says so in CHANGELOG.md.
"""

from __future__ import annotations

import json
from pathlib import Path

import chsim

FILE = Path(__file__).with_name("golden.json")

TABLES = (
    "random,random,random,random",
    "plain,plain,plain,plain",
    "peacecat,peacecat,peacecat,peacecat",
    "random,peacecat,peacecat,peacecat",
    "plain,peacecat,peacecat,peacecat",
    "peacecat,plain,random,plain",
)
SEEDS = (0, 1, 20_260_101)
GAMES = 40


def digest(table: str, seed: int) -> str:
    """Digest of a run of `GAMES` games."""
    result = chsim.run(seats=table, games=GAMES, seed=seed, jobs=1, keep=False)
    return result.matchups[0].tally.digest


def golden() -> dict[str, str]:
    """Digests by table and seed."""
    return {f"{table} seed {seed}": digest(table, seed) for table in TABLES for seed in SEEDS}


if __name__ == "__main__":
    FILE.write_text(json.dumps(golden(), indent=1) + "\n", encoding="utf-8")
