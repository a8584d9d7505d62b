"""Small inputs with known right values, of what runs through several parts of chsim."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace

import numpy as np
import pytest

import chsim
from chsim.cards import Card
from chsim.chunks import Plan, play_chunk
from chsim.core import layout
from chsim.core.game import GAME_RESULT
from chsim.records import game_record, read_records
from chsim.rules_file import load_rules
from chsim.strategy import load_strategy
from tests.core.desk import Desk
from tests.core.driver import mask
from tests.core.variants import VARIANTS
from tests.strategies.positions import card

RULES = load_rules("complex-hearts")
NAMES = ["random", "plain", "peacecat"]


@pytest.fixture
def short() -> chsim.Rules:
    """Games of two hands, which nobody can lose."""
    return replace(RULES, end=replace(RULES.end, limit=1_000, max_hands=2))


def test_a_capped_game_is_neither_lost_nor_won_but_counted(short, tmp_path):
    path = tmp_path / "games.jsonl"
    result = chsim.run(NAMES + NAMES[:1], 12, rules=short, jobs=2, record=path)
    data = result.to_dict()["matchups"][0]
    assert (data["games"], data["capped"], data["hands"]) == (12, 12, 24)
    for row in data["strategies"]:
        assert (row["losses"], row["wins"], row["loss_rate"], row["win_rate"]) == (0, 0, 0.0, 0.0)
    assert result.games["capped"].all()
    assert [(game["losers"], game["winners"]) for game in read_records(path)] == [([], [])] * 12


def test_the_limit_of_hands_can_be_set_and_is_said(short, tmp_path):
    from click.testing import CliRunner

    from chsim.cli.main import main

    file = tmp_path / "short.toml"
    file.write_text('base = "complex-hearts"\n[end]\nlimit = 1000\nmax_hands = 2\n')
    shown = CliRunner().invoke(main, ["run", "--games", "5", "--rules", str(file)])
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert "20 hands, " in shown.stdout
    assert ", 10 games capped, " in shown.stdout


def test_losses_and_wins_shared_by_seats_count_for_each():
    """The rates may add up to more than 1: the table says so."""
    rows = chsim.run(["random"] * 3 + ["plain"], 3_000, seed=2, keep=False).strategies
    assert rows["losses"].sum() > 3_000
    games = chsim.run(["random"] * 4, 500, seed=2).games
    losers = games["losers"].map(int.bit_count)
    assert (losers >= 1).all()
    assert (losers > 1).any()
    assert (games["losers"] & games["winners"]).eq(0).all()


def test_scores_are_two_whole_numbers_in_a_record_and_equal_when_read_back(tmp_path):
    log = chsim.run(["random"] * 4, 1).matchups[0].logs[0][:1].copy()
    log["score_re"][0, :4], log["score_im"][0, :4] = [-26, 0, 0, -10], [10, -20, 0, 0]
    log["total_re"][0, :4], log["total_im"][0, :4] = [-26, 40, 0, -105], [10, -20, 0, 0]
    record = game_record(RULES, 1, ["random"] * 4, log, layout.new_record(GAME_RESULT))
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(record))
    hand = next(read_records(path))["hands"][0]
    assert hand["scores"] == [[-26, 10], [0, -20], [0, 0], [-10, 0]]
    assert json.dumps(hand["scores"]) == "[[-26, 10], [0, -20], [0, 0], [-10, 0]]"
    assert hand["totals"] == [[-26, 10], [40, -20], [0, 0], [-105, 0]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("hand", "only"),
    [
        ("Tc Qs 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh", "Tc"),
        ("Jd 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "Jd"),
        ("Ac Jd Qs 2h 3h 4h 5h 6h 7h 8h 9h Th Jh", "Ac"),
    ],
)
def test_the_only_legal_card_of_the_first_trick_is_played(name, hand, only):
    strategy = load_strategy(name)
    assert card(strategy, hand=hand, table="2c 3c", trick=0, broken=False) == only


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_of_nothing_but_penalty_cards_plays_one_on_the_first_trick(name):
    hand = "Qs 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    assert card(load_strategy(name), hand=hand, table="2c", trick=0, broken=False) in hand


@pytest.mark.compiled
def test_forked_workers_play_different_games_and_those_of_one_process():
    """A fork copies every generator there is; words by address do not mind."""
    from joblib import Parallel, delayed

    plan = Plan(("random",) * 4, RULES, seed=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chunks = Parallel(n_jobs=4, backend="multiprocessing")(
            delayed(play_chunk)(plan, game, 1) for game in range(4)
        )
    games = [chunk.results.tobytes() for chunk in chunks]
    assert len(set(games)) == 4
    assert games == [play_chunk(plan, game, 1).results.tobytes() for game in range(4)]


def test_the_summary_is_the_same_for_any_number_of_workers():
    def summary(jobs):
        run = chsim.run(["random", "plain", "random", "plain"], 10, seed=0, jobs=jobs)
        return [{**matchup.to_dict(), "seconds": 0} for matchup in run.matchups]

    assert summary(1) == summary(2) == summary(4) == summary(7)


def test_the_mean_magnitude_is_over_games_and_not_over_shares_of_workers():
    result = chsim.run(["random"] * 4, 103, seed=3, jobs=2)
    last = result.hands.groupby(["game", "seat"]).last()
    [mean] = result.strategies["mean_magnitude"]
    assert mean == pytest.approx(np.hypot(last["re"], last["im"]).mean(), rel=1e-6)


def test_the_first_lead_and_the_tricks_with_cards_removed():
    """Three, five and six players; no card is left over, and 26 points are in play."""
    removed = [(3, "2d", "2c", 17), (3, "2c", "3c", 17), (5, "2c 2d", "3c", 10)]
    for players, gone, opening, tricks in [*removed, (6, "2c 3c 2d 3d", "4c", 8)]:
        deck = RULES.deck & ~int(mask(gone))
        rules = replace(RULES, players=players, deck=deck, opening=Card(opening), passing=(0,))
        game = chsim.Game(rules, seed=4)
        assert (len(game.view.hand), game.legal) == (tricks, (Card(opening),))
        assert rules.tricks * players == rules.deck.bit_count()
        assert sum(re + im for re, im in rules.values.values()) + 10 == 26


def test_another_seed_does_not_bring_other_rules():
    rules = replace(RULES, end=replace(RULES.end, limit=50))
    for seed in (1, 7, 7):
        game = chsim.Game(rules, seed=seed)
        assert game.rules == rules
        assert game.view.score_of([Card("Jd")]) == (-10, 0)
        result = chsim.run(["random"] * 4, 20, seed=seed, rules=rules).hands
        last = result.groupby(["game", "seat"]).last()
        farthest = np.hypot(last["re"], last["im"]).groupby("game").max()
        assert farthest.between(50, 100).any()


def test_hands_that_give_and_take_the_same_moon_end_at_the_cap():
    """Nothing changes in the long run; `random` cannot lose what is worth nothing."""
    rules = replace(
        RULES,
        values={},
        multipliers={},
        moon=replace(RULES.moon, worth=(0, 0)),
        end=replace(RULES.end, max_hands=50),
    )
    games = chsim.run(["random"] * 4, 5, rules=rules).games
    assert games["hands"].eq(50).all()
    assert games["capped"].all()
    assert (games["losers"] | games["winners"]).eq(0).all()


def test_what_the_article_says_is_not_complex_hearts():
    """The queen does not grow, the ten turns, and the lowest is the nearest to zero."""
    view = replace(chsim.Game(RULES).view, hand_number=2)
    assert view.score_of([Card("Qs")]) == (0, 13)
    assert view.score_of([Card("2h"), Card("Tc")]) == (0, 2)


def test_the_turn_to_the_right_and_the_pass_to_the_left_are_two_things():
    rules = replace(RULES, turn="right")
    passing = chsim.Game(rules)
    north = passing.view.hand[:3]
    while passing.phase == "pass":
        passing.pass_cards(passing.legal[:3])
    leader = passing.seat
    passing.play(Card("2c"))
    assert passing.seat == (leader - 1) % 4
    while passing.seat != 1:
        passing.play(passing.legal[0])
    assert passing.view.received == north


@pytest.mark.parametrize("players", [3, 4])
def test_black_maria_starts_with_any_card_of_the_dealers_left(players):
    """Three to the right on every hand; the deal moves left; nothing is kept from trick one."""
    maria = next(rules for rules in VARIANTS if rules.name == "black maria")
    rules = maria if players == 3 else replace(maria, players=4, deck=RULES.deck)
    assert [rules.direction(hand) for hand in range(4)] == ["right"] * 4
    for number in range(4):
        desk = Desk(rules, hand_number=number)
        desk.give(" ".join(desk.hand(0).split()[:3]))
        while desk.phase == layout.PASSING:
            desk.give(" ".join(desk.legal.split()[:3]))
        assert desk.seat == number % players
        assert desk.legal == desk.hand(desk.seat)
    desk = Desk(replace(rules, passing=(0,)), ["Ah 3c", "2d Qs", "3h 4h", "5c 6c"][:players])
    desk.play("Ah")
    assert desk.legal == "2d Qs"
