"""What a plain-Python strategy is handed: a frozen copy of what its seat may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from chsim.cards import Card, from_mask, to_mask
from chsim.core import score
from chsim.core.layout import MAX_TRICKS
from chsim.core.rng import decision_word
from chsim.core.values import set_values
from chsim.fields import Gaussian
from chsim.gaussians import whole_pair
from chsim.moon_choice import choice_code
from chsim.rules import Rules


class Trick(NamedTuple):
    """A finished trick: cards in the order played, from the leader."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat may see at one decision. Nothing in it leads back to the game.

    Attributes
    ----------
    rules : Rules
    seat : int
        The seat that decides; seats count 0, 1, 2, … clockwise.
    hand : tuple of Card
        Cards held, in display order.
    legal : tuple of Card
        Cards that may be played now; while passing, those that may be passed.
    pass_direction : str
        ``"left"``, ``"right"``, ``"across"``, ``"hold"`` (or ``"left2"``, …).
    pass_count : int
        Cards to pass.
    passed, received : tuple of Card
        What the seat passed and was passed this hand.
    hand_number, trick_number : int
        From 0.
    table : tuple of (int, Card)
        Seat and card of each play to this trick so far.
    tricks : tuple of Trick
        Finished tricks of this hand.
    taken : tuple of tuple of Card
        By seat, the cards won this hand.
    hearts_broken : bool
        Whether the cards banned from leading may be led.
    rolled : Card or None
        The card that the die named this hand.
    totals : tuple of (int, int)
        By seat, the running total before this hand, real and imaginary part.
    cards_held : tuple of int
        By seat, how many cards it holds.
    random : random.Random
        Seeded by seed, game, hand, seat and trick: use it and games repeat exactly.
    """

    rules: Rules
    seat: int
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    pass_direction: str
    pass_count: int
    passed: tuple[Card, ...]
    received: tuple[Card, ...]
    hand_number: int
    trick_number: int
    table: tuple[tuple[int, Card], ...]
    tricks: tuple[Trick, ...]
    taken: tuple[tuple[Card, ...], ...]
    hearts_broken: bool
    rolled: Card | None
    totals: tuple[Gaussian, ...]
    cards_held: tuple[int, ...]
    random: Random

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.rules.players

    @property
    def led(self) -> str | None:
        """Suit led to this trick, None for the leader."""
        return self.table[0][1].suit if self.table else None

    @property
    def winning(self) -> tuple[int, Card] | None:
        """Seat and card that take the trick so far, None for the leader."""
        if not self.table:
            return None
        return max(
            (play for play in self.table if play[1].suit == self.led),
            key=lambda play: play[1].rank,
        )

    @property
    def partner(self) -> int:
        """The seat across the table where seats are partners, else the seat itself."""
        return int(score.partner(self._record, self.seat))

    def score_of(self, cards: Iterable[Card]) -> Gaussian:
        """Hand score of a pile of cards when nobody shoots the moon, as (re, im)."""
        return whole_pair(score.pile_score(self._record, np.uint64(to_mask(cards))))

    def totals_after(self, choice: str) -> tuple[Gaussian, ...]:
        """Everybody's total if this seat, having shot the moon, makes a choice.

        Parameters
        ----------
        choice : str
            ``"subtract"`` or ``"add"``; see `chsim.moon_choice` for the signs of single seats.
        """
        record, code = self._record, choice_code(choice)
        piles = [np.uint64(to_mask(pile)) for pile in self.taken]
        sides = [pile | piles[score.partner(record, seat)] for seat, pile in enumerate(piles)]
        mine = sides[self.seat]
        sun = piles[self.seat] if self.rules.moon.alone else mine
        after = []
        for seat, (re, im) in enumerate(self.totals):
            gain = score.moon_score(record, seat, sides[seat], self.seat, mine, sun, code)
            gained = score.triggered(record, re, int(gain[0]))
            after.append((re + int(gained), im + int(gain[1])))
        return tuple(after)

    @property
    def _record(self) -> Any:
        return _record(self.rules, self.hand_number, self.rolled)


@lru_cache(maxsize=256)
def _record(rules: Rules, hand_number: int, rolled: Card | None) -> Any:
    record = rules.record()
    set_values(record, hand_number, np.uint64(to_mask([rolled] if rolled else [])))
    return record


def seat_view(state: Any, rules: Rules, seat: int) -> View:
    """Copy out of a game what one seat may see.

    Parameters
    ----------
    state : record of `chsim.core.layout.STATE`
    rules : Rules
    seat : int

    Returns
    -------
    View
    """
    numbers = _Numbers(state)
    trick, seats = numbers["trick"], range(rules.players)
    finished = min(max(trick, 0), rules.tricks)
    hands, taken = numbers["hand"], numbers["taken"]
    return View(
        rules=rules,
        seat=seat,
        hand=from_mask(hands[seat]),
        legal=from_mask(numbers["legal"]),
        pass_direction=rules.direction(numbers["hand_number"]),
        pass_count=rules.pass_count,
        passed=from_mask(numbers["passed"][seat]),
        received=from_mask(numbers["received"][seat]),
        hand_number=numbers["hand_number"],
        trick_number=trick,
        table=_table(numbers, rules, finished),
        tricks=_tricks(numbers, rules, finished),
        taken=tuple(from_mask(taken[other]) for other in seats),
        hearts_broken=bool(numbers["broken"]),
        rolled=next(iter(from_mask(numbers["rolled"])), None),
        totals=tuple(zip(numbers["total_re"], numbers["total_im"], strict=True))[: rules.players],
        cards_held=tuple(hands[other].bit_count() for other in seats),
        random=Random(int(decision_word(state["seat_key"][seat], state["trick"]))),
    )


class _Numbers:
    """Fields of a state as Python numbers and lists (a record's attributes are slow)."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getitem__(self, field: str) -> Any:
        return self._state[field].tolist()


def _table(numbers: _Numbers, rules: Rules, trick: int) -> tuple[tuple[int, Card], ...]:
    """Seats and cards of the plays to the trick under way."""
    start, leader = trick * rules.players, numbers["trick_leader"][min(trick, MAX_TRICKS - 1)]
    step = 1 if rules.turn == "left" else -1
    cards = numbers["card_played"][start : start + numbers["position"]]
    return tuple(
        ((leader + step * place) % rules.players, Card.from_number(card))
        for place, card in enumerate(cards)
    )


def _tricks(numbers: _Numbers, rules: Rules, finished: int) -> tuple[Trick, ...]:
    leaders, winners = numbers["trick_leader"], numbers["trick_winner"]
    cards = [Card.from_number(n) for n in numbers["card_played"][: finished * rules.players]]
    return tuple(
        Trick(
            leaders[trick],
            tuple(cards[trick * rules.players : (trick + 1) * rules.players]),
            winners[trick],
        )
        for trick in range(finished)
    )
