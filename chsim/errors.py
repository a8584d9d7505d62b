"""Errors a user can cause. Each message is one line that names the offender."""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import index
from typing import Any


class ChsimError(Exception):
    """Base of all errors that are a user's to mend; the command line exits 2."""


class RulesError(ChsimError):
    """Rules that are unknown, unreadable or contradict themselves."""


class StrategyError(ChsimError):
    """A strategy that is unknown or cannot be loaded."""


class StrategyFault(ChsimError):
    """A strategy that broke the rules or raised while a game was played.

    The message names seat, game, hand and trick.

    Attributes
    ----------
    result : RunResult or None
        The games of the run that were finished before.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.result: Any = None


class WorkersLost(StrategyFault):
    """Workers that were lost, or could not play, while games were played."""


class IllegalPlay(ChsimError):
    """A play, pass or choice that the rules do not allow; nothing has changed."""


class RecordError(ChsimError):
    """A game record that cannot be read; the message names line and field."""


class FramesError(ChsimError):
    """Frames of a run that cannot be written or read; the message names the file."""


class StoreError(ChsimError):
    """A store that cannot be written, read or carried on; the message names its folder."""


class OptionError(ChsimError):
    """An argument out of range; the message names it and what was expected."""


class ExperimentError(ChsimError):
    """An experiment file that cannot be used; the message names file and key."""


def in_words(thing: Any, how: Callable[[Any], str] = repr, limit: int = 60) -> str:
    """What ``how`` says of a thing of somebody else's, cut to one printable line.

    The name of its class when ``how`` fails, as a bot's own ``__repr__`` may.
    """
    try:
        # A sign is kept only if it cannot end the line or steer a terminal.
        signs = (sign if sign.isprintable() else " " for sign in how(thing)[: 9 * limit])
        text = " ".join("".join(signs).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever somebody else's method raises
        return class_of(thing) if how is repr else ""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def unknown(what: str, name: str, known: Collection[str], other: str = "") -> str:
    """What to say of a name that is not among the known ones.

    Parameters
    ----------
    what, name : str
        ``unknown key 'gmes'; did you mean games? (known: games, seed)``.
    known : collection of str
    other : str
        What could stand there instead of a known name.
    """
    listed = ", ".join([*(known or ["none"]), *([other] if other else [])])
    return f"unknown {what} {in_words(name)}{did_you_mean(name, known)} (known: {listed})"


def did_you_mean(name: str, known: Collection[str]) -> str:
    """The known name that is nearest, as the end of a sentence; nothing if none is near."""
    import difflib

    near = difflib.get_close_matches(name, known, 1, 0.6)
    return f"; did you mean {near[0]}?" if near else ""


def class_of(thing: Any) -> str:
    """Name of a thing's class."""
    return in_words(type(thing), lambda kind: kind.__name__)


def reason(error: BaseException) -> str:
    """Class and first line of an exception."""
    detail = in_words(error, lambda error: str(error).strip().partition("\n")[0], limit=300)
    return f"{class_of(error)}: {detail}" if detail else class_of(error)


def need_whole(name: str, value: Any, least: int, most: int | None = None) -> None:
    """Refuse an argument that is not a whole number within bounds."""
    try:
        whole = not isinstance(value, bool) and index(value) >= least
    except TypeError:  # no whole number, or several
        whole = False
    if not whole or (most is not None and value > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise OptionError(f"{name}: expected a whole number of {bounds}, not {in_words(value)}")
