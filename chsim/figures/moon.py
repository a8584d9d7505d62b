"""Picture: how often the moon is shot, what is chosen, what the other choice had brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chsim.core.layout import ADD, SUBTRACT, ZERO_ALL
from chsim.figures import style
from chsim.figures.data import Floats, Rate, sits, strategies
from chsim.moon_choice import unturned

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: Choice -> what becomes of the moon.
CHOICES = {SUBTRACT: "subtracted", ADD: "given away"}
#: How dark a choice is drawn.
DARKNESS = {SUBTRACT: 1.0, ADD: 0.4, ZERO_ALL: 0.15}


@dataclass(frozen=True)
class Shots:
    """The moons of one strategy at one table.

    Attributes
    ----------
    strategy, table : str
    hands : int
        Hands of all the strategy's seats.
    choice : ndarray, shape (moons,)
        Without the signs that it turned.
    own, others : ndarray, shape (moons,)
        How much further from zero the shooter, and the others on average,
        would be after the other choice.
    """

    strategy: str
    table: str
    hands: int
    choice: Any
    own: Floats
    others: Floats


def shots(seen: Observed, strategy: str) -> Shots:
    """Find a strategy's moons."""
    players = len(seen.table.seats)
    moons = seen.moons
    moons = moons[sits(seen, strategy)[moons["game"], moons["shooter"]]]
    added = _magnitudes(moons, "add", players) - _magnitudes(moons, "subtract", players)
    choice = unturned(moons["choice"])
    gap = np.where(choice[:, None] == SUBTRACT, added, -added)
    own = gap[np.arange(len(moons)), moons["shooter"]]
    others = (gap.sum(axis=1) - own) / max(players - 1, 1)
    hands = seen.tally.hands * seen.table.seats.count(strategy)
    return Shots(strategy, seen.table.name, hands, choice, own, others)


def _magnitudes(moons: Any, choice: str, players: int) -> Floats:
    re, im = (moons[f"{choice}_{part}"][:, :players] for part in ("re", "im"))
    sizes: Floats = np.hypot(re, im)
    return sizes


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """Left: moons of each strategy by choice. Right: what the other choice had brought."""
    found = [shots(seen, name) for seen in observed for name in strategies(seen)]
    figure = style.new_figure(1.6 + 0.5 * max(len(found), 5))
    often, other = figure.subplots(1, 2)
    style.headline(
        figure,
        _message(found) or experiment.title,
        "Left: whiskers are 95 % intervals. "
        "Right: dots are medians, bars 25–75 % and 10–90 % of moons",
    )
    _draw_often(often, found)
    _draw_other(other, found)
    return figure


# --- left: how often ---------------------------------------------------------


def _draw_often(axes: Axes, found: Sequence[Shots]) -> None:
    axes.set_title("Subtracted (dark), given away (pale)", fontweight="bold")
    places = [-float(place) for place in range(len(found))]
    labels = [
        one.table if one.table == one.strategy else f"{one.strategy}\n{one.table}" for one in found
    ]
    axes.set_yticks(places, labels, fontsize=8.5)
    axes.set_ylim(0.6 - max(len(found), 1), 0.7)
    for label, y, one in zip(axes.get_yticklabels(), places, found, strict=True):
        label.set_color(style.colour_of(one.strategy))
        _draw_shots(axes, y, one)
    style.percent_axis(axes, "moons in 100 hands of a seat")
    highest = [Rate.of(len(one.choice), one.hands).high for one in found if one.hands]
    axes.set_xlim(0, 1.7 * max(highest, default=1.0))
    if not highest:
        style.nothing(axes, "no hands")


def _draw_shots(axes: Axes, y: float, one: Shots) -> None:
    if not one.hands:
        return
    left = 0.0
    for choice, dark in DARKNESS.items():
        long = 100 * int((one.choice == choice).sum()) / one.hands
        axes.barh(y, long, left=left, height=0.42, alpha=dark, color=style.colour_of(one.strategy))
        left += long
    total = Rate.of(len(one.choice), one.hands)
    style.whisker(axes, y, total.low, total.high, colour=style.INK, width=1.2)
    axes.annotate(
        f"{_share(one.choice, ADD)} given away" if len(one.choice) else "none",
        (total.high, y),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        fontsize=8.5,
    )


def _share(choice: Any, wanted: int) -> str:
    return f"{100 * np.mean(choice == wanted):.0f}\N{NO-BREAK SPACE}%"


# --- right: what the other choice had brought --------------------------------


def _draw_other(axes: Axes, found: Sequence[Shots]) -> None:
    axes.set_title("Had the shooter chosen otherwise", fontweight="bold")
    axes.axvline(0, color=style.QUIET, lw=1, zorder=1)
    rows = by_choice(found)
    for place, (_, _, own, others) in enumerate(rows):
        _draw_gaps(axes, 0.17 - place, own, style.INK, "" if place else "the shooter")
        _draw_gaps(axes, -0.17 - place, others, style.QUIET, "" if place else "the others")
    axes.set_yticks(
        [-float(place) for place in range(len(rows))],
        [f"{name}\n{CHOICES[choice]}" for name, choice, *_ in rows],
        fontsize=8.5,
    )
    axes.set_ylim(0.6 - max(len(rows), 1), 0.7)
    style.percent_axis(axes, "further from zero by (points)")
    if not rows:
        style.nothing(axes, "no moons")


def by_choice(found: Sequence[Shots]) -> list[tuple[str, int, Floats, Floats]]:
    """Strategy, choice, own and others' gaps of all tables, where there is a moon."""
    rows = []
    for name in dict.fromkeys(one.strategy for one in found):
        mine = [one for one in found if one.strategy == name]
        for choice in CHOICES:
            own = np.concatenate([one.own[one.choice == choice] for one in mine])
            others = np.concatenate([one.others[one.choice == choice] for one in mine])
            if len(own):
                rows.append((name, choice, own, others))
    return rows


def _draw_gaps(axes: Axes, y: float, gaps: Floats, colour: str, name: str) -> None:
    low, left, middle, right, high = np.quantile(gaps, (0.1, 0.25, 0.5, 0.75, 0.9))
    style.whisker(axes, y, low, high, colour=colour, width=1.2)
    style.whisker(axes, y, left, right, colour=colour, width=4)
    axes.plot([middle], [y], "o", ms=6, mfc="white", mec=colour, mew=1.5, zorder=4, gid="median")
    axes.annotate(
        f"{_signed(middle)} {name}".rstrip(),
        (1.01, y),
        xycoords=("axes fraction", "data"),
        va="center",
        color=colour,
        fontsize=8.5,
    )


def _signed(value: float) -> str:
    whole = round(value)
    return f"{whole:+d}".replace("-", "\N{MINUS SIGN}") if whole else "0"


def _message(found: Sequence[Shots]) -> str:
    moons = sum(len(one.choice) for one in found)
    hands = sum(one.hands for one in found)
    if not moons:
        return "Nobody shot the moon" if hands else ""
    given = _share(np.concatenate([one.choice for one in found]), ADD)
    return f"A seat shoots the moon once in {hands / moons:.0f} hands and gives {given} away"
