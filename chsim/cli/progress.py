"""A thin line about how far a run is, on a terminal's standard error."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from threading import Timer
from time import monotonic
from typing import Any

from chsim.cli.interrupts import leaving_at_once
from chsim.cli.tables import WIDTH

#: Seconds until the first line and between two: short runs show none.
PATIENCE = 0.5
PAUSE = 0.1
#: Seconds of compiling after which it is worth a word.
COMPILING = 1.0

_COMPILING = "compiling the engine for this machine (once) …"


class Line:
    """One line on standard error that is written over and erased; off without a terminal."""

    def __init__(self) -> None:
        self.on = sys.stderr is not None and sys.stderr.isatty()
        self._shown = ""

    def show(self, text: str) -> None:
        """Replace the line."""
        if self.on and text != self._shown:
            text = text[: _columns() - 1]
            self._write("\r" + text.ljust(len(self._shown)))
            self._shown = text

    def erase(self) -> None:
        """Leave the line empty for whatever is written next."""
        if self._shown:
            # A terminal shows ^C behind the text.
            self._write("\r" + " " * (len(self._shown) + 2) + "\r")
            self._shown = ""

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self.on = False


def _columns() -> int:
    """Columns of the terminal that standard error is."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
    except (OSError, ValueError):
        return WIDTH


class Progress:
    """What `chsim.run` calls with the games done: a `Line` with the time left.

    Parameters
    ----------
    line : Line
    prepared : callable
        Called when everything is compiled, before the first game.
    """

    def __init__(self, line: Line, prepared: Callable[[], None]) -> None:
        self._line = line
        self._prepared = prepared
        self._start = self._last = monotonic()

    def __call__(self, done: int, of: int, text: str | None = None) -> None:
        """Show the numbers, or a text; the call before the first game starts the clock."""
        now = monotonic()
        if done == 0:
            self._prepared()
            self._line.erase()
            self._start, self._last = now, now + PATIENCE - PAUSE
        elif now - self._last >= PAUSE:
            self._last = now
            left = (now - self._start) * (of - done) / done
            usual = f"{done:,} of {of:,} games  {done / of:4.0%}  {clock(left)} left"
            self._line.show(usual if text is None else text)

    def part(self, before: int, of: int) -> Callable[[int, int], None]:
        """Progress of a run that is part of something larger, after ``before`` games of ``of``."""
        return lambda done, _: self(before + done, of)


def clock(seconds: float) -> str:
    """``42 s``, ``3 min 05 s``, ``2 h 10 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600:,} h {whole // 60 % 60:02} min"


@contextlib.contextmanager
def progress_line() -> Iterator[Progress]:
    """Progress on a terminal, with a word when compiling takes long.

    Until the first game Ctrl-C ends the process: there is nothing to show yet.
    """
    line = Line()
    preparing = contextlib.ExitStack()
    try:
        preparing.enter_context(leaving_at_once(line.erase))
        if line.on:
            preparing.enter_context(_compiling_word(line))
        yield Progress(line, preparing.close)
    finally:
        preparing.close()
        line.erase()


@contextlib.contextmanager
def _compiling_word(line: Line) -> Iterator[None]:
    """Say so once numba has been compiling for a second; loading its cache is not compiling."""
    from numba.core import event

    timer = Timer(COMPILING, line.show, [_COMPILING])
    timer.daemon = True

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:  # noqa: ARG002 - numba calls it so
            if timer.ident is None:
                timer.start()

        def on_end(self, event: Any) -> None:
            pass

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
        timer.cancel()
