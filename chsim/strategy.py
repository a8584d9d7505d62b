"""What a strategy is, and how one is found by name, file or entry point."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol

from chsim.cards import Card
from chsim.core.layout import MAX_SETTINGS
from chsim.errors import StrategyError, in_words, reason, unknown
from chsim.view import View

#: Entry-point group in which packages register strategies.
GROUP = "chsim.strategies"

_NAMES_SUFFICE = ContextVar("names suffice", default=False)

DECISIONS = ("choose_pass", "choose_card", "choose_moon")


class Bot(Protocol):
    """A plain-Python strategy: one object plays one seat of one game."""

    def choose_pass(self, view: View) -> Any:
        """Cards to pass: ``view.pass_count`` different cards of ``view.hand``."""

    def choose_card(self, view: View) -> Card:
        """Card to play: one of ``view.legal``."""

    def choose_moon(self, view: View) -> str:
        """``"subtract"`` the moon from the own score or ``"add"`` it to the others'."""


@dataclass(frozen=True)
class CompiledStrategy:
    """A strategy of three compiled functions, each ``f(view) -> uint64``.

    Parameters
    ----------
    name, summary : str
    choose_pass : callable
        Mask of the cards to pass.
    choose_card : callable
        Number of the card to play.
    choose_moon : callable
        `chsim.toolbox.SUBTRACT` or `chsim.toolbox.ADD`.
    settings : mapping of str to float
        Defaults, at most 32; the functions read number k as ``view.setting(k)``.
    """

    name: str
    summary: str
    choose_pass: Callable[[Any], Any]
    choose_card: Callable[[Any], Any]
    choose_moon: Callable[[Any], Any]
    settings: Mapping[str, float] = field(default_factory=dict)

    kind = "compiled"

    def __post_init__(self) -> None:
        if len(self.settings) > MAX_SETTINGS:
            raise StrategyError(f"{self.name}: more than {MAX_SETTINGS} settings")

    def with_settings(self, given: Mapping[str, str], label: str) -> CompiledStrategy:
        """Return the same strategy under another name with some settings changed."""
        changed = dict(self.settings)
        for key, text in given.items():
            if key not in changed:
                raise StrategyError(f"{label}: {unknown('setting', key, list(changed))}")
            changed[key] = _number(text, f"{label}: setting {key}")
        return replace(self, name=label, settings=changed)


@dataclass(frozen=True)
class PythonStrategy:
    """A strategy whose decisions are methods of a Python class.

    Parameters
    ----------
    name : str
    make : callable
        Called without arguments for each game and seat; gives a `Bot`.
    spec : str
        How a worker process finds it again: the specification it was found by.
    summary : str
    made_from : class, optional
        What ``make`` makes one of.
    """

    name: str
    make: Callable[[], Bot]
    spec: str
    summary: str = ""
    made_from: type | None = None

    kind = "python"


Strategy = CompiledStrategy | PythonStrategy


def registered() -> dict[str, EntryPoint]:
    """Entry points of all registered strategies, by name."""
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def load_strategy(spec: str | Strategy | type) -> Strategy:
    """Find a strategy.

    Parameters
    ----------
    spec : str, Strategy or class
        ``name``, ``name:key=value,…`` for a registered one, or
        ``path/to/bot.py:Class`` with optional settings behind another colon.
        A strategy is given back as it is; a class becomes a `PythonStrategy`.

    Returns
    -------
    Strategy

    Raises
    ------
    StrategyError
        In one line: an unknown name (with the nearest), a file that does not
        import, a class without the three methods.
    """
    if isinstance(spec, CompiledStrategy | PythonStrategy):
        return spec
    if isinstance(spec, type):
        return _from_class(spec, spec.__name__, {}, spec.__name__)
    if not isinstance(spec, str):
        raise StrategyError(f"expected a strategy's name or class, not {in_words(spec)}")
    try:
        return _load(spec)
    except StrategyError:
        if not _NAMES_SUFFICE.get():
            raise
        return PythonStrategy(spec, _unplayable, spec)


@contextmanager
def names_suffice() -> Iterator[None]:
    """Take strategies that cannot be loaded by their names, where games are only shown."""
    token = _NAMES_SUFFICE.set(True)
    try:
        yield
    finally:
        _NAMES_SUFFICE.reset(token)


def _unplayable() -> Bot:
    raise StrategyError("a strategy that could not be loaded was to play")


