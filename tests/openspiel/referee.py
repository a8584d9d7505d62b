"""OpenSpiel's Hearts, fed with the deals, passes and plays of a hand of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chsim.cards import DECK, RANKS, from_mask, to_text

#: OpenSpiel counts cards by rank first, and its suits are clubs, diamonds, hearts, spades.
_ACTION = {card.number: 4 * RANKS.index(str(card)[0]) + "cdhs".index(card.suit) for card in DECK}
_BIT = [1 << number for number, _ in sorted(_ACTION.items(), key=lambda item: item[1])]
_BEST = 26  # what OpenSpiel takes points off to have returns


def differences(game: Any, hands: Any, no_trick: int = 0) -> Iterator[str]:
    """The first difference of each hand that has one.

    Parameters
    ----------
    game : pyspiel.Game
    hands : array of `played.HAND`
    no_trick : int
        Points of a seat without a trick.
    """
    columns = {name: hands[name].tolist() for name in hands.dtype.names}
    for number, row in enumerate(zip(*columns.values(), strict=True)):
        hand = dict(zip(columns, row, strict=True))
        state = game.new_initial_state()
        found = (
            _deal(state, hand)
            or _passes(state, hand)
            or _plays(state, hand)
            or _points(state, hand, no_trick)
        )
        if found:
            yield f"hand {number}: {found}\n{state}"


def points_there(hand: dict[str, Any], no_trick: int) -> list[int]:
    """Our points, but in a moon without those of seats that took no trick."""
    if hand["shooter"] < 0:
        return list(hand["points"])
    pairs = zip(hand["points"], hand["taken"], strict=True)
    return [points - no_trick * (cards == 0) for points, cards in pairs]


def _legal(state: Any) -> int:
    return sum([_BIT[action] for action in state.legal_actions()])


def _unlike(what: str, ours: int, theirs: int) -> str:
    return f"{what}: ours {to_text(ours)}, OpenSpiel {to_text(theirs)}"


def _deal(state: Any, hand: dict[str, Any]) -> str:
    # Not from its chance outcomes: without passing they still are all four directions.
    offset = hand["pass_offset"]
    if offset not in state.legal_actions():
        return f"pass {offset} seats on"
    state.apply_action(offset)
    for cards in zip(*map(from_mask, hand["dealt"]), strict=True):
        for card in cards:
            state.apply_action(_ACTION[card.number])
    return ""


def _passes(state: Any, hand: dict[str, Any]) -> str:
    if hand["pass_offset"] == 0:
        return ""
    for seat, (may, cards) in enumerate(zip(hand["may_pass"], hand["passed"], strict=True)):
        if state.current_player() != seat or _legal(state) != may:
            return _unlike(f"pass of seat {seat}", may, _legal(state))
        for card in from_mask(cards):
            if not _legal(state) >> card.number & 1:
                return f"seat {seat} may not pass {card}"
            state.apply_action(_ACTION[card.number])
    return ""


def _plays(state: Any, hand: dict[str, Any]) -> str:
    plays = zip(hand["seat"], hand["legal"], hand["card"], strict=True)
    for number, (seat, legal, card) in enumerate(plays):
        if state.current_player() != seat:
            return f"play {number}: ours seat {seat}, OpenSpiel {state.current_player()}"
        # apply_action itself takes any card that is held.
        if _legal(state) != legal:
            return _unlike(f"play {number} of seat {seat}", legal, _legal(state))
        state.apply_action(_ACTION[card])
    return ""


def _points(state: Any, hand: dict[str, Any], no_trick: int) -> str:
    if not state.is_terminal():
        return "not over after 52 plays"
    ours = points_there(hand, no_trick)
    theirs = [_BEST - int(gain) for gain in state.returns()]
    return "" if ours == theirs else f"points: ours {ours}, OpenSpiel {theirs}"
