"""`chsim.Game` and its view under rules that are not Complex Hearts."""

from dataclasses import replace

import pytest

from chsim import Card, Game, IllegalPlay
from chsim.cards import DECK, from_text
from chsim.core import layout
from chsim.rules import LEFT_OF_DEALER, Die
from tests.core.driver import mask
from tests.core.options import POINTS
from tests.core.piles import after
from tests.core.variants import BASE
from tests.test_game import frozen

ALL = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah Qs"
#: Every other card.
REST = " ".join(str(card) for card in DECK if str(card) not in ALL.split())
FREE = replace(
    BASE, opening=LEFT_OF_DEALER, passing=(0,), first_trick_ban=0, lead_ban=0, breakers=0
)


def sets(**options):
    """Nothing banned but what is named."""
    return replace(FREE, **{name: int(mask(cards)) for name, cards in options.items()})


def at(rules, trick, *hands):
    """A game in which seat 0 leads to a trick; who is left out holds low clubs."""
    game = Game(rules)
    for seat in range(rules.players):
        cards = hands[seat] if seat < len(hands) else "2c 3c 4c"
        game._state.hand[seat] = mask(cards)
    game._state.seat, game._state.trick = 0, trick
    game._state.trick_leader[trick] = 0
    game._advance()
    return game


def refused(game, card, reason):
    before = frozen(game)
    with pytest.raises(IllegalPlay, match=f"{card} may not be played: {reason}"):
        game.play(Card(card))
    assert frozen(game) == before


# --- refusals ---------------------------------------------------------------------


def test_the_opening_card_is_named():
    game = at(replace(BASE, passing=(0,)), 0, "2c Ad")
    refused(game, "Ad", "2c must be played")


@pytest.mark.parametrize(
    ("rules", "trick", "hand", "card", "reason"),
    [
        (sets(lead_ban="h"), 3, "4c 2h", "2h", "not to be led until broken"),
        (sets(lead_ban="h"), 0, "4c 2h", "2h", "not to be led until broken"),
        (sets(first_trick_keep="Tc"), 0, "4h Tc", "Tc", "not on the first trick"),
        (sets(lead_ban="h Qs", lead_forced="Qs"), 3, "2h Qs", "2h", "Qs must be played"),
    ],
)
def test_a_lead_is_refused_with_the_reason(rules, trick, hand, card, reason):
    refused(at(rules, trick, hand), card, reason)


@pytest.mark.parametrize(
    ("rules", "trick", "led", "hand", "card", "reason"),
    [
        (FREE, 3, "5d", "2d 3c", "3c", "the suit led must be followed"),
        (sets(first_trick_ban="h"), 0, "5d", "2h 3c", "2h", "not on the first trick"),
        (sets(first_trick_keep="Tc"), 0, "5c", "2c Tc", "Tc", "not on the first trick"),
        (sets(first_trick_keep="Tc"), 0, "5d", "2h Tc", "Tc", "not on the first trick"),
        (sets(throw_ban="Qs"), 3, "5d", "2h Qs", "Qs", "not to be thrown until broken"),
        (sets(play_soon="Qs"), 3, "Ks", "2s Qs", "2s", "Qs must be played"),
        (sets(play_soon="Qs Jd"), 3, "Kc", "2s Qs Jd", "2s", "Jd or Qs must be played"),
    ],
)
def test_a_follow_is_refused_with_the_reason(rules, trick, led, hand, card, reason):
    game = at(rules, trick, led, hand)
    game.play(Card(led))
    refused(game, card, reason)


def test_a_card_that_may_not_be_passed_is_refused():
    game = Game(replace(BASE, pass_ban=int(mask("s"))))
    spade = next(card for card in game.view.hand if card.suit == "s")
    others = game.legal[:2]
    before = frozen(game)
    assert all(card.suit != "s" for card in game.legal)
    with pytest.raises(IllegalPlay, match=f"{spade} may not be passed"):
        game.pass_cards([spade, *others])
    assert frozen(game) == before
    game.pass_cards(game.legal[:3])
    assert game.seat == 1


def test_with_too_few_others_the_banned_cards_are_legal_to_pass():
    game = Game(replace(BASE, pass_ban=BASE.deck))
    assert game.legal == game.view.hand
    game.pass_cards(game.legal[:3])


# --- moons as text ----------------------------------------------------------------


EACH = replace(FREE, moon=replace(FREE.moon, mode="choose-each"))


def waiting(rules, shooter=0):
    """A moon that waits for its shooter's word."""
    game = Game(rules)
    state = game._state
    for seat in range(rules.players):
        state.hand[seat] = mask("")
    state.taken[shooter] = mask(ALL)
    state.trick = rules.tricks
    game._advance()
    assert (game.phase, game.seat) == ("moon", shooter)
    return game


