"""Whole hands and games, as records in the form ``chsim-game/1``."""

from __future__ import annotations

from typing import Any

from tests.reference.cards import POSITION, text
from tests.reference.deciders import Decider, Random, Replay
from tests.reference.ending import Ending
from tests.reference.scoring import Choice, Score
from tests.reference.words import draws, run_key, shuffled, word_at

#: Address of the die's word under the key of a hand.
DIE_WORD = 192


class Twin(Ending):
    """A variant, ready to be played."""

    def play_hand(
        self, number: int, hand_key: int, totals: list[Score], decider: Decider
    ) -> dict[str, Any]:
        """Play one hand; `totals` is brought up to date."""
        decider.start_hand(number, hand_key)
        cards = shuffled(self.deck, hand_key, len(self.deck) // self.players)
        hands = [cards[seat * self.tricks : (seat + 1) * self.tricks] for seat in self.seats]
        for hand in hands:
            hand.sort(key=POSITION.__getitem__)
        record: dict[str, Any] = {"pass": self.pass_name(number)}
        record["dealt"] = [" ".join(hand) for hand in hands]
        if self.offset(number):
            count = self.rules.pass_count
            passed = [
                decider.cards_to_pass(seat, self.may_pass(hands[seat]), count)
                for seat in self.seats
            ]
            record["passed"] = [text(cards) for cards in passed]
            self.exchange(hands, passed, self.offset(number))
        self.roll(number, hand_key, record)
        piles = self.play_tricks(hands, number, record, decider)
        self.score(number, piles, totals, record, decider)
        return record

    def roll(self, number: int, hand_key: int, record: dict[str, Any]) -> None:
        """Roll the die, if there is one, and set what cards are worth in this hand."""
        rolled = None
        if self.faces:
            [face] = draws(word_at(hand_key, DIE_WORD), [len(self.faces)])
            rolled = record["rolled"] = self.faces[face]
        self.set_values(number, rolled)

    def play_tricks(
        self, hands: list[list[str]], number: int, record: dict[str, Any], decider: Decider
    ) -> list[set[str]]:
        piles: list[set[str]] = [set() for _ in self.seats]
        leader = self.first_leader(hands, number)
        broken = False
        record["tricks"] = []
        for trick in range(self.tricks):
            if self.is_finished(piles):
                break
            cards = self.play_trick(hands, leader, trick, broken, decider)
            winner = self.winner(leader, cards)
            record["tricks"].append({"leader": leader, "cards": cards, "winner": winner})
            piles[winner].update(cards)
            broken = broken or not self.breakers.isdisjoint(cards)
            leader = winner
        return piles

    def is_finished(self, piles: list[set[str]]) -> bool:
        """Whether the hand ends early, as all that counts has been taken."""
        early = self.rules.finish_early and self.counting
        return bool(early) and self.counting <= set().union(*piles)

    def score(
        self,
        number: int,
        piles: list[set[str]],
        totals: list[Score],
        record: dict[str, Any],
        decider: Decider,
    ) -> None:
        shooter, choice = self.shooter(piles), None
        record["moon"] = None
        if shooter is not None:
            choice = self.settled(piles, shooter, totals, number + 1)
            if choice is None:
                turnable = self.seats if self.rules.moon.mode == "choose-each" else ()
                word, turned = decider.moon(shooter, len(record["tricks"]), turnable)
                choice = Choice(word, tuple(turned))
            record["moon"] = {"shooter": shooter, "choice": choice.word}
            if choice.turned:
                record["moon"]["turned"] = list(choice.turned)
        scores, totals[:] = self.added_up(totals, self.scores(piles, shooter, choice))
        record["scores"] = [list(score) for score in scores]
        record["totals"] = [list(total) for total in totals]

    def play_game(
        self, seed: int, game: int, names: list[str], decider: Decider | None = None
    ) -> dict[str, Any]:
        """A whole game as a ``chsim-game/1`` record.

        Parameters
        ----------
        seed, game : int
        names : list of str
            Strategies as seated in this game; only written down.
        decider : Decider, optional
            `Random` unless given.
        """
        decider = decider or Random()
        key = word_at(run_key(seed), game)
        totals: list[Score] = [(0, 0)] * self.players
        hands = []
        while True:
            number = len(hands)
            hands.append(self.play_hand(number, word_at(key, number), totals, decider))
            result = self.result(totals, len(hands))
            if result or len(hands) == self.rules.end.max_hands:
                break
        losers, winners = result or ([], [])
        return {
            "format": "chsim-game/1",
            "rules": self.rules.name,
            "seed": seed,
            "game": game,
            "seats": list(names),
            "hands": hands,
            "losers": losers,
            "winners": winners,
            "fouls": [],
        }


def check_record(rules: Any, record: dict[str, Any]) -> None:
    """Play a recorded game again; every field has to come out as recorded."""
    again = Twin(rules).play_game(record["seed"], record["game"], record["seats"], Replay(record))
    if again != record:
        raise AssertionError(first_difference(again, record))


def first_difference(mine: Any, theirs: Any, where: str = "game") -> str:
    """Where two records first differ, in one line."""
    if isinstance(mine, dict) and isinstance(theirs, dict) and mine.keys() == theirs.keys():
        pairs = [(f"{where}.{key}", mine[key], theirs[key]) for key in mine]
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        pairs = [(f"{where}[{i}]", *pair) for i, pair in enumerate(zip(mine, theirs, strict=True))]
    else:
        return f"{where}: {mine!r} expected, {theirs!r} recorded"
    for place, a, b in pairs:
        if a != b:
            return first_difference(a, b, place)
    return f"{where}: equal"
