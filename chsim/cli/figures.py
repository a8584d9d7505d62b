"""``chsim figures``: all experiments that come with chsim, one after the other."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from chsim.cli.experiment import (
    check_folder,
    command_of,
    games_option,
    out_option,
    scaled,
)
from chsim.cli.experiment_output import keeping_what_is_finished, write
from chsim.cli.options import workers_options
from chsim.cli.output import guarded, say
from chsim.cli.progress import Progress, progress_line

if TYPE_CHECKING:
    from pathlib import Path

    from chsim.experiment import Experiment
    from chsim.workers import Workers


@click.command(short_help="Run every experiment that comes with chsim.")
@games_option
@workers_options
@out_option
def figures(games: int | None, out: str, **workers: Any) -> None:
    """Run every experiment that comes with chsim and write their results.

    The experiments are the .toml files of a folder `experiments` in the current
    folder, if there is one, else those that come with chsim. Ctrl-C or a fault of a
    strategy keeps the experiments that are finished, and of the one at work the
    finished tables in a folder of their own.
    """
    check_folder(out)
    command = command_of("figures", games=games)
    with keeping_what_is_finished(out, command), guarded(), progress_line() as progress:
        from chsim.reports import need_room
        from chsim.workers import Workers

        chosen = [scaled(one, games, None) for one in _all()]
        for one in chosen:
            need_room(one, out)
        folders = _run_all(chosen, command, Workers(**workers), out, progress)
    say("\n".join(f"Written to {folder}" for folder in folders))


def _all() -> list[Experiment]:
    from chsim.experiment import load_experiment, shipped

    found = shipped()
    if not found:
        raise click.ClickException("there are no experiments here and none come with this chsim")
    return [load_experiment(path) for path in found.values()]


def _run_all(
    experiments: list[Experiment], command: str, workers: Workers, out: str, progress: Progress
) -> list[Path]:
    from chsim.laboratory import run_experiment

    of = sum(len(one.tables) * one.games for one in experiments)
    done = 0
    folders = []
    with workers.ready():
        for experiment in experiments:
            observed = run_experiment(
                experiment, progress=progress.part(done, of), **dataclasses.asdict(workers)
            )
            folders.append(write(experiment, observed, out, command))
            done += len(experiment.tables) * experiment.games
    return folders
