"""Digests of the code that decides how games go."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from chsim.core import jit
from chsim.strategy import CompiledStrategy, PythonStrategy, Strategy, registered

#: Beside the compiled engine: the modules that decide how rules reach it and bots are asked.
_PLAYED = (
    "blocks.py",
    "bots.py",
    "cards.py",
    "chunks.py",
    "control/luck.py",
    "game.py",
    "moon_choice.py",
    "rules.py",
    "rules_parts.py",
    "rules_record.py",
    "rules_roles.py",
    "view.py",
)
#: Of a class: what tells where it stands, not what it does.
_OF_THE_PLACE = {"__module__", "__doc__", "__dict__", "__weakref__"} | {
    "__firstlineno__",
    "__static_attributes__",
}
_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_PACKAGE = Path(jit.__file__).parent.parent


@cache
def engine_stamp() -> str:
    """Digest of the code that plays a game, strategies apart."""
    digest = hashlib.sha256(jit.fingerprint(_PACKAGE / "core").encode())
    for name in _PLAYED:
        digest.update((_PACKAGE / name).read_bytes())
    return digest.hexdigest()


def strategy_stamp(strategy: Strategy) -> str:
    """Digest of the files of a strategy as they are now; of a class that was given, of its code.

    Notes
    -----
    Of a package it covers all modules beside the strategy's own. Settings and what
    else a plain-Python bot imports or looks up are not in it.
    """
    files = sorted(code_files(strategy))
    if not files and isinstance(strategy, PythonStrategy) and strategy.made_from is not None:
        return class_stamp(strategy.made_from)
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
        if isinstance(strategy, CompiledStrategy):
            digest.update(jit.fingerprint(path.parent).encode())
        elif (path.parent / "__init__.py").exists():
            for beside in sorted(path.parent.glob("*.py")):
                digest.update(beside.read_bytes())
    return digest.hexdigest() if files else ""


def class_stamp(made_from: type) -> str:
    """Digest of the compiled methods and the plain values of a class and those it builds on.

    It is the same wherever the class is typed in, but not from one Python to the next.
    """
    digest = hashlib.sha256()
    for one in made_from.__mro__[:-1]:
        for name, value in sorted(vars(one).items()):
            if name not in _OF_THE_PLACE:
                digest.update(f"{name} {_plainly(_code_in(value))}\n".encode())
    return digest.hexdigest()


def _code_in(value: Any) -> Any:
    """The code of a method, plain or bound to the class, or of a property; else the value."""
    value = getattr(value, "fget", None) or getattr(value, "__func__", value)
    return getattr(inspect.unwrap(value), "__code__", value) if callable(value) else value


def _plainly(value: Any) -> str:
    """Text of a value that is equal for equal ones; nothing of objects that have an address."""
    if isinstance(value, CodeType):
        names = value.co_names + value.co_varnames + value.co_freevars
        return f"{value.co_code.hex()} {names} {_plainly(value.co_consts)}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_plainly, value))}]"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(_plainly, value)))}}}"
    if isinstance(value, Mapping):
        return _plainly(sorted(map(_plainly, value.items())))
    return repr(value) if isinstance(value, _PLAIN) else type(value).__name__


def code_files(strategy: Strategy) -> set[Path]:
    """Where a strategy's code is; nothing for a class that was given, or code typed in."""
    if isinstance(strategy, CompiledStrategy):
        decisions = (strategy.choose_pass, strategy.choose_card, strategy.choose_moon)
        found = {_file_of(decision) for decision in decisions}
    else:
        found = {bot_file(strategy.spec) or _module_file(strategy)}
    return {Path(file).resolve() for file in found if file and Path(file).is_file()}


def bot_file(spec: str) -> str | None:
    """The file that a specification ``path/to/bot.py:Class`` names."""
    path, _, rest = spec.partition(".py:")
    return path + ".py" if rest else None


def stamps(strategies: Iterable[Strategy]) -> dict[str, str]:
    """Digest of each strategy by its name."""
    return {strategy.name: strategy_stamp(strategy) for strategy in strategies}


def _file_of(decision: Any) -> str | None:
    function = inspect.unwrap(getattr(decision, "py_func", decision))
    code = getattr(function, "__code__", None)
    return code.co_filename if code else None


def _module_file(strategy: PythonStrategy) -> str | None:
    point = registered().get(strategy.spec)
    module = sys.modules.get(point.module) if point else None
    return getattr(module, "__file__", None)
