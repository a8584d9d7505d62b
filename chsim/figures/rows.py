"""Rows of rates with intervals, one panel a figure: what several pictures are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chsim.figures import style
from chsim.figures.data import VERBS, Rate

if TYPE_CHECKING:
    from chsim.laboratory import Observed

#: Inches of a row, and of what a block has around its rows.
ROW, AROUND = 0.27, 0.95


@dataclass(frozen=True)
class Row:
    """A label with one rate an outcome."""

    label: str
    rates: Mapping[str, Rate]


@dataclass(frozen=True)
class Block:
    """Rows under one heading, one panel an outcome.

    Attributes
    ----------
    heading : str
    strategy : str
        Gives the colour.
    rows : sequence of Row
        From above.
    reference : Row or None
        The row that the others are compared with, one of ``rows``.
    """

    heading: str
    strategy: str
    rows: Sequence[Row]
    reference: Row | None = None

    @property
    def outcomes(self) -> list[str]:
        """The panels of the block."""
        return list(self.rows[0].rates)


def grouped(observed: Sequence[Observed]) -> dict[str, list[Observed]]:
    """Tables by group, in the order given; one without a group stands alone."""
    groups: dict[str, list[Observed]] = {}
    for seen in observed:
        groups.setdefault(seen.table.group or seen.table.name, []).append(seen)
    return groups


def block_picture(blocks: Sequence[Block], message: str, detail: str) -> Figure:
    """Blocks one under the other, with a headline."""
    heights = [ROW * len(block.rows) + AROUND for block in blocks]
    figure = style.new_figure(max(0.75 + sum(heights), 2.5))
    style.headline(figure, message, detail)
    if not blocks:
        style.nothing(figure.subplots(), "no tables")
        return figure
    columns = max(len(block.outcomes) for block in blocks)
    panels = figure.subplots(
        len(blocks), columns, squeeze=False, height_ratios=[len(block.rows) for block in blocks]
    )
    for line, block in zip(panels, blocks, strict=True):
        for axes in line[len(block.outcomes) :]:
            axes.set_visible(False)
        for axes, outcome in zip(line, block.outcomes, strict=False):
            _draw_panel(axes, block, outcome, labels=axes is line[0])
    return figure


def _draw_panel(axes: Axes, block: Block, outcome: str, *, labels: bool) -> None:
    colour = style.colour_of(block.strategy)
    if block.reference is not None:
        _draw_reference(axes, block.reference.rates[outcome])
    for place, row in enumerate(block.rows):
        full = row is block.reference
        _draw_rate(axes, -float(place), row.rates[outcome], colour, full=full)
    places = [-float(place) for place in range(len(block.rows))]
    axes.set_yticks(places, [row.label if labels else "" for row in block.rows])
    axes.set(
        ylim=(0.6 - len(places), 0.6), xlim=_limits([row.rates[outcome] for row in block.rows])
    )
    axes.set_title(f"{block.heading}: {VERBS[outcome]}", fontweight="bold", color=colour)
    style.percent_axis(axes, f"games {VERBS[outcome]} (%)")


def _draw_reference(axes: Axes, full: Rate) -> None:
    if full.trials:
        axes.axvspan(full.low, full.high, color=style.FAINT, alpha=0.6, lw=0, zorder=0)
        axes.axvline(full.value, color=style.QUIET, lw=1, zorder=1, gid="reference")


def _draw_rate(axes: Axes, y: float, shown: Rate, colour: str, *, full: bool) -> None:
    """The point with its interval, and the number in a column at the right."""
    if not shown.trials:
        return
    axes.plot([shown.low, shown.high], [y, y], color=colour, lw=2.2, zorder=3, gid="interval")
    mark = ("D", style.INK) if full else ("o", colour)
    axes.plot([shown.value], [y], mark[0], ms=5.5, color=mark[1], zorder=4, gid="rate")
    axes.annotate(
        shown.text,
        (1.01, y),
        xycoords=("axes fraction", "data"),
        va="center",
        fontsize=9,
        fontweight="bold" if full else "normal",
    )


def _limits(rates: Sequence[Rate]) -> tuple[float, float]:
    played = [shown for shown in rates if shown.trials]
    return style.room([end for shown in played for end in (shown.low, shown.high)])
