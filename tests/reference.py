"""The slow twin: Complex Hearts and its variants again, in plain Python.

Written from the rules and from the description of the random numbers, without
a look at how the engine does it: hands are lists of card names, piles are sets of
them, scores are pairs of whole numbers. A game comes out in the form
``chsim-game/1``, ready to be compared field by field.

Nothing of chsim is imported; rules are read from a `chsim.rules.Rules` object.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Protocol

ONES = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
DISPLAY_ORDER = [rank + suit for suit in "cdsh" for rank in "23456789TJQKA"]
HEIGHT = {card: "23456789TJQKA".index(card[0]) for card in DISPLAY_ORDER}
POSITION = {card: place for place, card in enumerate(DISPLAY_ORDER)}
#: chsim numbers a card 16 * suit + rank and writes sets as bit masks.
NUMBER = {
    card: 16 * "cdsh".index(card[1]) + "23456789TJQKA".index(card[0]) for card in DISPLAY_ORDER
}

Score = tuple[int, int]


class Illegal(Exception):
    """A move against the rules."""


# --- random numbers ------------------------------------------------------------


def word_at(key: int, index: int) -> int:
    """Word ``index`` of the stream that ``key`` names: SplitMix64 in counter mode."""
    z = (key + GOLDEN * (index + 1)) & ONES
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ONES
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ONES
    return z ^ (z >> 31)


def decision_word(seat_key: int, index: int) -> int:
    """Word of a seat's decision: 0 the pass, then the tricks, then the moon. Not invertible."""
    return word_at(seat_key, index) ^ seat_key


def run_key(seed: int) -> int:
    """Key of all games of a seed."""
    return int.from_bytes(blake2b(str(seed).encode(), digest_size=8).digest(), "little")


def draws(word: int, sizes: Iterable[int]) -> list[int]:
    """One whole number below each of ``sizes``, all from the same word."""
    numbers = []
    for size in sizes:
        word *= size
        numbers.append(word >> 64)
        word &= ONES
    return numbers


def shuffled(deck: list[str], hand_key: int, undrawn: int) -> list[str]:
    """Fisher and Yates from the front, a fresh word every six places.

    The last ``undrawn`` places keep what is left.
    """
    cards = list(deck)
    size = len(cards)
    for number, start in enumerate(range(0, size - undrawn, 6)):
        sizes = range(size - start, max(size - start - 6, undrawn), -1)
        for place, jump in enumerate(draws(word_at(hand_key, number), sizes), start):
            cards[place], cards[place + jump] = cards[place + jump], cards[place]
    return cards


# --- who decides ---------------------------------------------------------------


class Decider(Protocol):
    def start_hand(self, number: int, hand_key: int) -> None: ...
    def cards_to_pass(self, seat: int, hand: list[str], count: int) -> list[str]: ...
    def card_to_play(self, seat: int, legal: list[str], trick: int, place: int) -> str: ...
    def moon(self, seat: int, tricks: int) -> str: ...


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

    def moon(self, seat: int, tricks: int) -> str:
        return "add" if decision_word(self.keys[seat], tricks + 1) % 2 else "subtract"


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

    def moon(self, seat: int, tricks: int) -> str:
        return self.hand["moon"]["choice"]


# --- the game ------------------------------------------------------------------


def cards_of(mask: int) -> list[str]:
    """Cards of one of chsim's bit masks, in display order."""
    return [card for card in DISPLAY_ORDER if int(mask) // 2 ** NUMBER[card] % 2]


def text(cards: Any) -> str:
    return " ".join(sorted(cards, key=POSITION.__getitem__))


def times(a: Score, b: Score) -> Score:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def plus(a: Score, b: Score) -> Score:
    return a[0] + b[0], a[1] + b[1]


class Twin:
    """One variant, ready to be played.

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

    # scoring

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

    # all of it

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
            passed = [decider.cards_to_pass(seat, hands[seat], count) for seat in self.seats]
            record["passed"] = [text(cards) for cards in passed]
            self.exchange(hands, passed, self.offset(number))
        piles = self.play_tricks(hands, number, record, decider)
        self.score(piles, totals, record, decider)
        return record

    def play_tricks(
        self, hands: list[list[str]], number: int, record: dict[str, Any], decider: Decider
    ) -> list[set[str]]:
        piles: list[set[str]] = [set() for _ in self.seats]
        leader = self.first_leader(hands, number)
        broken = False
        record["tricks"] = []
        for trick in range(self.tricks):
            cards = self.play_trick(hands, leader, trick, broken, decider)
            winner = self.winner(leader, cards)
            record["tricks"].append({"leader": leader, "cards": cards, "winner": winner})
            piles[winner].update(cards)
            broken = broken or not self.breakers.isdisjoint(cards)
            leader = winner
        return piles

    def score(
        self,
        piles: list[set[str]],
        totals: list[Score],
        record: dict[str, Any],
        decider: Decider,
    ) -> None:
        shooter, choice = self.shooter(piles), None
        record["moon"] = None
        if shooter is not None:
            mode = self.rules.moon.mode
            choice = decider.moon(shooter, self.tricks) if mode == "choose" else mode
            record["moon"] = {"shooter": shooter, "choice": choice}
        scores = self.scores(piles, shooter, choice)
        totals[:] = [plus(*pair) for pair in zip(totals, scores, strict=True)]
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
            losers, winners = self.result(totals)
            if losers or len(hands) == self.rules.end.max_hands:
                break
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
