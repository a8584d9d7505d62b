"""Rules: one frozen description of a variant, for people, files and the engine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from chsim import fields
from chsim.cards import Card, to_mask
from chsim.fields import Gaussian
from chsim.rules_check import DEALER, LEFT_OF_DEALER, check_rules
from chsim.rules_parts import Die, End, Moon, tidy
from chsim.rules_record import engine_record

__all__ = ["DEALER", "DIRECTIONS", "LEFT_OF_DEALER", "Die", "End", "Moon", "Rules"]

DIRECTIONS = {"hold": 0, "left": 1, "right": -1}

#: Fields for people; no part of what is played.
_LABELS = ("name", "summary", "source", "readings")


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
    opening : Card or str
        The card whose holder leads it to the first trick; or ``"left-of-dealer"``
        or ``"dealer"``, who leads anything. Seat 0 is left of the dealer on the
        first hand.
    first_trick_ban : int
        Cards not to be thrown on the first trick.
    lead_ban : int
        Cards not to be led until broken.
    breakers : int
        Cards that, once played, break the bans on leads and throws.
    values, multipliers : mapping of Card to Gaussian
        What cards are worth, and what they multiply the hand's score by.
    moon : Moon
    end : End
    pass_ban : int
        Cards not to be passed, unless the hand holds too few others.
    first_trick_keep : int
        Cards not to be played on the first trick, even in the suit led, by who
        may play another.
    lead_beside : int
        With nothing but these and banned cards to lead, any may be led.
    lead_forced : int
        Banned cards that must be led by who holds nothing but banned ones.
    throw_ban : int
        Cards not to be thrown until broken, by who may play another.
    play_soon : int
        Cards that must be played as soon as they do not take the trick.
    finish_early : bool
        A hand ends once every card that counts for the score has been taken.
    growing : int
        Cards whose value is multiplied by the number of the hand, from 1.
    unmultiplied : int
        Cards whose value is added after the multipliers, which do not act on it.
    no_trick : Gaussian
        What a side scores that took no trick.
    die : Die
    partners : bool
        Seats across from each other score what both take, together.
    readings : mapping of str to str
        By key of a rules file: how it is read where the source leaves it open; for
        people too.

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
    opening: Card | str
    first_trick_ban: int
    lead_ban: int
    breakers: int
    values: Mapping[Card, Gaussian]
    multipliers: Mapping[Card, Gaussian]
    moon: Moon
    end: End = field(default_factory=End)
    pass_ban: int = 0
    first_trick_keep: int = 0
    lead_beside: int = 0
    lead_forced: int = 0
    throw_ban: int = 0
    play_soon: int = 0
    finish_early: bool = False
    growing: int = 0
    unmultiplied: int = 0
    no_trick: Gaussian = (0, 0)
    die: Die = field(default_factory=Die)
    partners: bool = False
    summary: str = ""
    source: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        tidy(self, "", **_FIELDS)
        for name in ("values", "multipliers", "readings"):
            object.__setattr__(self, name, MappingProxyType(getattr(self, name)))
        check_rules(self)

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

    @property
    def scoring_cards(self) -> int:
        """Mask of the cards that count for the score."""
        worth = [card for card, value in self.values.items() if value != (0, 0)]
        moon = 0 if self.moon.mode == "none" else self.moon.cards | self.moon.bonus
        return to_mask(worth) | to_mask(self.multipliers) | self.die.cards | moon

    @cached_property
    def id(self) -> str:
        """Stable id: equal exactly when two rules play the same game, whatever they are called."""
        facts = {name: getattr(self, name) for name in _FIELDS if name not in _LABELS}
        # left5 of six players is right, -1: a pass has one number, whatever it was called.
        facts["passing"] = tuple((off + 1) % self.players - 1 for off in self.passing)
        facts |= {"moon": asdict(self.moon), "end": asdict(self.end), "die": asdict(self.die)}
        for name in ("values", "multipliers"):
            facts[name] = sorted((str(card), *worth) for card, worth in facts[name].items())
        return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]

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


_FIELDS: dict[str, Callable[[str, Any], Any]] = {
    "name": fields.text,
    "summary": fields.text,
    "source": fields.text,
    "players": fields.whole,
    "deck": fields.mask,
    "turn": fields.text,
    "passing": fields.wholes,
    "pass_count": fields.whole,
    "opening": fields.card_or_text,
    "first_trick_ban": fields.mask,
    "lead_ban": fields.mask,
    "breakers": fields.mask,
    "values": fields.worths,
    "multipliers": fields.worths,
    "moon": partial(fields.instance, Moon),
    "end": partial(fields.instance, End),
    "pass_ban": fields.mask,
    "first_trick_keep": fields.mask,
    "lead_beside": fields.mask,
    "lead_forced": fields.mask,
    "throw_ban": fields.mask,
    "play_soon": fields.mask,
    "finish_early": fields.flag,
    "growing": fields.mask,
    "unmultiplied": fields.mask,
    "no_trick": fields.gaussian,
    "die": partial(fields.instance, Die),
    "partners": fields.flag,
    "readings": fields.texts,
}
