"""Passing and playing: who may play what, and who takes it."""

from __future__ import annotations

from typing import Any

from tests.reference.cards import HEIGHT, POSITION, Illegal, cards_of
from tests.reference.deciders import Decider


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
        self.opening = None if rules.opening is None else str(rules.opening)
        self.not_first = frozenset(cards_of(rules.first_trick_ban))
        self.not_led = frozenset(cards_of(rules.lead_ban))
        self.breakers = frozenset(cards_of(rules.breakers))
        self.values = {str(card): value for card, value in rules.values.items()}
        self.multipliers = {str(card): value for card, value in rules.multipliers.items()}
        self.moon_cards = frozenset(cards_of(rules.moon.cards))
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

    def exchange(self, hands: list[list[str]], passed: list[list[str]], offset: int) -> None:
        """Check all passes, then hand them over at once."""
        for hand, cards in zip(hands, passed, strict=True):
            if len(set(cards)) != self.rules.pass_count or len(cards) != self.rules.pass_count:
                raise Illegal(f"passed {cards}")
            if not set(cards) <= set(hand):
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
        if self.opening is None:
            return number % self.players
        return next(seat for seat in self.seats if self.opening in hands[seat])

    def may_lead(self, hand: list[str], trick: int, broken: bool) -> list[str]:
        if trick == 0 and self.opening in hand:
            return [str(self.opening)]
        if broken:
            return hand
        return [card for card in hand if card not in self.not_led] or hand

    def may_follow(self, hand: list[str], trick: int, led: str) -> list[str]:
        suit = led[1]
        following = [card for card in hand if card[1] == suit]
        if following:
            return following
        if trick == 0:
            return [card for card in hand if card not in self.not_first] or hand
        return hand

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
                legal = self.may_follow(hand, trick, cards[0])
            else:
                legal = self.may_lead(hand, trick, broken)
            card = decider.card_to_play(seat, legal, trick, place)
            if card not in legal:
                raise Illegal(f"seat {seat} plays {card} to trick {trick}; legal: {legal}")
            hand.remove(card)
            cards.append(card)
            seat = self.next[seat]
        return cards
