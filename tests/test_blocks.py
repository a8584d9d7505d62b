"""Deal blocks: which games they have, and that pieces of them are the same games."""

from __future__ import annotations

import numpy as np
import pytest

from chsim.blocks import BlockPlan, different, identity, turned
from chsim.chunks import Plan, play_chunk
from chsim.rules_file import load_rules
from chsim.workers import Workers, chunks_of
from tests.bots import First

RULES = load_rules("complex-hearts")
ONE = ("plain", "random", "random", "random")
OTHER = ("random", "plain", "plain", "random")
UNEVEN = ((ONE,), (ONE, OTHER), (OTHER, ONE, turned(ONE, 1)))


class FailsInGameTwo(First):
    def choose_card(self, view):
        if FailsInGameTwo.games == 2:
            raise ValueError("enough")
        return super().choose_card(view)

    games = -1

    def __init__(self):
        FailsInGameTwo.games += 1


def bytes_of(results):
    return np.ascontiguousarray(results).tobytes()


def test_a_block_deals_what_the_game_of_its_number_deals():
    plan = BlockPlan(((ONE, OTHER),), RULES, 5)
    results = plan.play(3, 4).results.reshape(4, 2)
    for place, seating in enumerate((ONE, OTHER)):
        alone = play_chunk(Plan(seating, RULES, 5, rotate=False), 3, 4)
        assert bytes_of(results[:, place]) == bytes_of(alone.results)


def test_games_come_by_block_and_seating_where_blocks_differ_in_size():
    plan = BlockPlan(UNEVEN, RULES, 5)
    assert plan.games_of(2, 5).tolist() == [3, 1, 2, 3, 1]
    found = plan.play(2, 5)
    seatings = [(2, s) for s in UNEVEN[2]] + [(3, ONE), (4, ONE), (4, OTHER)]
    seatings += [(5, s) for s in UNEVEN[2]] + [(6, ONE)]
    alone = [play_chunk(Plan(s, RULES, 5, rotate=False), b, 1).results for b, s in seatings]
    assert found.units == 5
    assert bytes_of(found.results) == bytes_of(np.concatenate(alone))


@pytest.mark.parametrize("cut", [1, 2, 3, 5])
def test_pieces_are_the_same_games(cut):
    plan = BlockPlan(UNEVEN, RULES, 5)
    whole = plan.play(0, 10).results
    pieces = [plan.play(first, min(cut, 10 - first)).results for first in range(0, 10, cut)]
    assert bytes_of(whole) == bytes_of(np.concatenate(pieces))


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_chunks_of_blocks_are_the_same_games_for_any_workers(jobs):
    plan = BlockPlan(UNEVEN, RULES, 5)
    chunks = list(chunks_of(plan, 23, Workers(jobs)))
    assert [chunk.first for chunk in chunks] == np.cumsum(
        [0] + [chunk.units for chunk in chunks[:-1]]
    ).tolist()
    whole = plan.play(0, 23).results
    assert bytes_of(np.concatenate([chunk.results for chunk in chunks])) == bytes_of(whole)


def test_a_fault_leaves_whole_blocks():
    FailsInGameTwo.games = -1
    plan = BlockPlan(((("random",) * 3 + (FailsInGameTwo,),),), RULES, 1)
    chunk = plan.play(0, 6)
    assert chunk.units == 2
    assert len(chunk.results) == 2
    assert "game 2" in chunk.fault


def test_the_fault_of_the_first_faulty_block_counts():
    FailsInGameTwo.games = -1
    fails = ("random",) * 3 + (FailsInGameTwo,)
    plan = BlockPlan(((ONE,), (fails,)), RULES, 1)
    chunk = plan.play(0, 8)  # it plays blocks 1, 3, 5 and fails in the third
    assert chunk.units == 5
    assert "game 5" in chunk.fault


def test_no_blocks():
    chunk = BlockPlan(UNEVEN, RULES, 5).play(3, 0)
    assert (chunk.units, len(chunk.results), chunk.fault) == (0, 0, None)


def test_equal_games_are_kept_once():
    mixed = [turned(("peacecat:ten=on", "peacecat", "peacecat", "peacecat"), n) for n in range(4)]
    kept, places = different([*mixed, ONE])
    assert kept == (mixed[0], ONE)
    assert places == [0, 0, 0, 0, 1]


def test_strategies_are_the_same_only_if_they_play_the_same():
    assert identity("peacecat:ten=on") == identity("peacecat")
    assert identity("peacecat:ten=off") != identity("peacecat")
    assert identity(First) == identity(First)
    assert identity(First) != identity(FailsInGameTwo)


def test_turned_moves_to_the_left():
    assert turned("abcd", 1) == ("d", "a", "b", "c")
    assert turned("abcd", 0) == tuple("abcd")
