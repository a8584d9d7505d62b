"""Picture: other rules beside the first of each group: figures, length of games, moons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chsim.figures import style
from chsim.figures.data import VERBS, Rate, published, rate
from chsim.figures.rows import AROUND, ROW, grouped
from chsim.findings import figure_rows, length_rows

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: Panels of a line of the picture, and what their axes say.
PANELS = {
    "loss": "games lost (%)",
    "win": "games won (%)",
    "hands": "hands a game",
    "moons": "moons in 100 hands",
}
#: At most so many readings that do not fit are named.
NAMED = 4
_LEGEND = (
    "Whiskers, bands: 95 % intervals. Diamond, grey line: the first of the group\n"
    "Hollow: lost or won as often as there, as far as the games tell"
)
_PUBLISHED = (
    "\nSquare, dashed line: the published figure. A reading fits if its intervals meet those"
)


@dataclass(frozen=True)
class Value:
    """A figure with its interval; nan where there is none."""

    value: float
    low: float
    high: float
    text: str = ""

    @classmethod
    def of(cls, row: Mapping[str, Any], key: str, form: str = "") -> Value:
        """From the columns of a table of findings."""
        parts = (row[key], row[f"{key}_low"], row[f"{key}_high"])
        value, low, high = (np.nan if part is None else float(part) for part in parts)
        return cls(value, low, high, format(value, form))

    @property
    def known(self) -> bool:
        """Whether there is a figure."""
        return bool(np.isfinite(self.value))


@dataclass(frozen=True)
class Reading:
    """The figures of a table, by panel; the points of some may be hollow."""

    label: str
    values: Mapping[str, Value]
    hollow: Sequence[str] = ()


@dataclass(frozen=True)
class Group:
    """Tables that differ in their rules alone; the first is what they are compared with."""

    heading: str
    strategy: str
    readings: Sequence[Reading]
    published: Mapping[str, Value] = field(default_factory=dict)

    @property
    def labels(self) -> list[str]:
        """What stands beside each row, the published one last."""
        names = [reading.label for reading in self.readings]
        return [*names, "published, 400 games"] if self.published else names


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """A line of panels a group: a row for each table's rules."""
    found = groups(observed)
    detail = _LEGEND + (_PUBLISHED if any(group.published for group in found) else "")
    detail = "\n".join(filter(None, [_those_that_do_not(found), detail]))
    heights = [ROW * len(group.labels) + AROUND for group in found]
    figure = style.new_figure(max(0.55 + 0.2 * len(detail.splitlines()) + sum(heights), 2.5))
    style.headline(figure, message(found) or experiment.title, detail)
    if not found:
        style.nothing(figure.subplots(), "no tables")
        return figure
    sizes = [len(group.labels) for group in found]
    panels = figure.subplots(len(found), len(PANELS), squeeze=False, height_ratios=sizes)
    for line, group in zip(panels, found, strict=True):
        for axes, name in zip(line, PANELS, strict=True):
            _draw_panel(axes, group, name)
    return figure


def groups(observed: Sequence[Observed]) -> list[Group]:
    """The groups of an experiment, each table a reading, in the order given."""
    return [_group(heading, tables) for heading, tables in grouped(observed).items()]


def _group(heading: str, tables: Sequence[Observed]) -> Group:
    rows = zip(tables, figure_rows(tables), length_rows(tables), strict=True)
    theirs = {name: _rate(figure) for name, figure in published(tables[0]).items()}
    readings = [_reading(seen, changes, lengths) for seen, changes, lengths in rows]
    return Group(heading, tables[0].table.focus, readings, theirs)


def _reading(seen: Observed, changes: Mapping[str, Any], lengths: Mapping[str, Any]) -> Reading:
    values = {name: _rate(rate(seen, name)) for name in VERBS}
    values["hands"] = Value.of(lengths, "game_hands", ".1f")
    values["moons"] = Value.of(lengths, "moons_in_100", ".2f")
    hollow = [name for name in VERBS if _may_be_none(Value.of(changes, f"{name}_change"))]
    return Reading(seen.table.name, values, hollow)


def _rate(shown: Rate) -> Value:
    return Value(shown.value, shown.low, shown.high, shown.text)


