"""What made a store, as plain data, and what of it is different now."""

from __future__ import annotations

import hashlib
import inspect
import json
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
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
#: How many differences a message names.
_NAMED = 3


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


def differences(was: Plain, now: Plain) -> str:
    """What made a store and what would make it now: the first differences, in one line.

    Parameters
    ----------
    was, now : mapping
        Of `identity`, or of plain data that has other keys.

    Returns
    -------
    str
        Nothing if the contents would be the same.
    """
    found = list(_differences(was, json.loads(json.dumps(now))))
    more = [f"and {len(found) - _NAMED} more"] if len(found) > _NAMED else []
    return "; ".join(found[:_NAMED] + more)


def _differences(was: Plain, now: Plain) -> Iterator[str]:
    yield from _changed("version", was.get("chsim"), now.get("chsim"))
    if was.get("engine") != now.get("engine"):
        yield "another code of the engine"
    yield from _changed("command", was.get("command"), now.get("command"))
    yield from _inner("", was.get("options"), now.get("options"))
    yield from _rules(was.get("rules") or [], now.get("rules") or [])
    # The digest of a strategy's code has the engine's in it.
    code = was.get("engine") == now.get("engine")
    yield from _strategies(was.get("strategies") or {}, now.get("strategies") or {}, code)
    known = {"chsim", "engine", "command", "options", "rules", "strategies", "noted"}
    for key in sorted({*was, *now} - known):
        yield from _changed(key, was.get(key), now.get(key))


def _changed(what: str, was: Any, now: Any) -> Iterator[str]:
    if json.dumps(was, sort_keys=True) != json.dumps(now, sort_keys=True):
        yield f"{what} was {_value(was)}, is {_value(now)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return in_words(value, str)
    return "not given" if value is None else in_words(value, json.dumps)


def _inner(prefix: str, was: Any, now: Any) -> Iterator[str]:
    """Differences of two mappings, by their keys; of what is within them by ``end.limit``."""
    left, right = was or {}, now or {}
    for key in [*left, *(key for key in right if key not in left)]:
        one, other = left.get(key), right.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _inner(f"{prefix}{key}.", one, other)
        else:
            yield from _changed(prefix + key, one, other)


def _rules(was: list[Plain], now: list[Plain]) -> Iterator[str]:
    if len(was) != len(now):
        yield from _changed("number of rules", len(was), len(now))
        return
    for one, other in zip(was, now, strict=True):
        if one["id"] == other["id"]:
            continue  # what they are called does not matter
        names = ("name", "id", "summary", "source", "readings")
        played = [{k: v for k, v in rules.items() if k not in names} for rules in (one, other)]
        label = "rules: " if len(was) == 1 else f"rules {in_words(one['name'], str)}: "
        yield from _inner(label, *played)


def _strategies(was: Plain, now: Plain, code: bool) -> Iterator[str]:
    if list(was) != list(now):
        yield from _changed("strategies", ", ".join(was), ", ".join(now))
    both = [name for name in was if name in now]
    for name in both:
        prefix = f"strategy {in_words(name, str)}: "
        yield from _inner(prefix, was[name].get("settings"), now[name].get("settings"))
    other = [name for name in both if was[name].get("code") != now[name].get("code")]
    if code and other:
        yield f"another strategy code: {', '.join(in_words(name, str) for name in other)}"
