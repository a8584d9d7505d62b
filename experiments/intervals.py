"""How far intervals, the sequential test and ratings keep what they promise, by simulation.

    python experiments/intervals.py --seed 5

simulates outcomes whose truth is known, in blocks of four seats, and prints how
often 95 % intervals cover it, how often the sequential test errs and how many
blocks it needs beside a test of fixed size, and how often bootstrap intervals
cover Plackett-Luce worths. About a minute and a half on one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from chsim.stats.blocks import Sums, difference, rate_interval
from chsim.stats.intervals import Interval
from chsim.stats.plackett_luce import Pattern, PlackettLuce, bootstrap
from chsim.stats.sequential import SequentialTest

SEATS = 4
EXPERIMENTS = 4_000
RUNS = 2_000
ALPHA = BETA = 0.05
RATINGS, REPLICATES = 200, 100
WORTHS = np.array([0.7, 0.0, -0.7])
Floats = npt.NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], Floats]  # values of so many blocks, drawn anew


def main(seed: int) -> None:
    """Simulate and print."""
    streams = iter(np.random.SeedSequence(seed).spawn(1_000))
    error = 100 * sqrt(0.05 * 0.95 / EXPERIMENTS)
    print(f"Coverage of 95 % intervals, {EXPERIMENTS:,} experiments, ± {error:.1f} (one sigma)")
    print("* outside 94-96 %\n")
    rates(streams)
    differences(streams)
    print(f"Sequential test, {RUNS:,} runs, alpha = beta = {ALPHA}; 'fixed': blocks that a")
    print("one-sided z-test with these errors needs, its variance known\n")
    sequential(streams)
    print(f"Coverage of Plackett-Luce bootstrap intervals, {RATINGS} experiments,")
    print(f"{REPLICATES} replicates, blocks of {SEATS} games\n")
    ratings(streams)


# --- rates and differences ---------------------------------------------------


def outcomes(p: float, common: float, balanced: float) -> Draw:
    """Block means: all outcomes the same one, or as even as can be, or independent."""

    def draw(rng: np.random.Generator, blocks: int) -> Floats:
        kind = rng.random(blocks)
        one = SEATS * (rng.random(blocks) < p)
        even = np.floor(SEATS * p + rng.random(blocks))
        free = rng.binomial(SEATS, p, blocks)
        return np.where(kind < common, one, np.where(kind < common + balanced, even, free)) / SEATS

    return draw


def pairs(p: float, apart: float, same: float) -> Draw:
    """Block means of differences of two strategies that mostly have the same outcome."""

    def draw(rng: np.random.Generator, blocks: int) -> Floats:
        shape = (blocks, SEATS)
        first = rng.random(shape) < p
        other = rng.random(shape) < p - apart / (1 - same)
        second = np.where(rng.random(shape) < same, first, other)
        return np.asarray((first.astype(float) - second).mean(axis=1))

    return draw


def summed(draw: Draw, blocks: int, rng: np.random.Generator) -> Iterator[Sums]:
    """Sums of each experiment."""
    values = draw(rng, EXPERIMENTS * blocks).reshape(EXPERIMENTS, blocks)
    for total, squares in zip(values.sum(axis=1), (values**2).sum(axis=1), strict=True):
        yield Sums(blocks, float(total), float(squares))


def coverage(intervals: list[Interval], truth: float) -> str:
    """Percent of intervals that hold the truth, and their mean width in points."""
    low, high = np.array(intervals).T
    percent = 100 * np.mean((low <= truth) & (truth <= high))
    mark = " " if 94 <= percent <= 96 else "*"
    return f"{percent:8.1f}{mark} {100 * np.mean(high - low):7.2f}"


def rates(streams: Iterator[np.random.SeedSequence]) -> None:
    """Rates, by how outcomes of a block hang together."""
    print(f"{'outcomes of a block':28}{'rate':>6}{'blocks':>8}{'covered %':>10}{'width':>8}")
    kinds = {
        "half of blocks balanced": (0.0, 0.5),
        "independent": (0.0, 0.0),
        "correlated 0.3": (0.3, 0.0),
        "correlated 0.8": (0.8, 0.0),
    }
    for (name, (common, balanced)), p, blocks in product(
        kinds.items(), (0.02, 0.25, 0.6), (100, 400)
    ):
        draw, rng = outcomes(p, common, balanced), np.random.default_rng(next(streams))
        found = [rate_interval(sums) for sums in summed(draw, blocks, rng)]
        text = coverage([interval for interval in found if interval], p)
        print(f"{name:28}{100 * p:5.0f}%{blocks:8}{text}")
    print()


def differences(streams: Iterator[np.random.SeedSequence]) -> None:
    """Differences of two strategies on the same deals."""
    print(f"{'same outcome':14}{'difference':>14}", end="")
    print(f"{'rate':>6}{'blocks':>8}{'covered %':>10}{'width':>8}")
    cells = [
        (0.85, 0.02, 0.0),
        (0.85, 0.02, -0.01),
        (0.5, 0.02, 0.0),
        (0.5, 0.02, -0.01),
        (0.85, 0.25, 0.0),
        (0.85, 0.25, -0.02),
        (0.85, 0.6, 0.0),
        (0.85, 0.6, 0.03),
    ]
    for (same, p, apart), blocks in product(cells, (100, 400)):
        draw, rng = pairs(p, apart, same), np.random.default_rng(next(streams))
        found = [difference(sums, SEATS) for sums in summed(draw, blocks, rng)]
        text = coverage([one.interval for one in found if one], apart)
        print(f"{100 * same:3.0f} % of games{100 * apart:+13.0f}{100 * p:6.0f}%{blocks:8}{text}")
    print()


# --- the sequential test -----------------------------------------------------


def sequential(streams: Iterator[np.random.SeedSequence]) -> None:
    """Errors and blocks of the sequential test."""
    print(f"{'bots':44}{'different':>11}{'same':>7}{'blocks':>8}{'fixed':>7}{'ratio':>7}")
    for p, delta in ((0.25, -0.02), (0.55, -0.03)):
        print(f"rate {100 * p:.0f} %, tested difference {100 * delta:+.0f} points")
        bots = {
            "the same games": pairs(p, 0.0, 0.999_999_999),
            "equal rates, 85 % of games the same": pairs(p, 0.0, 0.85),
            "equal rates, independent outcomes": pairs(p, 0.0, 0.0),
            "tested difference, 85 % of games the same": pairs(p, delta, 0.85),
            "tested difference, independent outcomes": pairs(p, delta, 0.0),
        }
        for name, draw in bots.items():
            print(f"  {name:42}{one_pair(draw, delta, np.random.default_rng(next(streams)))}")
    print()


def one_pair(draw: Draw, delta: float, rng: np.random.Generator) -> str:
    """Shares of decisions, and mean numbers of blocks."""
    z = NormalDist().inv_cdf(1 - ALPHA) + NormalDist().inv_cdf(1 - BETA)
    fixed = float(draw(rng, 400_000).var()) * (z / delta) ** 2
    tests = [one_run(draw, delta, rng) for _ in range(RUNS)]
    different = np.mean([test.decision == "different" for test in tests])
    blocks = np.mean([test.blocks for test in tests])
    ratio = f"{blocks / fixed:7.2f}" if fixed >= 1 else f"{'-':>7}"
    return f"{100 * different:10.1f}%{100 * (1 - different):6.1f}%{blocks:8.0f}{fixed:7.0f}{ratio}"


def one_run(draw: Draw, delta: float, rng: np.random.Generator) -> SequentialTest:
    """A test that has decided."""
    test = SequentialTest(delta, ALPHA, BETA)
    while test.decision is None:
        test.add(draw(rng, 500))
    return test


# --- ratings -----------------------------------------------------------------


def league(rng: np.random.Generator, blocks: int) -> list[Pattern]:
    """Games of tables turned through the seats; luck that a seat keeps in half of them."""
    tables = rng.integers(len(WORTHS), size=(blocks, 1, SEATS))
    seats = (np.arange(SEATS)[:, None] + np.arange(SEATS)) % SEATS
    strategies = np.take_along_axis(np.repeat(tables, SEATS, axis=1), seats[None], axis=2)
    kept = rng.gumbel(size=(blocks, 1, SEATS))
    fresh = rng.gumbel(size=(blocks, SEATS, SEATS))
    luck = np.where(rng.random((blocks, SEATS, 1)) < 0.5, kept, fresh)
    order = np.argsort(-(WORTHS[strategies] + luck), axis=2)
    placed = np.take_along_axis(strategies, order, axis=2).reshape(-1, SEATS)
    tied = np.where(rng.random(len(placed)) < 0.3, rng.integers(SEATS - 1, size=len(placed)), SEATS)
    return [pattern(row, tie) for row, tie in zip(placed.tolist(), tied.tolist(), strict=True)]


def pattern(placed: list[int], tie: int) -> Pattern:
    """A finishing order in which one place and the next are told as a tie."""
    groups = [(strategy,) for strategy in placed]
    return (*groups[:tie], *[tuple(placed[tie : tie + 2])][: tie < SEATS], *groups[tie + 2 :])


def ratings(streams: Iterator[np.random.SeedSequence]) -> None:
    """Log-worths and their differences, 3 strategies, 3 in 10 games with a tie."""
    print(f"{'blocks':>6}{'log-worths %':>16}{'differences %':>18}")
    for blocks in (50, 200):
        rng = np.random.default_rng(next(streams))
        held = np.array([rated(league(rng, blocks), number) for number in range(RATINGS)])
        texts = []
        for cells in (held[:, :3], held[:, 3:]):
            shares = cells.mean(axis=1)
            error = shares.std(ddof=1) / sqrt(RATINGS)
            texts.append(f"{100 * shares.mean():.1f} ± {100 * error:.1f}")
        print(f"{blocks:6}{texts[0]:>16}{texts[1]:>18}")


def rated(games: list[Pattern], number: int) -> list[bool]:
    """Which intervals hold the truth: of three log-worths, of three differences."""
    patterns = sorted(set(games))
    index = {pattern: place for place, pattern in enumerate(patterns)}
    kinds = [index[game] for game in games]
    blocks = np.arange(len(games)) // SEATS
    model = PlackettLuce(patterns, len(WORTHS))
    found = bootstrap(model, kinds, blocks, REPLICATES, seed=number)
    truth = list(WORTHS) + [WORTHS[a] - WORTHS[b] for a, b in ((0, 1), (0, 2), (1, 2))]
    intervals = [found.interval(s) for s in range(3)]
    intervals += [found.difference(a, b).interval for a, b in ((0, 1), (0, 2), (1, 2))]
    return [low <= t <= high for (low, high), t in zip(intervals, truth, strict=True)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args().seed)
