"""Figures of a comparison with the luck of the deals taken out."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from chsim.control.coefficients import Correction, Estimate
from chsim.control.luck import OUTCOMES
from chsim.stats.blocks import holm

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: Outcomes of a seat that are 0 or 1.
_RATES = ("loss", "win")


class Corrected:
    """Corrected figures of strategies and of pairs, from deal blocks.

    All are without bias, and a pair's is the difference of its strategies'. Since
    luck is taken off, a rate may come out below 0 or above 1; it is left there, since
    cutting it off would bring in bias.

    Parameters
    ----------
    strategy : str
        Name of who played out.
    fresh : int
        Fresh deals a hand.
    names : tuple of str
        The strategies compared.
    places : array of int, shape (strategies, seats)
        Which of a block's lucks belongs to the strategy in the seat.
    """

    def __init__(self, strategy: str, fresh: int, names: tuple[str, ...], places: Ints) -> None:
        self.strategy = strategy
        self.fresh = fresh
        self.names = names
        self._places = places
        self._correction = Correction(*[len(names) * len(OUTCOMES)] * 2)

    @property
    def learning(self) -> tuple[int, int]:
        """Blocks so far, and those from which on it is known how much luck to take out."""
        return self._correction.blocks, self._correction.least

    def add(self, outcomes: Floats, luck: Any) -> None:
        """Count blocks that follow those counted before.

        Parameters
        ----------
        outcomes : array, shape (blocks, strategies, seats, len(OUTCOMES))
        luck : recarray of `chsim.core.playout.LUCK`
            Of all blocks, one after another.
        """
        blocks, players = len(outcomes), self._places.shape[1]
        if blocks:
            both = outcomes, self.lucks(luck, blocks)
            means = [part.sum(axis=2).reshape(blocks, -1) / players for part in both]
            self._correction.add(*means)

    def lucks(self, luck: Any, blocks: int) -> Floats:
        """Luck by block, strategy, seat and outcome."""
        found = luck.reshape(blocks, -1)[:, self._places]
        return np.stack([found[name] for name in OUTCOMES], axis=-1)

    def estimate(self, measure: str, one: int, other: int | None = None) -> Estimate | None:
        """A strategy's figure, or what it is above another's; None without blocks."""
        weights = np.zeros((len(self.names), len(OUTCOMES)))
        weights[one, OUTCOMES.index(measure)] = 1.0
        if other is not None:
            weights[other, OUTCOMES.index(measure)] = -1.0
        return self._correction.estimate(weights.ravel())

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain data for JSON."""
        return {
            "strategy": self.strategy,
            "fresh": self.fresh,
            "strategies": self.strategy_rows(),
            "pairs": self.pair_rows(),
        }

    def strategy_rows(self) -> list[dict[str, Any]]:
        """One row a strategy and measure."""
        rows = []
        for one, name in enumerate(self.names):
            for measure in OUTCOMES:
                row = self._row(measure, one)
                del row["p"]
                rows.append(
                    {"strategy": name, "measure": measure, "figure": row.pop("mean"), **row}
                )
        return rows

    def pair_rows(self) -> list[dict[str, Any]]:
        """One row a measure and pair; ``p`` is Holm's over the pairs of a measure."""
        return [row for measure in OUTCOMES for row in self._pairs(measure)]

    def _pairs(self, measure: str) -> list[dict[str, Any]]:
        pairs = list(combinations(range(len(self.names)), 2))
        rows = [self._row(measure, *pair) for pair in pairs]
        ps = iter(holm([row["p"] for row in rows if row["p"] is not None]))
        for row in rows:
            row["p"] = None if row["p"] is None else next(ps)
        return [
            {
                "a": self.names[one],
                "b": self.names[other],
                "measure": measure,
                "difference": row.pop("mean"),
                **row,
            }
            for (one, other), row in zip(pairs, rows, strict=True)
        ]

    def _row(self, measure: str, one: int, other: int | None = None) -> dict[str, Any]:
        found = self.estimate(measure, one, other)
        added = 1 / self._places.shape[1] ** 2 if measure in _RATES else 0.0
        sure = found.difference(added) if found else None
        return {
            "mean": found.corrected if found else None,
            "interval": list(sure.interval) if sure else None,
            "p": sure.p if sure else None,
            "factor": found.factor if found else None,
        }
