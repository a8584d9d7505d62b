"""Bot evaluation and simulation for Complex Hearts.

>>> import chsim
>>> result = chsim.run(seats="random,random,random,random", games=20, seed=1)
>>> result.matchups[0].tally.games
20
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chsim.cards import Card
    from chsim.comparing import compare
    from chsim.competing import league
    from chsim.errors import ChsimError, IllegalPlay, StrategyFault
    from chsim.game import Game
    from chsim.results import RunResult
    from chsim.rules import Rules
    from chsim.rules_file import load_rules
    from chsim.runner import run
    from chsim.saved import load_frames
    from chsim.strategy import CompiledStrategy, load_strategy
    from chsim.view import View

__all__ = [
    "Card",
    "ChsimError",
    "CompiledStrategy",
    "Game",
    "IllegalPlay",
    "Rules",
    "RunResult",
    "StrategyFault",
    "View",
    "compare",
    "league",
    "load_frames",
    "load_rules",
    "load_strategy",
    "run",
]

_HOME = {
    "Card": "cards",
    "ChsimError": "errors",
    "CompiledStrategy": "strategy",
    "Game": "game",
    "IllegalPlay": "errors",
    "Rules": "rules",
    "RunResult": "results",
    "StrategyFault": "errors",
    "View": "view",
    "compare": "comparing",
    "league": "competing",
    "load_frames": "saved",
    "load_rules": "rules_file",
    "load_strategy": "strategy",
    "run": "runner",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the compiler takes half a second to load."""
    if name not in _HOME:
        raise AttributeError(f"module 'chsim' has no attribute {name!r}")
    value = getattr(import_module(f"chsim.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
