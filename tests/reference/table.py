"""Passing and playing: who may play what, and who takes it."""

from __future__ import annotations

from typing import Any

from tests.reference.cards import HEIGHT, POSITION, Illegal, cards_of
from tests.reference.deciders import Decider


def without(hand: list[str], banned: frozenset[str]) -> list[str]:
    return [card for card in hand if card not in banned]


class Table:
    """One variant: its cards, passes and tricks.

    Parameters
    ----------
    rules : chsim.rules.Rules
    """

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.players = rules.players
        self.seats = range(rules.players)
        self.deck = cards_of(rules.deck)
        self.tricks = len(self.deck) // self.players
        self.opening = rules.opening if isinstance(rules.opening, str) else str(rules.opening)
        self.not_passed = frozenset(cards_of(rules.pass_ban))
        self.not_first = frozenset(cards_of(rules.first_trick_ban))
        self.kept_first = frozenset(cards_of(rules.first_trick_keep))
        self.not_led = frozenset(cards_of(rules.lead_ban))
        self.beside = frozenset(cards_of(rules.lead_beside))
        self.forced = frozenset(cards_of(rules.lead_forced))
        self.not_thrown = frozenset(cards_of(rules.throw_ban))
        self.soon = frozenset(cards_of(rules.play_soon))
        self.breakers = frozenset(cards_of(rules.breakers))
        step = {"left": 1, "right": -1}[rules.turn]
        self.next = [(seat + step) % self.players for seat in self.seats]

    # passing

    def offset(self, hand: int) -> int:
        """How many seats to the left the cards of this hand go."""
        return self.rules.passing[hand % len(self.rules.passing)] % self.players

    def pass_name(self, hand: int) -> str:
        offset = self.offset(hand)
        names = {0: "hold", 1: "left", self.players - 1: "right"}
        if self.players % 2 == 0:
            names.setdefault(self.players // 2, "across")
        return names.get(offset, f"left{offset}")

    def may_pass(self, hand: list[str]) -> list[str]:
        free = without(hand, self.not_passed)
        return free if len(free) >= self.rules.pass_count else hand

    def exchange(self, hands: list[list[str]], passed: list[list[str]], offset: int) -> None:
        """Check all passes, then hand them over at once."""
        for hand, cards in zip(hands, passed, strict=True):
            if len(set(cards)) != self.rules.pass_count or len(cards) != self.rules.pass_count:
                raise Illegal(f"passed {cards}")
            if not set(cards) <= set(self.may_pass(hand)):
                raise Illegal(f"passed {cards} from {hand}")
        for seat in self.seats:
            for card in passed[seat]:
                hands[seat].remove(card)
        for seat in self.seats:
            hands[(seat + offset) % self.players].extend(passed[seat])
        for hand in hands:
            hand.sort(key=POSITION.__getitem__)

    # playing

    def first_leader(self, hands: list[list[str]], number: int) -> int:
        if self.opening == "left-of-dealer":
            return number % self.players
        if self.opening == "dealer":
            return (number - 1) % self.players
        return next(seat for seat in self.seats if self.opening in hands[seat])

    def may_lead(self, hand: list[str], trick: int, broken: bool) -> list[str]:
        if trick == 0 and self.opening in hand:
            return [self.opening]
        legal = hand if broken else self.unbroken_leads(hand)
        return self.keep_at_first(legal, trick)

    def unbroken_leads(self, hand: list[str]) -> list[str]:
        if all(card in self.not_led for card in hand):
            return [card for card in hand if card in self.forced] or hand
        if all(card in self.not_led | self.beside for card in hand):
            return hand
        return without(hand, self.not_led)

    def keep_at_first(self, legal: list[str], trick: int) -> list[str]:
        return without(legal, self.kept_first) or legal if trick == 0 else legal

    def may_follow(self, hand: list[str], trick: int, table: list[str], broken: bool) -> list[str]:
        """Legal cards for who plays after the cards on the table.

        ``broken`` says whether it was so when the trick was led.
        """
        suit = table[0][1]
        legal = [card for card in hand if card[1] == suit]
        thrown = not legal
        if thrown:
            legal = hand
            if trick == 0:
                legal = without(legal, self.not_first) or legal
        legal = self.keep_at_first(legal, trick)
        if thrown and not broken and self.breakers.isdisjoint(table):
            legal = without(legal, self.not_thrown) or legal
        safe = [card for card in legal if card in self.soon and not self.takes(card, table)]
        return safe or legal

    def takes(self, card: str, table: list[str]) -> bool:
        """Whether a card would take the trick as it lies."""
        same = [HEIGHT[other] for other in table if other[1] == table[0][1]]
        return card[1] == table[0][1] and HEIGHT[card] > max(same)

    def winner(self, leader: int, cards: list[str]) -> int:
        """Seat of the highest card of the suit led."""
        suit = cards[0][1]
        best = cards[0]
        winner = seat = leader
        for card in cards[1:]:
            seat = self.next[seat]
            if card[1] == suit and HEIGHT[card] > HEIGHT[best]:
                best, winner = card, seat
        return winner

    def play_trick(
        self, hands: list[list[str]], leader: int, trick: int, broken: bool, decider: Decider
    ) -> list[str]:
        seat = leader
        cards: list[str] = []
        for place in self.seats:
            hand = hands[seat]
            if place:
                legal = self.may_follow(hand, trick, cards, broken)
            else:
                legal = self.may_lead(hand, trick, broken)
            card = decider.card_to_play(seat, legal, trick, place)
            if card not in legal:
                raise Illegal(f"seat {seat} plays {card} to trick {trick}; legal: {legal}")
            hand.remove(card)
            cards.append(card)
            seat = self.next[seat]
        return cards