@pytest.mark.parametrize(
    ("choice", "totals"),
    [
        ("add", ((0, 0), (13, 13), (13, 13), (13, 13))),
        ("add:1,3", ((0, 0), (-13, -13), (13, 13), (-13, -13))),
        ("subtract", ((-13, -13), (0, 0), (0, 0), (0, 0))),
        ("subtract:0", ((13, 13), (0, 0), (0, 0), (0, 0))),
    ],
)
def test_a_choice_for_each_seat_is_a_text(choice, totals):
    game = waiting(EACH)
    assert game.view.totals_after(choice) == totals
    game.choose(choice)
    assert game.totals == totals


@pytest.mark.parametrize("choice", ["add:0", "subtract:1", "add:4", "zero"])
def test_a_choice_that_the_rules_do_not_leave_is_refused(choice):
    game = waiting(EACH)
    before = frozen(game)
    with pytest.raises(IllegalPlay, match=f"do not leave the choice '{choice}' to the shooter"):
        game.choose(choice)
    assert frozen(game) == before
    game.choose("add:3")


@pytest.mark.parametrize("choice", ["add:", "add:x", "add:9", "zero:1", "ADD", "", 1])
def test_what_is_no_choice_is_refused(choice):
    with pytest.raises(IllegalPlay, match="expected 'subtract' or 'add', not"):
        waiting(EACH).choose(choice)


def test_where_signs_are_settled_the_shooter_may_not_turn_them():
    with pytest.raises(IllegalPlay, match="do not leave the choice 'add:1'"):
        waiting(FREE).choose("add:1")


# --- the view ---------------------------------------------------------------------


def test_the_die_is_shown_once_it_is_rolled():
    rules = replace(BASE, die=Die(int(mask("7c 7d 7s 7h")), (40, 0)))
    game = Game(rules)
    assert game.view.rolled is None
    while game.phase == "pass":
        game.pass_cards(game.legal[:3])
    rolled = game.view.rolled
    assert rolled in from_text("7c 7d 7s 7h")
    assert game.view.score_of([rolled])[0] in (40, 41)
    other = next(card for card in from_text("7c 7d 7s") if card != rolled)
    assert game.view.score_of([other]) == (0, 0)


def test_without_a_die_none_is_shown():
    assert Game(FREE).view.rolled is None


@pytest.mark.parametrize(("players", "partner"), [(4, 2), (6, 3)])
def test_the_partner_sits_across(players, partner):
    rules = replace(FREE, players=players, deck=BASE.deck & ~int(mask("2c 3c 2d 3d")))
    assert Game(replace(rules, partners=True)).view.partner == partner
    assert Game(rules).view.partner == 0


def view_of(rules, piles, **seen):
    taken = tuple(from_text(pile) for pile in piles)
    return replace(Game(rules).view, taken=taken, **seen)


@pytest.mark.parametrize("choice", ["add", "subtract"])
@pytest.mark.parametrize(
    ("rules", "seen"),
    [
        (replace(FREE, growing=int(mask("Jd"))), {"hand_number": 4}),
        (replace(FREE, die=Die(int(mask("7c 7d")), (40, 1))), {"rolled": Card("7d")}),
        (replace(FREE, partners=True), {}),
        (replace(FREE, no_trick=(-5, 1)), {}),
        (replace(FREE, unmultiplied=int(mask("Jd"))), {}),
        (replace(FREE, moon=replace(FREE.moon, multiplied=True)), {}),
        (replace(FREE, moon=replace(FREE.moon, sun=(50, 7))), {}),
        (replace(FREE, partners=True, moon=replace(FREE.moon, sun=(50, 7), alone=True)), {}),
        (
            replace(
                POINTS,
                moon=replace(FREE.moon, worth=(26, 0)),
                end=replace(POINTS.end, trigger_every=10, trigger_off=7),
            ),
            {},
        ),
    ],
    ids=[
        "growing",
        "die",
        "partners",
        "no trick",
        "unmultiplied",
        "multiplied moon",
        "sun",
        "sun alone",
        "trigger",
    ],
)
@pytest.mark.parametrize(
    "rest", [["Jd Tc", "7d", ""], ["7d Jd", "Tc", ""], ["", "7d", ""], ["", REST, ""]]
)
def test_totals_after_a_choice_are_what_the_engine_makes_of_it(rules, seen, choice, rest):
    totals = ((4, 1), (4, 0), (-3, 2), (14, 5))
    piles = [ALL, *rest]
    view = view_of(rules, piles, totals=totals, **seen)
    number, rolled = seen.get("hand_number", 0), str(seen.get("rolled", ""))
    found = after(rules, piles, choice, [complex(*t) for t in totals], number, rolled)
    assert view.totals_after(choice) == tuple(found.totals)


def test_totals_after_a_sun_are_the_suns():
    deck = " ".join(map(str, DECK))
    view = view_of(replace(FREE, moon=replace(FREE.moon, sun=(50, 7))), [deck, "", "", ""])
    assert view.totals_after("add")[1] == (-14, 100)  # the ten turns it


def test_a_finished_hand_says_how_it_was_settled():
    game = waiting(EACH)
    game.choose("add:1,2")
    assert game.hands[0]["shooter"] == 0
    assert game.hands[0]["choice"] == layout.ADD | 0b110 << layout.FLIP
