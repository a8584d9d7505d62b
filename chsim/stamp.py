"""Digests of the code that decides how games go."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
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
_PACKAGE = Path(jit.__file__).parent.parent


@cache
def engine_stamp() -> str:
    """Digest of the code that plays a game, strategies apart."""
    digest = hashlib.sha256(jit.fingerprint(_PACKAGE / "core").encode())
    for name in _PLAYED:
        digest.update((_PACKAGE / name).read_bytes())
    return digest.hexdigest()


def strategy_stamp(strategy: Strategy) -> str:
    """Digest of the files of a strategy as they are now; nothing for one typed in at a prompt.

    Notes
    -----
    Of a package it covers all modules beside the strategy's own. Settings and what
    else a plain-Python bot imports are not in it.
    """
    files = sorted(code_files(strategy))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
        if isinstance(strategy, CompiledStrategy):
            digest.update(jit.fingerprint(path.parent).encode())
        elif (path.parent / "__init__.py").exists():
            for beside in sorted(path.parent.glob("*.py")):
                digest.update(beside.read_bytes())
    return digest.hexdigest() if files else ""


def code_files(strategy: Strategy) -> set[Path]:
    """Where a strategy's code is; nothing for what was typed in at a prompt."""
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
