"""Counting losers and winners of finished games."""

from __future__ import annotations

import hashlib
import struct

import numpy as np
import pytest

from chsim.core.game import GAME_RESULT
from chsim.tally import Tally

A_TO_D = ["a", "b", "c", "d"]

#: Final totals, losers and winners of three games by seat.
GAMES = [
    ([(60, 80), (100, 0), (3, 0), (4, 0)], [0, 1], [2]),
    ([(0, 0), (100, 0), (5, 0), (3, 4)], [1], [0]),
    ([(0, 100), (0, 0), (0, 0), (0, 0)], [0], [1, 2, 3]),
]


def results(games):
    rows = np.zeros(len(games), GAME_RESULT).view(np.recarray)
    for row, (totals, losers, winners) in zip(rows, games, strict=True):
        row.total_re[:4] = [re for re, _ in totals]
        row.total_im[:4] = [im for _, im in totals]
        row.losers = sum(1 << seat for seat in losers)
        row.winners = sum(1 << seat for seat in winners)
        row.hands, row.moons = 3, 1
    return rows


def tallied(names, games, *, rotate=False, first=0):
    tally = Tally(names, rotate)
    tally.add(first, results(games))
    return tally


def test_every_seat_that_shares_a_loss_or_a_win_counts():
    counted = tallied(A_TO_D, GAMES).strategies
    assert [counted[name].losses for name in A_TO_D] == [2, 2, 0, 0]
    assert [counted[name].wins for name in A_TO_D] == [1, 1, 2, 1]
    assert [counted[name].seats for name in A_TO_D] == [3] * 4


def test_seats_of_one_strategy_are_added():
    counted = tallied(["a", "b", "b", "b"], GAMES).strategies
    assert (counted["a"].seats, counted["a"].losses, counted["a"].wins) == (3, 2, 1)
    assert (counted["b"].seats, counted["b"].losses, counted["b"].wins) == (9, 2, 4)


def test_a_player_moves_a_seat_to_the_left_each_game():
    """In game g the first player sits in seat g."""
    counted = tallied(A_TO_D, GAMES, rotate=True).strategies
    assert [counted[name].losses for name in A_TO_D] == [2, 1, 1, 0]
    assert [counted[name].wins for name in A_TO_D] == [1, 1, 1, 2]


def test_rotation_goes_by_the_number_of_the_game():
    tally = Tally(A_TO_D, rotate=True)
    tally.add(0, results(GAMES[:1]))
    tally.add(1, results(GAMES[1:]))
    whole = tallied(A_TO_D, GAMES, rotate=True)
    assert tally.strategies == whole.strategies
    assert tally.digest == whole.digest


def test_hands_moons_and_games_add_up():
    tally = tallied(A_TO_D, GAMES)
    assert (tally.games, tally.hands, tally.moons, tally.capped) == (3, 9, 3, 0)


def test_mean_magnitude_is_over_all_games():
    counted = tallied(A_TO_D, GAMES).strategies
    assert counted["a"].mean_magnitude == pytest.approx(200 / 3)
    assert counted["c"].mean_magnitude == pytest.approx(8 / 3)
    assert Tally(A_TO_D, rotate=True).strategies["a"].mean_magnitude is None


def test_the_digest_is_over_totals_and_losers_in_order():
    rows = b""
    for totals, losers, _ in GAMES:
        flat = [part for total in totals for part in total]
        rows += struct.pack("<9q", *flat, sum(1 << seat for seat in losers))
    assert tallied(A_TO_D, GAMES).digest == hashlib.sha256(rows).hexdigest()
    assert tallied(A_TO_D, GAMES[::-1]).digest != tallied(A_TO_D, GAMES).digest


def test_cutting_games_into_chunks_changes_nothing():
    many = [GAMES[number % 3] for number in range(50)]
    whole = tallied(A_TO_D, many, rotate=True)
    cut = Tally(A_TO_D, rotate=True)
    for first, stop in ((0, 1), (1, 1), (1, 20), (20, 50)):
        cut.add(first, results(many[first:stop]))
    assert (cut.digest, cut.strategies) == (whole.digest, whole.strategies)
