"""A hand that is over, by the piles taken: what the engine makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from chsim.core import layout, score
from chsim.core.values import set_values
from chsim.moon_choice import choice_code, choice_text
from chsim.rules import Rules
from tests.core.driver import mask

Pairs = list[tuple[int, int]]


class Outcome(NamedTuple):
    """By seat the scores and totals; who shot the moon (-1: nobody), and the choice."""

    scores: Pairs
    totals: Pairs
    shooter: int
    choice: str | None

    @property
    def points(self) -> list[int]:
        """Real parts of the scores."""
        return [re for re, _ in self.scores]

    @property
    def total_points(self) -> list[int]:
        return [re for re, _ in self.totals]


def after(
    rules: Rules,
    piles: Sequence[str],
    choice: str | None = None,
    totals: Sequence[complex] = (),
    hand_number: int = 0,
    rolled: str = "",
) -> Outcome:
    """Score a hand in which the seats took some piles; seats that are left out took nothing."""
    state, record = table(rules, piles, totals, hand_number, rolled)
    state.shooter = score.find_shooter(state, record)
    state.choice = layout.UNDECIDED if choice is None else choice_code(choice)
    score.score_hand(state, record)
    shot = state.shooter >= 0
    return Outcome(
        _pairs(rules, state.score_re, state.score_im),
        _pairs(rules, state.total_re, state.total_im),
        int(state.shooter),
        choice_text(int(state.choice)) if shot else None,
    )


def table(
    rules: Rules,
    piles: Sequence[str],
    totals: Sequence[complex] = (),
    hand_number: int = 0,
    rolled: str = "",
) -> tuple[Any, Any]:
    """State and rules of the engine."""
    state, record = layout.new_record(layout.STATE), rules.record()
    state.hand_number, state.rolled = hand_number, mask(rolled)
    set_values(record, hand_number, mask(rolled))
    for seat, pile in enumerate(piles):
        state.taken[seat] = mask(pile)
    for seat, total in enumerate(totals):
        total = complex(total)
        state.total_re[seat], state.total_im[seat] = int(total.real), int(total.imag)
    return state, record


def _pairs(rules: Rules, re: Any, im: Any) -> Pairs:
    return [(int(re[seat]), int(im[seat])) for seat in range(rules.players)]
