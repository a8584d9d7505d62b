"""Runs written by hand: what their frames must hold can be seen here."""

from __future__ import annotations

import numpy as np

from chsim.core.game import GAME_RESULT
from chsim.core.layout import ADD, HAND_LOG, SUBTRACT, UNDECIDED
from chsim.matchup import Matchup
from chsim.results import RunResult
from chsim.tally import Tally

#: Three players, two games. By hand: totals by seat, then shooter and choice.
SHORT = [([(3, 4), (0, -100), (100, 0)], -1, UNDECIDED)]
LONG = [
    ([(1, 0), (0, 0), (-10, 0)], -1, UNDECIDED),
    ([(1, 0), (-13, -13), (-10, 0)], 1, SUBTRACT),
    ([(1, 0), (-13, -13), (99, 15)], 0, ADD),
]


def matchup(seats=("a", "b", "b"), games=(SHORT, LONG), *, rotate=True):
    """A matchup of games as `SHORT` and `LONG`: seats from magnitude 100 lost, the nearest won."""
    tally = Tally(seats, rotate)
    results = np.concatenate([np.zeros(0, GAME_RESULT), *map(_result, games)]).view(np.recarray)
    tally.add(0, results)
    logs = [
        _log(game, hand, *row) for game, rows in enumerate(games) for hand, row in enumerate(rows)
    ]
    return Matchup(
        tuple(seats), tally, 0.5, [results], [np.concatenate([np.zeros(0, HAND_LOG), *logs])]
    )


def run_of(*matchups, **how):
    """Result of a run with some matchups."""
    return RunResult("complex-hearts", 1, list(matchups), **how)


def _result(hands):
    row = np.zeros(1, GAME_RESULT)
    totals = hands[-1][0]
    sizes = [re * re + im * im for re, im in totals]
    row["total_re"][0, : len(totals)], row["total_im"][0, : len(totals)] = zip(*totals, strict=True)
    row["losers"] = sum(1 << seat for seat, size in enumerate(sizes) if size >= 10_000)
    row["winners"] = sum(1 << seat for seat, size in enumerate(sizes) if size == min(sizes))
    row["hands"], row["moons"] = len(hands), sum(shooter >= 0 for _, shooter, _ in hands)
    return row


def _log(game, hand, totals, shooter, choice):
    row = np.zeros(1, HAND_LOG)
    row["game"], row["hand_number"], row["shooter"], row["choice"] = game, hand, shooter, choice
    row["total_re"][0, : len(totals)], row["total_im"][0, : len(totals)] = zip(*totals, strict=True)
    row["score_re"] = 7
    return row
