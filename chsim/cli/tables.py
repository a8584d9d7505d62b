"""Aligned text tables for reading."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

GAP = "  "
#: Columns of an ordinary terminal; tables keep within it where names allow.
WIDTH = 80
MISSING = "n/a"


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows as lines with their columns aligned.

    Parameters
    ----------
    rows : sequence of sequence of str
        All of one length; the first is usually the headings.
    left : int
        How many columns, from the first, are text and align left; the rest align right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        GAP.join(
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def percent(rate: float | None) -> str:
    """A rate in percent with one decimal, without the sign; halves go up, so 393 of 400 is 98.3."""
    if rate is None:
        return MISSING
    return str((100 * Decimal(repr(rate))).quantize(Decimal("0.1"), ROUND_HALF_UP))


def percent_range(interval: Sequence[float] | None) -> str:
    """Both ends of an interval in percent."""
    return MISSING if interval is None else "–".join(map(percent, interval))


def count(number: int, noun: str, plural: str = "") -> str:
    """``1 game``, ``2,000 games``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def shortened(names: Sequence[str], width: int) -> list[str]:
    """Names cut from the left to a width, unless that makes two of them look the same."""
    width = max(width, 12)
    cut = [name if len(name) <= width else "…" + name[1 - width :] for name in names]
    return cut if len(set(cut)) == len(set(names)) else list(names)
