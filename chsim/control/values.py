"""What totals are worth: estimates of how a game ends for a seat, learned by simulation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from chsim.chunks import Chunk, Plan, play_chunk, prepare
from chsim.control.fit import least_squares, logistic, rounded
from chsim.core import layout
from chsim.core.playout import FINAL_MAGNITUDE, LOSS, OUTCOMES, WIN, rows_of_terms
from chsim.errors import StrategyFault
from chsim.interrupts import held_back
from chsim.rules import Rules
from chsim.strategy import CompiledStrategy

#: First seed and number of the games that are learned from when nothing is shipped.
SEED, GAMES = 1_000_000, 4_000
#: Totals that are fitted to at most; of longer runs every second, third, … hand is taken.
ROWS = 60_000
_CHUNK = 500

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Values:
    """How a game ends for a seat, estimated from all totals before a hand.

    Parameters
    ----------
    rules : str
        Id of the rules.
    seats : tuple of str
        Who played the games that were learned from: first whose seat it is about.
    seed, games : int
        Which games these were.
    scale : float
        Unit of the totals.
    weights : tuple of tuple of float
        Of the terms of `chsim.core.playout.rows_of_terms`: logits of losing and of
        winning, and the final magnitude.
    """

    rules: str
    seats: tuple[str, ...]
    seed: int
    games: int
    scale: float
    weights: tuple[tuple[float, ...], ...]

    @property
    def matrix(self) -> Floats:
        """The weights as the engine reads them."""
        return np.array(self.weights, dtype=np.float64)

    @property
    def digest(self) -> str:
        """SHA-256 of everything in them."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    def to_json(self) -> str:
        """The file that `shipped` reads."""
        return json.dumps(asdict(self), indent=1) + "\n"


def shipped(rules: Rules, seats: Sequence[str]) -> Values | None:
    """The values that come with chsim for these rules and seats, or None."""
    for entry in sorted(_folder().iterdir()):
        if entry.name.endswith(".json"):
            data = json.loads(entry.read_text(encoding="utf-8"))
            if (data["rules"], data["seats"]) == (rules.id, list(seats)):
                weights = tuple(map(tuple, data.pop("weights")))
                return Values(**data | {"seats": tuple(seats), "weights": weights})
    return None


def _folder() -> Any:
    return resources.files("chsim") / "control" / "learned"


def save(values: Values, path: str | Path) -> None:
    """Write values to a file; beside those that are shipped, it is found by `shipped`."""
    Path(path).write_text(values.to_json(), encoding="utf-8")


def learn(
    rules: Rules,
    seats: Sequence[CompiledStrategy],
    *,
    games: int = GAMES,
    seed: int = SEED,
    rows: int = ROWS,
) -> Values:
    """Learn values from simulated games.

    Parameters
    ----------
    rules : Rules
    seats : sequence of CompiledStrategy
        Whose seat the values are about, then the company.
    games, seed : int
    rows : int
        Totals that are fitted to, at most.

    Returns
    -------
    Values
        The same ones for the same arguments: weights are rounded to six digits.

    Raises
    ------
    StrategyFault
        If one of the strategies breaks the rules.
    """
    plan = Plan(tuple(seats), rules, seed, rotate=True, logs=True)
    with held_back():
        prepare(plan)
        _terms(rules, np.zeros(0, layout.HAND_LOG).view(np.recarray), np.zeros(0), 1.0)
    logs, at, ends = _states(plan, games, rows)
    scale = _scale(rules, logs)
    terms = _terms(rules, logs, at, scale)
    weights = np.zeros((OUTCOMES, terms.shape[1]))
    weights[LOSS] = logistic(terms, ends[:, LOSS])
    weights[WIN] = logistic(terms, ends[:, WIN])
    weights[FINAL_MAGNITUDE] = least_squares(terms, ends[:, FINAL_MAGNITUDE])
    names = tuple(seat.name for seat in seats)
    return Values(rules.id, names, seed, games, scale, rounded(weights))


def foretell(
    values: Values, rules: Rules, seats: Sequence[CompiledStrategy], *, games: int, seed: int
) -> tuple[Floats, Floats]:
    """What values say of totals in other games, and how those ended: (rows, OUTCOMES) each."""
    plan = Plan(tuple(seats), rules, seed, rotate=True, logs=True)
    logs, at, ends = _states(plan, games, ROWS)
    foretold = _terms(rules, logs, at, values.scale) @ values.matrix.T
    for outcome in (LOSS, WIN):
        foretold[:, outcome] = 1 / (1 + np.exp(-foretold[:, outcome]))
    return foretold, ends


def _states(plan: Plan, games: int, rows: int) -> tuple[Any, Any, Floats]:
    """Some hands of the games, a seat for each, and how the game ended for that seat."""
    alike = [player for player, one in enumerate(plan.strategies) if one == plan.strategies[0]]
    parts: list[tuple[Any, Any, Floats]] = []
    step = seen = 0
    for chunk in _chunks(plan, games):
        step = step or ceil(len(chunk.logs) * games / len(chunk.results) / rows)
        logs = chunk.logs[-seen % step :: step]
        player = np.take(alike, (seen // step + np.arange(len(logs))) % len(alike))
        seat = (player + logs.game) % plan.rules.players
        parts.append((logs, seat, ends_of(chunk.results[logs.game - chunk.first], seat)))
        seen += len(chunk.logs)
    logs, seats, ends = (np.concatenate(part) for part in zip(*parts, strict=True))
    return logs.view(np.recarray), seats, ends


def _chunks(plan: Plan, games: int) -> Iterator[Chunk]:
    for first in range(0, games, _CHUNK):
        chunk = play_chunk(plan, first, min(_CHUNK, games - first))
        if chunk.fault:
            raise StrategyFault(chunk.fault)
        yield chunk


def ends_of(results: Any, seats: npt.NDArray[np.int64]) -> Floats:
    """Lost, won and the final magnitude of one seat a game, shape (games, OUTCOMES)."""
    ends = np.empty((len(seats), OUTCOMES))
    ends[:, LOSS] = results.losers >> seats & 1
    ends[:, WIN] = results.winners >> seats & 1
    here = np.arange(len(seats)), seats
    ends[:, FINAL_MAGNITUDE] = np.hypot(results.total_re[here], results.total_im[here])
    return ends


def _scale(rules: Rules, logs: Any) -> float:
    """A round unit of the totals that occur."""
    players = slice(rules.players)
    totals = (
        (logs.total_re - logs.score_re)[:, players],
        (logs.total_im - logs.score_im)[:, players],
    )
    squares = float((totals[0].astype(float) ** 2 + totals[1].astype(float) ** 2).mean())
    return float(f"{max(squares**0.5, 1.0):.2g}")


def _terms(rules: Rules, logs: Any, seats: Any, scale: float) -> Floats:
    record = rules.record()
    each = 1 if record.measure != layout.MAGNITUDE else 3
    facts = 1 + each * rules.players + int(record.hands > 0)
    rows = np.zeros((len(logs), facts * (facts + 1) // 2))
    state = layout.new_record(layout.STATE)
    rows_of_terms(state, record, logs, seats.astype(np.int64), scale, rows)
    return rows
