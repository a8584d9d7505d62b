"""How many games deal blocks need to see a difference, beside independent play.

    python experiments/blocks.py [--seeds 8] [--blocks 120]

compares `peacecat` with itself less one ingredient after the other, at tables of
`peacecat`. "Seats" is the share of games a strategy that blocks need for a
difference as sure as independent games give: the inverse of what `chsim compare` calls
the variance factor. "Games" is the share in games really played: a strategy
among its own kind is played once, not once a seat. Figures are means over seeds,
with Student's 95 % interval of the mean.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter

import chsim
from chsim.comparison import Comparison
from chsim.stats.blocks import Sums, mean_difference

INGREDIENTS = ("direction", "jack", "ten", "pass", "throw", "moon", "flush", "low", "duck")
MEASURES = ("loss", "win", "magnitude")
GOAL = 0.5  # of the games of independent play, at most


def needed(found: Comparison, measure: str, one: int) -> float:
    """Share of the seats of independent play, for the first strategy against another."""
    factor = found.figures.variance_factor(measure, 0, one)
    return 1 / factor if factor else 0.0  # no game differed


def played(found: Comparison, one: int) -> float:
    """Different games of a block of two strategies, in parts of their seats."""
    places = found.places[[0, one]]
    return len(set(places.ravel().tolist())) / places.size


def cell(shares: Sequence[float], scale: float) -> str:
    """Mean and half width of its interval; marked if the mean is above the goal."""
    sums = Sums(len(shares), sum(shares), sum(share**2 for share in shares))
    found = mean_difference(sums)
    if found is None:
        return f"{scale * sum(shares):.1%}"
    half = (found.interval[1] - found.interval[0]) / 2
    mark = "*" if scale * found.mean > GOAL else " "
    return f"{scale * found.mean:5.1%} ± {scale * half:4.1%} {mark}"


def difference(results: Sequence[Comparison], measure: str, one: int) -> str:
    """The difference that was seen, by all seeds together."""
    found = [result.figures.difference(measure, 0, one) for result in results]
    means = [each.mean for each in found if each]
    mean = sum(means) / len(means)
    return f"{mean:+.1%}" if measure != "magnitude" else f"{mean:+.1f}"


def main(seeds: int, blocks: int) -> None:
    """Measure and print."""
    start = perf_counter()
    names = ["peacecat", *(f"peacecat:{name}=off" for name in INGREDIENTS)]
    games = blocks * 4
    results = [chsim.compare(names, "peacecat", games, 1 + seed) for seed in range(seeds)]
    print(f"{seeds} seeds from 1, {blocks} blocks each; * marks shares above {GOAL:.0%}.")
    print(f"{'without':<11}{'measure':<11}{'difference':>11}{'seats':>18}{'games':>18}")
    for one, name in enumerate(INGREDIENTS, 1):
        for measure in MEASURES:
            shares = [needed(result, measure, one) for result in results]
            seen = difference(results, measure, one)
            cells = cell(shares, 1.0), cell(shares, played(results[0], one))
            print(f"{name:<11}{measure:<11}{seen:>11}" + "".join(f"{text:>18}" for text in cells))
    print(f"\n{perf_counter() - start:.0f} seconds")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--blocks", type=int, default=120)
    chosen = parser.parse_args()
    main(chosen.seeds, chosen.blocks)
