"""Baselines of the pictures, small: ``python -m tests.figures.baseline`` makes them anew."""

from __future__ import annotations

from pathlib import Path

from chsim.figures import PICTURES
from chsim.figures.style import look
from tests.figures.tables import LOST, SHORT, experiment, observe

FOLDER = Path(__file__).parent / "baseline"
#: Pictures of few words, whose look depends least on the version of the font engine.
STABLE = ("strength", "paths", "lengths")


def save_small(name: str, folder: Path) -> Path:
    """Draw a picture of the tables made by hand at few dots an inch."""
    file = folder / f"{name}.png"
    with look():
        figure = PICTURES[name](experiment(), [observe([LOST, SHORT, SHORT])])
        figure.savefig(file, dpi=50, metadata={"Software": None})
    return file


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in STABLE:
        save_small(name, FOLDER)
