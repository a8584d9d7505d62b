"""Picture: how much it matters who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from chsim.figures.data import VERBS, outcomes, rate
from chsim.figures.rows import Block, Row, block_picture, grouped

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """A block a group: the same players in other seats."""
    found = blocks(observed)
    return block_picture(
        found,
        _message(found) or experiment.title,
        "The same players in other seats; whiskers: 95 % intervals",
        "no group has two tables to compare",
    )


def blocks(observed: Sequence[Observed]) -> list[Block]:
    """The arrangements of each group that has more than one."""
    groups = grouped(observed).items()
    return [_block(heading, tables) for heading, tables in groups if len(tables) > 1]


def _block(heading: str, tables: Sequence[Observed]) -> Block:
    focus = tables[0].table.focus
    rows = [
        Row(seen.table.name, {name: rate(seen, name) for name in outcomes(focus)})
        for seen in tables
    ]
    return Block(heading, focus, rows)


def _message(found: Sequence[Block]) -> str:
    """Where the arrangement matters most, and how much."""
    spreads = [
        (_spread(block, outcome), outcome, block) for block in found for outcome in block.outcomes
    ]
    width, outcome, block = max(spreads, key=lambda one: one[0], default=(0.0, "", None))
    if block is None or not width:
        return ""
    points = f"{width:.1f} points of games {VERBS[outcome]}"
    return f"Who sits where matters most to {block.strategy}: {points}"


def _spread(block: Block, outcome: str) -> float:
    values = [row.rates[outcome].value for row in block.rows if row.rates[outcome].trials]
    return max(values) - min(values) if values else 0.0
