"""Picture: distance from zero, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chsim.figures import style
from chsim.figures.data import (
    Bools,
    Bound,
    Ints,
    bands,
    bound_of,
    caption,
    magnitudes,
    sits,
    strategies,
)

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: Single games drawn faintly behind the band.
SAMPLE = 12
#: The band stops where fewer games than this share are still running.
RUNNING = 0.03


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """One column a table: the focus, its company, and how many games still run."""
    bounds = [bound_of(experiment, seen) for seen in observed]
    columns = max(len(observed), 1)
    rows = max([len(strategies(seen)) for seen in observed], default=1)
    figure = style.new_figure(2.4 + 2.5 * rows, max(style.WIDTH, 3.4 * columns))
    panels = figure.subplots(
        rows + 1, columns, sharex="col", sharey="row", squeeze=False, height_ratios=[3] * rows + [1]
    )
    style.headline(
        figure,
        _message(bounds),
        "A seat’s distance from zero in games still running: thick line the median, "
        "band 10–90 %, thin lines single games",
    )
    for column, seen, bound in zip(panels.T, observed, bounds, strict=False):
        _draw_table(column, seen, bound)
    if not observed:
        style.nothing(panels[0, 0], "no games")
    for axes in panels[:-1, 0]:
        axes.set_ylabel("distance from zero")
    panels[-1, 0].set_ylabel("games (%)")
    return figure


def _message(bounds: Sequence[Bound]) -> str:
    drift = "Totals drift outwards"
    limited = all(bound.limit and not bound.points for bound in bounds)
    return f"{drift} until one seat reaches the limit" if limited else drift


def _draw_table(column: Any, seen: Observed, bound: Bound) -> None:
    hands = seen.hands
    running = np.bincount(hands["hand_number"]) if len(hands) else np.zeros(0, np.int64)
    shown = int((running >= max(1, RUNNING * running[0])).sum()) if len(running) else 0
    names = strategies(seen)
    # a table of one strategy stands in line with the company of the others
    unused = len(column) - 1 - len(names)
    for axes in column[:unused]:
        axes.set_visible(False)
    for axes, name in zip(column[unused:-1], names, strict=True):
        _prepare(axes, name, bound)
        _draw_strategy(axes, seen, name, shown)
    column[unused].set_title(caption(seen), fontweight="bold")
    _draw_running(column[-1], running, shown)
    column[-1].set_xlim(0, max(shown, 2) + 0.5)
    column[-1].set_xlabel("hands played")


def _prepare(axes: Axes, name: str, bound: Bound) -> None:
    axes.set(ylim=(0, 1.25 * bound.scale))
    axes.set_yticks(np.arange(5) * bound.scale / 4)
    axes.grid(axis="y")
    above: dict[str, Any] = {
        "xycoords": ("axes fraction", "data"),
        "textcoords": "offset points",
        "va": "bottom",
    }
    colour = style.colour_of(name)
    axes.annotate(name, (0.02, bound.scale), (0, 3), color=colour, fontweight="bold", **above)
    # a distance from zero says nothing of a limit in points
    if bound.limit and not bound.points:
        axes.axhline(bound.limit, color=style.LIMIT, lw=1.1, zorder=3, gid="limit")
        axes.annotate("lost", (1, bound.limit), (-3, 3), ha="right", fontsize=8.5, **above)


def _draw_strategy(axes: Axes, seen: Observed, name: str, shown: int) -> None:
    colour = style.colour_of(name)
    if not shown:
        style.nothing(axes, "no games")
        return
    players = len(seen.table.seats)
    mine = sits(seen, name)[seen.hands["game"]]
    sizes = magnitudes(seen.hands, players)
    hand = np.broadcast_to(seen.hands["hand_number"][:, None], mine.shape)[mine]
    low, middle, high = bands(hand, sizes[mine], shown)
    _sample(axes, seen, mine, sizes, colour)
    at = np.arange(shown + 1)
    low, middle, high = (np.r_[0.0, line] for line in (low, middle, high))
    axes.fill_between(at, low, high, color=colour, alpha=0.22, lw=0, zorder=2)
    axes.plot(at, middle, color=colour, lw=2.4, zorder=4, gid="median")


def _sample(axes: Axes, seen: Observed, mine: Bools, sizes: Any, colour: str) -> None:
    first = seen.hands["game"] < SAMPLE
    for game in np.unique(seen.hands["game"][first]):
        rows = first & (seen.hands["game"] == game)
        seat = int(mine[rows][0].argmax())
        line = np.r_[0.0, sizes[rows, seat]]
        axes.plot(line, color=colour, lw=0.6, alpha=0.5, zorder=1, gid="game")


def _draw_running(axes: Axes, running: Ints, shown: int) -> None:
    axes.set(ylim=(0, 105))
    axes.set_yticks([0, 50, 100])
    if not shown:
        return
    share = 100 * np.r_[running[0], running[:shown]] / running[0]
    axes.fill_between(np.arange(shown + 1), share, color=style.FAINT, lw=0)
    axes.plot(share, color=style.QUIET, lw=1, gid="running")
    title = f"still running, of {style.count(int(running[0]), 'game')}"
    axes.set_title(title, fontsize=9, color=style.QUIET)
