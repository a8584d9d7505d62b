"""The published strength figures of Complex Hearts.

Source: Peace Cat Games, Complex Hearts, full rules, "How strong that is": one
seat of a strategy against three of the site's computer players, 400 games each.
"""

from __future__ import annotations

from dataclasses import dataclass

from chsim.stats.intervals import Interval, wilson

#: The rules that were played.
RULES = "complex-hearts"
#: The table that was measured: the strategy's seat and three heuristic players.
COMPANY = ("peacecat", "peacecat", "peacecat")


@dataclass(frozen=True)
class Figure:
    """A published rate: ``count`` of ``games`` games."""

    count: int
    games: int

    @property
    def rate(self) -> float:
        """The rate, between 0 and 1."""
        return self.count / self.games

    @property
    def interval(self) -> Interval:
        """95 % Wilson interval of the rate."""
        bounds = wilson(self.count, self.games)
        assert bounds is not None
        return bounds


#: (strategy, outcome) -> figure: 98.3 %, 58.5 % and 7.0 % of 400 games.
FIGURES = {
    ("random", "loss"): Figure(393, 400),
    ("plain", "loss"): Figure(234, 400),
    ("plain", "win"): Figure(28, 400),
}

#: The published matchups, in the order of the table.
MATCHUPS = (("random", *COMPANY), ("plain", *COMPANY))


def figure_for(seats: tuple[str, ...], strategy: str, outcome: str) -> Figure | None:
    """The published figure of a strategy at a table, if there is one.

    Parameters
    ----------
    seats : tuple of str
        Strategies at the table, in any order.
    strategy : str
    outcome : {"loss", "win"}
    """
    if sorted(seats) != sorted((strategy, *COMPANY)):
        return None
    return FIGURES.get((strategy, outcome))