@lru_cache(maxsize=256)
def _load(spec: str) -> Strategy:
    if spec.startswith("exec:"):
        raise StrategyError(f"{spec}: outside programs cannot be played by this version")
    path, _, rest = spec.partition(".py:")
    if rest:
        name, _, settings = rest.partition(":")
        return _from_file(path + ".py", name, _settings(settings, spec), spec)
    if spec.endswith(".py"):
        raise StrategyError(f"{spec}: name the class too, as in {spec}:MyBot")
    name, _, settings = spec.partition(":")
    found = _from_entry_point(name)
    if not settings:
        return found
    if isinstance(found, CompiledStrategy):
        return found.with_settings(_settings(settings, spec), spec)
    raise StrategyError(f"{spec}: {name} has no settings")


def forget_files() -> None:
    """Read the files of strategies anew when they are next asked for."""
    _load.cache_clear()


def _from_entry_point(name: str) -> Strategy:
    point = registered().get(name)
    if point is None:
        raise StrategyError(unknown("strategy", name, registered(), "or path/to/bot.py:Class"))
    try:
        found = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a foreign module raises
        raise StrategyError(f"{name}: {_shadowed(point) or reason(error)}") from None
    if isinstance(found, CompiledStrategy | PythonStrategy):
        return found
    if isinstance(found, type):
        return _from_class(found, name, {}, name)
    raise StrategyError(f"{name}: {point.value} is not a strategy")


def _shadowed(point: EntryPoint) -> str | None:
    """Explain a folder or module that hides the package an entry point names."""
    package = point.module.partition(".")[0]
    found = sys.modules.get(package)
    ours = point.dist.locate_file(package) if point.dist else None
    where = list(getattr(found, "__path__", [])) or [getattr(found, "__file__", None)]
    if found is None or ours is None or str(ours) in map(str, where):
        return None
    return f"another {package!r} ({where[0]}) hides the installed package of that name"


def _from_file(path: str, name: str, settings: Mapping[str, str], spec: str) -> Strategy:
    names = vars(_import_file(Path(path), spec))
    found = names.get(name)
    if found is None:
        classes = [key for key, value in names.items() if isinstance(value, type)]
        raise StrategyError(f"{path}: {unknown('class', name, classes)}")
    if isinstance(found, CompiledStrategy):
        return found.with_settings(settings, spec)
    return _from_class(found, name, settings, spec)


def _import_file(path: Path, spec: str) -> Any:
    if not os.path.isfile(path):  # noqa: PTH113 - false for a name too long, too
        raise StrategyError(f"{in_words(spec, str, 300)}: no such file: {in_words(path, str, 300)}")
    name = f"chsim_bot_{path.stem}_{abs(hash(path.resolve())):x}"
    loader = importlib.util.spec_from_file_location(name, path)
    if loader is None or loader.loader is None:
        raise StrategyError(f"{spec}: {path} is not a Python file")
    module = importlib.util.module_from_spec(loader)
    sys.modules[name] = module
    try:
        loader.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a bot file raises
        sys.modules.pop(name, None)
        raise StrategyError(f"{spec}: {path} does not import: {reason(error)}") from None
    return module


def _from_class(found: Any, name: str, settings: Mapping[str, str], spec: str) -> PythonStrategy:
    if not isinstance(found, type):
        raise StrategyError(f"{spec}: {name} is not a class")
    values = {key: _value(text) for key, text in settings.items()}
    try:
        _need_decisions(found, name, spec)
        inspect.signature(found).bind(**values)
    except (StrategyError, KeyboardInterrupt):
        raise
    except ValueError:
        pass  # a constructor that does not tell its arguments is tried in play
    except BaseException as error:  # noqa: BLE001 - whatever a metaclass raises
        raise StrategyError(f"{spec}: {name}(…): {reason(error)}") from None
    summary = (inspect.getdoc(found) or "").partition("\n")[0]
    return PythonStrategy(spec, lambda: found(**values), spec, summary, found)


def _need_decisions(found: type, name: str, spec: str) -> None:
    for method in DECISIONS:
        decision = getattr(found, method, None)
        if not callable(decision):
            raise StrategyError(f"{spec}: class {name} has no method {method}(self, view)")
        if inspect.iscoroutinefunction(decision):
            raise StrategyError(f"{spec}: {method} of class {name} is async; expected a plain def")


def _settings(text: str, spec: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise StrategyError(f"{spec}: a setting is written key=value, not {part!r}")
        if key in settings:
            raise StrategyError(f"{spec}: setting {key} is given twice")
        settings[key] = value
    return settings


def _value(text: str) -> int | float | str:
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return text


def _number(text: str, what: str) -> float:
    words = {"on": 1.0, "off": 0.0}
    try:
        value = words[text] if text in words else float(text)
    except ValueError:
        raise StrategyError(f"{what}: expected a number, on or off, not {text!r}") from None
    if value != value or value in (float("inf"), float("-inf")):
        raise StrategyError(f"{what}: expected a finite number, not {text!r}")
    return value
