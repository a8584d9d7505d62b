"""What the other choice would have brought: a logged moon, scored once more."""

from __future__ import annotations

from typing import Any

import numpy as np

from chsim.core.bits import U64, ZERO, bit
from chsim.core.jit import compiled
from chsim.core.layout import ADD, MAX_SEATS, SUBTRACT, ZERO_ALL
from chsim.core.score import moon_score, partner, triggered
from chsim.core.values import set_values

#: A hand with a moon: who shot it, the choice, and all totals after either choice, by seat.
#: The choice that was made stands with the signs that it turned, the other without.
MOON = np.dtype(
    [
        ("game", np.int32),
        ("hand_number", np.int16),
        ("shooter", np.int8),
        ("choice", np.int32),
        ("subtract_re", np.int32, (MAX_SEATS,)),
        ("subtract_im", np.int32, (MAX_SEATS,)),
        ("add_re", np.int32, (MAX_SEATS,)),
        ("add_im", np.int32, (MAX_SEATS,)),
    ],
    align=True,
)


@compiled
def pile_of(rules: Any, log: Any, seat: Any, other: Any) -> Any:
    """Every card that one seat or the other took in a logged hand."""
    pile = ZERO
    for trick in range(log.trick):
        if log.trick_winner[trick] == seat or log.trick_winner[trick] == other:
            for position in range(rules.players):
                pile |= bit(U64(log.card_played[trick * rules.players + position]))
    return pile


@compiled
def total_by(rules: Any, log: Any, seat: Any, choice: Any) -> Any:
    """Total of a seat after a logged moon, had its shooter made a choice; (re, im)."""
    pile = pile_of(rules, log, seat, partner(rules, seat))
    shooter = log.shooter
    moon_pile = pile_of(rules, log, shooter, partner(rules, shooter))
    sun = moon_pile
    if rules.moon_alone != 0:
        sun = pile_of(rules, log, shooter, shooter)
    re, im = moon_score(rules, seat, pile, shooter, moon_pile, sun, choice)
    before = log.total_re[seat] - log.score_re[seat]
    im += log.total_im[seat] - log.score_im[seat]
    return before + triggered(rules, before, re), im


@compiled
def write_moons(rules: Any, logs: Any, moons: Any) -> None:
    """Fill ``moons`` (MOON[n]) from the logs (HAND_LOG[n]) of hands that had one."""
    for row in range(len(logs)):
        log = logs[row]
        moon = moons[row]
        moon.game = log.game
        moon.hand_number = log.hand_number
        moon.shooter = log.shooter
        moon.choice = log.choice
        set_values(rules, log.hand_number, log.rolled)
        # the choice that was made as it was, with the signs that it turned
        subtract, add = int(SUBTRACT), int(ADD)
        if log.choice != ZERO_ALL and log.choice & 1 == ADD:
            add = int(log.choice)
        elif log.choice != ZERO_ALL:
            subtract = int(log.choice)
        for seat in range(rules.players):
            re, im = total_by(rules, log, seat, subtract)
            moon.subtract_re[seat] = re
            moon.subtract_im[seat] = im
            re, im = total_by(rules, log, seat, add)
            moon.add_re[seat] = re
            moon.add_im[seat] = im
