"""``chsim experiment``: run an experiment from a file and write its results."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chsim.cli.experiment_output import keeping_what_is_finished, show, write
from chsim.cli.keeping import kept, store_option
from chsim.cli.options import Whole, json_option, workers_options
from chsim.cli.output import guarded
from chsim.cli.progress import progress_line
from chsim.errors import in_words
from chsim.interrupts import held_back

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.keeping import Keeping

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


@click.command(short_help="Run an experiment and write its results.")
@click.argument("file")
@games_option
@click.option("--seed", type=Whole(0), metavar="S", help="Without it, the one in the file.")
@workers_options
@store_option
@out_option
@json_option
def experiment(
    file: str,
    games: int | None,
    seed: int | None,
    store: str | Keeping | None,
    out: str | None,
    as_json: bool,
    **workers: Any,
) -> None:
    """Run the experiment in FILE and write its tables, pictures and manifest.

    FILE is a .toml file, or the name of an experiment that comes with chsim:
    how_strong, ablation, seats, moon, plain_readings, house_rules. Ctrl-C or a fault of
    a strategy keeps the tables that are finished, in a folder of their own.
    """
    if out is not None:
        check_folder(out)
    keeping = kept(store)
    command = command_of("experiment", file, games=games, seed=seed)
    with (
        keeping_what_is_finished(out, command, as_json),
        guarded(),
        progress_line() as progress,
    ):
        from chsim.laboratory import run_experiment
        from chsim.reports import need_room

        chosen = scaled(_load(file), games, seed)
        if out is not None:
            need_room(chosen, out)
        observed = run_experiment(chosen, progress=progress, store=keeping, **workers)
    with held_back():  # what is written is shown too
        if out is not None:
            with guarded():
                write(chosen, observed, out, command)
        show(chosen, observed, out, command, as_json)


def _load(file: str) -> Experiment:
    from chsim.errors import ExperimentError, unknown
    from chsim.experiment import load_experiment, shipped

    known = shipped()
    if file not in known and not file.endswith(".toml") and not os.path.lexists(file):
        raise ExperimentError(unknown("experiment", file, known, "or a file ending in .toml"))
    return load_experiment(known.get(file, Path(file)))


def check_folder(out: str) -> None:
    """See before a long run that results can be written.

    Raises
    ------
    click.BadParameter
        In one line, when ``--out`` is no folder, cannot be one or may not be written to.
    """
    from chsim.store.folder import is_store

    try:
        wrong = _wrong_with(Path(out)) if out else "expected a folder"
        if is_store(out):
            wrong = "is a store of games; expected another folder"
    except (OSError, ValueError) as error:
        wrong = getattr(error, "strerror", None) or str(error)
    if wrong:
        raise click.BadParameter(f"{in_words(out)}: {wrong}.", param_hint="'--out'")


def _wrong_with(folder: Path) -> str:
    while folder != folder.parent and not os.path.lexists(folder):
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            folder.stat()  # fails otherwise for a name that no folder can have
        folder = folder.parent
    if not folder.is_dir():
        return f"{in_words(folder, str)!r} is a file"
    return "" if os.access(folder, os.W_OK) else "no permission to write there"


def scaled(experiment: Experiment, games: int | None, seed: int | None) -> Experiment:
    """The experiment with another number of games or another seed, where given."""
    changes = {"games": games, "seed": seed}
    given: dict[str, Any] = {key: value for key, value in changes.items() if value is not None}
    return dataclasses.replace(experiment, **given)


def command_of(*words: str, **options: int | None) -> str:
    """The command that gives the same results again."""
    given = [f"--{key} {value}" for key, value in options.items() if value is not None]
    return " ".join(["chsim", shlex.join(words), *given])
