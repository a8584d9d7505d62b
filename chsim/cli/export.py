"""``--out``: a run's table as CSV, JSON or Parquet."""

from __future__ import annotations

import contextlib
import csv
import json
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import click

ENDINGS = (".csv", ".json", ".parquet")


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


def write_out(result: Any, path: Path) -> None:
    """Write the table of a `RunResult`, all of it or nothing.

    Raises
    ------
    click.ClickException
        In one line, when the disk is full or the like.
    """
    write = {".csv": _write_csv, ".json": _write_json, ".parquet": _write_parquet}
    try:
        _replace(path, lambda target: write[path.suffix.lower()](result, target))
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


def _write_csv(result: Any, path: Path) -> None:
    from chsim.results import FLAT_COLUMNS, flat_rows

    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.DictWriter(file, FLAT_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(flat_rows(result))


def _write_json(result: Any, path: Path) -> None:
    path.write_text(json.dumps(result.to_dict(), indent=2) + "\n", encoding="utf-8")


def _write_parquet(result: Any, path: Path) -> None:
    result.strategies.to_parquet(path, engine="pyarrow", index=False)
