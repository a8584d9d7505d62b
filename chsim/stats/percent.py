"""Rates in percent, for people."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

MISSING = "n/a"


def percent(rate: float | None) -> str:
    """A rate in percent with one decimal, without "%"; halves go up, so 393 of 400 is 98.3."""
    if rate is None:
        return MISSING
    text = str((100 * Decimal(repr(rate))).quantize(Decimal("0.1"), ROUND_HALF_UP))
    return text.replace("-", "−")


def percent_range(interval: Sequence[float] | None) -> str:
    """Both ends of an interval in percent."""
    return MISSING if interval is None else "–".join(map(percent, interval))


def change(difference: float | None) -> str:
    """A difference of rates in percentage points, always with its sign."""
    if difference is None:
        return MISSING
    text = percent(abs(difference))
    return text if text == "0.0" else ("−" if difference < 0 else "+") + text


def change_range(interval: Sequence[float] | None) -> str:
    """Both ends of an interval of a difference."""
    return MISSING if interval is None else " to ".join(map(change, interval))
