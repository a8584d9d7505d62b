"""The figures of a comparison as rows of plain data: of strategies, of pairs, of both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from chsim.block_figures import MEASURES, BlockFigures
from chsim.stats.blocks import holm
from chsim.stats.intervals import Interval

if TYPE_CHECKING:
    from chsim.control import Corrected


def strategy_rows(names: Sequence[str], found: BlockFigures) -> list[dict[str, Any]]:
    """One row a strategy: its figures and their 95 % intervals, as plain data."""
    return [_strategy_row(found, one, name) for one, name in enumerate(names)]


_FIGURES = {
    "loss": ("loss_rate", "loss_interval"),
    "win": ("win_rate", "win_interval"),
    "magnitude": ("mean_magnitude", "magnitude_interval"),
    "gain": ("magnitude_a_hand", "magnitude_a_hand_interval"),
}


def _strategy_row(found: BlockFigures, one: int, name: str) -> dict[str, Any]:
    row: dict[str, Any] = {"strategy": name, "games": found.blocks * found.players}
    for measure, (figure, interval) in _FIGURES.items():
        row[figure] = found.value(measure, one)
        row[interval] = _listed(found.interval(measure, one))
    return row


def pair_rows(names: Sequence[str], found: BlockFigures) -> list[dict[str, Any]]:
    """One row a measure and pair, as plain data; ``p`` is Holm's over the pairs of a measure."""
    return [row for measure in MEASURES for row in _pairs(names, found, measure)]


def _pairs(names: Sequence[str], found: BlockFigures, measure: str) -> list[dict[str, Any]]:
    pairs = list(combinations(range(len(names)), 2))
    differences = [found.difference(measure, *pair) for pair in pairs]
    ps = iter(holm([one.p for one in differences if one]))
    return [
        {
            "a": names[pair[0]],
            "b": names[pair[1]],
            "measure": measure,
            "difference": one.mean if one else None,
            "interval": _listed(one.interval if one else None),
            "p": next(ps) if one else None,
            "p_alone": one.p if one else None,
            "variance_factor": found.variance_factor(measure, *pair),
        }
        for pair, one in zip(pairs, differences, strict=True)
    ]


#: Columns of a comparison as one table: the figures of strategies, then those of pairs;
#: then both with the luck of the deals taken out, if a control found it.
FLAT_COLUMNS = [
    *("a", "b", "measure", "games", "value", "low", "high", "p", "variance_factor"),
    *("control", "control_factor"),
]


def flat_rows(
    names: Sequence[str], found: BlockFigures, control: Corrected | None = None
) -> list[dict[str, Any]]:
    """One row a figure, with the keys `FLAT_COLUMNS`; ``b`` is empty for a strategy's own."""
    rows: list[dict[str, Any]] = [
        {"a": name, "measure": measure, "value": found.value(measure, one)}
        | _ends(found.interval(measure, one))
        for one, name in enumerate(names)
        for measure in MEASURES
    ]
    rows += [
        {**row, "value": row["difference"]} | _ends(row["interval"])
        for row in pair_rows(names, found)
    ]
    rows += _corrected_rows(control)
    games = {"games": found.blocks * found.players}
    return [{column: (row | games).get(column) for column in FLAT_COLUMNS} for row in rows]


def _corrected_rows(control: Corrected | None) -> list[dict[str, Any]]:
    if control is None:
        return []
    own = [row | {"a": row["strategy"], "value": row["figure"]} for row in control.strategy_rows()]
    pairs = [row | {"value": row["difference"]} for row in control.pair_rows()]
    return [
        row
        | _ends(row["interval"])
        | {"control": control.strategy, "control_factor": row["factor"]}
        for row in own + pairs
    ]


def _ends(interval: Sequence[float] | None) -> dict[str, Any]:
    low, high = interval or (None, None)
    return {"low": low, "high": high}


def _listed(interval: Interval | None) -> list[float] | None:
    return list(interval) if interval else None
