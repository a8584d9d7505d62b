"""By how much `--control` cuts the games that a comparison needs, and what it costs.

    python experiments/control.py factors --blocks 400 --fresh 16
    python experiments/control.py unbiased --replications 200 --blocks 80
    python experiments/control.py time

``factors`` compares peacecat, plain and random, each in each seat against three peacecats:
twice, once with peacecat playing out in the seat whoever sits there, which is what a
slow strategy like them would get, and once with the strategy itself, the most there is to
get and what `chsim compare` does for compiled ones. The factor is the variance as played over
that without the luck of the deals, of single games and of the means of blocks; its 95 %
interval is from 400 bootstrap samples of the blocks. The four seats of a block of peacecat
share one game, whose losses and wins hardly vary in sum: there the factor of games counts.
``unbiased`` sets corrected beside plain figures over comparisons with seeds of their own.
``time`` sets a comparison beside one without control.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing
from time import perf_counter

import numpy as np

from chsim.comparing import compare, controlled, planned
from chsim.control import OUTCOMES, Control
from chsim.control.coefficients import Floats
from chsim.rules_file import load_rules
from chsim.workers import Workers, chunks_of

NAMES = ("peacecat", "plain", "random")
SAMPLES = 400


def seat_rows(fresh: int, blocks: int, seed: int, own: bool) -> tuple[Floats, Floats]:
    """Outcomes and lucks of all strategies: by block, strategy, seat and outcome."""
    rules = load_rules("complex-hearts")
    control = Control.prepared(rules, NAMES, ["peacecat"] * 3, "peacecat", fresh, own)
    plan, found = planned(NAMES, "peacecat", rules, seed)
    plan, corrected = controlled(plan, found, control, fresh)
    plan.prepare()
    parts = []
    with closing(chunks_of(plan, blocks, Workers())) as chunks:
        for chunk in chunks:
            if chunk.fault:
                raise SystemExit(chunk.fault)
            lucks = corrected.lucks(chunk.luck, chunk.units)
            parts.append((found.outcomes(chunk.results), lucks))
    outcomes, lucks = (np.concatenate(part) for part in zip(*parts, strict=True))
    return outcomes, lucks


def factor(outcomes: Floats, lucks: Floats) -> Floats:
    """Variance of outcomes over what a regression on the lucks leaves of it."""
    rows, columns = lucks.shape
    centred, around = outcomes - outcomes.mean(axis=0), lucks - lucks.mean(axis=0)
    left = centred - around @ np.linalg.lstsq(around, centred, rcond=1e-9)[0]
    rest = (left**2).sum(axis=0) / (rows - 1 - columns)
    plain = centred.var(axis=0, ddof=1)
    return np.where(plain > 1e-12, plain / np.maximum(rest, 1e-300), np.nan)


def of_games(outcomes: Floats, lucks: Floats) -> Floats:
    """Factors of single games, in whatever seat."""
    return factor(outcomes.reshape(-1, 3), lucks.reshape(-1, 3))


def of_blocks(outcomes: Floats, lucks: Floats) -> Floats:
    """Factors of the means of blocks."""
    return factor(outcomes.mean(axis=1), lucks.mean(axis=1))


def sampled(of: Callable[[Floats, Floats], Floats], outcomes: Floats, lucks: Floats) -> str:
    """Factors with their intervals, in words."""
    rng, blocks = np.random.default_rng(1), len(outcomes)
    drawn = [rng.integers(blocks, size=blocks) for _ in range(SAMPLES)]
    found = of(outcomes, lucks)
    samples = np.array([of(outcomes[rows], lucks[rows]) for rows in drawn])
    parts = []
    for what, one, column in zip(OUTCOMES, found, samples.T, strict=True):
        if np.isnan(column).mean() > 0.1:  # too few events, or none, to vary
            parts.append(f"{what} n/a")
            continue
        low, high = np.nanquantile(column, [0.025, 0.975])
        parts.append(f"{what} {one:.2f} ({low:.2f}–{high:.2f})")
    return "  ".join(parts)


def factors(fresh: int, blocks: int, seed: int) -> None:
    """Print the factors of all strategies and outcomes."""
    for own in (False, True):
        start = perf_counter()
        outcomes, lucks = seat_rows(fresh, blocks, seed, own)
        who, seconds = "itself" if own else "peacecat", perf_counter() - start
        print(f"{who} plays out, {fresh} fresh deals, {blocks} blocks, {seconds:.0f} s")
        for number, name in enumerate(NAMES):
            rows = outcomes[:, number], lucks[:, number]
            print(f"  {name:9} game   {sampled(of_games, *rows)}")
            print(f"  {name:9} block  {sampled(of_blocks, *rows)}", flush=True)


def unbiased(replications: int, blocks: int, fresh: int) -> None:
    """Print how far corrected and plain figures are apart, in standard errors."""
    rules, names = load_rules("complex-hearts"), ("plain", "random")
    control = Control.prepared(rules, names, ["plain"] * 3, "plain", fresh, own=False)
    rows = []
    for seed in range(replications):
        found = compare(names, "plain", 4 * blocks, seed, control=control)
        assert found.control is not None
        data = found.control.strategy_rows()
        plain = [found.figures.value(row["measure"], names.index(row["strategy"])) for row in data]
        rows.append(np.array([row["figure"] for row in data]) - plain)
    mean, error = np.mean(rows, axis=0), np.std(rows, axis=0, ddof=1) / np.sqrt(replications)
    for row, apart, size in zip(data, mean, error, strict=True):
        away = apart / size if size else 0.0
        print(f"{row['strategy']:8}{row['measure']:10} {apart:+.5f} ± {size:.5f}: {away:+.2f}")


def time(fresh: int) -> None:
    """Print what a comparison takes with and without control."""
    for names in ("peacecat,plain", "peacecat,peacecat:ten=off"):
        for control in (None, "peacecat"):
            compare(names, games=4, jobs=1, control=control, fresh=fresh)
            found = compare(names, games=200, jobs=1, control=control, fresh=fresh)
            each = 1_000 * found.seconds / found.games
            print(f"{names}, control {control}: {each:.2f} ms a game", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("factors", "unbiased", "time"))
    parser.add_argument("--blocks", type=int, default=400)
    parser.add_argument("--fresh", type=int, default=64)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--replications", type=int, default=200)
    given = parser.parse_args()
    if given.what == "factors":
        factors(given.fresh, given.blocks, given.seed)
    elif given.what == "unbiased":
        unbiased(given.replications, given.blocks, given.fresh)
    else:
        time(given.fresh)


if __name__ == "__main__":
    main()
