"""What rules must be to be played; contradictions are refused by the names of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chsim.cards import Card, from_mask, to_mask
from chsim.core import layout
from chsim.errors import RulesError
from chsim.rules_keys import SETS
from chsim.rules_record import LOSERS, MEASURES, MOON_MODES, TIES

if TYPE_CHECKING:
    from chsim.rules import Rules

LEFT_OF_DEALER, DEALER = "left-of-dealer", "dealer"

#: Largest part of a value, multiplier or moon, and largest limit.
MAX_PART = 1_000
MAX_LIMIT = 1_000_000
#: Largest part that a total can come to: its square is far inside 64 bits.
MAX_TOTAL = 2**30


def check_rules(rules: Rules) -> None:
    """Refuse rules that cannot be played.

    Raises
    ------
    RulesError
        In one line that begins with the field; where two contradict each other
        it names both.
    """
    _check_deal(rules)
    _check_play(rules)
    _check_scoring(rules)
    _check_moon(rules)
    _check_end(rules)
    _check_partners(rules)
    _check_size(rules)


def _need(condition: bool, key: str, what: str) -> None:
    if not condition:
        raise RulesError(f"{key}: {what}")


def _need_in_deck(rules: Rules, key: str, cards: int) -> None:
    missing = from_mask(cards & ~rules.deck)
    _need(not missing, key, f"{' '.join(map(str, missing))} is not in the deck")


def _check_deal(rules: Rules) -> None:
    _need(3 <= rules.players <= layout.MAX_SEATS, "players", "expected 3 to 6")
    size = rules.deck.bit_count()
    _need(size > 0, "deck", "is empty")
    uneven = f"{size} cards cannot be dealt evenly to {rules.players} players"
    _need(size % rules.players == 0, "deck", uneven)
    _need(rules.turn in ("left", "right"), "turn", "expected left or right")
    _need(0 < len(rules.passing) <= layout.MAX_PASSES, "passing", "expected 1 to 16 directions")
    _need(0 <= rules.pass_count <= 5, "pass_count", "expected 0 to 5")
    _need(rules.pass_count <= rules.tricks, "pass_count", "more cards than a hand holds")
    passes = any(offset % rules.players for offset in rules.passing)
    _need(not passes or rules.pass_count > 0, "pass_count", "0, and passing is not hold alone")


def _check_play(rules: Rules) -> None:
    if isinstance(rules.opening, Card):
        _need_in_deck(rules, "opening", to_mask([rules.opening]))
    else:
        known = f"expected a card, {LEFT_OF_DEALER} or {DEALER}"
        _need(rules.opening in (LEFT_OF_DEALER, DEALER), "opening", known)
    for name in SETS:
        _need_in_deck(rules, name, getattr(rules, name))
    outside = "names a card that is not in lead_ban"
    _need(not rules.lead_forced & ~rules.lead_ban, "lead_forced", outside)
    _need(not rules.lead_beside & rules.lead_ban, "lead_beside", "names a card of lead_ban")


def _check_scoring(rules: Rules) -> None:
    _need_in_deck(rules, "values", to_mask(rules.values))
    _need_in_deck(rules, "multipliers", to_mask(rules.multipliers))
    # the values first: a moon's worth that nobody gave is made of them
    worths = {f"values.{card}": worth for card, worth in rules.values.items()}
    worths |= {f"multipliers.{card}": worth for card, worth in rules.multipliers.items()}
    worths |= {"moon.worth": rules.moon.worth, "no_trick": rules.no_trick}
    worths |= {"die.worth": rules.die.worth, "moon.sun": rules.moon.sun or (0, 0)}
    for key, worth in worths.items():
        large = f"parts of more than {MAX_PART} are not supported"
        _need(max(map(abs, worth)) <= MAX_PART, key, large)
    large = f"together multiply by more than {MAX_PART}"
    _need(_growth(rules) <= MAX_PART, "multipliers", large)
    worthless = "names a card that is not in values"
    for name in ("growing", "unmultiplied"):
        _need(not getattr(rules, name) & ~to_mask(rules.values), name, worthless)
    _need_in_deck(rules, "die.cards", rules.die.cards)
    idle = rules.die.worth != (0, 0) and not rules.die.cards
    _need(not idle, "die.worth", "die.cards is empty")
    early = rules.finish_early
    _need(not early or rules.moon.sun is None, "finish_early", "moon.sun needs every trick played")
    _need(
        not early or rules.no_trick == (0, 0), "finish_early", "no_trick needs every trick played"
    )


def _check_moon(rules: Rules) -> None:
    moon = rules.moon
    _need(moon.mode in MOON_MODES, "moon.mode", "expected " + ", ".join(MOON_MODES))
    if moon.mode == "none":
        unset = {"bonus": 0, "sun": None, "alone": False, "multiplied": False}
        for name, value in unset.items():
            _need(getattr(moon, name) == value, f"moon.{name}", "moon.mode is none")
        return
    _need(moon.cards != 0, "moon.cards", "no card is named")
    _need_in_deck(rules, "moon.cards", moon.cards)
    _need_in_deck(rules, "moon.bonus", moon.bonus)
    _need(not moon.cards & moon.bonus, "moon.bonus", "names a card of moon.cards")


def _check_end(rules: Rules) -> None:
    end = rules.end
    _need(end.measure in MEASURES, "end.measure", "expected magnitude or points")
    _need(end.losers in LOSERS, "end.losers", "expected reached or worst")
    _need(end.ties in TIES, "end.ties", "expected share or play-on")
    _need(0 <= end.limit <= MAX_LIMIT, "end.limit", f"expected 0 to {MAX_LIMIT}")
    _need(0 < end.max_hands <= 10_000, "end.max_hands", "expected 1 to 10000")
    _need(0 <= end.hands <= end.max_hands, "end.hands", "expected 0 to end.max_hands")
    _need(end.limit > 0 or end.hands > 0, "end.limit", "0, and end.hands too: the game has no end")
    fixed = "nobody reaches anything when end.hands ends the game"
    _need(end.losers == "worst" or end.hands == 0, "end.losers", fixed)
    _need(0 <= end.trigger_every <= MAX_LIMIT, "end.trigger_every", f"expected 0 to {MAX_LIMIT}")
    _need(abs(end.trigger_off) <= MAX_LIMIT, "end.trigger_off", f"larger than {MAX_LIMIT}")
    both = end.trigger_off == 0 or end.trigger_every > 0
    _need(both, "end.trigger_off", "end.trigger_every is 0")
    real = end.trigger_every == 0 or end.measure == "points"
    _need(real, "end.trigger_every", "end.measure must be points")


def _check_partners(rules: Rules) -> None:
    even = f"{rules.players} players cannot be partners across the table (players)"
    _need(not rules.partners or rules.players % 2 == 0, "partners", even)
    _need(not rules.moon.alone or rules.partners, "moon.alone", "partners is false")
    each = not rules.partners or rules.moon.mode != "choose-each"
    _need(each, "moon.mode", "choose-each is for single players, and partners is true")


def _growth(rules: Rules) -> int:
    """What the multipliers come to at most, whichever of them a side takes."""
    growth = 1
    for re, im in rules.multipliers.values():
        growth *= max(abs(re) + abs(im), 1)
    return growth


def largest_hand(rules: Rules) -> int:
    """A bound that no hand's score exceeds, in either part or in magnitude."""
    most = 0
    for card, worth in rules.values.items():
        times = rules.end.max_hands if rules.growing >> card.number & 1 else 1
        most += sum(map(abs, worth)) * times
    for worth in (rules.moon.worth, rules.moon.sun or (0, 0), rules.die.worth, rules.no_trick):
        most += sum(map(abs, worth))
    return most * _growth(rules) + abs(rules.end.trigger_off)


def _check_size(rules: Rules) -> None:
    total = largest_hand(rules) * rules.end.max_hands
    long = f"totals could pass {MAX_TOTAL} before end.max_hands"
    _need(total <= MAX_TOTAL, "values", long)
