"""A referee from outside: OpenSpiel's Hearts agrees at every play and on the points.

``OPENSPIEL_HANDS=200000 pytest tests/openspiel`` looks at more hands.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from tests.openspiel.played import played
from tests.openspiel.referee import differences
from tests.openspiel.switches import (
    COMBINATIONS,
    HEART_CARDS,
    JACK,
    POINT_CARDS,
    SWITCHES,
    game_text,
    rules_of,
)

pyspiel = pytest.importorskip("pyspiel")

pytestmark = pytest.mark.compiled

HANDS = int(os.environ.get("OPENSPIEL_HANDS", "20000"))
#: Hands of each combination, rounded up.
EACH = -(-HANDS // len(COMBINATIONS))


#: A switch that matters in one hand in a hundred must show.
ENOUGH = 1_000


def _hands(on):
    return played(rules_of(on), EACH, COMBINATIONS.index(on))


def _difference(on, there, hands):
    """The first one between hands of ours and OpenSpiel with the switches ``there``."""
    game = pyspiel.load_game(game_text(there))
    return next(differences(game, hands, rules_of(on).no_trick[0]), "")


@pytest.mark.parametrize("on", COMBINATIONS, ids=lambda on: "+".join(sorted(on)) or "none")
def test_same_plays_and_points(on):
    assert _difference(on, on, _hands(on)) == ""


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_the_other_way_is_noticed(switch):
    on = frozenset(SWITCHES)
    assert _difference(on, on - {switch}, played(rules_of(on), ENOUGH, 0)) != ""


@pytest.fixture(scope="module")
def everything():
    return np.concatenate([_hands(on) for on in COMBINATIONS]).view(np.recarray)


def _jack_taker(hands):
    return (hands.taken >> np.uint64(JACK.number) & np.uint64(1)).argmax(axis=1)


def test_some_shooter_takes_the_jack_and_some_does_not(everything):
    moons = everything[everything.shooter >= 0]
    assert set(_jack_taker(moons) == moons.shooter) == {True, False}


def test_some_seat_takes_no_trick_with_and_without_a_moon(everything):
    idle = (everything.taken == 0).any(axis=1)
    assert set(everything.shooter[idle] >= 0) == {True, False}


def test_some_hand_has_nothing_but_points_for_the_first_trick(everything):
    assert (everything.held[:, 1:4] & ~np.uint64(POINT_CARDS) == 0).any()


def test_some_leader_holds_hearts_alone_before_one_is_played(everything):
    hearts = np.uint64(1) << everything.card.astype(np.uint64) & np.uint64(HEART_CARDS)
    unbroken = (hearts != 0).cumsum(axis=1)[:, 3:-1:4] == 0
    alone = everything.held[:, 4::4] & ~np.uint64(HEART_CARDS) == 0
    assert (alone & unbroken).any()
