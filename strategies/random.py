"""Uniformly random legal play: passes, cards and moon choices alike."""

from __future__ import annotations

from typing import Any

from chsim.strategy import CompiledStrategy
from chsim.toolbox import ADD, FLIP, ONE, SUBTRACT, U64, ZERO, SeatView, compiled, pick, pick_some


@compiled
def choose_pass(view: SeatView) -> Any:
    """Any cards that may be passed."""
    return pick_some(view.legal, view.pass_count, view.random)


@compiled
def choose_card(view: SeatView) -> Any:
    """Any legal card."""
    return pick(view.legal, view.random)


@compiled
def choose_moon(view: SeatView) -> Any:
    """Either choice, by a coin; one more for each sign that may be turned."""
    own = ONE << U64(FLIP + view.seat)
    signs = ZERO
    if view.may_turn:
        signs = view.random & (((ONE << U64(view.players)) - ONE) << U64(FLIP))
    if view.random & ONE:
        return U64(ADD) | (signs & ~own)
    return U64(SUBTRACT) | (signs & own)


STRATEGY = CompiledStrategy(
    name="random",
    summary="uniformly random legal cards, passes and moon choices",
    choose_pass=choose_pass,
    choose_card=choose_card,
    choose_moon=choose_moon,
)
