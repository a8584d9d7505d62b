"""Totals: triggers, who has lost, when it is over, and moons that look at it."""

from __future__ import annotations

from tests.reference.scoring import Choice, Score, Scoring, plus

#: Losers and winners of a game that is over; None while it goes on.
Result = tuple[list[int], list[int]]


class Ending(Scoring):
    """A variant with its scores and its end."""

    def added_up(self, totals: list[Score], scores: list[Score]) -> tuple[list[Score], list[Score]]:
        """Scores and totals of a hand, once the trigger has been looked at."""
        scores = [self.triggered(*pair) for pair in zip(totals, scores, strict=True)]
        return scores, [plus(*pair) for pair in zip(totals, scores, strict=True)]

    def triggered(self, total: Score, score: Score) -> Score:
        every, off = self.rules.end.trigger_every, self.rules.end.trigger_off
        after = total[0] + score[0]
        if every and score[0] != 0 and after > 0 and after % every == 0:
            return score[0] - off, score[1]
        return score

    def distance(self, total: Score) -> int:
        """What is compared, squared where it is a magnitude."""
        if self.rules.end.measure == "magnitude":
            return total[0] ** 2 + total[1] ** 2
        return total[0]

    def at_limit(self, total: Score) -> bool:
        end = self.rules.end
        if end.limit == 0:
            return False
        limit = end.limit**2 if end.measure == "magnitude" else end.limit
        distance = self.distance(total)
        return distance >= limit if end.reaching else distance > limit

    def result(self, totals: list[Score], played: int = 1) -> Result | None:
        """Losers and winners after so many hands, by the rules and not by the cap."""
        end = self.rules.end
        reached = [seat for seat in self.seats if self.at_limit(totals[seat])]
        if not reached and not (end.hands and played >= end.hands):
            return None
        far = [self.distance(total) for total in totals]
        losers = reached
        if end.losers == "worst":
            losers = [seat for seat in self.seats if far[seat] == max(far) != min(far)]
        others = [seat for seat in self.seats if seat not in losers]
        nearest = min((far[seat] for seat in others), default=0)
        winners = [seat for seat in others if far[seat] == nearest]
        sides = {tuple(self.side(seat)) for seat in winners}
        if end.ties == "play-on" and len(sides) > 1:
            return None
        return losers, winners

    # moons that look at the totals

    def settled(
        self, piles: list[set[str]], shooter: int, totals: list[Score], played: int
    ) -> Choice | None:
        """What the rules make of a moon; None if the shooter says."""
        mode = self.rules.moon.mode
        if mode in ("choose", "choose-each"):
            return None
        if mode == "add-unless-lost":
            scores = self.scores(piles, shooter, Choice("add"))
            result = self.result(self.added_up(totals, scores)[1], played)
            lost = result is not None and shooter not in result[1]
            return Choice("subtract" if lost else "add")
        if mode == "hurt":
            return Choice("add", tuple(self.hurt_by_less(piles, shooter, totals)))
        return Choice(mode)

    def hurt_by_less(self, piles: list[set[str]], shooter: int, totals: list[Score]) -> list[int]:
        """Seats that subtracting leaves worse than adding."""
        others = [seat for seat in self.seats if seat not in self.side(shooter)]
        added = self.scores(piles, shooter, Choice("add"))
        taken_off = self.scores(piles, shooter, Choice("add", tuple(others)))

        def far(seat: int, scores: list[Score]) -> int:
            return self.distance(plus(totals[seat], scores[seat]))

        return [seat for seat in others if far(seat, taken_off) > far(seat, added)]
