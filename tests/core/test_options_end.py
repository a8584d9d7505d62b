"""Options of the end of a game, each alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chsim.rules import Rules
from tests.core.driver import play
from tests.core.test_ending import POINTS, ended
from tests.core.variants import BASE

Over = tuple[bool, list[int], list[int]]
GOES_ON: Over = (False, [], [])


def end(rules: Rules = POINTS, **options: Any) -> Rules:
    return replace(rules, end=replace(rules.end, **options))


def over(totals: list[complex], rules: Rules, hand_number: int = 0) -> Over:
    """Over, losers and winners, of a game that was not capped."""
    *found, capped = ended(totals, rules, hand_number)
    assert not capped
    return found[0], found[1], found[2]


# --- reaching ---------------------------------------------------------------------


@pytest.mark.parametrize("total", [100, 60 + 80j, -100j])
def test_a_magnitude_of_exactly_the_limit_may_be_allowed(total: complex) -> None:
    assert over([total, 1, 2, 3], BASE) == (True, [0], [1])
    assert over([total, 1, 2, 3], end(BASE, reaching=False)) == GOES_ON


@pytest.mark.parametrize("total", [101, 60 + 81j, -100 - 1j])
def test_beyond_the_limit_it_ends_either_way(total: complex) -> None:
    assert over([total, 1, 2, 3], end(BASE, reaching=False)) == (True, [0], [1])


def test_points_beyond_the_limit() -> None:
    beyond = end(reaching=False)
    assert over([100, 1, 2, 3], beyond) == GOES_ON
    assert over([101, 1, 2, 3], beyond) == (True, [0], [1])


# --- after so many hands ----------------------------------------------------------

FOUR = end(limit=0, hands=4, losers="worst")


def test_a_game_of_four_hands() -> None:
    totals = [30 + 0j, 7, 12, 9]
    assert over(totals, FOUR, 2) == GOES_ON
    assert over(totals, FOUR, 3) == (True, [0], [1])


def test_without_a_limit_no_total_ends_it() -> None:
    assert over([10**6, 0, 0, 0], FOUR, 2) == GOES_ON


def test_with_a_limit_too_whichever_comes_first_ends_it() -> None:
    both = end(hands=4, losers="worst")
    assert over([100, 7, 12, 9], both, 1) == (True, [0], [1])
    assert over([99, 7, 12, 9], both, 1) == GOES_ON
    assert over([99, 7, 12, 9], both, 3) == (True, [0], [1])


def test_random_games_of_four_hands_have_four() -> None:
    results, _ = play(FOUR, ["random"] * 4, 1, 0, 3)
    assert results["hands"].tolist() == [4, 4, 4]
    assert not results["capped"].any()


# --- who loses --------------------------------------------------------------------


def test_the_worst_alone_loses() -> None:
    totals = [100 + 0j, 130, 20, 30]
    assert over(totals, POINTS) == (True, [0, 1], [2])
    assert over(totals, end(losers="worst")) == (True, [1], [2])


def test_the_worst_by_magnitude_is_furthest_out() -> None:
    worst = end(BASE, losers="worst")
    assert over([-90 - 90j, 100, 5, -8], worst) == (True, [0], [2])


def test_worst_together_lose_together() -> None:
    assert over([100, 100, 5, 5], end(losers="worst")) == (True, [0, 1], [2, 3])


def test_where_all_stand_alike_nobody_loses() -> None:
    assert over([7, 7, 7, 7], FOUR, 3) == (True, [], [0, 1, 2, 3])


def test_points_are_compared_by_their_real_part() -> None:
    assert over([100, 5, -8, 6], end(losers="worst")) == (True, [0], [2])
    assert over([100, 5, -8, 6], end(BASE, losers="worst")) == (True, [0], [1])


# --- ties -------------------------------------------------------------------------

PLAY_ON = end(ties="play-on")


def test_a_tie_for_the_lowest_is_played_on() -> None:
    assert over([100, 20, 20, 35], PLAY_ON) == GOES_ON
    assert over([100, 24, 42, 35], PLAY_ON) == (True, [0], [1])
    assert over([103, 20, 21, 35], PLAY_ON) == (True, [0], [1])
    assert over([100, 20, 20, 35], POINTS) == (True, [0], [1, 2])


def test_a_tie_above_the_lowest_is_none() -> None:
    assert over([100, 20, 35, 35], PLAY_ON) == (True, [0], [1])
    assert over([100, 100, 20, 35], PLAY_ON) == (True, [0, 1], [2])


def test_where_all_have_lost_nobody_is_tied_for_the_win() -> None:
    assert over([100, 100, 100, 100], PLAY_ON) == (True, [0, 1, 2, 3], [])


def test_partners_are_no_tie() -> None:
    team = replace(PLAY_ON, partners=True)
    assert over([100, 20, 100, 20], team) == (True, [0, 2], [1, 3])
    fixed = end(team, hands=4, losers="worst")
    assert over([30, 30, 30, 30], fixed, 3) == GOES_ON


def test_a_tie_after_the_last_hand_is_played_on() -> None:
    fixed = end(FOUR, ties="play-on")
    assert over([30, 7, 7, 9], fixed, 3) == GOES_ON
    assert over([30, 7, 8, 9], fixed, 4) == (True, [0], [1])


def test_a_tie_at_the_cap_has_neither_loser_nor_winner() -> None:
    capped = end(PLAY_ON, max_hands=99)
    assert ended([100, 20, 20, 35], capped, 97) == (False, [], [], False)
    assert ended([100, 20, 20, 35], capped, 98) == (True, [], [], True)
    assert ended([100, 20, 21, 35], capped, 98) == (True, [0], [1], False)
