"""Errors a user can cause. Each message is one line that names the offender."""

from __future__ import annotations

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


class IllegalPlay(ChsimError):
    """A play, pass or choice that the rules do not allow; nothing has changed."""


class RecordError(ChsimError):
    """A game record that cannot be read; the message names line and field."""


class OptionError(ChsimError):
    """An argument out of range; the message names it and what was expected."""
