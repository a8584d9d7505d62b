"""Results of an experiment as files: tables, pictures and a manifest in one folder."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import platform
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from chsim.errors import ExperimentError
from chsim.experiment import STOPPED, Experiment, rules_of
from chsim.findings import Row, missing, tables
from chsim.folders import made_aside, move_files, write_text
from chsim.laboratory import Observed
from chsim.markdown import as_markdown
from chsim.rules import Rules

MANIFEST = "manifest.json"

#: Draws the pictures of an experiment into a folder.
Draw = Callable[[Experiment, Sequence[Observed], Path], Any]


def write_report(
    experiment: Experiment,
    observed: Sequence[Observed],
    out: str | Path,
    command: str,
    draw: Draw | None = None,
) -> Path:
    """Write the results of an experiment.

    Everything is made in a folder beside the final one and moved when all of it
    is there, the manifest last. Files of an earlier report that are not made
    any more go; files that no report made stay. When tables are missing, because
    the experiment was stopped, the folder is another one, see `folder_of`; the
    next whole report takes it away.

    Parameters
    ----------
    experiment : Experiment
    observed : sequence of Observed
        One a table, from the first.
    out : str or Path
        Where the folder is made.
    command : str
        What was asked for; stands in the manifest.
    draw : callable, optional
        Called with experiment, observed and folder.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    ExperimentError
        In one line, when the folder cannot be written.
    """
    folder = folder_of(experiment, observed, out)
    beside = Path(out) / f".{experiment.name}.{os.getpid()}.part"
    try:
        with made_aside(beside):
            _fill(beside, experiment, observed, command, draw)
            folder.mkdir(exist_ok=True)
            _move(beside, folder)
            if not missing(experiment, observed):
                _discard(Path(out) / f"{experiment.name}{STOPPED}")
    except OSError as error:
        raise ExperimentError(f"{folder}: cannot be written: {error.strerror or error}") from None
    return folder


def folder_of(experiment: Experiment, observed: Sequence[Observed], out: str | Path) -> Path:
    """Where a report goes: ``<name>``, or ``<name>.stopped`` when tables are missing."""
    return Path(out) / (experiment.name + (STOPPED if missing(experiment, observed) else ""))


def need_room(experiment: Experiment, out: str | Path) -> None:
    """See before a long run that the folder of its results can be written.

    Raises
    ------
    ExperimentError
        In one line, when its place is taken by a file or may not be written to.
    """
    folder = Path(out) / experiment.name
    if os.path.lexists(folder) and not (folder.is_dir() and os.access(folder, os.W_OK)):
        wrong = "no permission" if folder.is_dir() else "is not a folder"
        raise ExperimentError(f"{folder}: cannot be written: {wrong}")


def _fill(
    folder: Path,
    experiment: Experiment,
    observed: Sequence[Observed],
    command: str,
    draw: Draw | None,
) -> None:
    for name, rows in tables(experiment, observed).items():
        write_text(folder / f"{name}.csv", as_csv(rows))
    write_text(folder / "table.md", as_markdown(experiment, observed))
    if draw is not None:
        draw(experiment, observed, folder)
    files = sorted(path.name for path in folder.iterdir())
    data = manifest(experiment, observed, command) | {"files": files}
    write_text(folder / MANIFEST, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def _move(made: Path, folder: Path) -> None:
    before = _listed(folder / MANIFEST)
    for name in before - move_files(made, folder, last=MANIFEST):
        (folder / name).unlink(missing_ok=True)


def _discard(folder: Path) -> None:
    """Take away what a report made of a folder, and the folder if nothing else is in it."""
    if made := _listed(folder / MANIFEST):
        for name in (*made, MANIFEST):
            (folder / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            folder.rmdir()


def _listed(path: Path) -> set[str]:
    """Names of the files that an earlier report made."""
    try:
        names = list(map(str, json.loads(path.read_text("utf-8"))["files"]))
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return {name for name in names if Path(name).name == name and (path.parent / name).is_file()}


def manifest(experiment: Experiment, observed: Sequence[Observed], command: str) -> dict[str, Any]:
    """What made the results, as plain data: versions, rules, seed and digests.

    ``stopped`` stands in it only when tables are missing, and names them.
    """
    left = [{"group": one.group, "name": one.name} for one in missing(experiment, observed)]
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "command": command,
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in ("chsim", "numpy", "numba")},
        },
        "rules": _named(experiment.common_rules),
        "seed": experiment.seed,
        "games": experiment.games,
        "matchups": [_played(experiment, one) for one in observed],
        **({"stopped": {"missing": left}} if left else {}),
    }


def _named(rules: Rules) -> dict[str, str]:
    return {"name": rules.name, "id": rules.id}


def _played(experiment: Experiment, one: Observed) -> dict[str, Any]:
    table, tally = one.table, one.tally
    return {
        "group": table.group,
        "name": table.name,
        "seats": list(table.seats),
        "rotate": table.rotate,
        "rules": _named(rules_of(experiment, table)),
        "games": tally.games,
        "hands": tally.hands,
        "moons": tally.moons,
        "capped": tally.capped,
        "digest": tally.digest,
    }


def as_csv(rows: Sequence[Row]) -> str:
    """Rows with the same keys as CSV; what is missing is empty."""
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()
