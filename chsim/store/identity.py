"""What makes a store, as plain data."""

from __future__ import annotations

import hashlib
import inspect
import json
import platform
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from chsim.core import jit
from chsim.errors import in_words
from chsim.rules import Rules
from chsim.rules_toml import rules_data
from chsim.strategy import CompiledStrategy, PythonStrategy, Strategy, registered

Plain = Mapping[str, Any]

#: Beside the compiled engine: the modules that decide how rules reach it and bots are asked.
_PLAYED = (
    "bots.py",
    "cards.py",
    "chunks.py",
    "game.py",
    "moon_choice.py",
    "rules_record.py",
    "rules_roles.py",
    "view.py",
)
_PACKAGE = Path(jit.__file__).parent.parent


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
        "engine": engine_code(),
        "command": command,
        "options": dict(options),
        "rules": [_of_rules(one) for one in rules],
        "strategies": {one.name: _of_strategy(one) for one in strategies},
        "noted": {**(noted or {}), "made_with": _surroundings()},
    }
    plain: dict[str, Any] = json.loads(json.dumps(made))
    return plain


def engine_code() -> str:
    """Digest of the code that plays a game, strategies apart."""
    digest = hashlib.sha256(jit.fingerprint(_PACKAGE / "core").encode())
    for name in _PLAYED:
        digest.update((_PACKAGE / name).read_bytes())
    return digest.hexdigest()


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
    files = sorted(_files(strategy))
    digest = hashlib.sha256()
    for file in files:
        digest.update(jit.fingerprint(file.parent).encode() + file.read_bytes())
    return {
        "kind": strategy.kind,
        "settings": settings,
        "code": digest.hexdigest() if files else None,
        "files": [in_words(file, str, 300) for file in files],
    }


def _files(strategy: Strategy) -> set[Path]:
    """Where a strategy's code is; nothing for what was typed in at a prompt."""
    if isinstance(strategy, CompiledStrategy):
        decisions = (strategy.choose_pass, strategy.choose_card, strategy.choose_moon)
        found = {_file_of(decision) for decision in decisions}
    else:
        found = {_python_file(strategy)}
    return {Path(file).resolve() for file in found if file and Path(file).is_file()}


def _file_of(decision: Any) -> str | None:
    function = inspect.unwrap(getattr(decision, "py_func", decision))
    code = getattr(function, "__code__", None)
    return code.co_filename if code else None


def _python_file(strategy: PythonStrategy) -> str | None:
    path, _, rest = strategy.spec.partition(".py:")
    if rest:
        return path + ".py"
    point = registered().get(strategy.spec)
    module = sys.modules.get(point.module) if point else None
    return getattr(module, "__file__", None)
