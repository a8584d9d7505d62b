"""Results of an experiment as files: tables, pictures and a manifest in one folder."""

from __future__ import annotations

import csv
import io
import json
import os
import platform
import shutil
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from chsim.errors import ExperimentError
from chsim.experiment import Experiment
from chsim.findings import Row, figure_rows, moon_rows, place_rows
from chsim.laboratory import Observed
from chsim.rules_file import load_rules
from chsim.stats.percent import change, change_range, percent, percent_range

MANIFEST = "manifest.json"

#: Headings of columns that align left.
_WORDS = {"group", "table", "figure", "place", "strategy", "choice"}

_CHANGES = (
    "Changes are to the first table of the group, in points: all tables play the same deals, "
    "so they are counted game by game (Agresti and Min's interval for paired rates)."
)

#: Draws the pictures of an experiment into a folder.
Draw = Callable[[Experiment, Sequence[Observed], Path], Any]


def write_report(
    experiment: Experiment,
    observed: Sequence[Observed],
    out: str | Path,
    command: str,
    draw: Draw | None = None,
) -> Path:
    """Write the results of a whole experiment.

    Everything is made in a folder beside the final one and moved when all of it
    is there, the manifest last. Files of an earlier report that are not made
    any more go; files that no report made stay.

    Parameters
    ----------
    experiment : Experiment
    observed : sequence of Observed
        One a table.
    out : str or Path
        Where the folder ``experiment.name`` is made.
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
    folder = Path(out) / experiment.name
    beside = Path(out) / f".{experiment.name}.{os.getpid()}.part"
    try:
        beside.mkdir(parents=True)
        _fill(beside, experiment, observed, command, draw)
        folder.mkdir(exist_ok=True)
        _move(beside, folder)
    except OSError as error:
        raise ExperimentError(f"{folder}: cannot be written: {error.strerror or error}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return folder


def _fill(
    folder: Path,
    experiment: Experiment,
    observed: Sequence[Observed],
    command: str,
    draw: Draw | None,
) -> None:
    for name, rows in tables(experiment, observed).items():
        _write(folder / f"{name}.csv", as_csv(rows))
    _write(folder / "table.md", as_markdown(experiment, observed))
    if draw is not None:
        draw(experiment, observed, folder)
    files = sorted(path.name for path in folder.iterdir())
    data = manifest(experiment, observed, command) | {"files": files}
    _write(folder / MANIFEST, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


def _move(made: Path, folder: Path) -> None:
    before = _listed(folder / MANIFEST)
    names = sorted((path.name for path in made.iterdir()), key=lambda name: name == MANIFEST)
    for name in names:
        (made / name).replace(folder / name)
    for name in before - set(names):
        (folder / name).unlink(missing_ok=True)


def _listed(path: Path) -> set[str]:
    """Names of the files that an earlier report made."""
    try:
        names = list(map(str, json.loads(path.read_text("utf-8"))["files"]))
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return {name for name in names if Path(name).name == name and (path.parent / name).is_file()}


def manifest(experiment: Experiment, observed: Sequence[Observed], command: str) -> dict[str, Any]:
    """What made the results, as plain data: versions, rules, seed and digests."""
    rules = load_rules(experiment.rules)
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "command": command,
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in ("chsim", "numpy", "numba")},
        },
        "rules": {"name": rules.name, "id": rules.id},
        "seed": experiment.seed,
        "games": experiment.games,
        "matchups": [_played(one) for one in observed],
    }


def _played(one: Observed) -> dict[str, Any]:
    table, tally = one.table, one.tally
    return {
        "group": table.group,
        "name": table.name,
        "seats": list(table.seats),
        "rotate": table.rotate,
        "games": tally.games,
        "hands": tally.hands,
        "moons": tally.moons,
        "capped": tally.capped,
        "digest": tally.digest,
    }


def tables(experiment: Experiment, observed: Sequence[Observed]) -> dict[str, list[Row]]:
    """The tables of an experiment by file name: ``table``, and what its pictures stand on."""
    found = {"table": figure_rows(observed)}
    if "seats" in experiment.draw:
        found["places"] = place_rows(observed)
    if "moon" in experiment.draw:
        found["moons"] = moon_rows(observed)
    return found


def as_csv(rows: Sequence[Row]) -> str:
    """Rows with the same keys as CSV; what is missing is empty."""
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


# --- for reading -------------------------------------------------------------


def as_markdown(experiment: Experiment, observed: Sequence[Observed]) -> str:
    """Title, question and tables of an experiment in Markdown."""
    found = tables(experiment, observed)
    blocks = [f"# {experiment.title}", experiment.question.strip(), _conditions(experiment)]
    blocks.append(_markdown(figure_cells(found["table"])))
    if "places" in found:
        blocks += ["## Who sits where", _markdown(place_cells(found["places"]))]
    if "moons" in found:
        blocks += ["## What the moon's choices bring", _markdown(moon_cells(found["moons"]))]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _conditions(experiment: Experiment) -> str:
    rules = load_rules(experiment.rules).name
    games = f"{experiment.games:,} games a table"
    text = f"Rules {rules}, seed {experiment.seed}, {games}. Rates in percent, intervals 95 %."
    return f"{text} {_CHANGES}" if any(table.group for table in experiment.tables) else text


def figure_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Figures as text, headings first; columns that say nothing here are left out."""
    heads = ["group", "table", "figure", "%", "interval"]
    heads += ["published %", "interval", "change", "interval"]
    cells = [line for row in rows for line in _figure_lines(row)]
    return _without_empty([heads, *cells])


