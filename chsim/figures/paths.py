"""Picture: how totals wander through the complex plane in single games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from chsim.figures import style
from chsim.figures.data import Bound, bits, bound_of, bounds_text, players_at

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: Games shown of each table: the first ones, so that nobody picked them.
GAMES = 3
#: Marks of the last point of a path.
LOSER, WINNER = "X", "*"
#: Shares of white, or of black where negative, by seat of the same strategy.
SHADES = (0.0, 0.5, -0.4, -0.75)


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """One row a table, one panel a game, one path a seat."""
    rows = max(len(observed), 1)
    figure = style.new_figure(1.25 + 2.85 * rows)
    panels = figure.subplots(rows, GAMES, sharex=True, sharey=True, squeeze=False)
    bounds = [bound_of(experiment, seen) for seen in observed]
    reach = max([1.1 * max((bound.scale for bound in bounds), default=0), *map(_reach, observed)])
    style.headline(
        figure,
        _message(bounds),
        "Running totals of all seats, hand by hand, from zero, of the named one thick; "
        f"{bounds_text(bounds)}\nShades of a colour: seats of one strategy",
    )
    for line, seen, bound in zip(panels, observed, bounds, strict=False):
        for game, axes in enumerate(line):
            style.plane(axes, bound, reach)
            _draw_game(axes, seen, game)
    for axes in panels[-1]:
        axes.set_xlabel("real part")
    for axes in panels[:, 0]:
        axes.set_ylabel("imaginary part")
    _legend(figure, observed)
    return figure


def _message(bounds: Sequence[Bound]) -> str:
    walk = "A game is a walk in the plane"
    circles = all(bound.limit and not bound.points for bound in bounds)
    return f"{walk}: whoever reaches the circle loses" if circles else walk


def _reach(seen: Observed) -> float:
    first = seen.hands[seen.hands["game"] < GAMES]
    parts = np.abs(np.r_[first["total_re"].ravel(), first["total_im"].ravel(), 0])
    return float(parts.max()) + 6


def _draw_game(axes: Axes, seen: Observed, game: int) -> None:
    if not (seen.hands["game"] == game).any():
        style.nothing(axes, "no game")
        return
    players = len(seen.table.seats)
    rows = seen.hands[seen.hands["game"] == game]
    lost, won = (bits(seen.results[name], players)[game] for name in ("losers", "winners"))
    axes.set_title(f"{seen.table.focus}, game {game}: {style.count(len(rows), 'hand')}", fontsize=9)
    alike = len(set(seen.table.seats)) == 1
    for seat, player in enumerate(players_at(seen)[game]):
        front = seen.table.seats[player] == seen.table.focus and not alike
        colour = _colour(seen.table.seats, int(player))
        re = np.r_[0, rows["total_re"][:, seat]]
        im = np.r_[0, rows["total_im"][:, seat]]
        wide, above = (1.6, 5) if front else (0.9, 4)
        axes.plot(re, im, ".-", color=colour, lw=wide, ms=3, zorder=above, gid="path")
        mark, size = (LOSER, 9) if lost[seat] else (WINNER, 12) if won[seat] else ("o", 5.5)
        axes.plot(re[-1:], im[-1:], mark, ms=size, mfc=colour, mec="white", mew=0.8, zorder=6)


def _colour(names: Sequence[str], player: int) -> Any:
    """The strategy's colour, in another shade for each of its seats."""
    again = names[:player].count(names[player])
    return style.shade(style.colour_of(names[player]), SHADES[again % len(SHADES)])


def _legend(figure: Figure, observed: Sequence[Observed]) -> None:
    names = dict.fromkeys(name for seen in observed for name in seen.table.seats)
    lines = [Line2D([], [], color=style.colour_of(name), lw=2.2, label=name) for name in names]
    marks = [
        Line2D([], [], ls="", marker=mark, color=style.QUIET, mec="white", ms=size, label=label)
        for mark, size, label in ((LOSER, 10, "lost"), (WINNER, 14, "won"), ("o", 7, "neither"))
    ]
    figure.legend(
        handles=[*lines, *marks],
        loc="outside lower center",
        ncols=len(lines) + 3,
        frameon=False,
        handlelength=1.4,
    )
