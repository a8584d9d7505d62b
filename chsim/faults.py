"""Words for what a strategy did wrong, and where in the game it did."""

from __future__ import annotations

from typing import Any

from chsim.cards import DECK, Card, from_mask
from chsim.core import layout
from chsim.errors import reason
from chsim.rules import Rules

_DECISION = {
    layout.PASSING: "choose_pass",
    layout.PLAYING: "choose_card",
    layout.CHOOSING: "choose_moon",
}
_NUMBERS = {card.number for card in DECK}


def place_of(state: Any, game: int, rules: Rules) -> str:
    """Seat, game, hand and trick of the decision at hand; all counted from 0."""
    trick = min(max(int(state.trick), 0), rules.tricks - 1)
    return f"seat {int(state.seat)}, game {game}, hand {int(state.hand_number)}, trick {trick}"


def decision_of(state: Any) -> str:
    """Name of the decision at hand."""
    return _DECISION.get(int(state.phase), "a decision")


def describe_raised(state: Any, error: BaseException) -> str:
    """One line for an exception out of a decision."""
    return f"{decision_of(state)} raised {reason(error)}"


def describe_foul(state: Any) -> str:
    """One line for an answer of a compiled strategy that the rules do not allow."""
    answer = int(state.answer)
    if state.phase == layout.PASSING:
        return f"choose_pass returned {_cards(answer)}, which are not cards that may be passed"
    if state.phase == layout.PLAYING:
        card = str(Card.from_number(answer)) if answer in _NUMBERS else str(answer)
        return f"choose_card returned {card}, which is not a legal card"
    return f"choose_moon returned {answer}, which is no choice that the rules leave"


def _cards(mask: int) -> str:
    try:
        return f"[{' '.join(map(str, from_mask(mask)))}]"
    except ValueError:
        return f"the mask {mask:#x}"
