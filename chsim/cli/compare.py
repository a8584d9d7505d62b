"""``chsim compare``: which of some strategies is better, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.core import ParameterSource

from chsim.cli.export import check_files, write_out
from chsim.cli.interrupts import end_stopped, until_stopped
from chsim.cli.keeping import kept, store_option
from chsim.cli.options import Whole, json_option, rules_option, seed_option, workers_options
from chsim.cli.output import guarded, say, say_json
from chsim.cli.progress import progress_line

if TYPE_CHECKING:
    from chsim.comparison import Comparison
    from chsim.keeping import Keeping


@click.command()
@click.argument("strategies", nargs=-1, required=True, metavar="A B [C …]")
@click.option(
    "--against",
    default="peacecat",
    show_default=True,
    metavar="X | X,Y,Z",
    help="The company: one strategy for all other seats, or one a seat.",
)
@click.option(
    "--games",
    type=Whole(0),
    metavar="N",
    help="Games a strategy, rounded up to whole blocks: 4,000 unless told; "
    "with --sprt the most there may be, 1,000,000 unless told.",
)
@click.option(
    "--sprt",
    metavar='"MEASURE D"',
    help="Stop as soon as it is decided whether A minus B is D or 0, as in "
    '"loss -0.02"; measures are loss, win and magnitude.',
)
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    help="With --sprt: chance to find a difference where there is none.",
)
@click.option(
    "--beta",
    type=float,
    default=0.05,
    show_default=True,
    help="With --sprt: chance to find none where it is D.",
)
@click.option(
    "--control",
    metavar="NAME",
    help="Also show figures without the luck of the deals, found by playing them out "
    "once more; NAME, a compiled strategy, does that for bots in plain Python.",
)
@click.option(
    "--fresh",
    type=Whole(1, most=4_096),
    default=64,
    show_default=True,
    metavar="M",
    help="With --control: fresh deals that each deal is weighed against, at most 4,096.",
)
@seed_option
@rules_option
@workers_options
@store_option
@click.option("--out", metavar="FILE", help="Write the figures to a file: .csv, .json or .parquet.")
@json_option
def compare(
    strategies: tuple[str, ...],
    store: str | Keeping | None,
    out: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Compare strategies on the same deals: each in every seat, in the same company.

    Differences come with intervals and p-values from blocks of deals, so luck of
    the deal that both had does not count.
    """
    check_files(None, out)
    _need(options, sprt=("alpha", "beta"), control=("fresh",))
    games = options.pop("games")
    limit = games if games is not None else (1_000_000 if options["sprt"] else 4_000)
    found, stop = _play(strategies, games=limit, store=kept(store), **options)
    blocks = -(-limit // found.players)
    if stop is not None:
        _show_stopped(found, blocks, stop, out, as_json)
    try:
        _show(found, blocks, as_json)
    finally:
        if out is not None:
            _write(found, Path(out))


def _need(options: Mapping[str, Any], **others: tuple[str, ...]) -> None:
    """Refuse options that say more of another one that was not given."""
    context = click.get_current_context()
    for needed, names in others.items():
        for name in names:
            given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
            if given and options[needed] is None:
                raise click.UsageError(f"--{name}: expected with --{needed} only.")


def _play(strategies: tuple[str, ...], **options: Any) -> tuple[Comparison, BaseException | None]:
    """What was finished, and what stopped it before its end."""
    with guarded(), progress_line() as progress:
        from chsim.cli.comparison import live
        from chsim.comparing import compare as play

        def show(found: Comparison, blocks: int) -> None:
            text = live(found) if found.test and found.blocks else None
            every = found.games // max(found.blocks, 1)  # games that are the same are one
            progress(found.games, blocks * every, text)

        return until_stopped(lambda: play(strategies, progress=show, **options))


def _show_stopped(
    found: Comparison,
    blocks: int,
    stop: BaseException,
    out: str | None,
    as_json: bool,
) -> NoReturn:
    """Show finished blocks, if any, and end the command."""
    if found.blocks:
        _show(found, blocks, as_json)
    done = f"{found.blocks:,} of {blocks:,} blocks" if found.blocks else None
    end_stopped(stop, done, out)


def _show(found: Comparison, blocks: int, as_json: bool) -> None:
    from chsim.cli.comparison import report

    if as_json:
        say_json(found.to_dict())
    else:
        say(report(found, blocks))


def _write(found: Comparison, path: Path) -> None:
    from chsim.comparison_rows import FLAT_COLUMNS, flat_rows

    rows = flat_rows(found.names, found.figures, found.control)
    write_out(path, found.to_dict(), rows, FLAT_COLUMNS)
