"""``chsim experiment``: run an experiment from a file and write its results."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chsim.cli.interrupts import INTERRUPTED
from chsim.cli.options import Whole, jobs_option, json_option
from chsim.cli.output import guarded_stdout, note, say, say_json
from chsim.cli.progress import progress_line
from chsim.cli.tables import aligned, count

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed
    from chsim.reports import Draw

games_option = click.option(
    "--games",
    type=Whole(0),
    metavar="N",
    help="Games of each table; without it, as many as the file says.",
)
out_option = click.option(
    "--out",
    default="results",
    show_default=True,
    metavar="DIR",
    help="Folder in which a folder of the experiment's name is made.",
)


@click.command()
@click.argument("file")
@games_option
@click.option("--seed", type=Whole(0), metavar="S", help="Without it, the one in the file.")
@jobs_option
@out_option
@json_option
def experiment(
    file: str, games: int | None, seed: int | None, jobs: int, out: str, as_json: bool
) -> None:
    """Run the experiment in FILE and write its tables, pictures and manifest.

    FILE is a .toml file, or the name of an experiment that comes with chsim:
    how_strong, ablation, seats, moon, plain_readings.
    """
    check_folder(out)
    with showing_what_is_finished(), guarded_stdout(), progress_line() as progress:
        from chsim.laboratory import run_experiment

        chosen = scaled(_load(file), games, seed)
        command = command_of("experiment", file, games=games, seed=seed)
        observed = run_experiment(chosen, jobs, progress)
        folder = write(chosen, observed, out, command)
    show(chosen, observed, folder, command, as_json)


def _load(file: str) -> Experiment:
    from chsim.experiment import load_experiment, shipped

    return load_experiment(shipped().get(file, Path(file)))


def check_folder(out: str) -> None:
    """See before a long run that results can be written.

    Raises
    ------
    click.BadParameter
        In one line, when ``--out`` is a file or may not be written to.
    """
    folder = Path(out)
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        raise click.BadParameter(f"{out!r}: {str(folder)!r} is a file.", param_hint="'--out'")
    if not os.access(folder, os.W_OK):
        raise click.BadParameter(f"{out!r}: no permission to write there.", param_hint="'--out'")


def scaled(experiment: Experiment, games: int | None, seed: int | None) -> Experiment:
    """The experiment with another number of games or another seed, where given."""
    changes = {"games": games, "seed": seed}
    given: dict[str, Any] = {key: value for key, value in changes.items() if value is not None}
    return dataclasses.replace(experiment, **given)


def command_of(*words: str, **options: int | None) -> str:
    """The command that gives the same results again."""
    given = [f"--{key} {value}" for key, value in options.items() if value is not None]
    return " ".join(["chsim", shlex.join(words), *given])


@contextlib.contextmanager
def showing_what_is_finished() -> Iterator[None]:
    """After Ctrl-C show the finished tables of the experiment, and leave with its exit code."""
    try:
        yield
    except KeyboardInterrupt as stop:
        observed: list[Observed] | None = getattr(stop, "observed", None)
        if observed is None:
            raise
        _show_stopped(getattr(stop, "experiment"), observed)  # noqa: B009 - of a lazy class
        raise click.exceptions.Exit(INTERRUPTED) from None


def _show_stopped(experiment: Experiment, observed: list[Observed]) -> None:
    done = f"{len(observed)} of {count(len(experiment.tables), 'table')}"
    if observed:
        say(f"INCOMPLETE: {experiment.title}: {done}\n\n{table_of(observed)}")
    note(f"Interrupted: {done} finished; results of {experiment.name} were not written.")


def write(experiment: Experiment, observed: list[Observed], out: str, command: str) -> Path:
    """Write the results of an experiment that was played to its end."""
    from chsim.reports import write_report

    return write_report(experiment, observed, out, command, _drawing(experiment))


def _drawing(experiment: Experiment) -> Draw | None:
    """What draws the pictures; nothing where there are none, or no games to show."""
    if not experiment.draw or not experiment.games:
        return None
    from chsim.figures import draw

    return draw


def show(
    experiment: Experiment, observed: list[Observed], folder: Path, command: str, as_json: bool
) -> None:
    """Print the figures, as a table or as JSON."""
    from chsim.reports import manifest, tables

    if as_json:
        found = tables(experiment, observed)
        say_json(manifest(experiment, observed, command) | found | {"folder": str(folder)})
        return
    games = f"{count(experiment.games, 'game')} a table, seed {experiment.seed}"
    say(f"{experiment.title}: {games}\n\n{table_of(observed)}\n\nWritten to {folder}")


def table_of(observed: list[Observed]) -> str:
    """The figures of all tables, aligned; one block a group."""
    from chsim.findings import figure_rows

    blocks: dict[str, list[dict[str, Any]]] = {}
    for row in figure_rows(observed):
        blocks.setdefault(row["group"], []).append(row | {"group": ""})
    return "\n\n".join(_block(group, rows) for group, rows in blocks.items())


def _block(group: str, rows: list[dict[str, Any]]) -> str:
    from chsim.reports import figure_cells

    cells = figure_cells(rows)
    text = aligned(cells, left=cells[0].index("figure") + 1)
    return f"{group}\n\n{text}" if group else text
