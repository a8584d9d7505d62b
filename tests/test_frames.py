"""Frames: what their columns hold."""

from __future__ import annotations

import pandas as pd
import pytest

import chsim
from chsim.errors import StrategyFault
from chsim.frames import FRAMES, dtypes
from chsim.strategy import CompiledStrategy
from chsim.toolbox import U64, compiled, lowest
from strategies.random import STRATEGY as RANDOM
from tests.runs import SHORT, matchup, run_of


@compiled
def _out_of_turn(view):
    return lowest(view.legal) if view.hand_number == 0 else U64(200)


FOULS = CompiledStrategy("fouls", "", RANDOM.choose_pass, _out_of_turn, RANDOM.choose_moon)


@pytest.fixture(scope="module")
def played():
    return chsim.run(["random", "plain", "random", "plain"], games=30, seed=5, jobs=1)


def lines(frame, *columns):
    return list(frame[list(columns)].itertuples(index=False, name=None))


def test_a_game_names_the_strategies_that_lost_and_won():
    """Players turn by a seat each game; in game 0 seats 1 and 2 lost, in game 1 seat 2 did."""
    games = run_of(matchup(("a", "b", "c"))).games
    assert list(games["losers"]) == [0b110, 0b100]
    assert list(games["lost_by"]) == ["b + c", "b"]
    assert list(games["won_by"]) == ["a", "c"]


def test_a_strategy_that_shares_with_itself_is_named_once():
    assert run_of(matchup(("a", "b", "b"))).games["lost_by"][0] == "b"


def test_nobody_is_named_where_nobody_lost():
    quiet = [([(1, 0), (2, 0), (3, 0)], -1, -1)]
    assert run_of(matchup(games=[quiet])).games["lost_by"][0] == ""


def test_a_hand_says_who_shot_and_what_was_chosen():
    hands = run_of(matchup()).hands.query("game == 1")
    assert lines(hands.query("hand == 0"), "shooter", "seat") == [
        (False, 0),
        (False, 1),
        (False, 2),
    ]
    assert hands.query("hand == 0")["choice"].isna().all()
    assert list(hands.query("hand == 1")["choice"]) == ["subtract"] * 3
    assert lines(hands.query("shooter"), "hand", "seat", "choice") == [
        (1, 1, "subtract"),
        (2, 0, "add"),
    ]


def test_a_path_begins_at_zero_and_has_a_row_a_hand():
    paths = run_of(matchup()).trajectories
    assert lines(paths.query("game == 1 and seat == 2"), "hands_played", "re", "im", "last") == [
        (0, 0, 0, False),
        (1, -10, 0, False),
        (2, -10, 0, False),
        (3, 99, 15, True),
    ]


def test_paths_stand_one_after_the_other():
    keys = ["matchup", "game", "seat", "hands_played"]
    paths = run_of(matchup(), matchup(games=[SHORT])).trajectories
    assert lines(paths, *keys) == sorted(lines(paths, *keys))
    assert not paths.duplicated(keys).any()
    assert len(paths) == 3 * (2 + 4 + 2)


def test_a_path_says_in_every_row_how_its_game_ended():
    paths = run_of(matchup()).trajectories.query("game == 1")
    assert paths.groupby("seat")["lost"].agg(["min", "max"]).to_numpy().tolist() == [
        [False, False],
        [False, False],
        [True, True],
    ]
    assert list(paths.query("last")["won"]) == [True, False, False]


def test_paths_end_where_the_last_hand_ends(played):
    ends = played.trajectories.query("last").set_index(["game", "seat"])
    last = played.hands.groupby(["game", "seat"]).last()
    columns = ["strategy", "re", "im", "magnitude"]
    pd.testing.assert_frame_equal(ends[columns], last[columns])


def test_last_rows_of_paths_give_the_rates_of_the_strategies(played):
    ends = played.trajectories.query("last").groupby("strategy", observed=True)
    rates = played.strategies.set_index("strategy")
    assert ends["lost"].mean().to_dict() == rates["loss_rate"].to_dict()
    assert ends["won"].mean().to_dict() == rates["win_rate"].to_dict()


def test_shooters_are_the_moons_of_the_games(played):
    assert played.games["moons"].sum() > 0
    shot = played.hands.groupby("game")["shooter"].sum()
    assert list(shot) == list(played.games["moons"])


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize(
    "result",
    [
        pytest.param(run_of(), id="no matchup"),
        pytest.param(run_of(matchup(games=[])), id="no game"),
        pytest.param(run_of(matchup(("a", "b", "c")), matchup(("d", "b", "b"))), id="two"),
    ],
)
def test_columns_have_the_same_dtypes_in_every_run(name, result):
    frame = getattr(result, name)
    types = dtypes(name, [one.seats for one in result.matchups])
    assert frame.dtypes.to_dict() == {
        column: pd.Series(dtype=kind).dtype for column, kind in types.items()
    }
    assert list(frame.columns) == list(FRAMES[name])


def test_strategies_are_categories_in_the_order_of_the_tables():
    result = run_of(matchup(("b", "a", "b")), matchup(("a", "c", "b")))
    assert list(result.hands["strategy"].cat.categories) == ["b", "a", "c"]


def test_the_game_that_a_fault_cut_short_is_left_out():
    """Its finished hands are in the log."""
    with pytest.raises(StrategyFault) as caught:
        chsim.run([FOULS, "random", "random", "random"], games=30, jobs=1)
    result = caught.value.result
    assert "hand 1" in str(caught.value)
    assert len(result.games) == result.matchups[0].tally.games
    assert len(result.hands) == 4 * result.matchups[0].tally.hands
