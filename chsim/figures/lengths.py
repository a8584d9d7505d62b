"""Picture: how many hands a game takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from chsim.figures import style
from chsim.figures.data import caption

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: Games longer than this share of all are gathered at the right end.
SHOWN = 0.99


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """One panel a table: share of games by number of hands, with the median."""
    rows = max(len(observed), 1)
    figure = style.new_figure(1.35 + 1.75 * rows)
    panels = figure.subplots(rows, 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    style.headline(
        figure, _message(observed) or experiment.title, "Share of games by their number of hands"
    )
    played = [seen.results["hands"] for seen in observed if len(seen.results)]
    last = max((int(np.quantile(hands, SHOWN)) for hands in played), default=20)
    for axes, seen in zip(panels, observed, strict=False):
        _draw_table(axes, seen, last)
    for axes in panels:
        axes.set_ylabel("games (%)")
        axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    panels[-1].set_xlabel(f"hands in a game (the last bar: {last} or more)")
    panels[-1].set_xlim(0, last + 1)
    return figure


def _draw_table(axes: Axes, seen: Observed, last: int) -> None:
    colour = style.colour_of(seen.table.focus)
    axes.grid(axis="y")
    axes.set_title(caption(seen), fontweight="bold", color=colour)
    hands = seen.results["hands"]
    if not len(hands):
        style.nothing(axes, "no games")
        return
    share = 100 * np.bincount(np.minimum(hands, last), minlength=last + 1) / len(hands)
    axes.bar(np.arange(last + 1), share, width=0.86, color=colour, alpha=0.75)
    middle = float(np.median(hands))
    axes.axvline(middle, color=style.INK, lw=1.2, ls=(0, (4, 2)), gid="median")
    axes.annotate(
        f"median {middle:g}",
        (middle, 0.93),
        xycoords=("data", "axes fraction"),
        xytext=(5, 0),
        textcoords="offset points",
        va="top",
        fontsize=9,
    )


def _message(observed: Sequence[Observed]) -> str:
    middles = {
        seen.table.focus: float(np.median(seen.results["hands"]))
        for seen in observed
        if len(seen.results)
    }
    if not middles:
        return ""
    if len(middles) == 1:
        return f"Half of the games are over after {next(iter(middles.values())):g} hands"
    short, long = min(middles, key=middles.__getitem__), max(middles, key=middles.__getitem__)
    return (
        f"Half of the games with {short} end by hand {middles[short]:g}, "
        f"with {long} by hand {middles[long]:g}"
    )
