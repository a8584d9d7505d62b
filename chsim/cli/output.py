"""Writing to standard output and standard error, and keeping others from it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

#: What stands in where the output's encoding lacks a sign.
_ASCII = str.maketrans(
    {
        "–": "-",
        "−": "-",
        "…": "...",
        "×": "x",
        "µ": "u",
        "♣": "c",
        "♦": "d",
        "♠": "s",
        "♥": "h",
        "±": "+-",
    }
)


def say(text: str) -> None:
    """Write lines to standard output, at once.

    Raises
    ------
    click.ClickException
        In one line, when standard output is closed or full.
    click.exceptions.Exit
        Quietly, when its reader has gone (``chsim run | head -1``).
    """
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.write(_writable(text, sys.stdout.encoding) + "\n")
        sys.stdout.flush()
    except OSError as error:
        drop_stdout()
        if error.errno == errno.EPIPE:
            raise click.exceptions.Exit(1) from None
        raise click.ClickException(f"standard output: {error.strerror}") from None


def say_json(data: Any) -> None:
    """Write plain data to standard output as JSON."""
    say(json.dumps(data, indent=2))


def note(text: str) -> None:
    """Write a line to standard error; nothing happens when that is closed."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def open_stderr() -> None:
    """Let standard error be nowhere when it is closed: worker processes cannot do without."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good
        os.dup2(sys.stderr.fileno(), 2)
        os.set_inheritable(2, True)


def _writable(text: str, encoding: str | None) -> str:
    encoding = encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_ASCII)
    return text.encode(encoding, "backslashreplace").decode(encoding)


def drop_stdout() -> None:
    """Let what is still buffered for standard output vanish, also at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Keep strategies and libraries from standard output, and from leading the command elsewhere.

    Whatever they print, in this process or in workers started meanwhile, goes to
    standard error if that is a terminal, else nowhere. Whichever folder they change
    to, the command comes back to its own, where paths that it was given begin.
    """
    with (
        _same_folder(),
        Path(os.devnull).open("w", encoding="utf-8") as nowhere,
        _instead_of_stdout(2 if _is_terminal() else nowhere.fileno()),
        contextlib.redirect_stdout(sys.stderr if _is_terminal() else nowhere),
    ):
        yield


@contextlib.contextmanager
def _same_folder() -> Iterator[None]:
    try:
        here = Path.cwd()
    except OSError:  # it has been removed
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.chdir(here)


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextlib.contextmanager
def _instead_of_stdout(descriptor: int) -> Iterator[None]:
    """Make file descriptor 1 another name of ``descriptor`` for a while."""
    try:
        kept = os.dup(1)
    except OSError:
        yield
        return
    os.dup2(descriptor, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
