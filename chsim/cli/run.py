"""``chsim run``: play games and show who lost and won."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from chsim.cli.export import check_files, write_out
from chsim.cli.interrupts import end_stopped, until_stopped
from chsim.cli.keeping import kept, store_option
from chsim.cli.options import Whole, json_option, rules_option, seed_option, workers_options
from chsim.cli.output import guarded, say, say_json
from chsim.cli.progress import progress_line

if TYPE_CHECKING:
    from chsim.cli.report import Request
    from chsim.keeping import Keeping
    from chsim.results import RunResult


@click.command()
@click.option(
    "--games",
    type=Whole(0),
    default=400,
    show_default=True,
    metavar="N",
    help="Games of each matchup.",
)
@click.option(
    "--seats",
    metavar="A,B,C,D",
    help="One matchup of these strategies: names that `chsim strategies` shows, "
    "with a setting as in peacecat:ten=off (a wrong one lists the right ones); "
    "bot.py:MyBot for a class of your own. Without it, the two published ones.",
)
@seed_option
@rules_option
@click.option(
    "--rotate/--no-rotate",
    default=True,
    show_default=True,
    help="Move the players one seat to the left each game, or leave them as listed.",
)
@workers_options
@store_option
@click.option("--record", metavar="FILE.jsonl", help="Write every game to a file.")
@click.option("--out", metavar="FILE", help="Write the table to a file: .csv, .json or .parquet.")
@json_option
def run(
    games: int,
    seats: str | None,
    store: str | Keeping | None,
    out: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play games and show who lost and won.

    Without --seats, one seat of `random` and then of `plain` plays against three
    of `peacecat`; with the rules `complex-hearts` the table shows the published
    figures beside the result.
    """
    check_files(options["record"], out)
    result, stop = _play(games=games, seats=seats, store=kept(store), **options)

    from chsim.cli.report import Request
    from chsim.published import MATCHUPS, RULES
    from chsim.results import FLAT_COLUMNS, flat_rows

    matchups = len(MATCHUPS) if seats is None else 1
    published = seats is None and result.rules == RULES
    request = Request(games, options["rotate"], matchups, published)
    if stop is not None:
        _show_stopped(result, request, stop, out, as_json)
    try:
        _show(result, request, as_json)
    finally:
        if out is not None:
            write_out(Path(out), result.to_dict(), flat_rows(result), FLAT_COLUMNS)


def _play(**options: Any) -> tuple[RunResult, BaseException | None]:
    """The games that were finished, and what stopped the run before its end."""
    with guarded(), progress_line() as progress:
        from chsim.runner import run as play

        return until_stopped(lambda: play(**options, keep=False, progress=progress))


def _show_stopped(
    result: RunResult,
    request: Request,
    stop: BaseException,
    out: str | None,
    as_json: bool,
) -> NoReturn:
    """Show finished games, if any, and end the command."""
    from chsim.cli.report import finished, progress_of

    if finished(result):
        _show(result, request, as_json)
    end_stopped(stop, progress_of(result, request) if finished(result) else None, out)


def _show(result: RunResult, request: Request, as_json: bool) -> None:
    from chsim.cli.report import report

    if as_json:
        say_json(result.to_dict())
    else:
        say(report(result, request))
