"""What a hand scores, and who has lost."""

from __future__ import annotations

from tests.reference.table import Table

Score = tuple[int, int]


def times(a: Score, b: Score) -> Score:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def plus(a: Score, b: Score) -> Score:
    return a[0] + b[0], a[1] + b[1]


class Scoring(Table):
    """A variant with its scores and its end."""

    def shooter(self, piles: list[set[str]]) -> int | None:
        if self.rules.moon.mode == "none":
            return None
        return next((seat for seat in self.seats if self.moon_cards <= piles[seat]), None)

    def worth(self, cards: set[str]) -> Score:
        score = (0, 0)
        for card in self.values.keys() & cards:
            score = plus(score, self.values[card])
        return score

    def multiply(self, score: Score, pile: set[str]) -> Score:
        for card, factor in self.multipliers.items():
            if card in pile:
                score = times(score, factor)
        return score

    def scores(
        self, piles: list[set[str]], shooter: int | None = None, choice: str | None = None
    ) -> list[Score]:
        """Score of the hand for each seat."""
        moon = self.rules.moon.worth
        if shooter is None:
            return [self.multiply(self.worth(pile), pile) for pile in piles]
        scores = []
        gift = self.multiply(moon, piles[shooter]) if choice == "add" else (0, 0)
        for seat, pile in enumerate(piles):
            if seat != shooter:
                scores.append(plus(self.multiply(self.worth(pile), pile), gift))
                continue
            own = self.worth(pile - self.moon_cards)
            if choice == "subtract":
                own = plus(own, (-moon[0], -moon[1]))
            scores.append(self.multiply(own, pile))
        return scores

    # the end

    def distance(self, total: Score) -> int:
        """What is compared, squared where it is a magnitude."""
        if self.rules.end.measure == "magnitude":
            return total[0] ** 2 + total[1] ** 2
        return total[0]

    def has_lost(self, total: Score) -> bool:
        limit = self.rules.end.limit
        square = self.rules.end.measure == "magnitude"
        return self.distance(total) >= (limit * limit if square else limit)

    def result(self, totals: list[Score]) -> tuple[list[int], list[int]]:
        """Losers and winners; both empty while nobody has lost."""
        losers = [seat for seat in self.seats if self.has_lost(totals[seat])]
        if not losers:
            return [], []
        others = [seat for seat in self.seats if seat not in losers]
        nearest = min((self.distance(totals[seat]) for seat in others), default=0)
        return losers, [seat for seat in others if self.distance(totals[seat]) == nearest]
