"""Claiming the rest of a hand."""

from __future__ import annotations

import pytest

from chsim import Card, Game, IllegalPlay
from chsim.claims import is_high
from chsim.core.layout import PLAYING
from chsim.strategy import load_strategy
from tests.core.driver import mask
from tests.test_game import at_first_trick, frozen

HIGH = ("Ac Kc", "5d Jd", "Tc 2d", "7h 8h")


def late(*hands, leader=0, strategies=()):
    """A game with two tricks to go; nobody has won anything yet."""
    game = Game(seed=1, strategies=strategies) if strategies else at_first_trick()
    state = game._state
    for seat, cards in enumerate(hands):
        state.hand[seat] = mask(cards)
    state.phase, state.trick, state.position, state.seat = PLAYING, 11, 0, leader
    state.trick_leader[11] = leader
    state.gone = state.on_table = 0
    game._advance()
    return game


def test_a_high_hand_takes_every_card():
    game = late(*HIGH)
    assert game.claim(0)
    assert game.hands[-1]["score_re"].tolist()[:4] == [0, 0, 0, 0]
    assert game.hands[-1]["score_im"].tolist()[:4] == [-16, 0, 0, 0]


@pytest.mark.parametrize(
    ("hands", "leader"),
    [
        (("Ac 3c", "5d 9d", "4c 2d", "7s 8s"), 0),
        (HIGH, 1),
    ],
)
def test_another_hand_changes_nothing(hands, leader):
    game = late(*hands, leader=leader)
    before = frozen(game)
    assert not game.claim(0)
    assert frozen(game) == before


def test_nothing_is_claimed_in_the_middle_of_a_trick():
    game = late(*HIGH, leader=3)
    game.play(Card("7h"))
    assert game.seat == 0
    assert not game.claim(0)


def test_nothing_is_claimed_while_passing():
    with pytest.raises(IllegalPlay, match="nothing to play now"):
        Game(seed=1).claim(0)


def test_strategies_play_on_afterwards():
    game = Game(seed=1, strategies=[None, *[load_strategy("random")] * 3])
    while game.phase == "pass":
        game.pass_cards(game.legal[:3])
    bots = game._state.bot.copy()
    while not (game.phase == "play" and len(game.hands) == 0 and game.view.trick_number > 11):
        if len(game.hands) > 0:
            return  # another seat leads the last tricks of this deal
        game.play(game.legal[0])
    game.claim(game.seat)
    assert (game._state.bot == bots).all()


def test_high_is_by_suit():
    assert is_high([mask("Ah 2c"), mask("3d"), mask("4s")], 0)
    assert not is_high([mask("Ah 2c"), mask("3c"), mask("4s")], 0)
