"""Picture: other rules beside the first of each group: figures, length of games, moons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chsim.figures import style
from chsim.figures.data import VERBS, Rate, Value, may_be_none, published, rate
from chsim.figures.rows import (
    PUBLISHED,
    Mark,
    draw_band,
    draw_point,
    grouped,
    label_rows,
    rows_figure,
)
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
    sizes = [len(group.labels) for group in found]
    said = message(found) or experiment.title
    figure, panels = rows_figure(sizes, len(PANELS), said, detail)
    if not found:
        style.nothing(figure.subplots(), "no tables")
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
    hollow = [name for name in VERBS if may_be_none(changes, name)]
    return Reading(seen.table.name, values, hollow)


def _rate(shown: Rate) -> Value:
    return Value(shown.value, shown.low, shown.high, shown.text)


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
    draw_band(axes, first.values[name], "reference", band=False)
    for place, reading in enumerate(group.readings):
        full, hollow = reading is first, name in reading.hollow
        mark = Mark.of(colour, full=full, hollow=hollow)
        _draw_point(axes, -place, reading.values[name], mark)
    shown = [reading.values[name] for reading in group.readings]
    if name in group.published:
        theirs = group.published[name]
        draw_band(axes, theirs, "published")
        _draw_point(axes, -len(shown), theirs, PUBLISHED)
        shown.append(theirs)
    labelled = name == next(iter(PANELS))
    label_rows(axes, group.labels, shown=labelled)
    axes.set_xlim(_limits(shown))
    if labelled:
        axes.set_title(group.heading, fontweight="bold", color=colour)
    style.percent_axis(axes, PANELS[name])
    axes.xaxis.get_label().set_fontsize(8.5)


_draw_point = partial(draw_point, name="value", size=8.5)


def _limits(values: Sequence[Value]) -> tuple[float, float]:
    ends = [end for one in values if one.known for end in (one.low, one.high, one.value)]
    return style.room([end for end in ends if np.isfinite(end)], share=0.12)
