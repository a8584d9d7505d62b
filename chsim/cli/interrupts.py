"""Ctrl-C: before there is anything to lose, and after games that were finished."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from chsim.cli.output import note
from chsim.errors import StrategyFault
from chsim.interrupts import INTERRUPTED

#: Where a command notes in click's context the store that it plays into.
CARRY_ON = "chsim.store"

#: Options that go on when a run is carried on.
_GO_ON = {"jobs": "--jobs", "backend": "--backend", "scheduler": "--scheduler"}

_STOP = b"\0"


@dataclass(frozen=True)
class Noted:
    """A store that a command plays into.

    Attributes
    ----------
    path : Path
    words : tuple of str
        What follows ``chsim resume`` to carry on as it was begun: its name, some options.
    """

    path: Path
    words: tuple[str, ...]


def until_stopped(play: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    """What games gave, and the Ctrl-C or the fault of a strategy that stopped them, if any did.

    A stop that has no result, since nothing was begun, is raised again.
    """
    try:
        return play(), None
    except (KeyboardInterrupt, StrategyFault) as stop:
        result = getattr(stop, "result", None)
        if result is None:
            raise
        return result, stop


def end_stopped(stop: BaseException, finished: str | None, out: str | None = None) -> NoReturn:
    """End a command that was stopped, once what was finished has been shown.

    Parameters
    ----------
    stop : BaseException
        From `until_stopped`; a fault of a strategy is raised again.
    finished : str, optional
        What was finished, in words; a store may have more than was looked at.
    out : str, optional
        A file that was asked for: part of the games is no table of them.
    """
    if out is not None:
        note(f"{out} was not written.")
    if not isinstance(stop, KeyboardInterrupt):
        raise stop
    note(f"Interrupted: {finished} finished." if finished else "Interrupted.")
    say_how_to_carry_on()
    raise click.exceptions.Exit(INTERRUPTED)


@contextlib.contextmanager
def leaving_at_once(clean_up: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C end the process at once, not by an exception.

    A KeyboardInterrupt amid compiling can vanish in a callback of the compiler and
    leave its lock held for ever, and comes seconds late when LLVM is at work. So
    the signal is left to a thread that only waits for it.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    store = _store()
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    thread = threading.Thread(target=_wait, args=(reader, clean_up, store), daemon=True)
    signal.signal(signal.SIGINT, lambda *_: None)
    wakeup = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGINT, before)
        os.write(writer, _STOP)
        thread.join()
        os.close(reader)
        os.close(writer)


def _wait(reader: int, clean_up: Callable[[], None], store: Noted | None) -> None:
    while (read := os.read(reader, 1)) != _STOP:
        if read[0] == signal.SIGINT:
            clean_up()
            note("Interrupted.")
            say_how_to_carry_on(store)
            os._exit(INTERRUPTED)


def _store() -> Noted | None:
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(CARRY_ON)


def has_store() -> bool:
    """Whether the command plays into a store that is there."""
    from chsim.store.folder import is_store

    noted = _store()
    return noted is not None and is_store(noted.path)


def note_store(store: str | Path) -> None:
    """Note which store the command plays into; of several names for it the first stays."""
    context = click.get_current_context()
    # A path that begins with a dash would be taken for an option.
    name = f"./{store}" if str(store).startswith("-") else str(store)
    noted = Noted(Path(store).absolute(), (name, *_going_on(context)))
    context.meta.setdefault(CARRY_ON, noted)


def _going_on(context: click.Context) -> list[str]:
    """Options that were given for this time only, as they were given."""
    words = []
    for name, option in _GO_ON.items():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            words += [option, str(context.params[name])]
    return words + ["--json"] * bool(context.params.get("as_json"))


def say_how_to_carry_on(store: Noted | None = None) -> None:
    """After a stop, name the command that carries on; nothing where there is no store yet.

    Parameters
    ----------
    store : Noted, optional
        As it was noted, in a thread that has no context of click.
    """
    from chsim.store.folder import is_store

    noted = store or _store()
    if noted is not None and is_store(noted.path):
        note(f"Carry on with: chsim resume {shlex.join(noted.words)}")
