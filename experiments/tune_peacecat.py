"""Tune the weights of ``peacecat`` for strength.

The weights climb by simultaneous perturbation (J. C. Spall, 1992): every step
scales all of them at random a little up or down, plays that player against the
one scaled the opposite way, and moves each weight towards the better side.
Better means more games won and fewer lost, at three kinds of table: two and
two, and three of them with one ``plain`` or one ``random`` player. The
published loss rates are never looked at. Seeds start at 1,000,000, which no
report uses. ``peacecat`` keeps to its round weights; what these bring is a row of
``ablation.toml``.

    python experiments/tune_peacecat.py --steps 1000
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from chsim.runner import run
from chsim.strategy import CompiledStrategy
from strategies.peacecat import STRATEGY as PEACECAT
from strategies.plain import STRATEGY as PLAIN
from strategies.random import STRATEGY as RANDOM

#: Ingredients are no weights: an ablation may turn them off, tuning may not.
INGREDIENTS = ("direction", "jack", "ten", "pass", "throw", "moon")
WEIGHTS = [name for name in PEACECAT.settings if name not in INGREDIENTS]

#: First seed, and how far a step tries and moves, in logarithms of weights.
SEED, REACH, PACE = 1_000_000, 0.15, 0.5

Floats = npt.NDArray[np.float64]


def success(seats: Sequence[CompiledStrategy], games: int, seed: int) -> dict[str, float]:
    """Games won less games lost, for each strategy as a share of its games."""
    tally = run(seats, games, seed, keep=False).matchups[0].tally
    return {name: (one.wins - one.losses) / one.seats for name, one in tally.strategies.items()}


def advantage(one: CompiledStrategy, other: CompiledStrategy, games: int, seed: int) -> float:
    """How much better the one does than the other, at three kinds of table."""
    one, other = replace(one, name="one"), replace(other, name="other")
    duel = success([one, other, one, other], games, seed)
    total = duel["one"] - duel["other"]
    for weak in (PLAIN, RANDOM):
        total += success([weak, other, other, other], games, seed)[weak.name]
        total -= success([weak, one, one, one], games, seed)[weak.name]
    return total / 3


def weighted(weights: Mapping[str, float]) -> CompiledStrategy:
    """The player with these weights."""
    return replace(PEACECAT, settings={**PEACECAT.settings, **weights})


def scaled(logs: Floats) -> CompiledStrategy:
    """The player whose weights have these logarithms."""
    return weighted(dict(zip(WEIGHTS, np.exp(logs).tolist(), strict=True)))


def tune(steps: int, games: int) -> CompiledStrategy:
    """Climb; prints the weights now and then."""
    random = np.random.default_rng(SEED)
    logs = np.log([PEACECAT.settings[name] for name in WEIGHTS])
    for step in range(steps):
        side = random.choice([-REACH, REACH], size=len(WEIGHTS))
        better = advantage(scaled(logs + side), scaled(logs - side), games, SEED + step)
        pace = PACE / (1 + step / steps)
        logs = logs + pace * better * np.sign(side)
        if step % 50 == 49:
            print(step + 1, rounded(scaled(logs)), flush=True)
    return scaled(logs)


def rounded(one: CompiledStrategy) -> dict[str, float]:
    """Its weights, as they are written down."""
    return {name: round(one.settings[name], 3) for name in WEIGHTS}


def main() -> None:
    """Tune, then compare with where it began on seeds of their own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--games", type=int, default=400)
    given = parser.parse_args()
    best = weighted(rounded(tune(given.steps, given.games)))
    gain = advantage(best, PEACECAT, 20 * given.games, SEED + given.steps)
    print(f"{rounded(best)}\nadvantage over the start: {gain:+.3f}")


if __name__ == "__main__":
    main()
