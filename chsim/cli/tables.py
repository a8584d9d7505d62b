"""Aligned text tables for reading."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from unicodedata import category

from chsim.stats.percent import MISSING as MISSING
from chsim.stats.percent import percent as percent
from chsim.stats.percent import percent_range as percent_range

GAP = "  "
#: Signs of a digest that are shown.
DIGEST_SHOWN = 12
#: Columns of an ordinary terminal; tables keep within it where names allow, text always.
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


def named(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows of figures aligned behind their names.

    Parameters
    ----------
    names : sequence of str
        One a row, the heading's first; see `fitted`.
    rows : sequence of sequence of str
        All of one length; the first is the headings.
    """
    names = fitted(names, rows)
    return aligned([[name, *row] for name, row in zip(names, rows, strict=True)])


def fitted(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Names cut to the room that figures leave before them, in this terminal or an ordinary one."""
    figures = max(map(len, aligned(rows, left=0).splitlines()))
    columns = shutil.get_terminal_size((WIDTH, 0)).columns
    return shortened(names, max(columns, WIDTH) - len(GAP) - figures)


def wrapped(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of sentences as lines within `WIDTH`: the first column as wide as it is, others alike.

    Parameters
    ----------
    rows : sequence of sequence of str
        All of one length, two or more.
    """
    rows = [[_harmless(cell) for cell in row] for row in rows]
    first = max(len(row[0]) for row in rows)
    others = len(rows[0]) - 1
    width = max((WIDTH - first - others * len(GAP)) // others, 12)
    lines = []
    for row in rows:
        cells = [[row[0]], *(_lines(cell, width) for cell in row[1:])]
        for line in zip_longest(*cells, fillvalue=""):
            padded = [line[0].ljust(first), *(cell.ljust(width) for cell in line[1:])]
            lines.append(GAP.join(padded).rstrip())
    return lines


def _lines(text: str, width: int) -> list[str]:
    """A text in lines; a card is not parted from its number (``J♥ 11``)."""
    bound = re.sub(r"(?<=[♣♦♠♥]) (?=[×−\di])", "\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(bound, width)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def count(number: int, noun: str, plural: str = "") -> str:
    """``1 game``, ``2,000 games``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def digest_words(*digests: str) -> str:
    """``digest 0123456789ab``: enough of each to compare two by eye."""
    return f"digest {', '.join(digest[:DIGEST_SHOWN] for digest in digests)}"


def shortened(names: Sequence[str], width: int) -> list[str]:
    """Names cut from the left to a width, unless that makes two of them look the same."""
    width = max(width, 12)
    cut = [name if len(name) <= width else "…" + name[1 - width :] for name in names]
    return cut if len(set(cut)) == len(set(names)) else list(names)


def _harmless(text: str) -> str:
    """A text of somebody's file without the signs that steer a terminal."""
    return "".join(" " if category(sign) == "Cc" else sign for sign in text)


def took(seconds: float) -> list[str]:
    """Time as part of a footer; none where nothing was played."""
    if not seconds:
        return []
    return [f"{seconds:.2f} s" if seconds < 100 else f"{seconds:,.0f} s"]
