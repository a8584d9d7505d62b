"""Leagues: their tables, and figures beside the same worked out from the games."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from chsim.competing import blocks_for, games_in, league, mixed_tables, planned, rotations
from chsim.errors import OptionError
from chsim.finishing import finishing_places
from chsim.league_report import write_league
from chsim.rules_file import load_rules
from chsim.standings import POINTS, Ratios

RULES = load_rules("complex-hearts")
NAMES = ("peacecat", "plain", "random")
GAMES = 300


@pytest.fixture(scope="module")
def found():
    return league(NAMES, games=GAMES, seed=4)


@pytest.fixture(scope="module")
def played():
    """Seatings by number, results and block of each game."""
    plan, empty = planned(NAMES, RULES, 4)
    blocks = blocks_for(empty, GAMES)
    results = plan.play(0, blocks).results
    tables = [empty.tables[block % len(empty.tables)] for block in range(blocks)]
    players = np.array([seating for table in tables for seating in table])
    block = np.repeat(np.arange(blocks), [len(table) for table in tables])
    return players, results, block


def test_tables_are_all_mixed_ones_once():
    tables = mixed_tables(3, 4)
    seatings = [seating for table in tables for seating in rotations(table)]
    assert len(seatings) == len(set(seatings)) == 3**4 - 3
    assert all(len(set(table)) > 1 for table in tables)


def test_tables_of_three_and_six():
    assert len(mixed_tables(2, 3)) == 2
    assert sum(len(rotations(table)) for table in mixed_tables(2, 6)) == 2**6 - 2


def test_the_seed_orders_the_tables():
    orders = {planned(NAMES, RULES, seed)[1].tables for seed in range(3)}
    assert len(orders) == 3
    assert planned(NAMES, RULES, 2)[1].tables in orders


def test_no_table_comes_again_before_all_were_there():
    plan, _ = planned(NAMES, RULES, 4)
    assert len(set(plan.rounds)) == len(plan.rounds) == len(mixed_tables(3, 4))


@pytest.mark.parametrize("games", [0, 1, 2, 5, 77, 78, 79, 156, 300])
def test_games_are_rounded_up_to_blocks(games):
    plan, empty = planned(NAMES, RULES, 4)
    blocks = blocks_for(empty, games)
    assert games_in(empty, blocks) >= games
    assert blocks == 0 or games_in(empty, blocks - 1) < games
    assert games_in(empty, blocks) == plan.games_of(0, blocks).sum()


def test_everything_is_counted(found, played):
    players, results, _ = played
    assert GAMES <= found.games == len(results) < GAMES + 4
    for one in range(3):
        mine = players == one
        lost = (results.losers[:, None] >> np.arange(4) & 1)[mine]
        assert found.rate("loss", one) == pytest.approx(lost.mean())
        magnitude = np.hypot(results.total_re[:, :4], results.total_im[:, :4])[mine]
        assert found.mean_magnitude(one) == pytest.approx(magnitude.mean(), abs=1e-6)
        assert found.seats[one] == mine.sum()


def test_meetings_are_counted_by_pairs_of_seats(found, played):
    players, results, _ = played
    places = finishing_places(results, RULES)
    for one, other in combinations(range(3), 2):
        ahead = behind = met = 0
        for who, order in zip(players, places, strict=True):
            for here in np.flatnonzero(who == one):
                for there in np.flatnonzero(who == other):
                    ahead += order[here] < order[there]
                    behind += order[here] > order[there]
                    met += 1
        row = next(
            r for r in found.to_dict()["pairs"] if (r["a"], r["b"]) == (NAMES[one], NAMES[other])
        )
        assert (row["ahead"], row["behind"], row["meetings"]) == (ahead, behind, met)
        assert row["equal"] == met - ahead - behind


def test_a_ratio_varies_as_leaving_out_blocks_says():
    rng = np.random.default_rng(8)
    below = rng.integers(0, 5, size=400)
    above = rng.binomial(below, 0.3)
    ratios = Ratios(())
    ratios.add(above[:150], below[:150])
    ratios.add(above[150:], below[150:])
    there = below > 0
    above, below = above[there], below[there]
    without = (above.sum() - above) / (below.sum() - below)
    spread = (len(below) - 1) / len(below) * ((without - without.mean()) ** 2).sum()
    sums = ratios.sums(())
    assert sums.mean == pytest.approx(above.sum() / below.sum())
    assert sums.variance / sums.blocks == pytest.approx(spread, rel=0.02)


def test_leads_are_tested_by_block(found, played):
    players, results, block = played
    places = finishing_places(results, RULES)
    values = np.zeros((block.max() + 1, 2))
    for who, order, number in zip(players, places, block, strict=True):
        for here in np.flatnonzero(who == 1):
            for there in np.flatnonzero(who == 2):
                values[number] += np.sign(order[there] - order[here]), 1
    values = values[values[:, 1] > 0]
    ratio = values[:, 0].sum() / values[:, 1].sum()
    effects = (values[:, 0] - ratio * values[:, 1]) / values[:, 1].mean()
    lead = found.lead(1, 2)
    assert lead.mean == pytest.approx(ratio)
    expected = stats.t.interval(0.95, len(values) - 1, ratio, stats.sem(effects))
    assert lead.interval == pytest.approx(expected, abs=0.01)


def test_ratings_follow_strength(found):
    rows = found.to_dict()["strategies"]
    assert [row["strategy"] for row in rows] == list(NAMES)
    assert sum(row["rating"] for row in rows) == pytest.approx(0, abs=1e-6)
    assert all(low < row["rating"] < high for row in rows for low, high in [row["rating_interval"]])
    assert rows[0]["rating"] == pytest.approx(POINTS * found.worths().worths[0])


def test_pieces_and_workers_make_the_same_league(found):
    plan, pieces = planned(NAMES, RULES, 4)
    for first, last in ((0, 3), (3, 3), (3, 50), (50, blocks_for(pieces, GAMES))):
        pieces.add(plan.play(first, last - first).results)
    twice = league(NAMES, games=GAMES, seed=4, jobs=2)
    for one in (pieces, twice):
        assert one.to_dict() | {"seconds": 0} == found.to_dict() | {"seconds": 0}


def test_frames(found):
    assert list(found.strategies.strategy) == list(NAMES)
    assert len(found.pairs) == 3


def test_an_empty_league():
    empty = league(NAMES, games=0)
    assert empty.to_dict()["strategies"] == []
    assert [row["p"] for row in empty.to_dict()["pairs"]] == [None] * 3


def test_one_block_leaves_ratings_open(tmp_path):
    one = league(("plain", "random"), games=1)
    assert [row["rating_interval"] for row in one.to_dict()["strategies"]] == [None, None]
    assert json.dumps(one.to_dict(), allow_nan=False)
    assert (write_league(one, tmp_path / "one") / "league.png").exists()


@pytest.mark.parametrize("preset", ["omnibus", "hearts-3", "hearts-6", "neuralplay-team"])
def test_other_rules(preset):
    other = league(("plain", "random"), games=60, rules=preset)
    assert other.to_dict()["strategies"][0]["strategy"] == "plain"


@pytest.mark.parametrize(
    ("strategies", "says"),
    [
        (["plain"], "expected two or more"),
        (["plain", "plain"], "plain is there twice"),
        ([f"peacecat:ten={n}" for n in range(30)], "a league of 4 players takes 17 at most"),
    ],
)
def test_what_is_refused(strategies, says):
    with pytest.raises(OptionError, match=says):
        league(strategies)


# --- files ----------------------------------------------------------------------


def test_files(found, tmp_path):
    folder = write_league(found, tmp_path / "new")
    names = {path.name for path in folder.iterdir()}
    assert names == {"league.json", "standings.csv", "pairs.csv", "league.png", "league.svg"}
    assert json.loads((folder / "league.json").read_text()) == json.loads(
        json.dumps(found.to_dict())
    )
    assert (folder / "standings.csv").read_text().startswith("strategy,games,rating,rating_low")


def test_the_same_league_gives_the_same_files(found, tmp_path):
    folders = [write_league(found, tmp_path / name) for name in "ab"]
    for path in folders[0].iterdir():
        assert path.read_bytes() == (folders[1] / path.name).read_bytes()


def test_a_folder_that_cannot_be_made(found, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="out: "):
        write_league(found, tmp_path / "file")
