"""Picture: altered tables against the first of their group."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from chsim.figures.data import VERBS, may_be_none, outcomes, published, rate
from chsim.figures.rows import Block, Row, block_picture, grouped
from chsim.findings import figure_rows
from chsim.stats.percent import change as in_words

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed


_LEGEND = (
    "Diamond, grey: the first of the group. Hollow: a change that may be none, deal by deal. "
    "Lines, bands: 95 % intervals"
)
_PUBLISHED = "Square, dashed line: the published figure"


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """Each altered table beside the full one, sorted by the first figure."""
    found = blocks(observed)
    lines = [_largest_change(found), _LEGEND]
    if any(block.published for block in found):
        lines.append(_PUBLISHED)
    return block_picture(found, experiment.title, "\n".join(filter(None, lines)))


def blocks(observed: Sequence[Observed]) -> list[Block]:
    """A block a group; its first table is the full one, which stays on top."""
    found = []
    for heading, tables in grouped(observed).items():
        focus = tables[0].table.focus
        changes = figure_rows(tables)
        full, *altered = (
            Row(
                seen.table.name,
                {name: rate(seen, name) for name in outcomes(focus)},
                [name for name in outcomes(focus) if may_be_none(row, name)],
            )
            for seen, row in zip(tables, changes, strict=True)
        )
        rows = [full, *sorted(altered, key=_rank)]
        found.append(Block(heading, focus, rows, full, published(tables[0])))
    return found


def _rank(row: Row) -> tuple[float, str]:
    value = next(iter(row.rates.values())).value
    return (inf if isnan(value) else value), row.label


def _largest_change(found: Sequence[Block]) -> str:
    """The largest change, in words."""
    changes = [
        (row.rates[outcome].value - block.reference.rates[outcome].value, row.label, outcome, block)
        for block in found
        if block.reference is not None
        for row in block.rows
        for outcome in block.outcomes
        if row is not block.reference and row.rates[outcome].trials
    ]
    if not changes:
        return ""
    change, label, outcome, block = max(changes, key=lambda one: abs(one[0]))
    points = f"{in_words(change / 100)} points of games {VERBS[outcome]}"
    return f"Largest change: “{label}”, {points} ({block.heading})"
