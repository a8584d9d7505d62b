"""Results as plain data and as tables."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import chsim
from chsim.results import FLAT_COLUMNS, RunResult

SEATS = ["random", "plain", "random", "plain"]


@pytest.fixture(scope="module")
def result() -> RunResult:
    return chsim.run(seats=SEATS, games=12, seed=5, jobs=1)


def test_json_holds_nothing_but_plain_data(result):
    data = result.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert "stopped" not in data


def test_a_stopped_run_says_so():
    assert (
        RunResult("complex-hearts", 1, stopped="interrupted").to_dict()["stopped"] == "interrupted"
    )


def test_one_row_a_strategy(result):
    table = result.strategies
    assert list(table.columns) == FLAT_COLUMNS
    assert list(table["strategy"]) == ["random", "plain"]
    assert list(table["seats"]) == [24, 24]
    assert list(table["games"]) == [12, 12]
    assert set(table["table"]) == {"random,plain,random,plain"}
    assert (table["loss_low"] <= table["loss_rate"]).all()
    assert (table["loss_rate"] <= table["loss_high"]).all()


def test_one_row_a_game(result):
    games = result.games
    assert list(games["game"]) == list(range(12))
    assert games["hands"].sum() == result.matchups[0].tally.hands
    assert games["losers"].gt(0).all()


def test_one_row_a_game_hand_and_seat(result):
    hands = result.hands
    assert len(hands) == 4 * result.matchups[0].tally.hands
    assert not hands.duplicated(["matchup", "game", "hand", "seat"]).any()
    for re, im, magnitude in hands[["re", "im", "magnitude"]].head(50).itertuples(index=False):
        assert magnitude == pytest.approx(math.hypot(re, im))
    assert hands["re"].dtype == "int64"


def test_totals_are_the_sums_of_the_scores(result):
    hands = result.hands
    sums = hands.groupby(["game", "seat"])[["score_re", "score_im"]].cumsum()
    assert (sums["score_re"] == hands["re"]).all()
    assert (sums["score_im"] == hands["im"]).all()


def test_rows_name_the_strategy_of_the_seat(result):
    hands = result.hands
    at = hands[hands["hand"] == 0].set_index(["game", "seat"])["strategy"]
    for game in range(12):
        assert [at[game, seat] for seat in range(4)] == [
            SEATS[seat - game % 4] for seat in range(4)
        ]


def test_losers_reached_the_limit_in_their_last_hand(result):
    last = result.hands.groupby(["game", "seat"]).last().reset_index()
    lost = last[last["re"] ** 2 + last["im"] ** 2 >= 10_000]
    masks = (2 ** lost["seat"]).groupby(lost["game"]).sum()
    assert list(masks) == list(result.games["losers"])


def test_tables_of_no_games_have_their_columns(result):
    none = chsim.run(seats=SEATS, games=0)
    assert none.strategies["loss_rate"].isna().all()
    assert list(none.games.columns) == list(result.games.columns)
    assert list(none.hands.columns) == list(result.hands.columns)


def test_games_that_were_not_kept_are_asked_for_by_name():
    lean = chsim.run(seats=SEATS, games=2, jobs=1, keep=False)
    with pytest.raises(ValueError, match="keep=True"):
        _ = lean.hands


def test_no_module_hides_a_public_name():
    """Importing a module sets an attribute of its package, which a function may want to be."""
    modules = {path.stem for path in Path(chsim.__file__).parent.iterdir()}
    assert not modules & set(chsim.__all__)
