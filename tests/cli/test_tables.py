"""Text tables and the numbers in them."""

from __future__ import annotations

import pytest

from chsim.cli.tables import aligned, count, named, percent, percent_range, shortened


def test_text_is_aligned_left_and_numbers_right():
    assert aligned([["name", "n"], ["a", "10"]]) == "name   n\na     10"


@pytest.mark.parametrize(
    ("rate", "shown"),
    [
        (393 / 400, "98.3"),
        (0.0, "0.0"),
        (1.0, "100.0"),
        (28 / 400, "7.0"),
        (1 / 3, "33.3"),
        (1e-9, "0.0"),
        (0.0005, "0.1"),
        (None, "n/a"),
    ],
)
def test_percent_rounds_halves_up(rate, shown):
    assert percent(rate) == shown


def test_percent_of_an_interval():
    assert percent_range((0.536, 0.632)) == "53.6–63.2"
    assert percent_range(None) == "n/a"


def test_counts_have_a_plural():
    assert [count(n, "game") for n in (0, 1, 2000)] == ["0 games", "1 game", "2,000 games"]


def test_long_names_keep_their_end():
    assert shortened(["random", "a/long/path/bot.py:MyBot"], 12) == ["random", "…ot.py:MyBot"]


def test_names_are_cut_to_what_the_terminal_leaves(monkeypatch):
    names, rows = ["strategy", "a/long/path/bot.py:MyBot"], [["figures"], ["-" * 64]]
    for columns, room in (("40", 14), ("80", 14), ("85", 19), ("200", 24)):
        monkeypatch.setenv("COLUMNS", columns)
        assert len(named(names, rows).splitlines()[1].split()[0]) == room


def test_names_that_would_look_the_same_stay_whole():
    names = ["one/bots/bot.py:MyBot", "two/bots/bot.py:MyBot"]
    assert shortened(names, 12) == names
