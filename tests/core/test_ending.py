"""When a game is over, who lost, who won."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.core import ending, layout
from chsim.rules import End, Rules
from tests.core.driver import play
from tests.core.variants import BASE
from tests.reference import Twin

POINTS = replace(BASE, end=End("points", 100, 500))


def ended(
    totals: list[complex], rules: Rules = BASE, hand_number: int = 0
) -> tuple[bool, list[int], list[int], bool]:
    """Over, losers, winners and capped for some totals."""
    state = layout.new_record(layout.STATE)
    state.hand_number = hand_number
    for seat, total in enumerate(totals):
        state.total_re[seat], state.total_im[seat] = int(total.real), int(total.imag)
    over = ending.end_of_game(state, rules.record())
    masks = int(state.losers), int(state.winners)
    losers, winners = ([seat for seat in range(6) if mask >> seat & 1] for mask in masks)
    return bool(over), losers, winners, bool(state.capped)


@pytest.mark.parametrize("total", [99 + 14j, 51 + 86j, 70 + 71j, 99j, -99j, -99, 0, 71 - 70j])
@pytest.mark.parametrize("seat", range(4))
def test_below_a_hundred_nobody_has_lost(total: complex, seat: int) -> None:
    totals = [0j] * 4
    totals[seat] = total
    assert ended(totals) == (False, [], [], False)


@pytest.mark.parametrize(
    "total",
    [-28 + 96j, 60 - 80j, -80 + 60j, -100, -100j, 100 + 0j, 100j, 71 + 71j, 99 + 15j, -105, 3000],
)
@pytest.mark.parametrize("seat", range(4))
def test_reaching_a_hundred_loses_in_every_direction(total: complex, seat: int) -> None:
    totals = [1j] * 4
    totals[seat] = total
    others = [other for other in range(4) if other != seat]
    assert ended(totals) == (True, [seat], others, False)


@pytest.mark.parametrize(
    ("totals", "losers", "winners"),
    [
        ([60 + 80j, -50 + 80j, 4 + 1j, 10], [0], [2]),
        ([60 + 80j, 100, 3, 4], [0, 1], [2]),
        ([0, 100, 5, 3 + 4j], [1], [0]),
        ([60 + 80j, 3 + 4j, -5j, -5], [0], [1, 2, 3]),
        ([100, 100j, -60 + 80j, 96 + 28j], [0, 1, 2, 3], []),
        ([60 + 80j, 120 + 5j, 1 + 1j, 2 + 2j], [0, 1], [2]),
        ([100, 5, -8, 6], [0], [1]),
        ([100, 100, 100, -99j], [0, 1, 2], [3]),
        ([9, 8 + 4j, 100, 4 - 8j], [2], [1, 3]),
        ([3, 100, -3j, 2 + 3j], [1], [0, 2]),
    ],
)
def test_losers_and_winners(totals: list[complex], losers: list[int], winners: list[int]) -> None:
    assert ended(totals) == (True, losers, winners, False)


@pytest.mark.parametrize(
    ("totals", "losers", "winners"),
    [
        ([100, 40, 41, 42], [0], [1]),
        ([-6, 0, 100, 20], [2], [0]),
        ([-300, -300, 100, 20], [2], [0, 1]),
        ([99, 40, 41, 42], [], []),
        ([-300, 99 + 500j, 0, 0], [], []),
    ],
)
def test_points_count_on_one_side_only(
    totals: list[complex], losers: list[int], winners: list[int]
) -> None:
    assert ended(totals, POINTS) == (bool(losers), losers, winners, False)


def test_a_limit_of_five_hundred() -> None:
    spots = replace(BASE, end=End("points", 500, 500))
    assert ended([500, 1, 2, 3], spots)[0]
    assert not ended([499, 1, 2, 3], spots)[0]


def test_the_last_hand_allowed_caps_the_game() -> None:
    rules = replace(BASE, end=replace(BASE.end, max_hands=50))
    assert ended([13 + 13j, 0, 0, 0], rules, 48) == (False, [], [], False)
    assert ended([13 + 13j, 0, 0, 0], rules, 49) == (True, [], [], True)


def test_a_loss_on_the_last_hand_allowed_is_a_loss() -> None:
    rules = replace(BASE, end=replace(BASE.end, max_hands=50))
    assert ended([100, 0, 1, 1], rules, 49) == (True, [0], [1], False)


def test_a_game_nobody_can_lose_is_capped(rules: Rules) -> None:
    endless = replace(rules, end=End("magnitude", 1_000_000, 7))
    results, _ = play(endless, ["random"] * 4, 1, 0, 3)
    assert results["hands"].tolist() == [7, 7, 7]
    assert results["capped"].tolist() == [1, 1, 1]
    assert not results["losers"].any()
    assert not results["winners"].any()


@pytest.mark.compiled
def test_a_game_ends_with_the_first_hand_that_loses_it(rules: Rules) -> None:
    results, logs = play(rules, ["random"] * 4, 1, 0, 50)
    square = logs["total_re"] ** 2 + logs["total_im"] ** 2
    last = results["hands"][logs["game"]] - 1 == logs["hand_number"]
    assert ((square[:, :4] >= 10_000).any(axis=1) == last).all()


totals = st.lists(st.tuples(st.integers(-130, 130), st.integers(-130, 130)), min_size=4, max_size=4)
near = st.sampled_from([(60, 80), (-80, 60), (99, 14), (100, 0), (5, 0), (3, -4), (0, 0)])


@given(totals | st.lists(near, min_size=4, max_size=4), st.sampled_from([BASE, POINTS]))
def test_the_end_is_the_twins(totals: list[tuple[int, int]], rules: Rules) -> None:
    losers, winners = Twin(rules).result(totals) or ([], [])
    over, *found, capped = ended([complex(*total) for total in totals], rules)
    assert (over, found, capped) == (bool(losers), [losers, winners], False)


@given(totals, st.permutations(range(4)))
def test_no_seat_is_favoured(totals: list[tuple[int, int]], order: list[int]) -> None:
    plain = [complex(*total) for total in totals]
    _, losers, winners, _ = ended(plain)
    _, losers_moved, winners_moved, _ = ended([plain[seat] for seat in order])
    assert sorted(order[seat] for seat in losers_moved) == losers
    assert sorted(order[seat] for seat in winners_moved) == winners
