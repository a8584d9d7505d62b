"""What ``chsim league`` shows: the standings, and who finishes ahead of whom."""

from __future__ import annotations

from typing import Any

from chsim.cli.tables import (
    aligned,
    count,
    digest_words,
    named,
    percent,
    percent_range,
    took,
)
from chsim.standings import League, pair_rows, standing_rows
from chsim.stats.percent import MISSING

#: Signs behind a figure for how unlikely it is, were there no difference.
_STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))

_NOTE = (
    "Ratings: Plackett-Luce, 400 points are odds of ten to one to finish ahead, the mean\n"
    "is 0; intervals: 95 %, from blocks drawn anew. A loss or win that seats share\n"
    "counts for each of them."
)
_CROSS_NOTE = (
    "Of the meetings of two seats, in how many the strategy on the left finished ahead.\n"
    "More or less often than the other one: * p < 0.05, ** 0.01, *** 0.001 (Holm)."
)


def report(league: League, games: int) -> str:
    """A league as text; says so in its first line when some of its games are missing."""
    done = f"{league.games:,} of {count(games, 'game')}"
    parts = [f"INCOMPLETE: {done}; not the whole league"] if league.stopped else []
    if not league.blocks:
        return "\n\n".join([*parts, heading(league), "Nothing to rate."])
    parts += [heading(league), _standings(league), _NOTE, _crosstable(league), _CROSS_NOTE]
    return "\n\n".join(parts) + "\n" + _footer(league)


def heading(league: League) -> str:
    """What was played."""
    return (
        f"League of {len(league.names)} strategies under {league.rules.name}, seed {league.seed}\n"
        f"{count(league.games, 'game')} in {count(league.blocks, 'block')}: "
        f"{count(len(league.tables), 'mixed table')}, each turned on the same deals"
    )


def _standings(league: League) -> str:
    heads = ["rating", "interval", "seats", "loss %", "interval", "win %", "interval"]
    found = standing_rows(league)
    rows = [heads, *map(_standing, found)]
    return named(["strategy", *(row["strategy"] for row in found)], rows)


def _standing(row: dict[str, Any]) -> list[str]:
    return [
        _points(row["rating"]),
        " to ".join(map(_points, row["rating_interval"])) if row["rating_interval"] else MISSING,
        f"{row['games']:,}",
        percent(row["loss_rate"]),
        percent_range(row["loss_interval"]),
        percent(row["win_rate"]),
        percent_range(row["win_interval"]),
    ]


def _points(value: float) -> str:
    text = f"{value:+.0f}".replace("-", "−")
    return "0" if text in ("+0", "−0") else text


def _crosstable(league: League) -> str:
    order = [row["strategy"] for row in standing_rows(league)]
    numbers = [str(place) for place in range(1, len(order) + 1)]
    cells = _cells(league)
    rows = [
        [number, name, *(cells.get((name, other), "") for other in order)]
        for number, name in zip(numbers, order, strict=True)
    ]
    return aligned([["", "ahead, %", *(f"of {number}" for number in numbers)], *rows], left=2)


def _cells(league: League) -> dict[tuple[str, str], str]:
    """Shares of meetings, by who finished ahead of whom."""
    cells = {}
    for row in pair_rows(league):
        pair, met = (row["a"], row["b"]), row["meetings"]
        for names, times in ((pair, row["ahead"]), (pair[::-1], row["behind"])):
            share = percent(times / met if met else None)
            cells[names] = share if share == MISSING else share + stars(row["p"])
    return cells


def stars(p: float | None) -> str:
    """Up to three stars, filled up with spaces."""
    found = next((sign for limit, sign in _STARS if p is not None and p < limit), "")
    return found.ljust(3)


def _footer(league: League) -> str:
    parts = [
        count(league.hands, "hand"),
        *took(league.seconds),
        digest_words(league.digest),
    ]
    return ", ".join(parts)
