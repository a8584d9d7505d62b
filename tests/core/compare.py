"""Engine and twin side by side, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from joblib import Parallel, delayed

from chsim.core.jit import PLAIN_PYTHON
from chsim.rules import Rules
from tests.core.driver import records
from tests.reference import Random, Replay, Twin, first_difference

#: Without the compiler the engine is far slower than its twin; fewer games then.
SHARE = 500 if PLAIN_PYTHON else 1
BLOCK = 100


def differences(
    rules: Rules, names: Sequence[str], seed: int, first: int, games: int, replay: bool = False
) -> list[str]:
    """Play games with both and say where they differ.

    Parameters
    ----------
    rules : Rules
    names : sequence of str
        Strategies, as listed; all ``random`` unless ``replay``.
    seed, first, games : int
    replay : bool
        Let the twin play the engine's plays again instead of its own.
    """
    twin = Twin(rules)
    found = []
    for record, result in records(rules, names, seed, first, games):
        decider = Replay(record) if replay else Random()
        again = twin.play_game(seed, record["game"], record["seats"], decider)
        if again != record:
            found.append(first_difference(again, record, f"game {record['game']}"))
        if result != expected_result(again):
            found.append(first_difference(expected_result(again), result, "result"))
    return found


def expected_result(record: dict[str, Any]) -> dict[str, Any]:
    """What the engine's short result of a game has to say."""
    return {
        "totals": record["hands"][-1]["totals"],
        "hands": len(record["hands"]),
        "moons": sum(hand["moon"] is not None for hand in record["hands"]),
        "capped": not record["losers"] and not record["winners"],
    }


def differences_in_blocks(
    rules: Rules, names: Sequence[str], seed: int, games: int, replay: bool = False
) -> list[str]:
    """`differences`, on all cores."""
    games = max(1, games // SHARE)
    blocks = [
        delayed(differences)(rules, names, seed, first, min(BLOCK, games - first), replay)
        for first in range(0, games, BLOCK)
    ]
    return [line for lines in Parallel(n_jobs=-1)(blocks) for line in lines]
