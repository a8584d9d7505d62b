"""Orders in which seats finish games, by the rules' own ranking."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from chsim.rules import Rules
from chsim.tally import bits

Ints = npt.NDArray[np.int64]


def finishing_places(results: Any, rules: Rules) -> Ints:
    """How many seats finished ahead of each seat, shape (games, seats).

    Seats that lost are last, and equal: rules do not tell losers apart. The others
    stand by what the rules measure, equal where that is. A capped game has no
    winner and no loser: all are equal.

    Parameters
    ----------
    results : recarray of `chsim.core.game.GAME_RESULT`
    rules : Rules
    """
    seats = rules.players
    re, im = results.total_re[:, :seats], results.total_im[:, :seats]
    far = re * re + im * im if rules.end.measure == "magnitude" else re
    lost = bits(results.losers, seats).astype(bool)
    far = np.where(lost, np.iinfo(np.int64).max, far)
    far = np.where(results.capped[:, None] > 0, 0, far)
    return places_by(far)


def places_by(far: Ints) -> Ints:
    """How many seats of a game are nearer than each, shape (games, seats)."""
    places: Ints = (far[:, None, :] < far[:, :, None]).sum(axis=2)
    return places


def meetings(places: Ints, players: Ints, kinds: int) -> tuple[Ints, Ints]:
    """Who finished ahead of whom, counted over pairs of seats.

    Parameters
    ----------
    places : array of int, shape (games, seats)
    players : array of int, shape (games, seats)
        Who sits there, 0 … kinds - 1.
    kinds : int

    Returns
    -------
    ahead, met : arrays of int, shape (games, kinds, kinds)
        Pairs of seats in which the first finished ahead of the second, and all
        pairs. A player does not meet its own kind.
    """
    games, seats = places.shape
    ahead = np.zeros((games, kinds, kinds), dtype=np.int64)
    met = np.zeros_like(ahead)
    game = np.arange(games)
    for one in range(seats):
        for other in range(seats):
            apart = players[:, one] != players[:, other]
            before = places[:, one] < places[:, other]
            np.add.at(ahead, (game, players[:, one], players[:, other]), before & apart)
            np.add.at(met, (game, players[:, one], players[:, other]), apart)
    return ahead, met


class Orders:
    """Finishing orders as whole numbers, and back as patterns.

    Parameters
    ----------
    kinds : int
        Players, numbered from 0.
    seats : int
    """

    def __init__(self, kinds: int, seats: int) -> None:
        self._kinds = kinds
        self._powers = (kinds * seats) ** np.arange(seats, dtype=np.int64)

    def numbers(self, places: Ints, players: Ints) -> Ints:
        """A number a game, equal for games that the same players finished in the same order."""
        digits = np.sort(places * self._kinds + players, axis=1)
        numbers: Ints = digits @ self._powers
        return numbers

    def pattern(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Groups of players from first to last, those of a group tied, one entry a seat."""
        groups: dict[int, list[int]] = {}
        base = self._kinds * len(self._powers)
        for power in self._powers:
            place, player = divmod(int(number) // int(power) % base, self._kinds)
            groups.setdefault(place, []).append(player)
        return tuple(tuple(group) for _, group in sorted(groups.items()))
