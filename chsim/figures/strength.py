"""Picture: the published figures beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chsim.figures import style
from chsim.figures.data import VERBS, Rate, rate
from chsim.published import FIGURES, figure_for
from chsim.stats.intervals import overlap

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: (strategy, outcome, published rate, our rate)
Row = tuple[str, str, Rate, Rate]


def rows(observed: Sequence[Observed]) -> list[Row]:
    """The published figures for which a table was played, in their published order."""
    found = []
    for strategy, outcome in FIGURES:
        for seen in observed:
            known = figure_for(seen.table.seats, strategy, outcome)
            if known:
                theirs = Rate.of(known.count, known.games)
                found.append((strategy, outcome, theirs, rate(seen, outcome)))
                break
    return found


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """Dots with 95 % intervals: above the published figure, below ours."""
    shown = rows(observed)
    figure = style.new_figure(1.55 + 0.72 * max(len(shown), 1))
    axes = figure.subplots()
    detail = "One such seat against three peacecat, share of its games with 95 % intervals"
    style.headline(figure, _message(shown) or experiment.title, detail)
    for place, row in enumerate(shown):
        _draw_row(axes, -float(place), row, first=place == 0)
    labels = [f"{strategy}\n{VERBS[outcome]}" for strategy, outcome, *_ in shown]
    axes.set_yticks([-float(place) for place in range(len(shown))], labels)
    axes.set(xlim=(0, 100), ylim=(0.5 - max(len(shown), 1), 0.45))
    style.percent_axis(axes, "games of the seat (%)")
    if not shown:
        style.nothing(axes, "no published table was played")
    return figure


def _draw_row(axes: Axes, y: float, row: Row, *, first: bool) -> None:
    strategy, _, theirs, ours = row
    colour = style.colour_of(strategy)
    _dot(axes, y + 0.17, theirs, style.QUIET, "white", "published" if first else "")
    _dot(axes, y - 0.17, ours, colour, colour, "here" if first else "")


def _dot(axes: Axes, y: float, shown: Rate, colour: str, inside: str, name: str) -> None:
    if not shown.trials:
        return
    style.whisker(axes, y, shown.low, shown.high, colour=colour)
    axes.plot(
        [shown.value], [y], "o", ms=6.5, mfc=inside, mec=colour, mew=1.6, zorder=4, clip_on=False
    )
    text = style.percent(shown.count / shown.trials)
    if name:
        text = f"{name} {text} of {style.count(shown.trials, 'game')}"
    right = shown.value < 60
    axes.annotate(
        text,
        (shown.high if right else shown.low, y),
        xytext=(9 if right else -9, 0),
        textcoords="offset points",
        ha="left" if right else "right",
        va="center",
        color=colour,
        fontsize=9,
        fontweight="normal" if inside == "white" else "bold",
    )


def _message(shown: Sequence[Row]) -> str:
    played = [row for row in shown if row[3].trials]
    if not played:
        return ""
    met = sum(
        overlap((ours.low, ours.high), (theirs.low, theirs.high)) for *_, theirs, ours in played
    )
    return f"{met} of {len(played)} published figures reproduced: intervals overlap"
