"""Picture: altered tables against the first of their group."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from chsim.figures.data import VERBS, outcomes, rate
from chsim.figures.rows import Block, Row, block_picture, grouped
from chsim.stats.percent import change as in_words

if TYPE_CHECKING:
    from chsim.experiment import Experiment
    from chsim.laboratory import Observed


def picture(experiment: Experiment, observed: Sequence[Observed]) -> Figure:
    """Each altered table beside the full one, sorted by the first figure."""
    found = blocks(observed)
    return block_picture(
        found,
        _message(found) or experiment.title,
        "Diamond and grey line: the first of the group, nothing changed; "
        "whiskers and grey band: 95 % intervals",
    )


def blocks(observed: Sequence[Observed]) -> list[Block]:
    """A block a group; its first table is the full one, which stays on top."""
    found = []
    for heading, tables in grouped(observed).items():
        focus = tables[0].table.focus
        full, *altered = (
            Row(seen.table.name, {name: rate(seen, name) for name in outcomes(focus)})
            for seen in tables
        )
        found.append(Block(heading, focus, [full, *sorted(altered, key=_rank)], full))
    return found


def _rank(row: Row) -> tuple[float, str]:
    value = next(iter(row.rates.values())).value
    return (inf if isnan(value) else value), row.label


def _message(found: Sequence[Block]) -> str:
    """The largest change, in words."""
    changes = [
        (row.rates[outcome].value - block.reference.rates[outcome].value, row.label, outcome)
        for block in found
        if block.reference is not None
        for row in block.rows
        for outcome in block.outcomes
        if row is not block.reference and row.rates[outcome].trials
    ]
    if not changes:
        return ""
    change, label, outcome = max(changes, key=lambda one: abs(one[0]))
    return f"Largest change: “{label}”, {in_words(change / 100)} points of games {VERBS[outcome]}"
