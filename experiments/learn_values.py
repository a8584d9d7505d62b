r"""Learn what totals are worth, for `chsim.control`.

Games of a strategy against ``peacecat`` are played; the totals before their hands and how
the games ended for it make a fit, which is written to a file. What is shipped for Complex
Hearts is

    python experiments/learn_values.py --out chsim/control/learned/complex-hearts.json
    python experiments/learn_values.py --seat plain \
        --out chsim/control/learned/complex-hearts-plain.json
    python experiments/learn_values.py --seat random \
        --out chsim/control/learned/complex-hearts-random.json

from 40,000 games of seed 1,000,000, which no report uses. Rules without a shipped
file are learned, from fewer games, when a comparison starts; a file here saves those
seconds. Printed is how well games of the next seed are foretold, by totals and without.
"""

from __future__ import annotations

import argparse

import numpy as np

from chsim.control import values as values_
from chsim.core.playout import FINAL_MAGNITUDE
from chsim.rules_file import load_rules
from chsim.strategy import load_strategy

GAMES, ROWS = 40_000, 200_000


def log_loss(chances: values_.Floats, ends: values_.Floats) -> float:
    """Mean of the negative logarithm of the chance of what happened."""
    return float(-np.log(np.where(ends == 1, chances, 1 - chances)).mean())


def main() -> None:
    """Learn, save, and see how good it is on other games."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="complex-hearts")
    parser.add_argument("--seat", default="peacecat", help="whose seat it is about")
    parser.add_argument("--against", default="peacecat", help="who sits in the others")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--out", required=True)
    given = parser.parse_args()
    rules = load_rules(given.rules)
    seats = [load_strategy(given.seat), *[load_strategy(given.against)] * (rules.players - 1)]
    values = values_.learn(rules, seats, games=given.games, rows=ROWS)
    values_.save(values, given.out)
    foretold, ends = values_.foretell(
        values, rules, seats, games=given.games // 5, seed=values.seed + 1
    )
    base = np.broadcast_to(ends.mean(axis=0), ends.shape)
    for outcome, name in enumerate(("loss", "win")):
        by, without = (
            log_loss(chances[:, outcome], ends[:, outcome]) for chances in (foretold, base)
        )
        print(f"{name:10} log loss {by:.4f}, without totals {without:.4f}")
    errors = (foretold - ends)[:, FINAL_MAGNITUDE]
    print(f"magnitude  mean square {(errors**2).mean():.1f}, without totals {ends[:, 2].var():.1f}")


if __name__ == "__main__":
    main()
