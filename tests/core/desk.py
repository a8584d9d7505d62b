"""Drives the engine for tests: one decision at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from chsim.core import game, hand, layout, rng
from chsim.rules import Rules
from chsim.toolbox import U64
from tests.core.driver import mask, number, text


class Desk:
    """One game in which every decision is asked for.

    Parameters
    ----------
    rules : Rules
    hands : list of str, optional
        Cards dealt; by seed and game unless given. ``""`` leaves a seat empty-handed.
    hand_number : int
        Number of the hand to begin with; decides the pass.
    """

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[str] | None = None,
        hand_number: int = 0,
        seed: int = 1,
    ) -> None:
        self.rules = rules
        self.record = rules.record()
        self.state = layout.new_record(layout.STATE)
        game.start_game(self.state, self.record, rng.run_key(seed), 0)
        if hand_number:
            self.state.hand_number = hand_number
            hand.start_hand(self.state, self.record)
        if hands is not None:
            for seat, cards in enumerate(hands):
                self.state.hand[seat] = self.state.dealt[seat] = mask(cards)
            if self.state.pass_offset == 0:
                hand.open_play(self.state, self.record)
        self.status = hand.play_hand(self.state, self.record)

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def phase(self) -> int:
        return int(self.state.phase)

    @property
    def legal(self) -> str:
        return text(self.state.legal)

    def hand(self, seat: int) -> str:
        return text(self.state.hand[seat])

    def answer(self, value: Any) -> int:
        """Answer the open decision with a number; gives the engine's status."""
        self.state.answer = U64(value)
        self.state.answered = 1
        self.status = int(hand.play_hand(self.state, self.record))
        return self.status

    def give(self, cards: str) -> int:
        """Pass some cards."""
        return self.answer(mask(cards))

    def play(self, cards: str) -> int:
        """Play some cards one after the other, by whoever is asked; all must be legal."""
        for card in cards.split():
            assert self.answer(number(card)) != hand.FOUL, f"{card} refused to seat {self.seat}"
        return self.status

    def bytes(self) -> bytes:
        """The whole state but for the answer itself."""
        copy = np.array(self.state)
        copy["answer"] = 0
        copy["answered"] = 0
        return copy.tobytes()

    def scores(self) -> list[tuple[int, int]]:
        return [
            (int(self.state.score_re[seat]), int(self.state.score_im[seat]))
            for seat in range(self.rules.players)
        ]

    def taken(self, seat: int) -> str:
        return text(self.state.taken[seat])
