"""The frames of a run as files in a folder, and back without loss.

``run.json`` holds what the run was, as ``chsim run --json`` gives it, and the
kind of the other three files: ``games``, ``hands`` and ``trajectories``, as CSV
or Parquet. Dtypes come from `chsim.frames`, categories from the matchups.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chsim.errors import FramesError, in_words, reason
from chsim.folders import made_aside, move_files, write_text
from chsim.frames import FRAMES, STRATEGY, dtypes

if TYPE_CHECKING:
    import pandas as pd

RUN = "run.json"
KINDS = ("csv", "parquet")


@dataclass
class Frames:
    """The frames of a saved run.

    Attributes
    ----------
    run : dict
        What the run was: rules, seed, version, matchups with their counts, and
        ``stopped`` if it was not finished.
    games, hands, trajectories : DataFrame
        Equal to those of the `chsim.RunResult` in values, dtypes and order.
    """

    run: dict[str, Any]
    games: pd.DataFrame
    hands: pd.DataFrame
    trajectories: pd.DataFrame


def save_frames(
    run: Mapping[str, Any], frames: Mapping[str, pd.DataFrame], folder: str | Path, kind: str
) -> Path:
    """Write frames into a folder, all of them or none; an earlier run there is replaced.

    Parameters
    ----------
    run : mapping
        Plain data; see `Frames`.
    frames : mapping of str to DataFrame
        By the names in `chsim.frames.FRAMES`.
    folder : str or Path
        Made if missing.
    kind : {"csv", "parquet"}
        Parquet needs pyarrow.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    FramesError
        In one line: an unknown kind, no pyarrow, a folder that cannot be written.
    """
    _check_kind(kind)
    target = Path(folder)
    part = target / f".{os.getpid()}.part"
    try:
        with made_aside(part):
            for name, frame in frames.items():
                _write(frame, part / f"{name}.{kind}")
            text = json.dumps(dict(run) | {"frames": kind}, indent=2, ensure_ascii=False)
            write_text(part / RUN, text + "\n")
            _move(part, target)
    except (OSError, ValueError) as error:
        wrong = getattr(error, "strerror", None) or reason(error)
        raise FramesError(f"{in_words(target, str, 300)}: cannot be written: {wrong}") from None
    return target


def _check_kind(kind: Any) -> None:
    if kind not in KINDS:
        raise FramesError(f"kind: expected {' or '.join(KINDS)}, not {in_words(kind)}")
    if kind == "parquet" and find_spec("pyarrow") is None:
        raise FramesError("parquet needs pyarrow: pip install pyarrow")


def _write(frame: pd.DataFrame, path: Path) -> None:
    if path.suffix == ".parquet":
        frame.to_parquet(path, engine="pyarrow", index=False)
        return
    # Text in quotes, so that no name of a strategy is taken for anything else.
    frame.to_csv(path, index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")


def _move(part: Path, folder: Path) -> None:
    """Replace a run by another; without its `RUN` a mixture of the two cannot be loaded."""
    (folder / RUN).unlink(missing_ok=True)
    for name in FRAMES:
        for kind in KINDS:
            (folder / f"{name}.{kind}").unlink(missing_ok=True)
    move_files(part, folder, last=RUN)


def load_frames(folder: str | Path) -> Frames:
    """Read the frames of a run that `chsim.RunResult.save` wrote.

    Parameters
    ----------
    folder : str or Path

    Returns
    -------
    Frames

    Raises
    ------
    FramesError
        In one line that names the file, if it is missing, damaged or of something else.
    """
    run = _read_run(Path(folder) / RUN)
    tables = [matchup["seats"] for matchup in run["matchups"]]
    kind = run.pop("frames")
    _check_kind(kind)
    frames = {name: _read(Path(folder) / f"{name}.{kind}", dtypes(name, tables)) for name in FRAMES}
    for name, rows in _rows(run["matchups"]).items():
        if len(frames[name]) != rows:
            found = f"expected {rows} rows, not {len(frames[name])}"
            raise FramesError(f"{Path(folder) / f'{name}.{kind}'}: {found}")
    return Frames(run, **frames)


def _rows(matchups: list[dict[str, Any]]) -> dict[str, int]:
    """Frame -> rows that the counts of a run say it has."""
    counts = [(one["games"], one["hands"], len(one["seats"])) for one in matchups]
    return {
        "games": sum(games for games, _, _ in counts),
        "hands": sum(hands * seats for _, hands, seats in counts),
        "trajectories": sum((games + hands) * seats for games, hands, seats in counts),
    }


def _read_run(path: Path) -> dict[str, Any]:
    try:
        run: dict[str, Any] = json.loads(path.read_text("utf-8"))
        known = isinstance(run["frames"], str) and all(
            isinstance(name, str) for matchup in run["matchups"] for name in matchup["seats"]
        )
        known = known and all(isinstance(rows, int) for rows in _rows(run["matchups"]).values())
    except OSError as error:
        raise FramesError(f"{path}: {error.strerror or error}") from None
    except (ValueError, LookupError, TypeError, RecursionError):
        known = False
    if not known:
        raise FramesError(f"{path}: is not of a saved run")
    return run


def _read(path: Path, types: dict[str, Any]) -> pd.DataFrame:
    try:
        frame = _read_parquet(path) if path.suffix == ".parquet" else _read_csv(path, types)
        _check(frame, types)
        return frame.astype(types)
    except OSError as error:
        raise FramesError(f"{path}: {error.strerror or reason(error)}") from None
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise FramesError(f"{path}: {reason(error)}") from None


def _check(frame: pd.DataFrame, types: dict[str, Any]) -> None:
    if list(frame.columns) != list(types):
        raise ValueError(f"expected the columns {', '.join(types)}")
    for name, kind in types.items():
        if isinstance(kind, str):
            continue
        strange = set(frame[name].dropna().unique()) - set(kind.categories)
        if strange or (name == STRATEGY and frame[name].isna().any()):
            value = in_words(min(strange, default=None))
            raise ValueError(f"{name}: expected one of {list(kind.categories)}, not {value}")


def _read_parquet(path: Path) -> pd.DataFrame:
    import pandas as pd

    return pd.read_parquet(path, engine="pyarrow")


def _read_csv(path: Path, types: dict[str, Any]) -> pd.DataFrame:
    import pandas as pd

    exact = {"int64", "bool"}  # a float is exact to the last bit only when made from its text
    words = {name: kind if kind in exact else "str" for name, kind in types.items()}
    # Nothing is written only for a choice where nobody shot the moon.
    missing = {name: [""] for name, kind in types.items() if not isinstance(kind, str)}
    return pd.read_csv(
        path,
        dtype=words,
        na_values=missing,
        keep_default_na=False,
    )
