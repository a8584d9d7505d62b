"""Picture: ratings of a league, and who finishes ahead of whom."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from chsim.figures.style import QUIET, colour_of, count, headline, look, new_figure, save, whisker
from chsim.standings import League, pair_rows, standing_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME = "league"

#: Seldom ahead to mostly ahead; white at one half.
_AHEAD = LinearSegmentedColormap.from_list("ahead", ["#c8782a", "#ffffff", "#3b7a9e"])
#: Below this p-value of Holm a difference is shown as one.
_SURE = 0.05
_LONGEST = 26
_DETAIL = (
    "Left: Plackett-Luce ratings with 95 % intervals; 400 points are odds of ten to one to finish "
    "ahead.\nRight: of the meetings of two seats, % in which the row finished ahead of the column; "
    "in italics where there may be no difference"
)


def draw_league(league: League, folder: Path) -> list[Path]:
    """Write the picture of a league as ``league.png`` and ``league.svg``."""
    with look():
        return save(picture(league), folder, NAME)


def picture(league: League) -> Figure:
    """Ratings beside the crosstable, best first."""
    rows = standing_rows(league)
    names = [row["strategy"] for row in rows]
    figure = new_figure(1.9 + 0.46 * len(rows), width=11)
    left, right = figure.subplots(1, 2, width_ratios=[1, 1.15])
    _draw_ratings(left, rows)
    _draw_crosstable(right, league, names)
    headline(
        figure,
        _message(league, names),
        f"{_DETAIL}. {count(league.games, 'game')}, {league.rules.name}",
    )
    return figure


def _message(league: League, names: list[str]) -> str:
    """What the picture says: who is best, if that is sure."""
    best, second = (league.names.index(name) for name in names[:2])
    low, _ = league.worths().difference(best, second).interval
    if low > 0:
        return f"{_short(names[0])} is rated best"
    return f"By ratings {_short(names[0])} and {_short(names[1])} cannot be told apart at the top"


def _draw_ratings(axes: Axes, rows: list[dict[str, Any]]) -> None:
    for place, row in enumerate(rows):
        colour = colour_of(row["strategy"])
        if row["rating_interval"]:
            whisker(axes, place, *row["rating_interval"], colour=colour)
        axes.plot(row["rating"], place, "o", color=colour, ms=6.5, zorder=4)
    axes.axvline(0, color=QUIET, lw=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [_short(row["strategy"]) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("rating, points")
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _draw_crosstable(axes: Axes, league: League, names: list[str]) -> None:
    shares, sure = _shares(league, names)
    axes.imshow(shares, cmap=_AHEAD, vmin=0, vmax=1, aspect="auto")
    for row, column in zip(*np.nonzero(~np.isnan(shares)), strict=True):
        share = shares[row, column]
        axes.text(
            column,
            row,
            f"{100 * share:.1f}",
            ha="center",
            va="center",
            fontsize=9,
            style="normal" if sure[row, column] else "italic",
            color="white" if abs(share - 0.5) > 0.32 else "black",
        )
    axes.set_xticks(
        range(len(names)), [_short(name, 14) for name in names], rotation=20, ha="right"
    )
    axes.set_yticks([])
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _shares(league: League, names: list[str]) -> tuple[Any, Any]:
    """Shares of meetings in which the row was ahead, NaN for none; and whether that is sure."""
    shares = np.full((len(names), len(names)), np.nan)
    sure = np.zeros_like(shares, dtype=bool)
    for pair in pair_rows(league):
        one, other = names.index(pair["a"]), names.index(pair["b"])
        if pair["meetings"]:
            shares[one, other] = pair["ahead"] / pair["meetings"]
            shares[other, one] = pair["behind"] / pair["meetings"]
            sure[one, other] = sure[other, one] = pair["p"] < _SURE
    return shares, sure


def _short(name: str, longest: int = _LONGEST) -> str:
    return name if len(name) <= longest else "…" + name[1 - longest :]
