"""What becomes of a moon, as text: ``add``, ``subtract``, ``add:1,3``, ``zero``.

Numbers after the colon are the seats whose sign is turned, where rules let the
shooter (or the rules themselves) turn signs: ``add:1,3`` subtracts from seats 1
and 3 and adds to everybody else but the shooter; ``subtract:0`` adds to the
shooter in seat 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from chsim.core.layout import ADD, FLIP, MAX_SEATS, SUBTRACT, ZERO_ALL, seats_in

CHOICE_WORDS = {"subtract": SUBTRACT, "add": ADD, "zero": ZERO_ALL}


def choice_code(text: str) -> int:
    """The engine's number for a choice.

    Raises
    ------
    ValueError
        If the text is no choice.
    """
    word, colon, seats = text.partition(":")
    if word not in CHOICE_WORDS or (colon and word == "zero"):
        raise ValueError(f"expected 'subtract' or 'add', not {text!r}")
    code = CHOICE_WORDS[word]
    for seat in seats.split(",") if colon else ():
        if not seat.isdecimal() or int(seat) >= MAX_SEATS:
            raise ValueError(f"expected seats after the colon, not {seats!r}")
        code |= 1 << (FLIP + int(seat))
    return code


def choice_word(code: int) -> str:
    """``add``, ``subtract`` or ``zero``, without the seats."""
    if code == ZERO_ALL:
        return "zero"
    return "add" if code & 1 == ADD else "subtract"


def unturned(codes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Choices without the signs that they turn: ``SUBTRACT``, ``ADD`` or ``ZERO_ALL``."""
    return np.where(codes == ZERO_ALL, ZERO_ALL, codes & 1)


def turned_seats(code: int) -> list[int]:
    """Seats whose sign a choice turns."""
    if code == ZERO_ALL:
        return []
    return seats_in(code >> FLIP)


def choice_text(code: int) -> str:
    """A choice as text; `choice_code` reads it back."""
    turned = ",".join(map(str, turned_seats(code)))
    return f"{choice_word(code)}:{turned}" if turned else choice_word(code)
