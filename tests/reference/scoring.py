"""What a hand scores: values, the die, the moon, partners."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.reference.cards import cards_of
from tests.reference.table import Table

Score = tuple[int, int]
NOTHING: Score = (0, 0)


def times(a: Score, b: Score) -> Score:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def plus(a: Score, b: Score) -> Score:
    return a[0] + b[0], a[1] + b[1]


def minus(a: Score) -> Score:
    return -a[0], -a[1]


class Choice(NamedTuple):
    """What becomes of a moon: a word, and the seats whose sign is the other one."""

    word: str
    turned: tuple[int, ...] = ()


class Scoring(Table):
    """A variant with its scores.

    Parameters
    ----------
    rules : chsim.rules.Rules
    """

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.base_values = {str(card): tuple(value) for card, value in rules.values.items()}
        self.multipliers = {str(card): tuple(value) for card, value in rules.multipliers.items()}
        self.unmultiplied = frozenset(cards_of(rules.unmultiplied))
        self.growing = frozenset(cards_of(rules.growing))
        self.faces = cards_of(rules.die.cards)
        self.moon_cards = frozenset(cards_of(rules.moon.cards))
        self.moon_bonus = frozenset(cards_of(rules.moon.bonus))
        self.values: dict[str, Score] = {}
        counted = [card for card, value in self.base_values.items() if value != NOTHING]
        moon = frozenset() if rules.moon.mode == "none" else self.moon_cards | self.moon_bonus
        self.counting = moon.union(counted, self.multipliers, self.faces)
        self.set_values(0, None)

    def set_values(self, number: int, rolled: str | None) -> None:
        """What cards are worth in hand ``number`` (from 0), with what the die named."""
        self.values = {}
        for card, (re, im) in self.base_values.items():
            grown = number + 1 if card in self.growing else 1
            self.values[card] = (re * grown, im * grown)
        if rolled is not None:
            plain = self.values.get(rolled, NOTHING)
            self.values[rolled] = plus(plain, tuple(self.rules.die.worth))

    # sides

    def side(self, seat: int) -> list[int]:
        """The seats that score together with a seat, itself among them."""
        if not self.rules.partners:
            return [seat]
        return sorted({seat, (seat + self.players // 2) % self.players})

    def side_pile(self, piles: list[set[str]], seat: int) -> set[str]:
        return set().union(*(piles[one] for one in self.side(seat)))

    # piles

    def worth(self, cards: set[str]) -> Score:
        score = NOTHING
        for card in self.values.keys() & cards:
            score = plus(score, self.values[card])
        return score

    def multiply(self, score: Score, pile: set[str]) -> Score:
        for card, factor in self.multipliers.items():
            if card in pile:
                score = times(score, factor)
        return score

    def own(self, counted: set[str], pile: set[str]) -> Score:
        """What a side's own cards bring it."""
        score = self.multiply(self.worth(counted - self.unmultiplied), pile)
        return plus(plus(score, self.worth(counted & self.unmultiplied)), self.idle(pile))

    # the moon

    def shooter(self, piles: list[set[str]]) -> int | None:
        moon = self.rules.moon
        if moon.mode == "none":
            return None
        for seat in self.seats:
            pile = piles[seat] if moon.alone else self.side_pile(piles, seat)
            if self.moon_cards | self.moon_bonus <= pile:
                return seat
        return None

    def moon_worth(self, piles: list[set[str]], shooter: int) -> Score:
        """What the moon, or the sun, of a shooter is worth, multiplied."""
        moon = self.rules.moon
        together = self.side_pile(piles, shooter)
        taken = piles[shooter] if moon.alone else together
        sun = moon.sun is not None and taken == set(self.deck)
        return self.multiply(tuple(moon.sun if sun else moon.worth), together)

    def scores(
        self, piles: list[set[str]], shooter: int | None = None, choice: Choice | None = None
    ) -> list[Score]:
        """Score of the hand for each seat, without what depends on totals."""
        if choice is not None and choice.word == "zero":
            return [NOTHING for _ in self.seats]
        return [self.seat_score(piles, seat, shooter, choice) for seat in self.seats]

    def seat_score(
        self, piles: list[set[str]], seat: int, shooter: int | None, choice: Choice | None
    ) -> Score:
        pile = self.side_pile(piles, seat)
        if shooter is None or choice is None:
            return self.own(pile, pile)
        moon = self.moon_worth(piles, shooter)
        shot = shooter in self.side(seat)
        counted = pile - self.moon_cards if shot else pile
        score = self.own(counted, pile)
        if self.rules.moon.multiplied and not shot:
            moon = self.multiply(moon, pile)
        if shot != (choice.word == "subtract"):
            return score
        subtracted = shot != (seat in choice.turned)
        return plus(score, minus(moon) if subtracted else moon)

    def idle(self, pile: set[str]) -> Score:
        """What taking no trick brings."""
        return NOTHING if pile else tuple(self.rules.no_trick)
