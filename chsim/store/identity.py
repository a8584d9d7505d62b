"""What makes a store, as plain data."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

from chsim.errors import in_words
from chsim.rules import Rules
from chsim.rules_toml import rules_data
from chsim.stamp import code_files, engine_stamp, strategy_stamp
from chsim.strategy import CompiledStrategy, Strategy

Plain = Mapping[str, Any]


def identity(
    command: str,
    options: Plain,
    rules: Iterable[Rules],
    strategies: Iterable[Strategy],
    noted: Plain | None = None,
) -> dict[str, Any]:
    """Everything that decides what a store holds, as plain data for JSON.

    Parameters
    ----------
    command : str
    options : mapping
        Those that the contents depend on, as seed and seats; plain data.
    rules : iterable of Rules
        In order, if there are several.
    strategies : iterable of Strategy
    noted : mapping, optional
        What is kept for information or to carry on with, and may differ: how many
        games, how many workers.

    Returns
    -------
    dict
    """
    made = {
        "chsim": version("chsim"),
        "engine": engine_stamp(),
        "command": command,
        "options": dict(options),
        "rules": [_of_rules(one) for one in rules],
        "strategies": {one.name: _of_strategy(one) for one in strategies},
        "noted": {**(noted or {}), "made_with": _surroundings()},
    }
    plain: dict[str, Any] = json.loads(json.dumps(made))
    return plain


def _surroundings() -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        **{name: version(name) for name in ("numpy", "numba")},
    }


def _of_rules(rules: Rules) -> dict[str, Any]:
    return {"name": rules.name, "id": rules.id, **rules_data(rules)}


def _of_strategy(strategy: Strategy) -> dict[str, Any]:
    settings = dict(strategy.settings) if isinstance(strategy, CompiledStrategy) else {}
    return {
        "kind": strategy.kind,
        "settings": settings,
        "code": strategy_stamp(strategy) or None,
        "files": [in_words(file, str, 300) for file in sorted(code_files(strategy))],
    }
