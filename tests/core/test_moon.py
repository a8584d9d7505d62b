"""A logged moon, scored by either choice."""

from __future__ import annotations

import numpy as np
import pytest

from chsim.cards import DECK, Card
from chsim.core import layout
from chsim.core.moon import MOON, write_moons
from chsim.rules import Rules

HEARTS = [card for card in DECK if card.suit == "h"]
QUEEN, TEN, JACK = Card("Qs"), Card("Tc"), Card("Jd")


def moon(rules: Rules, shot: list[Card], other: list[Card], choice: int = layout.ADD) -> np.ndarray:
    """A hand in which seat 2 took some cards with the moon, seat 1 some, seat 0 the rest."""
    shot = [*HEARTS, QUEEN, *shot]
    kept = [card for card in DECK if card not in (*shot, *other)]
    rest = [kept.pop() for _ in range(-len(shot) % 4)], [kept.pop() for _ in range(-len(other) % 4)]
    piles = {2: [*shot, *rest[0]], 1: [*other, *rest[1]], 0: kept}
    logs = np.zeros(1, layout.HAND_LOG).view(np.recarray)
    logs.card_played[0, :52] = [card.number for pile in piles.values() for card in pile]
    winners = [seat for seat, pile in piles.items() for _ in range(len(pile) // 4)]
    logs.trick_winner[0, :13] = winners
    logs.trick = 13
    logs.game, logs.hand_number, logs.shooter, logs.choice = 7, 3, 2, choice
    logs.total_re[0, :4], logs.total_im[0, :4] = (100, 200, 300, 400), (1, 2, 3, 4)
    logs.score_re[0, :4], logs.score_im[0, :4] = (10, 20, 30, 40), (1, 1, 1, 1)
    moons = np.zeros(1, MOON).view(np.recarray)
    write_moons(rules.record(), logs, moons)
    return moons[0]


def totals(row: np.ndarray, choice: str) -> list[tuple[int, int]]:
    return list(
        zip(row[f"{choice}_re"][:4].tolist(), row[f"{choice}_im"][:4].tolist(), strict=True)
    )


def test_game_hand_shooter_and_choice_are_those_of_the_log(rules):
    row = moon(rules, [], [])
    assert (row.game, row.hand_number, row.shooter, row.choice) == (7, 3, 2, layout.ADD)


def test_added_to_everybody_else_without_the_hand_as_it_was_scored(rules):
    re, im = rules.moon.worth
    before = [(90, 0), (180, 1), (270, 2), (360, 3)]
    others = [(x + re, y + im) for x, y in before]
    assert totals(moon(rules, [], []), "add") == [
        (others[0][0], others[0][1] - 20),  # the rest, with jack and ten
        others[1],
        before[2],
        others[3],
    ]


def test_subtracted_from_the_shooter(rules):
    re, im = rules.moon.worth
    found = totals(moon(rules, [], [JACK]), "subtract")
    assert found == [(90, 0), (170, 1), (270 - re, 2 - im), (360, 3)]


@pytest.mark.parametrize("choice", ["subtract", "add"])
def test_the_shooters_ten_acts_on_the_moon(rules, choice):
    re, im = rules.moon.worth
    turned = (-2 * im, 2 * re)
    found = totals(moon(rules, [TEN], [JACK]), choice)
    if choice == "add":
        assert found[3] == (360 + turned[0], 3 + turned[1])
        assert found[2] == (270, 2)
    else:
        assert found[3] == (360, 3)
        assert found[2] == (270 - turned[0], 2 - turned[1])


def test_signs_that_were_turned_are_turned_in_the_choice_that_was_made(rules):
    re, im = rules.moon.worth
    row = moon(rules, [], [], layout.ADD | 1 << (layout.FLIP + 3))
    assert totals(row, "add")[3] == (360 - re, 3 - im)
    assert totals(row, "subtract")[2:] == [(270 - re, 2 - im), (360, 3)]
    row = moon(rules, [], [], layout.SUBTRACT | 1 << (layout.FLIP + 2))
    assert totals(row, "subtract")[2] == (270 + re, 2 + im)
    assert totals(row, "add")[2:] == [(270, 2), (360 + re, 3 + im)]
