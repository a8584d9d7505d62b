"""One hand scored from the cards that each seat took, with its working step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from chsim.cards import Card, from_mask, to_mask
from chsim.core import layout, score
from chsim.core.ending import end_of_game
from chsim.core.hand import may_choose
from chsim.core.values import set_values
from chsim.errors import OptionError
from chsim.fields import Gaussian
from chsim.gaussians import gaussian_text, in_brackets, total, whole_pair
from chsim.moon_choice import choice_code, choice_text
from chsim.rules import Rules

#: A bit that is no card's: it keeps a pile of unnamed cards from being empty.
UNNAMED = np.uint64(1 << 63)


@dataclass(frozen=True)
class Hand:
    """What is known of a hand that is to be scored.

    Parameters
    ----------
    taken : sequence of sequence of Card
        By seat, the cards it took; what nobody is named for is worth nothing.
    totals : sequence of Gaussian, optional
        By seat, the running totals before; zero unless given.
    moon : str, optional
        The shooter's choice; see `chsim.moon_choice`.
    number : int
        Number of the hand in the game, from 1.
    rolled : Card, optional
        The card that the die named.
    no_trick : sequence of int
        Seats that took no trick at all.
    """

    taken: Sequence[Sequence[Card]]
    totals: Sequence[Gaussian] = ()
    moon: str | None = None
    number: int = 1
    rolled: Card | None = None
    no_trick: Sequence[int] = ()


@dataclass
class Scored:
    """A scored hand.

    Attributes
    ----------
    scores, totals : list of Gaussian
        By seat.
    shooter : int or None
    choice : str or None
    losers, winners : list of int
        Seats; empty while the game goes on.
    working : list of (list of str, str)
        By seat: the steps of the hand's own score, and the addition.
    """

    scores: list[Gaussian]
    totals: list[Gaussian]
    shooter: int | None
    choice: str | None
    losers: list[int]
    winners: list[int]
    working: list[tuple[list[str], str]] = field(default_factory=list)


def score_taken(rules: Rules, hand: Hand) -> Scored:
    """Score a hand.

    Raises
    ------
    OptionError
        For piles that the rules cannot have, a moon that nobody shot, and one
        whose shooter has to choose and did not.
    """
    _check(rules, hand)
    record, state = rules.record(), layout.new_record(layout.STATE)
    before = _fill(rules, record, state, hand)
    state.shooter = score.find_shooter(state, record)
    _settle(record, state, hand)
    score.score_hand(state, record)
    end_of_game(state, record)
    shooter = int(state.shooter)
    scored = Scored(
        _by_seat(rules, state, "score"),
        _by_seat(rules, state, "total"),
        shooter if shooter >= 0 else None,
        choice_text(int(state.choice)) if shooter >= 0 else None,
        layout.seats_in(state.losers),
        layout.seats_in(state.winners),
    )
    writer = _Writer(rules, record, state)
    for seat in range(rules.players):
        sum_ = f"{gaussian_text(before[seat])} + {in_brackets(scored.scores[seat])}"
        addition = f"{sum_} = {gaussian_text(scored.totals[seat])}"
        scored.working.append((writer.steps(seat, scored.scores[seat]), addition))
    return scored


def _check(rules: Rules, hand: Hand) -> None:
    if len(hand.taken) != rules.players:
        raise OptionError(f"taken: expected {rules.players} seats, not {len(hand.taken)}")
    if hand.totals and len(hand.totals) != rules.players:
        raise OptionError(f"total: expected {rules.players} of them, not {len(hand.totals)}")
    seen: set[Card] = set()
    for card in [card for pile in hand.taken for card in pile]:
        if not rules.deck >> card.number & 1:
            raise OptionError(f"taken: {card} is not in the deck")
        if card in seen:
            raise OptionError(f"taken: {card} is named twice")
        seen.add(card)
    if any(max(map(abs, total)) > 10**6 for total in hand.totals):
        raise OptionError("total: larger than 1000000")
    if not 1 <= hand.number <= rules.end.max_hands:
        raise OptionError(f"hand: expected 1 to {rules.end.max_hands}")
    if hand.rolled is not None and not rules.die.cards >> hand.rolled.number & 1:
        raise OptionError(f"rolled: the die does not name {hand.rolled}")
    if hand.rolled is None and rules.die.cards:
        names = " ".join(map(str, from_mask(rules.die.cards)))
        raise OptionError(f"rolled: which card did the die name? (one of {names})")
    for seat in hand.no_trick:
        if not 0 <= seat < rules.players or hand.taken[seat]:
            raise OptionError(f"no_trick: seat {seat} is no seat without cards")


def _fill(rules: Rules, record: Any, state: Any, hand: Hand) -> list[Gaussian]:
    rolled = np.uint64(to_mask([hand.rolled] if hand.rolled else []))
    set_values(record, np.int64(hand.number - 1), rolled)
    state.hand_number = hand.number - 1
    state.choice = layout.UNDECIDED
    before = list(hand.totals) or [(0, 0)] * rules.players
    for seat, (re, im) in enumerate(before):
        named = np.uint64(to_mask(hand.taken[seat]))
        state.taken[seat] = named if seat in hand.no_trick else named | UNNAMED
        state.total_re[seat], state.total_im[seat] = re, im
    return before


def _settle(record: Any, state: Any, hand: Hand) -> None:
    shot = state.shooter >= 0
    if hand.moon is None:
        if shot and score.must_choose(record):
            seat = int(state.shooter)
            raise OptionError(f"moon: seat {seat} shot the moon; say add or subtract")
        return
    try:
        code = choice_code(hand.moon)
    except ValueError as error:
        raise OptionError(f"moon: {error}") from None
    if not shot:
        raise OptionError("moon: nobody took the cards it needs")
    state.answer = np.uint64(code)
    if not score.must_choose(record) or not may_choose(state, record):
        raise OptionError(f"moon: the rules do not leave {hand.moon!r} to the shooter")
    state.choice = code


def _by_seat(rules: Rules, state: Any, name: str) -> list[Gaussian]:
    parts = state[f"{name}_re"].tolist(), state[f"{name}_im"].tolist()
    return list(zip(*parts, strict=True))[: rules.players]


class _Writer:
    """The steps by which a seat comes to its hand score."""

    def __init__(self, rules: Rules, record: Any, state: Any) -> None:
        self._rules = rules
        self._record = record
        self._state = state

    def steps(self, seat: int, final: Gaussian) -> list[str]:
        """Card points, moon, multipliers, a moon received, what is left: one line each."""
        if self._state.shooter >= 0 and self._state.choice == layout.ZERO_ALL:
            return ["moon: nobody scores = 0"]
        pile = int(score.side_pile(self._state, self._record, seat)) & ~int(UNNAMED)
        mine = self._is_shooters(seat)
        counted = pile & ~self._rules.moon.cards if mine else pile
        late = counted & self._rules.unmultiplied
        value = self._points(counted & ~late)
        lines = [f"{self._listed(counted & ~late)} = {gaussian_text(value)}"]
        if mine:
            value = self._replaced(value, lines)
        first = self._rules.moon.multiplied
        received = self._state.shooter >= 0 and not mine
        if received and first:
            value = self._received(seat, value, lines)
        value = self._multiplied(pile, value, lines)
        if late:
            value = total([value, self._points(late)])
            lines.append(f"then {self._listed(late)} = {gaussian_text(value)}")
        if received and not first:
            value = self._received(seat, value, lines)
        if value != final:
            change = final[0] - value[0], final[1] - value[1]
            why = "no trick taken" if self._state.taken[seat] == 0 else "an exact multiple"
            lines.append(f"{why}: {gaussian_text(change)} = {gaussian_text(final)}")
        return lines

    def _points(self, pile: int) -> Gaussian:
        return whole_pair(score.card_points(self._record, np.uint64(pile)))

    def _is_shooters(self, seat: int) -> bool:
        shooter = int(self._state.shooter)
        return shooter >= 0 and seat in (shooter, int(score.partner(self._record, shooter)))

    def _listed(self, pile: int) -> str:
        terms = []
        groups: dict[Gaussian, list[Card]] = {}
        for card in from_mask(pile):
            value = self._points(to_mask([card]))
            if value != (0, 0):
                groups.setdefault(value, []).append(card)
        for value, cards in groups.items():
            times = f"{len(cards)} × " if len(cards) > 1 else ""
            names = " ".join(card.symbol for card in cards)
            terms.append(f"{names}: {times}{gaussian_text(value)}")
        return "; ".join(terms) or "no card that counts"

    def _worth(self) -> Gaussian:
        sun = score.shot_pile(self._state, self._record, self._state.shooter)
        return whole_pair(score.moon_worth(self._record, sun))

    def _replaced(self, value: Gaussian, lines: list[str]) -> Gaussian:
        code = int(self._state.choice)
        if code & 1 == layout.ADD:
            lines.append("moon given to the others: its cards count nothing here")
            return value
        sign = -int(score.sign_for(code, int(self._state.shooter)))
        worth = self._worth()
        after = total([value, (sign * worth[0], sign * worth[1])])
        word = "subtracted" if sign < 0 else "added"
        lines.append(f"moon {gaussian_text(worth)} {word} = {gaussian_text(after)}")
        return after

    def _multiplied(self, pile: int, value: Gaussian, lines: list[str]) -> Gaussian:
        for card, factor in self._rules.multipliers.items():
            if pile >> card.number & 1:
                alone = np.uint64(to_mask([card]))
                value = whole_pair(score.multiplied(self._record, alone, *value))
                lines.append(f"{card.symbol} × {in_brackets(factor)} = {gaussian_text(value)}")
        return value

    def _received(self, seat: int, value: Gaussian, lines: list[str]) -> Gaussian:
        code = int(self._state.choice)
        pile = score.side_pile(self._state, self._record, self._state.shooter)
        sign, worth = score.sign_for(code, seat), self._worth()
        # the receiver's multipliers are a step of their own
        nothing = np.uint64(0)
        gift = whole_pair(score.moon_gift(self._record, pile, nothing, sign, *worth, code))
        if gift == (0, 0):
            return value
        after = total([value, gift])
        lines.append(f"moon received: {gaussian_text(gift)} = {gaussian_text(after)}")
        return after
