"""Picture: how much it matters who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from chsim.figures.data import Rate, outcomes, rate
from chsim.figures.rows import Block, Row, block_picture, grouped
from chsim.findings import OUTCOMES, place_rows

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed

#: Where somebody sits, seen from the focus.
PLACES = {"left": "on its left", "across": "across", "right": "on its right"}


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """A block a group: its arrangements, or of a single table the company by place."""
    found = blocks(observed)
    return block_picture(
        found,
        _message(found) or experiment.title,
        "The same players in other seats, and how the company of one weak player fares; "
        "whiskers: 95 % intervals",
    )


def blocks(observed: Sequence[Observed]) -> list[Block]:
    """What to show of each group."""
    found = []
    for heading, tables in grouped(observed).items():
        found.append(_company(heading, tables[0]) if len(tables) == 1 else _turned(heading, tables))
    return found


def _turned(heading: str, tables: Sequence[Observed]) -> Block:
    focus = tables[0].table.focus
    rows = [
        Row(seen.table.name, {name: rate(seen, name) for name in outcomes(focus)})
        for seen in tables
    ]
    return Block(heading, focus, rows)


def _company(heading: str, seen: Observed) -> Block:
    others = [row for row in place_rows([seen]) if row["place"] != "focus"]
    rows = [
        Row(
            f"{row['strategy']} {PLACES.get(row['place'], row['place'])}",
            {name: Rate.of(row[f"{name}_count"], row["games"]) for name in OUTCOMES},
        )
        for row in others
    ]
    return Block(f"with {heading}", others[0]["strategy"], rows)


def _message(found: Sequence[Block]) -> str:
    widest = max((_spread(block, name) for block in found for name in block.outcomes), default=0.0)
    return f"Who sits where moves a figure by up to {widest:.1f} points" if widest else ""


def _spread(block: Block, outcome: str) -> float:
    values = [row.rates[outcome].value for row in block.rows if row.rates[outcome].trials]
    return max(values) - min(values) if values else 0.0
