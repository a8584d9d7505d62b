"""Finishing orders, by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from chsim.core.game import GAME_RESULT
from chsim.finishing import Orders, finishing_places, meetings, places_by
from chsim.rules_file import load_rules

CH = load_rules("complex-hearts")


def result(totals, losers=(), winners=(), capped=0):
    row = np.zeros(1, GAME_RESULT)
    row["total_re"][0, : len(totals)] = [re for re, _ in totals]
    row["total_im"][0, : len(totals)] = [im for _, im in totals]
    row["losers"] = sum(1 << seat for seat in losers)
    row["winners"] = sum(1 << seat for seat in winners)
    row["capped"] = capped
    return row.view(np.recarray)


def places(*args, rules=CH, **how):
    return finishing_places(result(*args, **how), rules)[0].tolist()


def test_seats_stand_by_magnitude_not_by_real_part():
    assert places([(60, 80), (-50, 80), (4, 1), (10, 0)], losers=[0], winners=[2]) == [3, 2, 0, 1]


def test_losers_are_equal_however_far_they_are():
    totals = [(60, 80), (120, 5), (1, 1), (2, 2)]
    assert places(totals, losers=[0, 1], winners=[2]) == [2, 2, 0, 1]


def test_shared_wins_are_equal():
    totals = [(60, 80), (3, 4), (0, -5), (-5, 0)]
    assert places(totals, losers=[0], winners=[1, 2, 3]) == [3, 0, 0, 0]


def test_all_lose():
    assert places([(100, 0), (0, 100), (-60, 80), (96, 28)], losers=range(4)) == [0, 0, 0, 0]


def test_a_capped_game_has_no_order():
    assert places([(1, 0), (2, 0), (3, 0), (4, 0)], capped=1) == [0, 0, 0, 0]


def test_points_may_be_below_zero():
    rules = load_rules("omnibus")
    totals = [(-6, 0), (0, 0), (100, 0), (20, 0)]
    assert places(totals, losers=[2], winners=[0], rules=rules) == [0, 1, 3, 2]


def test_the_highest_lose_where_the_worst_does():
    rules = replace(CH, end=replace(CH.end, losers="worst", hands=4))
    totals = [(9, 0), (50, 0), (0, 50), (1, 0)]
    assert places(totals, losers=[1, 2], winners=[3], rules=rules) == [1, 2, 2, 0]


def test_a_seat_does_not_meet_itself():
    """20, 30, 20, 40: the first finishes ahead of two, behind nobody, equal with one."""
    order = places_by(np.array([[20, 30, 20, 40]]))
    ahead, met = meetings(order, np.array([[0, 1, 2, 3]]), 4)
    assert (ahead[0, 0].sum(), ahead[0, :, 0].sum(), met[0, 0].sum()) == (2, 0, 3)


def test_a_strategy_does_not_meet_its_own_kind():
    order = places_by(np.array([[20, 30, 20, 40]]))
    ahead, met = meetings(order, np.array([[0, 0, 1, 1]]), 2)
    assert met[0].tolist() == [[0, 4], [4, 0]]
    assert ahead[0].tolist() == [[0, 2], [1, 0]]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_orders_come_back_as_patterns(seats):
    rng = np.random.default_rng(seats)
    orders = Orders(5, seats)
    for _ in range(50):
        order = places_by(rng.integers(0, 4, size=(1, seats)))
        players = rng.integers(0, 5, size=(1, seats))
        pattern = orders.pattern(orders.numbers(order, players)[0])
        expected: dict[int, list[int]] = {}
        for place, player in zip(order[0].tolist(), players[0].tolist(), strict=True):
            expected.setdefault(place, []).append(player)
        assert pattern == tuple(tuple(sorted(expected[place])) for place in sorted(expected))


def test_orders_forget_who_sits_where():
    orders = Orders(3, 4)
    one = orders.numbers(np.array([[0, 1, 1, 3]]), np.array([[2, 0, 1, 1]]))
    other = orders.numbers(np.array([[3, 1, 0, 1]]), np.array([[1, 1, 2, 0]]))
    assert one == other
