"""How pictures look and how they are saved: colours, fonts, sizes, fixed metadata."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib.style
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from chsim.stats.percent import percent as number_of

if TYPE_CHECKING:
    from chsim.figures.data import Bound

#: Width in inches of every picture; a page of text shows it at about half its pixels.
WIDTH = 8.4
DOTS_PER_INCH = 160

INK = "#222222"
QUIET = "#6b6b6b"
FAINT = "#d9d9d9"
LIMIT = "#222222"
#: Figures published elsewhere, where bands of several kinds meet.
PUBLISHED, PUBLISHED_BAND = "#8a5a00", "#f7e2b0"

#: Colours of Okabe and Ito, which stay apart for the colour-blind.
COLOURS = {"random": "#D55E00", "plain": "#0072B2", "peacecat": "#009E73"}
_SPARE = ("#CC79A7", "#E69F00", "#56B4E9", "#8C6D31")

_LOOK = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    # a dollar in a name is a dollar
    "text.parse_math": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": "#e9e9e9",
    "grid.linewidth": 0.8,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.h_pad": 0.08,
    "figure.constrained_layout.w_pad": 0.08,
    # element names of an SVG are drawn from this word instead of at random
    "svg.hashsalt": "chsim",
    "svg.fonttype": "path",
}


@contextmanager
def look() -> Iterator[None]:
    """The look of all pictures, whatever the reader's own settings say."""
    with matplotlib.style.context(["default", _LOOK]):
        yield


def new_figure(height: float, width: float = WIDTH) -> Figure:
    """An empty figure that draws to memory and is known to no window."""
    figure = Figure(figsize=(width, height), dpi=DOTS_PER_INCH)
    FigureCanvasAgg(figure)
    return figure


def save(figure: Figure, folder: Path, name: str) -> list[Path]:
    """Write a figure as PNG and as SVG; the same figure gives the same bytes."""
    png, svg = folder / f"{name}.png", folder / f"{name}.svg"
    with warnings.catch_warnings():
        # of names in signs that the font lacks, or too long for the page
        warnings.simplefilter("ignore", UserWarning)
        figure.savefig(png, dpi=DOTS_PER_INCH, metadata={"Software": None})
        figure.savefig(svg, metadata={"Date": None, "Creator": None})
    return [png, svg]


def headline(figure: Figure, message: str, detail: str = "") -> None:
    """What the picture says, above it, and in smaller words, of one line or more, what it shows."""
    # empty rows keep the layout's hand off the lines below
    rows = "\n" * len(detail.splitlines())
    figure.suptitle(message + rows, x=0.012, ha="left", fontsize=12.5, fontweight="bold")
    if detail:
        below = 1 - 0.33 / float(figure.get_figheight())
        figure.text(0.012, below, detail, color=QUIET, va="top", fontsize=9)


def short(strategy: str) -> str:
    """A strategy's name without its settings."""
    return strategy.partition(":")[0]


def colour_of(strategy: str) -> str:
    """Colour of a strategy: its own, or for others one that follows from the name."""
    name = short(strategy)
    return COLOURS.get(name, _SPARE[sum(name.encode()) % len(_SPARE)])


def tint(colour: str) -> LinearSegmentedColormap:
    """Pale to a colour and on to dark, for densities of one strategy."""
    pale = to_hex(shade(colour, 0.75))
    return LinearSegmentedColormap.from_list("tint", [pale, colour, "#111111"])


def shade(colour: str, white: float) -> tuple[float, float, float]:
    """A colour mixed with a share of white; of black, where the share is negative."""
    end = 1.0 if white > 0 else 0.0
    red, green, blue = (part + abs(white) * (end - part) for part in to_rgb(colour))
    return red, green, blue


def percent(rate: float) -> str:
    """A rate with its sign: ``98.3 %``, with a space that does not break."""
    return f"{number_of(rate)}\N{NO-BREAK SPACE}%"


def count(number: int, noun: str) -> str:
    """A number with its noun: ``1 game``, ``20,000 games``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def nothing(axes: Axes, why: str) -> None:
    """Say in an empty panel why it is empty."""
    axes.text(
        0.5,
        0.5,
        why,
        transform=axes.transAxes,
        ha="center",
        va="center",
        color=QUIET,
        gid="nothing",
    )


def plane(axes: Axes, bound: Bound, reach: float) -> None:
    """Make a panel the complex plane: equal axes, zero lines, what ends a game."""
    axes.set_aspect("equal")
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach))
    axes.axhline(0, color=FAINT, lw=0.8, zorder=0)
    axes.axvline(0, color=FAINT, lw=0.8, zorder=0)
    ink: dict[str, Any] = {"lw": 1.1, "zorder": 3, "gid": "limit"}
    if bound.limit and bound.points:
        axes.axvline(bound.limit, color=LIMIT, **ink)
    elif bound.limit:
        axes.add_patch(Circle((0, 0), bound.limit, fill=False, ec=LIMIT, **ink))
    steps = np.arange(-bound.scale, bound.scale + 1, bound.scale / 2)
    axes.set_xticks(steps)
    axes.set_yticks(steps, [_imaginary(step) for step in steps])
    axes.tick_params(length=2.5, labelsize=8.5)


def _imaginary(value: float) -> str:
    return f"{value:.0f}i".replace("-", "\N{MINUS SIGN}") if value else "0"


def percent_axis(axes: Axes, label: str) -> None:
    """Make the horizontal axis one of percent, with a light grid."""
    axes.set_xlabel(label)
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def whisker(
    axes: Axes, y: float, low: float, high: float, *, colour: str, width: float = 2.2
) -> Any:
    """A horizontal interval."""
    return axes.hlines(y, low, high, color=colour, lw=width, zorder=3)


def room(values: Iterable[float], share: float = 0.08) -> tuple[float, float]:
    """Limits around values with some room at both ends, within 0 … 100."""
    numbers: npt.NDArray[np.float64] = np.array(list(values), dtype=float)
    if not len(numbers):
        return 0.0, 100.0
    margin = max(share * float(np.ptp(numbers)), 0.3)
    low, high = float(numbers.min()) - margin, float(numbers.max()) + margin
    beyond = 0.02 * (high - low)
    return max(low, -beyond), min(high, 100 + beyond)
