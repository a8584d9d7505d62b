"""Uniformly random legal play: passes, cards and moon choices alike."""

from __future__ import annotations

from typing import Any

from chsim.strategy import CompiledStrategy
from chsim.toolbox import ADD, ONE, SUBTRACT, U64, SeatView, compiled, pick, pick_some


@compiled
def choose_pass(view: SeatView) -> Any:
    """Any cards of the hand."""
    return pick_some(view.hand, view.pass_count, view.random)


@compiled
def choose_card(view: SeatView) -> Any:
    """Any legal card."""
    return pick(view.legal, view.random)


@compiled
def choose_moon(view: SeatView) -> Any:
    """Either choice, by a coin."""
    if view.random & ONE:
        return U64(ADD)
    return U64(SUBTRACT)


STRATEGY = CompiledStrategy(
    name="random",
    summary="uniformly random legal cards, passes and moon choices",
    choose_pass=choose_pass,
    choose_card=choose_card,
    choose_moon=choose_moon,
)
