"""What seats may see, and that looking changes nothing."""

import dataclasses
from dataclasses import replace

import numpy as np
import pytest
from numba.core.errors import NumbaError

import chsim
from chsim import Card, Game, StrategyFault, load_strategy
from chsim.cards import to_mask
from chsim.core.bots import address_of
from chsim.core.jit import PLAIN_PYTHON
from chsim.toolbox import U64, SeatView, compiled, lowest
from tests.test_game import at_first_trick


def test_a_view_shows_the_seat_its_own_cards():
    game = Game(seed=1)
    view = game.view
    assert len(view.hand) == 13
    assert view.legal == view.hand
    assert view.totals == ((0, 0),) * 4
    assert view.cards_held == (13,) * 4
    assert (view.hand_number, view.trick_number) == (0, -1)


def test_received_cards_are_shown_after_the_exchange_only():
    game = Game(seed=1)
    first = game.view.hand[:3]
    assert game.view.received == ()
    game.pass_cards(first)
    assert game.view.received == ()
    while game.phase == "pass":
        game.pass_cards(game.legal[:3])
    while game.seat != 1:
        game.play(game.legal[0])
    assert game.view.received == first


def test_the_table_and_finished_tricks_are_shown_in_order():
    game = at_first_trick()
    leader = game.seat
    for _ in range(5):
        game.play(game.legal[0])
    view = game.view
    assert view.tricks[0].leader == leader
    assert len(view.tricks[0].cards) == 4
    assert view.tricks[0].cards[0] == Card("2c")
    assert view.table[0][0] == view.tricks[0].winner
    assert view.led == view.table[0][1].suit
    assert set(view.taken[view.tricks[0].winner]) == set(view.tricks[0].cards)


def test_a_view_cannot_be_changed():
    view = Game(seed=1).view
    for field in dataclasses.fields(view):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(view, field.name, None)
        assert not isinstance(getattr(view, field.name), list | dict | set | np.ndarray)


def test_cards_and_rules_in_a_view_cannot_be_changed():
    view = Game(seed=1).view
    with pytest.raises(AttributeError):
        view.hand[0].rank = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.rules.players = 5
    with pytest.raises(TypeError):
        view.rules.values[Card("2c")] = (5, 0)


def test_what_is_hidden_is_not_in_a_view():
    """Swapping cards between the other hands, and their passes, changes no view."""
    game = at_first_trick()
    game.play(Card("2c"))
    seat, before = game.seat, game.view
    others = [other for other in range(4) if other != seat]
    hands = game._state.hand
    low = [int(hands[other]) & -int(hands[other]) for other in others[:2]]
    for other, give, take in ((others[0], *low), (others[1], *low[::-1])):
        hands[other] = np.uint64(int(hands[other]) ^ give ^ take)
    game._state.passed[others[0]] = np.uint64(to_mask([Card("As")]))
    game._state.hand_key = np.uint64(1)
    after = game.view
    for field in dataclasses.fields(before):
        if field.name != "random":
            assert getattr(after, field.name) == getattr(before, field.name)
    assert after.random.getstate() == before.random.getstate()


def test_compiled_views_offer_only_what_the_list_names():
    """Adding to the list is a decision: it must not show what a seat cannot see."""
    offered = {name for name in vars(SeatView) if not name.startswith("_")}
    own = {"seat", "hand", "legal", "passed", "received", "random", "setting"}
    table = {"players", "hand_number", "pass_offset", "pass_count", "trick", "tricks", "position"}
    table |= {"led", "best", "winner", "on_table", "gone", "broken", "taken", "cards_held"}
    table |= {"total_re", "total_im", "card_played", "leader_of", "winner_of"}
    rules = {"lead_ban", "moon_cards", "deck", "points", "score_of", "factor", "total_after"}
    rules |= {"standing", "threshold", "distance", "rolled", "partner", "may_turn"}
    rules |= {"hearts", "uniform", "penalties", "heaviest", "bonus", "multiplier"}
    rules |= {"first_trick_ban"}
    assert offered == own | table | rules


@pytest.mark.skipif(PLAIN_PYTHON, reason="compiled code refuses; plain Python has no private names")
@pytest.mark.parametrize("name", ["hand", "legal", "_state", "_rules", "total_re"])
def test_a_compiled_strategy_cannot_assign_to_its_view(name):
    scope = {"compiled": compiled}
    exec(f"def choose(view):\n    view.{name} = 1\n    return 0\n", scope)
    with pytest.raises((NumbaError, NotImplementedError)):
        address_of(compiled(scope["choose"]))


@pytest.mark.skipif(PLAIN_PYTHON, reason="compiled code refuses; plain Python has no private names")
@pytest.mark.parametrize("name", ["_state", "_rules", "state", "dealt", "hand_key"])
def test_a_compiled_strategy_cannot_reach_behind_its_view(name):
    scope = {"compiled": compiled}
    exec(f"def choose(view):\n    return view.{name}\n", scope)
    with pytest.raises(NumbaError):
        address_of(compiled(scope["choose"]))


BEYOND = [
    *[f"{look}({who})" for look in ("taken", "cards_held", "total_re") for who in (-6, -1, 4)],
    "total_after(U64(1), -1)[0]",
    "card_played(0, 1)",  # not played yet
    "card_played(0, -1)",
    "card_played(1, 0)",
    "leader_of(1)",
    "leader_of(-1)",
    "winner_of(0)",
]


@pytest.mark.parametrize("look", BEYOND)
def test_a_compiled_strategy_cannot_count_beyond_its_view(look):
    """There lie the hands of the others."""
    scope = {"compiled": compiled, "lowest": lowest, "U64": U64}
    source = "if view.position == 1:\n        return U64(view.{})\n    return lowest(view.legal)"
    exec(f"def choose_card(view):\n    {source.format(look)}\n", scope)
    peek = replace(load_strategy("random"), name="peek", choose_card=compiled(scope["choose_card"]))
    with pytest.raises(StrategyFault, match="trick 0: peek: choose_card raised IndexError"):
        chsim.run([peek] * 4, games=1, jobs=1)


@pytest.mark.compiled
@pytest.mark.parametrize("number", [32, -1, -32, 2**40])
def test_settings_beyond_the_last_are_the_seats_own(number):
    scope = {"compiled": compiled, "lowest": lowest, "U64": U64}
    source = f"return lowest(view.legal) if view.setting({number}) == {number % 32} else U64(200)"
    exec(f"def choose_card(view):\n    {source}\n", scope)
    own = replace(
        load_strategy("random"),
        choose_card=compiled(scope["choose_card"]),
        settings={f"s{n}": float(n) for n in range(32)},
    )
    assert chsim.run([own] * 4, games=1, jobs=1).matchups[0].tally.games == 1


def test_the_two_choices_of_a_shooter_are_worked_out_exactly():
    view = Game(seed=1).view
    hearts_and_queen = (*(Card(rank + "h") for rank in "23456789TJQKA"), Card("Qs"))
    view = dataclasses.replace(
        view,
        taken=((*hearts_and_queen, Card("Tc")), (Card("Jd"),), (), ()),
        totals=((1, 0), (0, 2), (0, 0), (5, 5)),
    )
    assert view.totals_after("subtract") == ((27, -26), (-10, 2), (0, 0), (5, 5))
    assert view.totals_after("add") == ((1, 0), (-36, 28), (-26, 26), (-21, 31))


def test_the_score_of_a_pile_is_exact():
    view = Game(seed=1).view
    pile = [Card(text) for text in ("2h", "3h", "4h", "5h", "6h", "Qs", "Tc")]
    assert view.score_of(pile) == (-26, 10)
