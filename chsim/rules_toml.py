"""Rules as the plain data of a rules file, and as TOML; a file so written loads back the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from chsim.cards import FULL_DECK, SUITS, Card, from_mask, suit_words
from chsim.fields import Gaussian
from chsim.rules import Rules
from chsim.rules_keys import END, SETS

_WIDTH = 100


def rules_data(rules: Rules) -> dict[str, Any]:
    """Every key of a rules file but ``base`` and ``deck``, with its value.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    dict
        As `tomllib` would read it; ``moon.sun`` is left out where there is none.
    """
    cards = partial(suit_words, deck=rules.deck)
    moon, die = rules.moon, rules.die
    sun = {} if moon.sun is None else {"sun": list(moon.sun)}
    return {
        "summary": rules.summary,
        "source": rules.source,
        "players": rules.players,
        "removed": [str(card) for card in from_mask(FULL_DECK & ~rules.deck)],
        "turn": rules.turn,
        "passing": [rules.direction(hand) for hand in range(len(rules.passing))],
        "pass_count": rules.pass_count,
        "opening": str(rules.opening),
        **{key: cards(getattr(rules, key)) for key in SETS},
        "finish_early": rules.finish_early,
        "no_trick": list(rules.no_trick),
        "partners": rules.partners,
        "values": _worths(rules.values, rules.deck),
        "multipliers": _worths(rules.multipliers, rules.deck),
        "moon": {
            "cards": cards(moon.cards),
            "bonus": cards(moon.bonus),
            "worth": list(moon.worth),
            **sun,
            "mode": moon.mode,
            "alone": moon.alone,
            "multiplied": moon.multiplied,
        },
        "die": {"cards": cards(die.cards), "worth": list(die.worth)},
        "end": {key: getattr(rules.end, key) for key in END},
        "readings": dict(rules.readings),
    }


def rules_toml(rules: Rules) -> str:
    """A rules file that says all of it, without a base."""
    return data_toml(rules_data(rules))


def data_toml(data: Mapping[str, Any]) -> str:
    """A rules file of data such as `rules_data` gives."""
    lines, tables = [], []
    for key, value in data.items():
        if isinstance(value, dict):
            inner = [_line(name, item) for name, item in value.items()]
            tables += ["", f"[{key}]", *inner]
        else:
            lines.append(_line(key, value))
    return "\n".join([*lines, *tables]) + "\n"


def rules_changes(one: Rules, other: Rules) -> dict[str, tuple[Any, Any]]:
    """What differs in play, by key (``moon.mode``), with the value of either; None: not given."""
    left, right = _flat(one), _flat(other)
    keys = [*left, *(key for key in right if key not in left)]
    pairs = {key: (left.get(key), right.get(key)) for key in keys}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


def _flat(rules: Rules) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in rules_data(rules).items():
        if key in ("moon", "die", "end"):
            flat |= {f"{key}.{inner}": item for inner, item in value.items()}
        elif key not in ("summary", "source", "readings"):
            flat[key] = value
    return flat


def _worths(worths: Mapping[Card, Gaussian], deck: int) -> dict[str, list[int]]:
    """Worth of cards; of a suit that is all there, the commonest one for the suit."""
    found: dict[str, list[int]] = {}
    for suit in SUITS:
        here = {card: worths[card] for card in _of_suit(sorted(worths), suit)}
        if len(here) == len(_of_suit(from_mask(deck), suit)) > 1:
            common = Counter(here.values()).most_common(1)[0][0]
            if len(set(here.values())) < len(here):
                found[suit] = list(common)
                here = {card: worth for card, worth in here.items() if worth != common}
        found |= {str(card): list(worth) for card, worth in here.items()}
    return found


def _of_suit(cards: Iterable[Card], suit: str) -> list[Card]:
    return [card for card in cards if card.suit == suit]


def _line(key: str, value: Any) -> str:
    name = key if key.replace("_", "").isalnum() and key.isascii() else _text(key)
    line = f"{name} = {_value(value)}"
    if isinstance(value, list) and len(line) > _WIDTH:
        rows = [value[first : first + 13] for first in range(0, len(value), 13)]
        inner = "".join(f"    {', '.join(map(_value, row))},\n" for row in rows)
        return f"{name} = [\n{inner}]"
    return line


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value)


def _text(text: str) -> str:
    """A basic string of TOML: that of JSON, but for one sign that TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
