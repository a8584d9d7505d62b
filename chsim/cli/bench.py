"""``chsim bench``: how fast the engine plays."""

from __future__ import annotations

from typing import Any

import click

from chsim.cli.options import Whole, json_option, rules_option
from chsim.cli.output import guarded, say, say_json
from chsim.cli.progress import progress_line
from chsim.cli.tables import aligned, count


@click.command()
@click.option(
    "--strategies",
    metavar="A,B,…",
    default="random,plain,peacecat",
    show_default=True,
    help="Strategies to measure, each against itself.",
)
@rules_option
@click.option(
    "--runs",
    type=Whole(1),
    default=5,
    show_default=True,
    metavar="N",
    help="Runs whose median is shown.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=3600),
    default=1.0,
    show_default=True,
    metavar="T",
    help="Time for all runs of a strategy together, roughly.",
)
@json_option
def bench(strategies: str, rules: str, runs: int, seconds: float, as_json: bool) -> None:
    """Measure how fast the engine plays in one thread.

    Whole games of four of a kind, dealt, passed and scored as `chsim run` plays
    them. OpenSpiel's Hearts stands beside them where it is installed.
    """
    with guarded(), progress_line():
        from chsim.bench import measure_all
        from chsim.runner import split_seats

        data = measure_all(split_seats(strategies), rules, runs=runs, seconds=seconds)
    if as_json:
        say_json(data)
    else:
        say(_table(data) + f"\n\nOne thread, median of {count(runs, 'run')}.")


def _table(data: dict[str, Any]) -> str:
    rows = [["", "hands/s", "games/s", "µs a hand"]]
    for name, speed in data["strategies"].items():
        rows.append([name, *_numbers(speed), f"{1e6 / speed['hands_per_s']:,.2f}"])
    if "openspiel" in data:
        speed = data["openspiel"]
        rows.append(["OpenSpiel, random", *_numbers(speed), f"{1e6 / speed['hands_per_s']:,.2f}"])
    return aligned(rows)


def _numbers(speed: dict[str, float]) -> list[str]:
    games = f"{speed['games_per_s']:,.0f}" if "games_per_s" in speed else "–"
    return [f"{speed['hands_per_s']:,.0f}", games]
