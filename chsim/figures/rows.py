"""Rows of rates with intervals, one panel a figure: what several pictures are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chsim.figures import style
from chsim.figures.data import VERBS, Rate, Value

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
    columns = max((len(block.outcomes) for block in blocks), default=1)
    figure, panels = rows_figure([len(block.labels) for block in blocks], columns, message, detail)
    if not blocks:
        style.nothing(figure.subplots(), without)
    for line, block in zip(panels, blocks, strict=True):
        for axes in line[len(block.outcomes) :]:
            axes.set_visible(False)
        for axes, outcome in zip(line, block.outcomes, strict=False):
            _draw_panel(axes, block, outcome, labels=axes is line[0])
    return figure


def rows_figure(rows: Sequence[int], columns: int, message: str, detail: str) -> tuple[Figure, Any]:
    """A figure with a headline and a line of panels for each number of rows."""
    height = 0.55 + 0.2 * len(detail.splitlines()) + sum(ROW * number + AROUND for number in rows)
    figure = style.new_figure(max(height, 2.5))
    style.headline(figure, message, detail)
    if not rows:
        return figure, []
    return figure, figure.subplots(len(rows), columns, squeeze=False, height_ratios=list(rows))


def _draw_panel(axes: Axes, block: Block, outcome: str, *, labels: bool) -> None:
    colour = style.colour_of(block.strategy)
    if block.reference is not None:
        draw_band(axes, block.reference.rates[outcome], "reference")
    for place, row in enumerate(block.rows):
        full, hollow = row is block.reference, outcome in row.hollow
        mark = Mark.of(colour, full=full, hollow=hollow)
        draw_point(axes, -float(place), row.rates[outcome], mark)
    shown = [row.rates[outcome] for row in block.rows]
    if outcome in block.published:
        theirs = block.published[outcome]
        draw_band(axes, theirs, "published")
        draw_point(axes, -float(len(shown)), theirs, PUBLISHED)
        shown.append(theirs)
    label_rows(axes, block.labels, shown=labels)
    axes.set_xlim(_limits(shown))
    axes.set_title(f"{block.heading}: {VERBS[outcome]}", fontweight="bold", color=colour)
    style.percent_axis(axes, f"games {VERBS[outcome]} (%)")


def label_rows(axes: Axes, labels: Sequence[str], *, shown: bool) -> None:
    """Make room for rows from above, and name them or not."""
    places = [-float(place) for place in range(len(labels))]
    axes.set_yticks(places, labels if shown else [""] * len(places))
    axes.set_ylim(0.4 - len(places), 0.6)


def draw_band(axes: Axes, shown: Rate | Value, name: str, *, band: bool = True) -> None:
    """A figure, ``reference`` or ``published``, and its interval over the height of the panel."""
    if not shown.known:
        return
    inside, line, dashes = _BANDS[name]
    if band:
        axes.axvspan(shown.low, shown.high, color=inside, alpha=0.6, lw=0, zorder=0)
    axes.axvline(shown.value, color=line, lw=1, ls=dashes, zorder=1, gid=name)


_BANDS: dict[str, tuple[str, str, Any]] = {
    "reference": (style.FAINT, style.QUIET, "-"),
    "published": (style.PUBLISHED_BAND, style.PUBLISHED, (0, (5, 3))),
}


@dataclass(frozen=True)
class Mark:
    """How a figure is drawn: sign, colour of the whisker, edge and inside of the sign."""

    sign: str
    colour: str
    edge: str
    inside: str

    @classmethod
    def of(cls, colour: str, *, full: bool, hollow: bool) -> Mark:
        """A diamond for the one that the others are compared with, else a point."""
        edge = style.INK if full else colour
        return cls("D" if full else "o", colour, edge, "white" if hollow else edge)


#: A published figure among the others.
PUBLISHED = Mark("s", style.PUBLISHED, style.PUBLISHED, "white")


def draw_point(
    axes: Axes, y: float, shown: Rate | Value, mark: Mark, *, name: str = "rate", size: float = 9
) -> None:
    """The point with its interval, and the number in a column at the right."""
    if not shown.known:
        return
    ends = [shown.low, shown.high]
    axes.plot(ends, [y, y], color=mark.colour, lw=2.2, zorder=3, gid="interval")
    signs: dict[str, Any] = {"ms": 5.5, "mec": mark.edge, "mfc": mark.inside, "mew": 1.2}
    axes.plot([shown.value], [y], mark.sign, zorder=4, gid=name, **signs)
    axes.annotate(
        shown.text,
        (1, y),
        xycoords=("axes fraction", "data"),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        fontsize=size,
        fontweight="bold" if mark.sign == "D" else "normal",
    )


def _limits(rates: Sequence[Rate]) -> tuple[float, float]:
    played = [shown for shown in rates if shown.known]
    return style.room([end for shown in played for end in (shown.low, shown.high)])
