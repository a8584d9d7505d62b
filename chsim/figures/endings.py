"""Picture: where in the complex plane games end, by strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogFormatter

from chsim.figures import style
from chsim.figures.data import (
    Bools,
    Floats,
    bits,
    bound_of,
    bounds_text,
    sits,
    strategies,
)

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: Cells from zero to the edge of the picture, which lies at 1.4 times the scale.
CELLS = 28
REACH = 1.4
QUARTERS = (
    "above and to the right",
    "above and to the left",
    "below and to the left",
    "below and to the right",
)


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """One column a table, one panel a strategy: seats in each cell of the plane."""
    bounds = [bound_of(experiment, seen) for seen in observed]
    reach = REACH * max((bound.scale for bound in bounds), default=1)
    columns = max(len(observed), 1)
    rows = max([len(strategies(seen)) for seen in observed], default=1)
    figure = style.new_figure(1.05 + 2.75 * rows, max(style.WIDTH, 3.4 * columns))
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    detail = f"Totals when a game is over; {bounds_text(bounds, 'the circle is')}"
    style.headline(figure, _message(observed) or experiment.title, detail)
    for column, seen, bound in zip(panels.T, observed, bounds, strict=False):
        names = strategies(seen)
        unused = rows - len(names)
        for axes in column[:unused]:
            axes.set_visible(False)
        for axes, name in zip(column[unused:], names, strict=True):
            style.plane(axes, bound, reach)
            _draw_strategy(figure, axes, seen, name, bound.scale)
    for axes in panels[-1]:
        axes.set_xlabel("real part")
    for axes in panels[:, 0]:
        axes.set_ylabel("imaginary part")
    return figure


def density(seen: Observed, strategy: str, scale: float) -> tuple[Floats, Floats]:
    """Seats of a strategy in each cell, shape (cells of im, cells of re), and the edges.

    What lies outside the picture counts in the cells at its edge.
    """
    mine = sits(seen, strategy)
    edges = np.linspace(-REACH * scale, REACH * scale, 2 * CELLS + 1)
    re, im = (np.clip(part, edges[0], edges[-1]) for part in _totals(seen, mine))
    seats, _, _ = np.histogram2d(im, re, bins=(edges, edges))
    return seats, edges


def _totals(seen: Observed, chosen: Bools) -> tuple[Any, Any]:
    players = chosen.shape[1]
    re, im = (seen.results[name][:, :players][chosen] for name in ("total_re", "total_im"))
    return re, im


def _draw_strategy(figure: Figure, axes: Axes, seen: Observed, strategy: str, scale: float) -> None:
    colour = style.colour_of(strategy)
    axes.set_title(_title(seen, strategy), color=colour, fontweight="bold")
    seats, edges = density(seen, strategy, scale)
    if not seats.any():
        style.nothing(axes, "no games")
        return
    mesh = axes.pcolormesh(
        edges,
        edges,
        np.ma.masked_equal(seats, 0),
        cmap=style.tint(colour),
        norm=LogNorm(1, max(float(seats.max()), 2)),
        rasterized=True,
        zorder=1,
    )
    bar = figure.colorbar(mesh, ax=axes, shrink=0.8, pad=0.02, aspect=28)
    bar.set_label("seats in a cell (log scale)", fontsize=8.5)
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    # names the steps between, where there is no second power of ten; without formulas
    bar.ax.yaxis.set_minor_formatter(LogFormatter())
    bar.ax.tick_params(labelsize=8.5)


def _title(seen: Observed, strategy: str) -> str:
    others = list(seen.table.seats)
    others.remove(strategy)
    mine = seen.table.seats.count(strategy)
    if strategy == seen.table.focus or mine == len(seen.table.seats):
        return f"{strategy} ({style.count(mine, 'seat')})"
    return f"{strategy} ({style.count(mine, 'seat')}, with {seen.table.focus})"


def _message(observed: Sequence[Observed]) -> str:
    """In which quarter of the plane most losers end."""
    found = np.zeros(4, np.int64)
    for seen in observed:
        re, im = _totals(seen, bits(seen.results["losers"], len(seen.table.seats)))
        quarter = np.where(im >= 0, np.where(re >= 0, 0, 1), np.where(re >= 0, 3, 2))
        found += np.bincount(quarter, minlength=4)
    if not found.sum():
        return ""
    share = 100 * found.max() / found.sum()
    return f"{share:.0f} % of the losers end {QUARTERS[int(found.argmax())]} of zero"
