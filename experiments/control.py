"""By how much `--control` cuts the games that a comparison needs, and what it costs.

    python experiments/control.py factors --blocks 400 --fresh 16
    python experiments/control.py unbiased --replications 200 --blocks 80
    python experiments/control.py time

``factors`` compares peacecat, plain and random, each in each seat against three peacecats:
twice, once with peacecat playing out in the seat whoever sits there, which is what a
slow strategy like them would get, and once with the strategy itself, the most there is to
get and what `chsim compare` does for compiled ones. The factor is the variance of a block's
mean as played over that without the luck of the deals; its 95 % interval is from 400
bootstrap samples of the blocks. ``unbiased`` sets corrected beside plain figures over
comparisons with seeds of their own. ``time`` sets a comparison beside one without control.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from time import perf_counter

import numpy as np

from chsim.comparing import compare, controlled, planned
from chsim.control import OUTCOMES, Control, Correction
from chsim.control.coefficients import Floats
from chsim.rules_file import load_rules
from chsim.workers import Workers, chunks_of

NAMES = ("peacecat", "plain", "random")
SAMPLES = 400


def block_rows(fresh: int, blocks: int, seed: int, own: bool) -> tuple[Floats, Floats]:
    """Outcomes and lucks of all strategies, one row a block."""
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
            parts.append(corrected.rows(found.outcomes(chunk.results), chunk.luck))
    outcomes, lucks = (np.concatenate(part) for part in zip(*parts, strict=True))
    return outcomes, lucks


def factor(outcomes: Floats, lucks: Floats) -> list[float]:
    """Factors of the columns of some blocks."""
    correction = Correction(outcomes.shape[1], lucks.shape[1])
    correction.add(outcomes, lucks)
    found = [correction.estimate(weights) for weights in np.eye(outcomes.shape[1])]
    return [one.factor or np.nan if one else np.nan for one in found]


def resampled(outcomes: Floats, lucks: Floats) -> Floats:
    """Factors of bootstrap samples; each half of the blocks is drawn from on its own."""
    rng, half = np.random.default_rng(1), len(outcomes) // 2
    rows = []
    for _ in range(SAMPLES):
        drawn = 2 * rng.integers(half, size=(half, 2)) + [0, 1]
        rows.append(factor(outcomes[drawn.ravel()], lucks[drawn.ravel()]))
    return np.array(rows)


def factors(fresh: int, blocks: int, seed: int) -> None:
    """Print the factors of all strategies and outcomes."""
    for own in (False, True):
        start = perf_counter()
        outcomes, lucks = block_rows(fresh, blocks, seed, own)
        who = "itself" if own else "peacecat"
        print(
            f"{who} plays out, {fresh} fresh deals, {blocks} blocks, {perf_counter() - start:.0f} s"
        )
        for number, name in enumerate(NAMES):
            columns = slice(number * len(OUTCOMES), (number + 1) * len(OUTCOMES))
            own_rows = outcomes[:, columns], lucks[:, columns]
            samples = np.nanquantile(resampled(*own_rows), [0.025, 0.975], axis=0)
            found = zip(OUTCOMES, factor(*own_rows), *samples, strict=True)
            text = "  ".join(
                f"{what} {one:.2f} ({low:.2f}–{high:.2f})" for what, one, low, high in found
            )
            print(f"  {name:10}{text}", flush=True)


def unbiased(replications: int, blocks: int, fresh: int) -> None:
    """Print how far corrected and plain figures are apart, in standard errors."""
    rows = []
    for seed in range(replications):
        games, control = 4 * blocks, "plain"
        found = compare("plain,random", "plain", games, seed, control=control, fresh=fresh)
        assert found.control is not None
        data = found.control.strategy_rows()
        plain = [found.figure(row["measure"], row["strategy"] == "random") for row in data]
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
    parser = argparse.ArgumentParser(description=__doc__)
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
