"""Rules: one frozen description of a variant, for people, files and the engine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from chsim import fields
from chsim.cards import Card, from_mask, to_mask
from chsim.core import layout
from chsim.errors import RulesError
from chsim.fields import Gaussian
from chsim.rules_record import MEASURES, MOON_MODES, engine_record

#: Largest part of a value, multiplier or moon, and largest limit: keeps 500
#: hands of any rules far inside 64 bits.
MAX_PART = 1_000
MAX_LIMIT = 1_000_000

DIRECTIONS = {"hold": 0, "left": 1, "right": -1}
LEFT_OF_DEALER = "left-of-dealer"


@dataclass(frozen=True)
class Moon:
    """What shooting the moon takes and brings.

    Parameters
    ----------
    cards : int
        Mask of the cards that one seat must take.
    worth : Gaussian
        Subtracted from the shooter or added to everybody else, in place of the
        values of ``cards``; the shooter's multipliers act on it.
    mode : {"choose", "subtract", "add", "none"}
        Whose choice it is.
    """

    cards: int
    worth: Gaussian
    mode: str

    def __post_init__(self) -> None:
        _tidy(self, "moon.", cards=fields.mask, worth=fields.gaussian, mode=fields.text)


@dataclass(frozen=True)
class End:
    """What ends a game.

    Parameters
    ----------
    measure : {"magnitude", "points"}
        Compare the magnitude of the total, or its real part.
    limit : int
        Reaching it loses.
    max_hands : int
        A game that is not over after this many hands is capped.
    """

    measure: str = "magnitude"
    limit: int = 100
    max_hands: int = 500

    def __post_init__(self) -> None:
        _tidy(self, "end.", measure=fields.text, limit=fields.whole, max_hands=fields.whole)


@dataclass(frozen=True)
class Rules:
    """A variant of Hearts.

    Sets of cards are bit masks (`chsim.cards.to_mask`); seats are counted to the
    left (clockwise). Nothing but these numbers reaches the engine.

    Parameters
    ----------
    name, summary, source : str
        For people; not part of `id`.
    players : int
        3 to 6.
    deck : int
        Every card in play; divisible among the players.
    turn : {"left", "right"}
        Which neighbour plays next.
    passing : tuple of int
        One entry a hand, repeated: how many seats to the left cards go; 0 holds.
    pass_count : int
        Cards passed, 0 to 5.
    opening : Card or None
        The card whose holder leads it to the first trick; None: the seat left
        of the dealer leads (seat 0 on the first hand), anything.
    first_trick_ban : int
        Cards not to be thrown on the first trick.
    lead_ban : int
        Cards not to be led until broken.
    breakers : int
        Cards that, once played, break the ban on leads.
    values, multipliers : mapping of Card to Gaussian
        What cards are worth, and what they multiply the hand's score by.
    moon : Moon
    end : End

    Raises
    ------
    RulesError
        If a field has a wrong type or the numbers contradict each other; the
        message names the field.
    """

    name: str
    players: int
    deck: int
    turn: str
    passing: tuple[int, ...]
    pass_count: int
    opening: Card | None
    first_trick_ban: int
    lead_ban: int
    breakers: int
    values: Mapping[Card, Gaussian]
    multipliers: Mapping[Card, Gaussian]
    moon: Moon
    end: End = field(default_factory=End)
    summary: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        _tidy(self, "", **_FIELDS)
        object.__setattr__(self, "values", MappingProxyType(self.values))
        object.__setattr__(self, "multipliers", MappingProxyType(self.multipliers))
        _check(self)

    def __reduce__(self) -> tuple[Any, ...]:
        state = {name: getattr(self, name) for name in self.__dataclass_fields__}
        plain = {k: dict(v) if isinstance(v, Mapping) else v for k, v in state.items()}
        return _rebuild, (plain,)

    def __hash__(self) -> int:
        return hash(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.id == other.id

    @property
    def tricks(self) -> int:
        """Tricks, and cards a seat, in a hand."""
        return self.deck.bit_count() // self.players

    @cached_property
    def id(self) -> str:
        """Stable id: equal exactly when two rules play the same game, whatever they are called."""
        facts = [
            self.players,
            self.deck,
            self.turn,
            self.passing,
            self.pass_count,
            str(self.opening),
            [self.first_trick_ban, self.lead_ban, self.breakers],
            sorted((str(card), *value) for card, value in self.values.items()),
            sorted((str(card), *value) for card, value in self.multipliers.items()),
            [self.moon.cards, self.moon.worth, self.moon.mode],
            [self.end.measure, self.end.limit, self.end.max_hands],
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]

    def direction(self, hand: int) -> str:
        """Name of the pass of a hand: left, right, across, hold; else left2, left3 and so on."""
        offset = self.passing[hand % len(self.passing)] % self.players
        if offset == 0:
            return "hold"
        if offset == 1:
            return "left"
        if offset == self.players - 1:
            return "right"
        return "across" if 2 * offset == self.players else f"left{offset}"

    def record(self) -> Any:
        """These rules as a record of `chsim.core.layout.RULES`, for the engine."""
        return engine_record(self)


def _rebuild(state: dict[str, Any]) -> Rules:
    return Rules(**state)


def _tidy(record: Any, prefix: str, **converters: Callable[[str, Any], Any]) -> None:
    """Make the fields plain Python data of the right type."""
    for name, convert in converters.items():
        object.__setattr__(record, name, convert(prefix + name, getattr(record, name)))


_FIELDS: dict[str, Callable[[str, Any], Any]] = {
    "name": fields.text,
    "summary": fields.text,
    "source": fields.text,
    "players": fields.whole,
    "deck": fields.mask,
    "turn": fields.text,
    "passing": fields.wholes,
    "pass_count": fields.whole,
    "opening": fields.card_or_none,
    "first_trick_ban": fields.mask,
    "lead_ban": fields.mask,
    "breakers": fields.mask,
    "values": fields.worths,
    "multipliers": fields.worths,
    "moon": partial(fields.instance, Moon),
    "end": partial(fields.instance, End),
}


def _need(condition: bool, key: str, what: str) -> None:
    if not condition:
        raise RulesError(f"{key}: {what}")


def _check(rules: Rules) -> None:
    _need(3 <= rules.players <= layout.MAX_SEATS, "players", "expected 3 to 6")
    size = rules.deck.bit_count()
    _need(size > 0, "deck", "is empty")
    _need(
        size % rules.players == 0,
        "deck",
        f"{size} cards cannot be dealt evenly to {rules.players} players",
    )
    _need(rules.turn in ("left", "right"), "turn", "expected left or right")
    _need(0 < len(rules.passing) <= layout.MAX_PASSES, "passing", "expected 1 to 16 directions")
    _need(0 <= rules.pass_count <= 5, "pass_count", "expected 0 to 5")
    _need(rules.pass_count <= rules.tricks, "pass_count", "more cards than a hand holds")
    passes = any(offset % rules.players for offset in rules.passing)
    _need(not passes or rules.pass_count > 0, "pass_count", "0 cards cannot be passed")
    if rules.opening is not None:
        _need_in_deck(rules, "opening", to_mask([rules.opening]))
    _check_scoring(rules)
    _need(rules.end.measure in MEASURES, "end.measure", "expected magnitude or points")
    _need(0 < rules.end.limit <= MAX_LIMIT, "end.limit", f"expected 1 to {MAX_LIMIT}")
    _need(0 < rules.end.max_hands <= 10_000, "end.max_hands", "expected 1 to 10000")


def _check_scoring(rules: Rules) -> None:
    _need_in_deck(rules, "values", to_mask(rules.values))
    _need_in_deck(rules, "multipliers", to_mask(rules.multipliers))
    worths = {"moon.worth": rules.moon.worth}
    worths |= {f"values.{card}": worth for card, worth in rules.values.items()}
    worths |= {f"multipliers.{card}": worth for card, worth in rules.multipliers.items()}
    for key, worth in worths.items():
        _need(
            max(map(abs, worth)) <= MAX_PART,
            key,
            f"parts of more than {MAX_PART} are not supported",
        )
    growth = 1
    for re, im in rules.multipliers.values():
        growth *= abs(re) + abs(im)
    _need(growth <= MAX_PART, "multipliers", f"together multiply by more than {MAX_PART}")
    _need(rules.moon.mode in MOON_MODES, "moon.mode", "expected " + ", ".join(MOON_MODES))
    if rules.moon.mode != "none":
        _need(rules.moon.cards != 0, "moon.cards", "no card is named")
        _need_in_deck(rules, "moon.cards", rules.moon.cards)


def _need_in_deck(rules: Rules, key: str, cards: int) -> None:
    missing = from_mask(cards & ~rules.deck)
    _need(not missing, key, f"{' '.join(map(str, missing))} is not in the deck")
