"""What an experiment leaves: files, and its figures on the terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chsim.cli.interrupts import has_store, say_how_to_carry_on
from chsim.cli.output import note, say, say_json
from chsim.cli.tables import MISSING, aligned, count, fitted
from chsim.errors import StrategyFault
from chsim.interrupts import INTERRUPTED

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed
    from chsim.reports import Draw

#: Stands in the place of a table's name before the figures published for it.
PUBLISHED = "(published)"


@contextlib.contextmanager
def keeping_what_is_finished(
    out: str | None, command: str, as_json: bool = False
) -> Iterator[None]:
    """After Ctrl-C or a fault show and write the finished tables; leave with the code of that.

    Raises
    ------
    click.ClickException
        In one line that names the fault, and where the tables are.
    """
    try:
        yield
    except (KeyboardInterrupt, StrategyFault) as stop:
        observed: list[Observed] | None = getattr(stop, "observed", None)
        if observed is None:
            raise
        experiment: Experiment = getattr(stop, "experiment")  # noqa: B009 - of a lazy class
        done = f"{len(observed)} of {count(len(experiment.tables), 'table')} finished"
        where = "all games are kept" if has_store() else "nothing was written"
        if observed:
            try:
                show(experiment, observed, out, command, as_json)
            finally:
                if out is not None:
                    where = f"written to {write(experiment, observed, out, command)}"
        if isinstance(stop, StrategyFault):
            raise click.ClickException(f"{stop}; {done}, {where}.") from None
        note(f"Interrupted: {done}, {where}.")
        say_how_to_carry_on()
        raise click.exceptions.Exit(INTERRUPTED) from None


def write(experiment: Experiment, observed: list[Observed], out: str, command: str) -> Path:
    """Write the results of an experiment, or of its finished tables; no Ctrl-C loses them."""
    from chsim.interrupts import held_back
    from chsim.reports import write_report

    with held_back():
        return write_report(experiment, observed, out, command, _drawing(experiment, observed))


def _drawing(experiment: Experiment, observed: list[Observed]) -> Draw | None:
    """What draws the pictures; nothing where there are none, or not all games to show."""
    from chsim.findings import missing

    if missing(experiment, observed) or not experiment.draw or not experiment.games:
        return None
    from chsim.figures import draw

    return draw


def show(
    experiment: Experiment, observed: list[Observed], out: str | None, command: str, as_json: bool
) -> None:
    """Print the figures, as a table or as JSON; the first line says so when tables are missing."""
    from chsim.findings import missing, tables
    from chsim.markdown import progress_of
    from chsim.reports import folder_of, manifest

    folder = None if out is None else str(folder_of(experiment, observed, out))
    if as_json:
        found = tables(experiment, observed)
        say_json(manifest(experiment, observed, command) | found | {"folder": folder})
        return
    whole = not missing(experiment, observed)
    done = f"INCOMPLETE: {progress_of(experiment, observed)}; not the whole experiment"
    games = f"{count(experiment.games, 'game')} a table, seed {experiment.seed}"
    parts = [] if whole else [done]
    parts += [f"{experiment.title}\n{games}", table_of(observed)]
    say("\n\n".join(parts + ([f"Written to {folder}"] if folder and whole else [])))


def table_of(observed: list[Observed]) -> str:
    """The figures of all tables, aligned; one block a group."""
    from chsim.findings import figure_rows

    blocks: dict[str, list[dict[str, Any]]] = {}
    for row in figure_rows(observed):
        blocks.setdefault(row["group"], []).append(row | {"group": ""})
    return "\n\n".join(_block(group, rows) for group, rows in blocks.items())


def _block(group: str, rows: list[dict[str, Any]]) -> str:
    from chsim.markdown import figure_cells

    if any(row["loss_change"] is not None for row in rows):
        rows = [part for row in rows for part in _folded(row)]
    heads, *lines = figure_cells(rows)
    lines = [line for line in lines if line[0] != PUBLISHED or MISSING not in line]
    text = aligned(_with_names([heads, *lines]), left=heads.index("%"))
    return f"{group}\n\n{text}" if group else text


def _folded(row: dict[str, Any]) -> list[dict[str, Any]]:
    """A row without its published figures, and these in a row below: beside changes is no room."""
    published = [key for key in row if key.startswith("published")]
    here = row | dict.fromkeys(published)
    if all(row[key] is None for key in published):
        return [here]
    changes = [key for key in row if "_change" in key]
    theirs = {key.removeprefix("published_"): row[key] for key in published}
    return [here, here | dict.fromkeys(changes) | theirs | {"table": PUBLISHED}]


def _with_names(lines: Sequence[list[str]]) -> list[list[str]]:
    """Lines with names cut to the width of a terminal, each name in its first line only."""
    names = fitted([line[0] for line in lines], [line[1:] for line in lines])
    before = ["", *names[:-1]]
    names = ["" if name == last else name for name, last in zip(names, before, strict=True)]
    return [[name, *line[1:]] for name, line in zip(names, lines, strict=True)]
