"""Aligned text tables for reading."""

from __future__ import annotations

from collections.abc import Sequence

from chsim.stats.percent import MISSING as MISSING
from chsim.stats.percent import percent as percent
from chsim.stats.percent import percent_range as percent_range

GAP = "  "
#: Columns of an ordinary terminal; tables keep within it where names allow.
WIDTH = 80


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


def count(number: int, noun: str, plural: str = "") -> str:
    """``1 game``, ``2,000 games``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def shortened(names: Sequence[str], width: int) -> list[str]:
    """Names cut from the left to a width, unless that makes two of them look the same."""
    width = max(width, 12)
    cut = [name if len(name) <= width else "…" + name[1 - width :] for name in names]
    return cut if len(set(cut)) == len(set(names)) else list(names)
