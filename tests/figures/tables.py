"""Observed tables made by hand: every total is written down."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from chsim.core.game import GAME_RESULT
from chsim.core.moon import MOON
from chsim.experiment import Experiment, Table
from chsim.laboratory import HAND, Observed
from chsim.tally import Tally

#: A game: the totals of the four seats after each hand.
Game = Sequence[Sequence[complex]]

SEATS = ("random", "peacecat", "peacecat", "peacecat")
#: Seat 0 walks out over 3+13i in three hands, seat 1 stays nearest to zero.
LOST = [
    [3 + 13j, 1, 5j, 7],
    [50 + 40j, 1, 10j, 7],
    [50 + 90j, 1, 20j, 30],
]
#: Seat 2 loses at once, with exactly 100, seat 0 wins.
SHORT = [[0, 5, 60 + 80j, 9j]]


def experiment(*draw: str) -> Experiment:
    """An experiment that draws some pictures."""
    return Experiment("by_hand", "By hand", "", "complex-hearts", 1, 1, (), draw)


def observe(
    games: Sequence[Game] = (LOST, SHORT),
    seats: Sequence[str] = SEATS,
    name: str = "",
    group: str = "",
    moons: Sequence[dict[str, object]] = (),
) -> Observed:
    """The games at a table that does not rotate."""
    table = Table(name or seats[0], tuple(seats), seats[0], False, group)
    results = np.zeros(len(games), GAME_RESULT).view(np.recarray)
    for number, game in enumerate(games):
        _finish(results[number], game)
    tally = Tally(seats, rotate=False)
    tally.add(0, results)
    return Observed(table, tally, results.view(np.ndarray), _hands(games), _moons(moons))


def played(losses: int, games: int, wins: int = 0, **table: object) -> Observed:
    """A table whose seat 0 lost and won some of its games."""
    lost, won, other = [[100, 1, 2, 3]], [[0, 1, 2, 100]], [[50, 1, 2, 100]]
    rest = games - losses - wins
    return observe([[*lost]] * losses + [[*won]] * wins + [[*other]] * rest, **table)


def moon(choice: int, subtract: Sequence[complex], add: Sequence[complex]) -> dict[str, object]:
    """A moon of seat 0 in game 0, with all totals after either choice."""
    return {"choice": choice, "subtract": subtract, "add": add}


def _finish(result: np.record, game: Game) -> None:
    sizes = np.abs(np.array(game[-1]))
    for seat, total in enumerate(game[-1]):
        result.total_re[seat], result.total_im[seat] = complex(total).real, complex(total).imag
    lost = sizes >= 100
    result.losers = _mask(lost)
    result.winners = _mask(~lost & (sizes == sizes.min()))
    result.hands = len(game)


def _mask(seats: np.ndarray) -> int:
    return int((seats << np.arange(len(seats))).sum())


def _hands(games: Sequence[Game]) -> np.ndarray:
    hands = np.zeros(sum(map(len, games)), HAND)
    rows = iter(hands)
    for number, game in enumerate(games):
        for hand, totals in enumerate(game):
            row = next(rows)
            row["game"], row["hand_number"], row["shooter"], row["choice"] = number, hand, -1, -1
            _put(row, "total", totals)
    return hands


def _moons(moons: Sequence[dict[str, object]]) -> np.ndarray:
    found = np.zeros(len(moons), MOON)
    for row, one in zip(found, moons, strict=True):
        row["choice"] = one["choice"]
        _put(row, "subtract", one["subtract"])
        _put(row, "add", one["add"])
    return found


def _put(row: np.void, name: str, totals: Sequence[complex]) -> None:
    for seat, total in enumerate(totals):
        row[f"{name}_re"][seat] = complex(total).real
        row[f"{name}_im"][seat] = complex(total).imag
