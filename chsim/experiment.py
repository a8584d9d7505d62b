"""Experiments as files: which tables play how many games, and what to draw of them."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from unicodedata import category

from chsim.errors import ExperimentError, RulesError, StrategyError, in_words, unknown
from chsim.rules import Rules
from chsim.rules_file import load_rules, rules_from
from chsim.strategy import load_strategy
from chsim.toml_file import TomlError, parse_toml, read_text

#: Pictures that an experiment may ask for, by what they show.
PICTURES = (
    "strength",
    "trajectories",
    "paths",
    "endings",
    "lengths",
    "ablation",
    "seats",
    "moon",
    "house_rules",
)

_KEYS = ("title", "question", "rules", "seed", "games", "draw", "matchup")
_TABLE_KEYS = ("name", "seats", "focus", "rotate", "group", "rules")

#: Signs of a heading in tables and pictures, and bytes of a name of files: there is no more room.
MAX_LABEL, MAX_TITLE, MAX_NAME = 60, 120, 100
#: Unicode's control signs, and what ends a line or a paragraph.
_NO_LABEL = frozenset({"Cc", "Zl", "Zp"})
#: Ends the folder of an experiment that was stopped: a whole one before it stays.
STOPPED = ".stopped"


@dataclass(frozen=True)
class Table:
    """One ``[[matchup]]`` of an experiment.

    Parameters
    ----------
    name : str
        What tables and pictures call it.
    seats : tuple of str
        Strategies in the order they sit, to the left.
    focus : str
        The strategy among them whose figures are reported.
    rotate : bool
        Whether game g seats the list turned by g places to the left.
    group : str
        Tables of a group are compared with the first of it.
    rules : Rules or None
        Its own, in place of those of the experiment.
    """

    name: str
    seats: tuple[str, ...]
    focus: str
    rotate: bool = True
    group: str = ""
    rules: Rules | None = None


@dataclass(frozen=True)
class Experiment:
    """Tables that answer a question, and everything that decides their games.

    Parameters
    ----------
    name : str
        Of the file, and of the folder of results.
    title, question : str
    rules : str
        Name, or path of a rules file from the current folder; of every table that
        has no rules of its own.
    seed, games : int
        Of each table.
    tables : tuple of Table
    draw : tuple of str
        Names of `PICTURES`.
    """

    name: str
    title: str
    question: str
    rules: str
    seed: int
    games: int
    tables: tuple[Table, ...]
    draw: tuple[str, ...] = ()

    @cached_property
    def common_rules(self) -> Rules:
        """The rules of tables without their own, loaded once: their file may change meanwhile."""
        return load_rules(self.rules)


def rules_of(experiment: Experiment, table: Table) -> Rules:
    """The rules that a table is played by.

    Raises
    ------
    RulesError
        As `chsim.rules_file.load_rules`.
    """
    return table.rules or experiment.common_rules


def load_experiment(path: str | Path) -> Experiment:
    """An experiment from a TOML file.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    Experiment

    Raises
    ------
    ExperimentError
        In one line that names file and key: unknown or missing keys, wrong types,
        strategies, rules and pictures that do not exist.
    """
    path = Path(path)
    try:
        data = parse_toml(read_text(path, "an experiment"))
        _need_folder_name(path.stem)
        return _build(data, path.stem)
    except (ExperimentError, TomlError) as error:
        raise ExperimentError(f"{in_words(path, str, 300)}: {error}") from None


def shipped() -> dict[str, Path]:
    """Experiments that are at hand, by name.

    Returns
    -------
    dict
        The files of a folder ``experiments`` in the current folder; if there are
        none, those that come with chsim: within an installed package, beside it in
        a clone.
    """
    package = Path(__file__).parent
    for home in (Path(), package, package.parent):
        found = {path.stem: path for path in sorted((home / "experiments").glob("*.toml"))}
        if found:
            return found
    return {}


def _need_folder_name(name: str) -> None:
    """Refuse a name of a file that, as the name of a folder, is hidden, elsewhere or too long."""
    if name.startswith(".") or name.endswith(STOPPED):
        raise ExperimentError(f"results of {in_words(name)} need a folder: rename the file")
    if len(os.fsencode(name)) > MAX_NAME:
        raise ExperimentError(f"name of the file: longer than {MAX_NAME} bytes")


def _build(data: Mapping[str, Any], name: str) -> Experiment:
    reader = _Reader(data, "", _KEYS)
    rules = reader.text("rules", "complex-hearts")
    experiment = Experiment(
        name=name,
        title=reader.label("title", MAX_TITLE),
        question=reader.text("question", ""),
        rules=rules,
        seed=reader.whole("seed", 0, 1),
        games=reader.whole("games", 1),
        tables=_tables(reader.get("matchup"), _loaded("rules", rules).players),
        draw=tuple(reader.texts("draw", [])),
    )
    for picture in experiment.draw:
        if picture not in PICTURES:
            raise ExperimentError(f"draw: {unknown('picture', picture, PICTURES)}")
    return experiment


def _loaded(key: str, source: Any) -> Rules:
    """Rules by name, by path, or from a table of the file."""
    if not isinstance(source, str | dict):
        expected = "a name, a file or a table"
        raise ExperimentError(f"{key}: expected {expected}, not {in_words(source)}")
    inner = isinstance(source, dict)
    try:
        return rules_from(source) if isinstance(source, dict) else load_rules(source)
    except RulesError as error:
        raise ExperimentError(f"{key}{'.' if inner else ': '}{error}") from None


def _tables(found: Any, players: int) -> tuple[Table, ...]:
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ExperimentError("matchup: expected tables, each headed [[matchup]]")
    if not found:
        raise ExperimentError("matchup: expected at least one")
    tables = tuple(
        _table(_Reader(one, f"matchup[{number}].", _TABLE_KEYS), players)
        for number, one in enumerate(found)
    )
    _need_different_names(tables)
    return tables


def _table(reader: _Reader, players: int) -> Table:
    own = _loaded(f"{reader.where}rules", reader.get("rules")) if reader.has("rules") else None
    players = own.players if own else players
    seats = tuple(reader.texts("seats"))
    if len(seats) != players:
        raise ExperimentError(
            f"{reader.where}seats: the rules need {players} strategies, not {len(seats)}"
        )
    for spec in seats:
        _need_strategy(f"{reader.where}seats", spec)
    focus = reader.text("focus", seats[0])
    if focus not in seats:
        raise ExperimentError(f"{reader.where}focus: {in_words(focus)} is not one of the seats")
    return Table(
        name=reader.label("name", default=focus),
        seats=seats,
        focus=focus,
        rotate=reader.truth("rotate", True),
        group=reader.label("group", default=""),
        rules=own,
    )


def _need_strategy(where: str, spec: str) -> None:
    try:
        load_strategy(spec)
    except StrategyError as error:
        raise ExperimentError(f"{where}: {error}") from None


def _need_different_names(tables: tuple[Table, ...]) -> None:
    seen = set()
    for number, table in enumerate(tables):
        if (table.group, table.name) in seen:
            raise ExperimentError(
                f"matchup[{number}].name: {in_words(table.name)} is there already"
            )
        seen.add((table.group, table.name))


class _Reader:
    """Typed access to a table of the file; errors name the key."""

    def __init__(self, data: Mapping[str, Any], where: str, keys: Collection[str]) -> None:
        self.where = where
        self._data = data
        for key in data:
            if key not in keys:
                shown = in_words(key, str)
                raise ExperimentError(f"{where}{shown}: {unknown('key', key, keys)}")

    def has(self, key: str) -> bool:
        return key in self._data

    def get(self, key: str, default: Any = None) -> Any:
        value = self._data.get(key, default)
        if value is None:
            raise ExperimentError(f"{self.where}{key}: missing")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        return str(self._typed(key, str, "text", default))

    def label(self, key: str, limit: int = MAX_LABEL, default: str | None = None) -> str:
        """A text that tables and pictures can show in one line."""
        text = self.text(key, default)
        if any(category(sign) in _NO_LABEL for sign in text):
            raise ExperimentError(f"{self.where}{key}: expected one line without control signs")
        if len(text) > limit and text != default:
            raise ExperimentError(f"{self.where}{key}: longer than {limit} signs")
        return text

    def truth(self, key: str, default: bool) -> bool:
        return bool(self._typed(key, bool, "true or false", default))

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        value = self.get(key, default)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise ExperimentError(
                f"{self.where}{key}: expected a list of texts, not {in_words(value)}"
            )
        return value

    def whole(self, key: str, least: int, default: int | None = None) -> int:
        value = self.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            expected = f"a whole number of {least} or more"
            raise ExperimentError(f"{self.where}{key}: expected {expected}, not {in_words(value)}")
        return value

    def _typed(self, key: str, kind: type, called: str, default: Any) -> Any:
        value = self.get(key, default)
        if not isinstance(value, kind):
            raise ExperimentError(f"{self.where}{key}: expected {called}, not {in_words(value)}")
        return value
