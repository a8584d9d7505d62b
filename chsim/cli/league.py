"""``chsim league``: ratings of strategies that all play one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import click

from chsim.cli.experiment import check_folder
from chsim.cli.interrupts import end_stopped, until_stopped
from chsim.cli.keeping import kept, store_option
from chsim.cli.options import Whole, json_option, rules_option, seed_option, workers_options
from chsim.cli.output import guarded, note, say, say_json
from chsim.cli.progress import progress_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from chsim.keeping import Keeping
    from chsim.standings import League


@click.command()
@click.argument("strategies", nargs=-1, required=True, metavar="A B [C …]")
@click.option(
    "--games",
    type=Whole(0),
    default=4_000,
    show_default=True,
    metavar="N",
    help="Games in all, rounded up to whole blocks.",
)
@seed_option
@rules_option
@workers_options
@store_option
@click.option("--out", metavar="DIR", help="Write tables and a picture into a folder.")
@json_option
def league(
    strategies: tuple[str, ...],
    games: int,
    store: str | Keeping | None,
    out: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Let strategies play one another at all mixed tables, and rate them.

    Every way to sit them round a table is played as often, but for tables of one
    kind; each on the same deals in every turn of its seats.
    """
    if out is not None:
        check_folder(out)
    found, stop = _play(strategies, games=games, store=kept(store), **options)
    from chsim.competing import blocks_for, games_in

    wanted = games_in(found, blocks_for(found, games))
    if stop is not None:
        _show_stopped(found, wanted, stop, out, as_json)
    _show(found, wanted, as_json)
    if out is not None:
        _write(found, out, note if as_json else say)


def _play(strategies: tuple[str, ...], **options: Any) -> tuple[League, BaseException | None]:
    """What was finished, and what stopped it before its end."""
    with guarded(), progress_line() as progress:
        from chsim.competing import games_in
        from chsim.competing import league as play

        def show(found: League, blocks: int) -> None:
            progress(found.games, games_in(found, blocks))

        return until_stopped(lambda: play(strategies, progress=show, **options))


def _show_stopped(
    found: League, wanted: int, stop: BaseException, out: str | None, as_json: bool
) -> NoReturn:
    """Show finished blocks, if any, and end the command."""
    if found.blocks:
        _show(found, wanted, as_json)
    end_stopped(stop, f"{found.games:,} of {wanted:,} games" if found.games else None, out)


def _show(found: League, wanted: int, as_json: bool) -> None:
    from chsim.cli.standings import report

    if as_json:
        say_json(found.to_dict())
    else:
        say(report(found, wanted))


def _write(found: League, out: str, tell: Callable[[str], None]) -> None:
    from chsim.league_report import write_league

    tell(f"Written to {write_league(found, out)}")
