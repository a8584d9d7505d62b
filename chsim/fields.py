"""Fields of rules as plain Python data; what has another type is refused by name.

Whole numbers of any kind are taken (numpy's too), never floats: exact numbers decide.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

import numpy as np

from chsim.cards import FULL_DECK, Card, is_card
from chsim.errors import RulesError, in_words

#: A complex whole number: real and imaginary part.
Gaussian = tuple[int, int]

Kind = TypeVar("Kind")


def text(field: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        _refuse(field, "text", value)
    return str(value)


def whole(field: str, value: Any) -> int:
    """A whole number; True and False are none."""
    if isinstance(value, bool):
        _refuse(field, "a whole number", value)
    try:
        return operator.index(value)
    except TypeError:
        return _refuse(field, "a whole number", value)


def mask(field: str, value: Any) -> int:
    """A set of cards as a mask."""
    number = whole(field, value)
    if number & ~FULL_DECK:
        raise RulesError(f"{field}: holds a card that does not exist")
    return number


def card(field: str, value: Any) -> Card:
    """A card."""
    return value if is_card(value) else _refuse(field, "a chsim.Card", value)


def card_or_text(field: str, value: Any) -> Card | str:
    """A card, or a text."""
    return str(value) if isinstance(value, str) else card(field, value)


def flag(field: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool | np.bool_):
        _refuse(field, "true or false", value)
    return bool(value)


def optional(convert: Callable[[str, Any], Kind], field: str, value: Any) -> Kind | None:
    """None, or what another of these functions takes."""
    return None if value is None else convert(field, value)


def wholes(field: str, value: Any) -> tuple[int, ...]:
    """A sequence of whole numbers."""
    if not isinstance(value, Sequence | np.ndarray) or isinstance(value, str | bytes):
        _refuse(field, "a sequence of whole numbers", value)
    return tuple(whole(field, item) for item in value)


def gaussian(field: str, value: Any) -> Gaussian:
    """A pair of whole numbers."""
    parts = wholes(field, value)
    if len(parts) != 2:
        _refuse(field, "a pair (real, imaginary)", value)
    return parts[0], parts[1]


def worths(field: str, value: Any) -> dict[Card, Gaussian]:
    """What cards are worth."""
    if not isinstance(value, Mapping):
        _refuse(field, "a mapping of chsim.Card to pairs", value)
    return {card(field, key): gaussian(f"{field}.{key}", worth) for key, worth in value.items()}


def texts(field: str, value: Any) -> dict[str, str]:
    """Texts by name."""
    if not isinstance(value, Mapping):
        _refuse(field, "a mapping of texts", value)
    return {text(field, key): text(f"{field}.{key}", words) for key, words in value.items()}


def instance(kind: type[Kind], field: str, value: Any) -> Kind:
    """An object of a class."""
    return value if isinstance(value, kind) else _refuse(field, f"a {kind.__name__}", value)


def _refuse(field: str, expected: str, value: Any) -> NoReturn:
    raise RulesError(f"{field}: expected {expected}, not {in_words(value)}")