def _may_be_none(change: Value) -> bool:
    return change.known and change.low <= 0 <= change.high


# --- what it says ------------------------------------------------------------


def message(found: Sequence[Group]) -> str:
    """How many readings could have given all of the published figures."""
    fits = fitting(found)
    if not fits:
        return ""
    return f"{sum(fits.values()) or 'None'} of {len(fits)} readings fit all published figures"


def _those_that_do_not(found: Sequence[Group]) -> str:
    names = [label for label, fit in fitting(found).items() if not fit]
    return f"Not: {', '.join(names)}" if 0 < len(names) <= NAMED else ""


def fitting(found: Sequence[Group]) -> dict[str, bool]:
    """By reading, whether it fits the published figures of every group that has some."""
    fits: dict[str, bool] = {}
    for group in found:
        for reading in group.readings if group.published else ():
            fits[reading.label] = fits.get(reading.label, True) and _fits(group, reading)
    return fits


def _fits(group: Group, reading: Reading) -> bool:
    """Whether the intervals of all published figures meet those of a reading."""
    return all(
        reading.values[name].low <= theirs.high and theirs.low <= reading.values[name].high
        for name, theirs in group.published.items()
    )


# --- drawing -----------------------------------------------------------------


def _draw_panel(axes: Axes, group: Group, name: str) -> None:
    first, *_ = group.readings
    colour = style.colour_of(group.strategy)
    _draw_line(axes, first.values[name], "reference")
    for place, reading in enumerate(group.readings):
        inside = style.INK if reading is first else "white" if name in reading.hollow else colour
        edge, sign = (style.INK, "D") if reading is first else (colour, "o")
        _draw_value(axes, -place, reading.values[name], (sign, colour, edge, inside))
    shown = [reading.values[name] for reading in group.readings]
    if name in group.published:
        theirs = group.published[name]
        _draw_line(axes, theirs, "published")
        signs = ("s", style.PUBLISHED, style.PUBLISHED, "white")
        _draw_value(axes, -len(shown), theirs, signs)
        shown.append(theirs)
    places = [-float(place) for place in range(len(group.labels))]
    labelled = name == next(iter(PANELS))
    axes.set_yticks(places, group.labels if labelled else [""] * len(places))
    axes.set(ylim=(0.4 - len(places), 0.6), xlim=_limits(shown))
    if labelled:
        axes.set_title(group.heading, fontweight="bold", color=colour)
    style.percent_axis(axes, PANELS[name])
    axes.xaxis.get_label().set_fontsize(8.5)


def _draw_line(axes: Axes, shown: Value, kind: str) -> None:
    """A figure over the height of the panel; the published one with its interval."""
    if not shown.known:
        return
    if kind == "published":
        axes.axvspan(shown.low, shown.high, color=style.PUBLISHED_BAND, alpha=0.6, lw=0, zorder=0)
        axes.axvline(
            shown.value, color=style.PUBLISHED, lw=1, ls=(0, (5, 3)), zorder=1, gid="published"
        )
    else:
        axes.axvline(shown.value, color=style.QUIET, lw=1, zorder=1, gid="reference")


def _draw_value(axes: Axes, y: float, shown: Value, look: tuple[str, str, str, str]) -> None:
    """The point with its interval, and the number in a column at the right."""
    if not shown.known:
        return
    sign, colour, edge, inside = look
    axes.plot([shown.low, shown.high], [y, y], color=colour, lw=2.2, zorder=3, gid="interval")
    signs: dict[str, Any] = {"ms": 5.5, "mec": edge, "mfc": inside, "mew": 1.2}
    axes.plot([shown.value], [y], sign, zorder=4, gid="value", **signs)
    axes.annotate(
        shown.text,
        (1.01, y),
        xycoords=("axes fraction", "data"),
        va="center",
        fontsize=8.5,
        fontweight="bold" if sign == "D" else "normal",
    )


def _limits(values: Sequence[Value]) -> tuple[float, float]:
    ends = [end for one in values if one.known for end in (one.low, one.high, one.value)]
    return style.room([end for end in ends if np.isfinite(end)], share=0.12)