def _figure_lines(row: Row) -> list[list[str]]:
    return [
        [
            row["group"],
            row["table"],
            word,
            percent(row[f"{outcome}_rate"]),
            percent_range(_interval(row, outcome)),
            *_or_nothing(row, f"published_{outcome}", "_rate", percent, percent_range),
            *_or_nothing(row, f"{outcome}_change", "", change, change_range),
        ]
        for outcome, word in (("loss", "lost"), ("win", "won"))
    ]


def _or_nothing(
    row: Row, name: str, ending: str, number: Callable[..., str], interval: Callable[..., str]
) -> list[str]:
    value = row[name + ending]
    return ["", ""] if value is None else [number(value), interval(_interval(row, name))]


def _interval(row: Row, name: str) -> tuple[float, float] | None:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return None if low is None else (low, high)


def place_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Places as text, headings first."""
    heads = ["group", "table", "place", "strategy", "lost %", "interval", "won %", "interval"]
    return _without_empty([heads, *map(_place_line, rows)])


def _place_line(row: Row) -> list[str]:
    cells = [row["group"], row["table"], row["place"], row["strategy"]]
    for outcome in ("loss", "win"):
        cells += [percent(row[f"{outcome}_rate"]), percent_range(_interval(row, outcome))]
    return cells


def moon_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Moons as text, headings first; magnitudes after the choice and after the other one."""
    heads = ["group", "table", "moons a 100 hands", "choice", "chosen %", "interval"]
    heads += ["shooter", "by the other choice", "others", "by the other choice"]
    return _without_empty([heads, *map(_moon_line, rows)])


def _moon_line(row: Row) -> list[str]:
    return [
        row["group"],
        row["table"],
        percent(row["moons"] / row["hands"] if row["hands"] else None),
        row["choice"],
        percent(row["chosen_rate"]),
        percent_range(_interval(row, "chosen")),
        *(
            "" if value is None else f"{value:.1f}"
            for key, value in row.items()
            if "magnitude" in key
        ),
    ]


def _without_empty(rows: list[list[str]]) -> list[list[str]]:
    kept = [number for number in range(len(rows[0])) if any(row[number] for row in rows[1:])]
    return [[row[number] for number in kept] for row in rows]


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    rule = [":--" if head in _WORDS else "--:" for head in rows[0]]
    return "\n".join(f"| {' | '.join(map(_escaped, row))} |" for row in (rows[0], rule, *rows[1:]))


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")
