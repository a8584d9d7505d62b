"""Complex whole numbers as people write them.

>>> gaussian_text((-26, 10)), gaussian_text((0, -1)), gaussian_text((0, 0))
('−26 + 10i', '−i', '0')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chsim.fields import Gaussian

MINUS = "−"


def gaussian_text(value: Gaussian) -> str:
    """``3 + 13i``, ``−20i``, ``0``."""
    re, im = value
    if im == 0:
        return _signed(re)
    if re == 0:
        return _imaginary(im)
    sign = "+" if im > 0 else MINUS
    return f"{_signed(re)} {sign} {_imaginary(abs(im))}"


def in_brackets(value: Gaussian) -> str:
    """The same, in brackets where it would not stand well after a sign."""
    text = gaussian_text(value)
    return f"({text})" if value[0] < 0 or value[1] < 0 or all(value) else text


def whole_pair(pair: tuple[Any, Any]) -> Gaussian:
    """A complex number of the engine, as Python's whole numbers."""
    return int(pair[0]), int(pair[1])


def total(values: Iterable[Gaussian]) -> Gaussian:
    """Sum of complex numbers."""
    parts = list(values)
    return sum(re for re, _ in parts), sum(im for _, im in parts)


def read_gaussian(text: str) -> Gaussian:
    """A number from ``re,im``, or ``re`` alone.

    Raises
    ------
    ValueError
        If the text is neither.
    """
    parts = [part.strip().replace(MINUS, "-") for part in text.split(",")]
    if len(parts) > 2 or not all(part.lstrip("+-").isdecimal() for part in parts):
        raise ValueError(f"expected RE,IM with whole numbers, not {text!r}")
    numbers = [int(part) for part in parts]
    return numbers[0], numbers[1] if len(numbers) == 2 else 0


def _signed(number: int) -> str:
    return f"{MINUS if number < 0 else ''}{abs(number)}"


def _imaginary(number: int) -> str:
    return f"{MINUS if number < 0 else ''}{'' if abs(number) == 1 else abs(number)}i"
