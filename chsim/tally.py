"""Running totals of a matchup, independent of how its games were cut into chunks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

#: Magnitudes are summed as whole multiples of this, so that the sum does not
#: depend on the order of the games.
GRAIN = 2.0**-24

Ints = npt.NDArray[np.int64]


@dataclass
class StrategyTally:
    """What the seats of one strategy did."""

    strategy: str
    seats: int = 0
    losses: int = 0
    wins: int = 0
    fouls: int = 0
    magnitude: int = 0

    @property
    def mean_magnitude(self) -> float | None:
        """Mean magnitude of the final totals."""
        return self.magnitude * GRAIN / self.seats if self.seats else None


class Tally:
    """Counts of a matchup, fed with finished games in order of game number.

    Parameters
    ----------
    names : sequence of str
        Strategies by player, as listed.
    rotate : bool
        Whether game g seats the players turned by g.
    """

    def __init__(self, names: Sequence[str], rotate: bool) -> None:
        self.names = tuple(names)
        self.games = 0
        self.hands = 0
        self.moons = 0
        self.capped = 0
        self.strategies = {name: StrategyTally(name) for name in names}
        self._rotate = rotate
        self._digest = hashlib.sha256()

    @property
    def digest(self) -> str:
        """SHA-256 over the games so far.

        Each game adds, as little-endian int64: real and imaginary part of the
        final total of seats 0, 1, …, and the mask of the seats that lost.
        """
        return self._digest.hexdigest()

    def add(self, first: int, results: Any) -> None:
        """Count games ``first``, ``first + 1``, …, which must follow those counted before."""
        if len(results) == 0:
            return
        players = len(self.names)
        self._digest.update(digested(results, players))
        self.games += len(results)
        self.hands += int(results.hands.sum())
        self.moons += int(results.moons.sum())
        self.capped += int(results.capped.sum())
        grains = grains_of(results, players)
        seats = self.seats_of(first, len(results))
        lost = bits(results.losers, players)
        won = bits(results.winners, players)
        for player, name in enumerate(self.names):
            at = seats[:, player : player + 1]
            tally = self.strategies[name]
            tally.seats += len(results)
            tally.losses += int(np.take_along_axis(lost, at, 1).sum())
            tally.wins += int(np.take_along_axis(won, at, 1).sum())
            tally.magnitude += int(np.take_along_axis(grains, at, 1).sum())

    def seats_of(self, first: int, games: int) -> Ints:
        """Seat of each player in each game, shape (games, players)."""
        players = len(self.names)
        turn = np.arange(first, first + games) * self._rotate
        seats: Ints = (np.arange(players)[None, :] + turn[:, None]) % players
        return seats


def digested(results: Any, players: int) -> bytes:
    """What games add to a digest; see `Tally.digest`."""
    rows = np.empty((len(results), 2 * players + 1), dtype="<i8")
    rows[:, 0 : 2 * players : 2] = results.total_re[:, :players]
    rows[:, 1 : 2 * players : 2] = results.total_im[:, :players]
    rows[:, -1] = results.losers
    return rows.tobytes()


def grains_of(results: Any, players: int) -> Ints:
    """Magnitudes of the final totals by game and seat, in whole multiples of `GRAIN`."""
    re, im = results.total_re[:, :players], results.total_im[:, :players]
    grains: Ints = np.rint(np.hypot(re, im) / GRAIN).astype(np.int64)
    return grains


def bits(masks: Ints, players: int) -> Ints:
    """Masks of seats as 0 or 1 by game and seat."""
    found: Ints = masks[:, None] >> np.arange(players)[None, :] & 1
    return found
