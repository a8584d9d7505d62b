"""What a comparison gives back: figures of strategies and of pairs, from deal blocks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from chsim.block_figures import COLUMNS, BlockFigures
from chsim.comparison_rows import pair_rows, strategy_rows
from chsim.control import OUTCOMES, Corrected
from chsim.stats.sequential import SequentialTest
from chsim.tally import GRAIN, bits, digested, grains_of

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass
class Test:
    """A sequential test that may end a comparison early.

    Attributes
    ----------
    measure : str
        One of `chsim.block_figures.MEASURES` but the last.
    course : SequentialTest
    """

    measure: str
    course: SequentialTest

    def to_dict(self) -> dict[str, Any]:
        """The test as plain data for JSON."""
        course = self.course
        return {
            "measure": self.measure,
            "difference": course.delta,
            "alpha": course.alpha,
            "beta": course.beta,
            "decision": course.decision,
            "blocks": course.blocks,
            "llr": list(course.evidence),
            "bounds": list(course.bounds),
        }


@dataclass
class Comparison:
    """Result of a comparison on deal blocks.

    Attributes
    ----------
    rules : str
        Name of the rules.
    seed : int
    names : tuple of str
        The strategies compared.
    against : tuple of str
        The company, from the seat to their left on.
    places : array of int, shape (strategies, seats)
        Which seating of a block has the strategy in the seat.
    seatings : int
        Games of a block.
    test : Test or None
    control : Corrected or None
        Figures with the luck of the deals taken out, if that is found.
    games, hands : int
        Games and hands played and counted.
    seconds : float
    stopped : str or None
        Why it ended before its last block, other than by its test.
    figures : BlockFigures
        Of the strategies, by their number among ``names``.
    """

    rules: str
    seed: int
    names: tuple[str, ...]
    against: tuple[str, ...]
    places: Ints
    seatings: int
    test: Test | None = None
    control: Corrected | None = None
    games: int = 0
    hands: int = 0
    seconds: float = 0.0
    stopped: str | None = None
    figures: BlockFigures = field(init=False)

    def __post_init__(self) -> None:
        self.figures = BlockFigures(len(self.names), self.players)
        self._digest = hashlib.sha256()

    @property
    def players(self) -> int:
        """Seats at a table."""
        return int(self.places.shape[1])

    @property
    def blocks(self) -> int:
        """Blocks played and counted."""
        return self.figures.blocks

    @property
    def decided(self) -> bool:
        """Whether the test has come to its end."""
        return self.test is not None and self.test.course.decision is not None

    @property
    def digest(self) -> str:
        """SHA-256 over the games, by block and seating; see `chsim.tally.Tally.digest`."""
        return self._digest.hexdigest()

    # --- blocks in ------------------------------------------------------------

    def add(self, results: Any, luck: Any = None) -> None:
        """Count the games of blocks that follow those counted before, up to the test's end."""
        seats = self._seats(results)
        if self.control is not None and luck is not None:
            self.control.add(self.outcomes(results), luck)
        used = self._tested(seats)
        counted = results[: used * self.seatings]
        self._digest.update(digested(counted, self.players))
        self.games += len(counted)
        self.hands += int(counted.hands.sum())
        self.figures.add(seats[:used])

    def outcomes(self, results: Any) -> Floats:
        """Loss, win and magnitude, shape (blocks, strategies, seats, 3)."""
        return self._seats(results)[..., : len(OUTCOMES)]

    def _seats(self, results: Any) -> Floats:
        """`COLUMNS` of each seat-game, shape (blocks, strategies, seats, columns)."""
        shape = len(results) // self.seatings, self.seatings, self.players
        columns = (
            bits(results.losers, self.players),
            bits(results.winners, self.players),
            grains_of(results, self.players) * GRAIN,
            np.repeat(results.hands, self.players),
        )
        games = np.stack([column.reshape(shape) for column in columns], axis=-1)
        chosen: Floats = games[:, self.places, np.arange(self.players)].astype(np.float64)
        return chosen

    def _tested(self, seats: Floats) -> int:
        """How many of the blocks count: all, or those until the test is decided."""
        if self.test is None:
            return len(seats)
        course = self.test.course
        before = course.blocks
        values = seats[..., COLUMNS.index(self.test.measure)].sum(axis=2)
        # Not as a product with weights: its last bit would hang on how many blocks come at once.
        course.add((values[:, 0] - values[:, 1]) / self.players)
        return course.blocks - before

    # --- tables ---------------------------------------------------------------

    @cached_property
    def strategies(self) -> pd.DataFrame:
        """One row a strategy: its figures and their 95 % intervals."""
        import pandas as pd

        return pd.DataFrame(strategy_rows(self.names, self.figures)).set_index("strategy")

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """One row a pair and measure: the difference, first minus second."""
        import pandas as pd

        return pd.DataFrame(pair_rows(self.names, self.figures))

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data for JSON; ``test``, ``control`` and ``stopped`` if there."""
        data: dict[str, Any] = {
            "rules": self.rules,
            "seed": self.seed,
            "version": version("chsim"),
            "against": list(self.against),
            "strategies": strategy_rows(self.names, self.figures),
            "pairs": pair_rows(self.names, self.figures),
            "blocks": self.blocks,
            "games_played": self.games,
            "hands": self.hands,
            "digest": self.digest,
            "seconds": round(self.seconds, 3),
        }
        if self.test is not None:
            data["test"] = self.test.to_dict()
        if self.control is not None:
            data["control"] = self.control.to_dict()
        if self.stopped:
            data["stopped"] = self.stopped
        return data


def places_of(players: int, found: Sequence[int]) -> Ints:
    """Places of seatings, listed by strategy and seat, as an array."""
    return np.array(found, dtype=np.int64).reshape(-1, players)
