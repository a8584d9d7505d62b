"""`chsim.Game`: one decision at a time, and what it refuses."""

import itertools

import pytest

from chsim import Card, Game, IllegalPlay
from chsim.cards import DECK
from chsim.core.layout import STATE
from chsim.errors import OptionError
from chsim.strategy import load_strategy


def at_first_trick(seed=1, **options):
    """A game in which every seat has passed its first three cards."""
    game = Game(seed=seed, **options)
    while game.phase == "pass":
        game.pass_cards(game.view.hand[:3])
    return game


def frozen(game):
    """Everything in the state but the answer box."""
    skipped = {"answer", "answered"}
    return {name: game._state[name].tolist() for name in STATE.names if name not in skipped}


def play_out(game):
    """Let every seat play its first legal card until the game is over."""
    while game.phase != "over":
        if game.phase == "pass":
            game.pass_cards(game.legal[:3])
        elif game.phase == "play":
            game.play(game.legal[0])
        else:
            game.choose("add")
    return game


def test_passing_asks_each_seat_once():
    game = Game(seed=3)
    asked = []
    while game.phase == "pass":
        asked.append(game.seat)
        game.pass_cards(game.legal[:3])
    assert asked == [0, 1, 2, 3]


def test_the_holder_of_the_opening_card_must_lead_it():
    game = at_first_trick()
    assert game.legal == (Card("2c"),)
    assert Card("2c") in game.view.hand


def test_a_game_plays_to_its_end():
    game = play_out(Game(seed=5))
    assert game.losers
    assert all(re * re + im * im >= 10_000 for re, im in (game.totals[s] for s in game.losers))
    assert len(game.hands) == game.hands[-1]["hand_number"] + 1


def test_compiled_seats_play_themselves():
    strategies = [load_strategy("random")] * 3 + [None]
    game = Game(seed=2, strategies=strategies)
    seats = set()
    while game.phase != "over" and len(game.hands) < 2:
        seats.add(game.seat)
        if game.phase == "pass":
            game.pass_cards(game.legal[:3])
        elif game.phase == "play":
            game.play(game.legal[0])
        else:
            game.choose("subtract")
    assert seats == {3}


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (lambda hand, other: (hand[0], hand[0], hand[1]), "more than once"),
        (lambda hand, other: hand[:2], "3 cards must be passed, not 2"),
        (lambda hand, other: hand[:4], "3 cards must be passed, not 4"),
        (lambda hand, other: (*hand[:2], other), "is not in the hand"),
    ],
)
def test_a_wrong_pass_is_refused_and_changes_nothing(cards, reason):
    game = Game(seed=1)
    hand = game.view.hand
    other = next(card for card in map(Card, ("As", "Ks", "Ah", "Kh", "2c")) if card not in hand)
    before = frozen(game)
    with pytest.raises(IllegalPlay, match=reason):
        game.pass_cards(cards(hand, other))
    assert frozen(game) == before
    assert (game.phase, game.seat) == ("pass", 0)


def test_a_card_not_held_is_refused():
    game = at_first_trick()
    missing = next(card for card in DECK if card not in game.view.hand)
    before = frozen(game)
    with pytest.raises(IllegalPlay, match="is not in the hand"):
        game.play(missing)
    assert frozen(game) == before


def test_a_card_against_the_rules_is_refused_with_the_reason():
    game = at_first_trick()
    with pytest.raises(IllegalPlay, match="may not be played"):
        game.play(next(card for card in game.view.hand if card != Card("2c")))
    game.play(Card("2c"))
    off_suit = [card for card in game.view.hand if card.suit != "c"]
    if any(card.suit == "c" for card in game.view.hand):
        with pytest.raises(IllegalPlay, match="must be followed"):
            game.play(off_suit[0])


def test_a_card_cannot_be_played_twice():
    game = at_first_trick()
    game.play(Card("2c"))
    with pytest.raises(IllegalPlay, match="2c is not in the hand"):
        game.play(Card("2c"))


@pytest.mark.parametrize("act", [lambda g: g.play(Card("2c")), lambda g: g.choose("add")])
def test_the_wrong_kind_of_decision_is_refused(act):
    game = Game(seed=1)
    before = frozen(game)
    with pytest.raises(IllegalPlay, match="nothing to"):
        act(game)
    assert frozen(game) == before


def test_nothing_can_be_passed_on_a_hold():
    game = Game(seed=1)
    while len(game.hands) < 3:
        if game.phase == "pass":
            game.pass_cards(game.legal[:3])
        elif game.phase == "play":
            game.play(game.legal[0])
        else:
            game.choose("add")
    assert game.view.pass_direction == "hold"
    with pytest.raises(IllegalPlay, match="nothing to pass"):
        game.pass_cards(game.view.hand[:3])


def test_games_of_one_address_are_the_same_deal():
    assert Game(seed=9, game=4).view.hand == Game(seed=9, game=4).view.hand
    assert Game(seed=9, game=4).view.hand != Game(seed=9, game=5).view.hand
    assert Game(seed=9, game=4).view.hand != Game(seed=10, game=4).view.hand


@pytest.mark.parametrize("thing", [None, "Qs", 12, object.__new__(Card)])
def test_what_is_no_card_is_refused(thing):
    with pytest.raises(IllegalPlay, match=r"expected a chsim\.Card, not "):
        at_first_trick().play(thing)
    with pytest.raises(IllegalPlay, match=r"expected a chsim\.Card, not "):
        Game(seed=1).pass_cards([thing] * 3)


def test_what_is_no_list_of_cards_is_refused():
    with pytest.raises(IllegalPlay, match="expected cards to pass"):
        Game(seed=1).pass_cards(None)
    with pytest.raises(IllegalPlay, match="more than once"):
        Game(seed=1).pass_cards(itertools.repeat(Card("Qs")))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": -1}, "seed: expected a whole number of 0 or more, not -1"),
        ({"seed": "x"}, "seed: expected a whole number"),
        ({"game": 1.5}, "game: expected a whole number of 0 to"),
        ({"game": 2**63}, "game: expected a whole number of 0 to"),
        ({"strategies": ["random"]}, "strategies: expected a CompiledStrategy or None"),
        ({"strategies": [None] * 5}, "strategies: expected 4 or fewer, not 5"),
    ],
)
def test_a_bad_argument_is_named(options, words):
    with pytest.raises(OptionError, match=words):
        Game(**options)
