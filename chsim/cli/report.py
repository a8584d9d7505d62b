"""What ``chsim run`` shows: the published table, or one table a matchup."""

from __future__ import annotations

from dataclasses import dataclass

from chsim.cli.tables import (
    MISSING,
    aligned,
    count,
    digest_words,
    named,
    percent,
    percent_range,
    took,
)
from chsim.matchup import Matchup
from chsim.published import figure_for
from chsim.results import RunResult
from chsim.stats.intervals import Interval, overlap, wilson
from chsim.tally import StrategyTally

_SHARES = "A loss or win that seats share counts for each of them. Intervals: 95 %."


@dataclass(frozen=True)
class Request:
    """What was asked for, to stand in the headings."""

    games: int
    rotate: bool
    matchups: int
    published: bool


def report(result: RunResult, request: Request) -> str:
    """The result of a run as text; says so in its first line when games are missing."""
    matchups = [one for one in result.matchups if one.tally.games or not result.stopped]
    blocks = [_incomplete(result, request)] if result.stopped else []
    blocks.append(_heading(result, request))
    if request.published:
        blocks += [_published_table(matchups), _published_note()]
    else:
        blocks += [_strategy_table(matchup) for matchup in matchups] + [_SHARES]
    return "\n\n".join(blocks) + "\n" + _footer(matchups, request)


def finished(result: RunResult) -> int:
    """Number of finished games."""
    return sum(matchup.tally.games for matchup in result.matchups)


def progress_of(result: RunResult, request: Request) -> str:
    """``120 of 800 games``."""
    return f"{finished(result):,} of {count(request.games * request.matchups, 'game')}"


def _incomplete(result: RunResult, request: Request) -> str:
    return f"INCOMPLETE: {progress_of(result, request)}; not the whole run"


def _heading(result: RunResult, request: Request) -> str:
    each = " a matchup" if request.matchups > 1 else ""
    turned = "seats rotated" if request.rotate else "seats as listed"
    games = count(request.games, "game") + each
    return f"Rules {result.rules}, seed {result.seed}, {games}, {turned}"


def _published_table(matchups: list[Matchup]) -> str:
    rows = [["strategy", "", "here %", "interval", "published %", "interval", "overlap"]]
    for matchup in matchups:
        tally = matchup.tally.strategies[matchup.seats[0]]
        rows.append([tally.strategy, "lost", *_beside(matchup, "loss", tally.losses, tally.seats)])
        rows.append(["", "won", *_beside(matchup, "win", tally.wins, tally.seats)])
    return aligned(rows, left=2)


def _beside(matchup: Matchup, outcome: str, times: int, games: int) -> list[str]:
    ours = wilson(times, games)
    figure = figure_for(matchup.seats, matchup.seats[0], outcome)
    cells = [percent(times / games if games else None), percent_range(ours)]
    if figure is None:
        return [*cells, "–", "–", "–"]
    return [
        *cells,
        percent(figure.rate),
        percent_range(figure.interval),
        _agree(ours, figure.interval),
    ]


def _agree(ours: Interval | None, published: Interval) -> str:
    if ours is None:
        return MISSING
    return "yes" if overlap(ours, published) else "no"


def _published_note() -> str:
    return (
        "Strategy in one seat, peacecat in three. Published: Peace Cat Games, 400 games.\n"
        + _SHARES
    )


def _strategy_table(matchup: Matchup) -> str:
    tallies = list(matchup.tally.strategies.values())
    fouls = any(tally.fouls for tally in tallies)
    headings = ["seats", "losses", "loss %", "interval", "win %", "interval", "magnitude"]
    rows = [headings + ["fouls"] * fouls, *(_numbers(tally, fouls) for tally in tallies)]
    table = named(["strategy", *(tally.strategy for tally in tallies)], rows)
    return f"Seats {', '.join(matchup.seats)}\n\n{table}"


def _numbers(tally: StrategyTally, fouls: bool) -> list[str]:
    mean = tally.mean_magnitude
    return [
        f"{tally.seats:,}",
        f"{tally.losses:,}",
        percent(tally.losses / tally.seats if tally.seats else None),
        percent_range(wilson(tally.losses, tally.seats)),
        percent(tally.wins / tally.seats if tally.seats else None),
        percent_range(wilson(tally.wins, tally.seats)),
        MISSING if mean is None else f"{mean:.1f}",
        *([f"{tally.fouls:,}"] * fouls),
    ]


def _footer(matchups: list[Matchup], request: Request) -> str:
    tallies = [matchup.tally for matchup in matchups]
    games, capped = sum(t.games for t in tallies), sum(t.capped for t in tallies)
    parts = [
        count(sum(t.hands for t in tallies), "hand"),
        count(sum(t.moons for t in tallies), "moon"),
        *([count(capped, "game") + " capped"] if capped else []),
        *_speed(matchups, games),
    ]
    if not request.published:
        parts.append(digest_words(*(tally.digest for tally in tallies)))
    return ", ".join(parts)


def _speed(matchups: list[Matchup], games: int) -> list[str]:
    """Time and games a second of those that were played; reading a store says nothing of it."""
    stored = sum(matchup.stored for matchup in matchups)
    if stored and stored == games:
        return []
    seconds = sum(matchup.seconds for matchup in matchups)
    if stored or not (games and seconds):
        return took(seconds)
    rate = games / seconds
    return [*took(seconds), f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.1f} games/s"]
