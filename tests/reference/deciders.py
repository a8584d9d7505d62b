"""Who decides: by chance, or as a record has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tests.reference.cards import Illegal
from tests.reference.words import decision_word, draws, word_at


class Decider(Protocol):
    def start_hand(self, number: int, hand_key: int) -> None: ...
    def cards_to_pass(self, seat: int, hand: list[str], count: int) -> list[str]: ...
    def card_to_play(self, seat: int, legal: list[str], trick: int, place: int) -> str: ...
    def moon(self, seat: int, tricks: int, turnable: Sequence[int]) -> tuple[str, list[int]]: ...


class Random:
    """All seats pass, play and choose uniformly, as the strategy ``random`` does."""

    def start_hand(self, number: int, hand_key: int) -> None:
        self.keys = [word_at(hand_key, 128 + seat) for seat in range(6)]

    def cards_to_pass(self, seat: int, hand: list[str], count: int) -> list[str]:
        left = list(hand)
        sizes = range(len(left), len(left) - count, -1)
        return [left.pop(place) for place in draws(decision_word(self.keys[seat], 0), sizes)]

    def card_to_play(self, seat: int, legal: list[str], trick: int, place: int) -> str:
        if len(legal) == 1:
            return legal[0]
        return legal[decision_word(self.keys[seat], trick + 1) * len(legal) >> 64]

    def moon(self, seat: int, tricks: int, turnable: Sequence[int]) -> tuple[str, list[int]]:
        """Lowest bit: added; the next ones: each seat's sign turned, where that may be."""
        word = decision_word(self.keys[seat], tricks + 1)
        added = word % 2 == 1
        turned = [one for one in turnable if word >> (1 + one) & 1 and added == (one != seat)]
        return ("add" if added else "subtract"), turned


class Replay:
    """Every decision as a recorded game has it; deals and results are not looked at."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.hands = record["hands"]

    def start_hand(self, number: int, hand_key: int) -> None:
        if number >= len(self.hands):
            raise Illegal(f"the record ends before hand {number}")
        self.hand = self.hands[number]

    def cards_to_pass(self, seat: int, hand: list[str], count: int) -> list[str]:
        return self.hand["passed"][seat].split()

    def card_to_play(self, seat: int, legal: list[str], trick: int, place: int) -> str:
        return self.hand["tricks"][trick]["cards"][place]

    def moon(self, seat: int, tricks: int, turnable: Sequence[int]) -> tuple[str, list[int]]:
        turned = self.hand["moon"].get("turned", [])
        if not set(turned) <= set(turnable):
            raise Illegal(f"seat {seat} turns {turned} of {turnable}")
        return self.hand["moon"]["choice"], turned
