"""``--out``: a result's table as CSV, JSON or Parquet."""

from __future__ import annotations

import contextlib
import csv
import json
import os
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import click

ENDINGS = (".csv", ".json", ".parquet")

Rows = list[dict[str, Any]]


def check_files(record: str | None, out: str | None) -> None:
    """See before a long run that its files can be written.

    Raises
    ------
    click.BadParameter
        In one line: for ``--out`` another ending, or Parquet without pyarrow; for
        both a missing folder, a lack of permission, or one file for two purposes.
    """
    if record is not None:
        if _is_stdout(record):
            _refuse("record", f"{record!r} is standard output, where the table goes.")
        _check_place("record", record)
    if out is not None:
        _check_ending(out)
        _check_place("out", out)
        if record is not None and Path(record).resolve() == Path(out).resolve():
            _refuse("out", f"{out!r} is the file of --record too.")


def _refuse(option: str, message: str) -> NoReturn:
    raise click.BadParameter(message, param_hint=f"'--{option}'")


def _check_ending(out: str) -> None:
    ending = Path(out).suffix.lower()
    if ending not in ENDINGS:
        _refuse("out", f"{out!r}: expected a name ending in {', '.join(ENDINGS)}.")
    if ending == ".parquet" and find_spec("pyarrow") is None:
        _refuse("out", f"{out!r}: .parquet needs pyarrow: pip install pyarrow.")


def _check_place(option: str, path: str) -> None:
    try:
        file = Path(path).resolve() if Path(path).is_symlink() else Path(path)
        folder = file.parent
        if file.is_dir():
            _refuse(option, f"{path!r} is a folder; expected a file.")
        if not folder.is_dir():
            _refuse(option, f"{path!r}: there is no folder {str(folder)!r}.")
        if not os.access(file if file.exists() else folder, os.W_OK):
            _refuse(option, f"{path!r}: no permission to write there.")
    except (OSError, RuntimeError) as error:  # a name too long, links in a circle
        _refuse(option, f"{path!r}: {getattr(error, 'strerror', None) or error}.")


def _is_stdout(path: str) -> bool:
    try:
        return path != os.devnull and os.path.samestat(Path(path).stat(), os.fstat(1))
    except (OSError, ValueError):
        return False


def write_out(path: Path, data: Mapping[str, Any], rows: Rows, columns: Sequence[str]) -> None:
    """Write a result, all of it or nothing.

    Parameters
    ----------
    path : Path
        Its ending says what to write: ``data`` as JSON, or the rows as CSV or Parquet.
    data : mapping
    rows : list of dict
        With the keys ``columns``.
    columns : sequence of str

    Raises
    ------
    click.ClickException
        In one line, when the disk is full or the like.
    """
    ending = path.suffix.lower()
    try:
        if ending == ".json":
            _replace(path, lambda target: _write_json(data, target))
        elif ending == ".csv":
            _replace(path, lambda target: _write_csv(rows, columns, target))
        else:
            _replace(path, lambda target: _write_parquet(rows, columns, target))
    except OSError as error:
        raise click.ClickException(f"--out: {path}: {error.strerror or error}") from None


def _replace(path: Path, write: Callable[[Path], None]) -> None:
    """Write beside the file and rename, so that no half a file is ever seen."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        write(target)
        return
    beside = target.with_name(f".chsim-{os.getpid()}.part")
    try:
        write(beside)
        beside.replace(target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def _write_csv(rows: Rows, columns: Sequence[str], path: Path) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _write_json(data: Mapping[str, Any], path: Path) -> None:
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def _write_parquet(rows: Rows, columns: Sequence[str], path: Path) -> None:
    import pandas as pd

    pd.DataFrame(rows, columns=list(columns)).to_parquet(path, engine="pyarrow", index=False)
