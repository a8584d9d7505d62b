"""A league as files: standings, pairs, a picture."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chsim.errors import OptionError
from chsim.folders import made_aside, move_files, write_text
from chsim.standings import League, pair_rows, standing_rows

LEAGUE = "league.json"


def write_league(league: League, out: str | Path) -> Path:
    """Write the tables of a league as CSV and JSON, and its picture.

    Parameters
    ----------
    league : League
    out : str or Path
        Folder; made if missing. Files of an earlier league there are replaced.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    OptionError
        In one line, when it cannot be written.
    """
    folder = Path(out)
    part = folder / f".{os.getpid()}.part"
    try:
        with made_aside(part):
            _fill(part, league)
            move_files(part, folder, last=LEAGUE)
    except OSError as error:
        raise OptionError(f"out: {folder}: {error.strerror or error}") from None
    return folder


def _fill(folder: Path, league: League) -> None:
    from chsim.figures.league import draw_league

    _write_csv(folder / "standings.csv", [_flat(row) for row in standing_rows(league)])
    _write_csv(folder / "pairs.csv", [_flat(row) for row in pair_rows(league)])
    if league.blocks:
        draw_league(league, folder)
    write_text(folder / LEAGUE, json.dumps(league.to_dict(), indent=2, ensure_ascii=False) + "\n")


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row with the ends of an interval in columns of their own."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if key.endswith("interval"):
            name = key.removesuffix("interval")
            flat[f"{name}low"], flat[f"{name}high"] = value or (None, None)
        else:
            flat[key] = value
    return flat


def _write_csv(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
