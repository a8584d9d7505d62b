"""Rows of rates with intervals, one panel a figure: what several pictures are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

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
    """A label with one rate an outcome; the points of some outcomes may be hollow."""

    label: str
    rates: Mapping[str, Rate]
    hollow: Collection[str] = ()


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
    published : mapping of str to Rate
        By outcome, where there are such figures: a row below the others.
    """

    heading: str
    strategy: str
    rows: Sequence[Row]
    reference: Row | None = None
    published: Mapping[str, Rate] = field(default_factory=dict)

    @property
    def labels(self) -> list[str]:
        """What stands beside each row, the published one last."""
        games = [f"published, {style.count(one.trials, 'game')}" for one in self.published.values()]
        return [row.label for row in self.rows] + games[:1]

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


def block_picture(
    blocks: Sequence[Block], message: str, detail: str, without: str = "no tables"
) -> Figure:
    """Blocks one under the other, with a headline; ``without`` them, a word why."""
    heights = [ROW * len(block.labels) + AROUND for block in blocks]
    figure = style.new_figure(max(0.55 + 0.2 * len(detail.splitlines()) + sum(heights), 2.5))
    style.headline(figure, message, detail)
    if not blocks:
        style.nothing(figure.subplots(), without)
        return figure
    columns = max(len(block.outcomes) for block in blocks)
    panels = figure.subplots(
        len(blocks), columns, squeeze=False, height_ratios=[len(block.labels) for block in blocks]
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
        _draw_band(axes, block.reference.rates[outcome], style.FAINT, style.QUIET, "reference")
    for place, row in enumerate(block.rows):
        full = row is block.reference
        inside = "white" if outcome in row.hollow else style.INK if full else colour
        mark = _Mark("D" if full else "o", colour, style.INK if full else colour, inside)
        _draw_rate(axes, -float(place), row.rates[outcome], mark)
    shown = [row.rates[outcome] for row in block.rows]
    if outcome in block.published:
        theirs = block.published[outcome]
        _draw_band(axes, theirs, style.PUBLISHED_BAND, style.PUBLISHED, "published")
        mark = _Mark("s", style.PUBLISHED, style.PUBLISHED, "white")
        _draw_rate(axes, -float(len(shown)), theirs, mark)
        shown.append(theirs)
    places = [-float(place) for place in range(len(block.labels))]
    axes.set_yticks(places, block.labels if labels else [""] * len(places))
    axes.set(ylim=(0.4 - len(places), 0.6), xlim=_limits(shown))
    axes.set_title(f"{block.heading}: {VERBS[outcome]}", fontweight="bold", color=colour)
    style.percent_axis(axes, f"games {VERBS[outcome]} (%)")


def _draw_band(axes: Axes, shown: Rate, band: str, line: str, name: str) -> None:
    """A rate and its interval over the height of the panel."""
    if shown.trials:
        dashes = "-" if name == "reference" else (0, (5, 3))
        axes.axvspan(shown.low, shown.high, color=band, alpha=0.6, lw=0, zorder=0)
        axes.axvline(shown.value, color=line, lw=1, ls=dashes, zorder=1, gid=name)


@dataclass(frozen=True)
class _Mark:
    """How a rate is drawn: sign, colour of the whisker, edge and inside of the sign."""

    sign: str
    colour: str
    edge: str
    inside: str


def _draw_rate(axes: Axes, y: float, shown: Rate, mark: _Mark) -> None:
    """The point with its interval, and the number in a column at the right."""
    if not shown.trials:
        return
    ends = [shown.low, shown.high]
    axes.plot(ends, [y, y], color=mark.colour, lw=2.2, zorder=3, gid="interval")
    signs: dict[str, Any] = {"ms": 5.5, "mec": mark.edge, "mfc": mark.inside, "mew": 1.2}
    axes.plot([shown.value], [y], mark.sign, zorder=4, gid="rate", **signs)
    axes.annotate(
        shown.text,
        (1.01, y),
        xycoords=("axes fraction", "data"),
        va="center",
        fontsize=9,
        fontweight="bold" if mark.sign == "D" else "normal",
    )


def _limits(rates: Sequence[Rate]) -> tuple[float, float]:
    played = [shown for shown in rates if shown.trials]
    return style.room([end for shown in played for end in (shown.low, shown.high)])
