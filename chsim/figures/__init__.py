"""Pictures of experiments, as PNG and SVG, drawn in memory without any window.

Only this package knows matplotlib. Every picture is a function of the observed
tables that returns a figure; `PICTURES` has them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chsim.figures import (
    ablation,
    endings,
    house_rules,
    lengths,
    moon,
    paths,
    seats,
    strength,
    trajectories,
)
from chsim.figures.style import look, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

Picture = Callable[["Experiment", Sequence["Observed"]], "Figure"]

#: Name, as an experiment file gives it, -> picture.
PICTURES: dict[str, Picture] = {
    "strength": strength.picture,
    "trajectories": trajectories.picture,
    "paths": paths.picture,
    "endings": endings.picture,
    "lengths": lengths.picture,
    "ablation": ablation.picture,
    "seats": seats.picture,
    "moon": moon.picture,
    "house_rules": house_rules.picture,
}


def draw(experiment: Experiment, observed: Sequence[Observed], folder: str | Path) -> list[Path]:
    """Draw the pictures an experiment asks for.

    Parameters
    ----------
    experiment : Experiment
        ``draw`` names the pictures, see `PICTURES`.
    observed : sequence of Observed
        The games of each table.
    folder : str or Path
        Where to write ``<picture>.png`` and ``<picture>.svg``; made if missing.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    KeyError
        For a name that is no picture.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    with look():
        for name in experiment.draw:
            files += save(PICTURES[name](experiment, observed), target, name)
    return files
