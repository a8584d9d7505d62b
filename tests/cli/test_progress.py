"""The line on a terminal."""

from __future__ import annotations

import io
import sys

import pytest

from chsim.cli import progress
from chsim.cli.progress import Line, Progress, clock, progress_line


class Terminal(io.StringIO):
    def isatty(self):
        return True


def on_terminal(monkeypatch):
    """Within the test: pytest puts its own standard error there after the fixtures."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.2, "0 s"), (59.4, "59 s"), (59.6, "1 min 00 s"), (185, "3 min 05 s"), (7800, "2 h 10 min")],
)
def test_time_left(seconds, shown):
    assert clock(seconds) == shown


def test_nothing_is_written_without_a_terminal(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    Line().show("text")
    assert stream.getvalue() == ""


def test_a_line_is_written_over_and_erased(monkeypatch):
    terminal = on_terminal(monkeypatch)
    line = Line()
    line.show("long text")
    line.show("short")
    line.erase()
    assert terminal.getvalue() == "\rlong text\rshort    \r" + " " * 7 + "\r"


def test_progress_shows_games_and_time_left(monkeypatch):
    terminal = on_terminal(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    prepared = []
    shown = Progress(Line(), lambda: prepared.append(True))
    shown(0, 1000)
    now[0] += 0.1
    shown(10, 1000)
    assert (prepared, terminal.getvalue()) == ([True], "")
    now[0] += 1.9
    shown(250, 1000)
    assert terminal.getvalue() == "\r250 of 1,000 games   25%  6 s left"


def test_the_end_leaves_the_line_empty(monkeypatch):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress_line() as shown:
        shown(0, 2)
        shown(1, 2)
    assert "1 of 2 games" in terminal.getvalue()
    assert terminal.getvalue().endswith(" \r")
