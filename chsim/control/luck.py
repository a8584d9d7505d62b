"""The luck of the deals of games that were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from chsim.control.values import Values, learn, shipped
from chsim.core import layout
from chsim.core.bots import bot_table
from chsim.core.hand import DONE
from chsim.core.playout import GRAIN, LUCK, weigh_luck
from chsim.core.playout import OUTCOMES as KINDS
from chsim.core.rng import run_key
from chsim.errors import StrategyError, StrategyFault, need_whole
from chsim.faults import describe_foul, describe_raised
from chsim.interrupts import held_back
from chsim.rules import Rules
from chsim.strategy import CompiledStrategy, Strategy, load_strategy

#: Fresh deals a hand, at most: a game takes a second with so many, in which nothing stops it.
MOST_FRESH = 4_096
#: What luck is measured in.
OUTCOMES = LUCK.names or ()
#: Names the fresh deals; see `chsim.core.rng.run_key`.
_DOMAIN = "control "

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Control:
    """Who plays hands out, with how many fresh deals, and what totals are worth.

    Parameters
    ----------
    rules : Rules
    values : tuple of Values
        One or more; those about whoever plays out in the seat that is corrected count
        there, else the first. Any will do without bias; good ones cut the variance more.
        See `prepared`.
    strategy : str or CompiledStrategy
        Plays out for strategies in plain Python; compiled ones play for themselves. The
        more it plays like what it stands for, the more variance is cut.
    fresh : int
        Fresh deals a hand, at most `MOST_FRESH`. With a power of two, luck is exact to
        the last bit.
    own : bool
        Whether compiled strategies play for themselves also in the seats that are
        corrected; else ``strategy`` does, which shows what it would do for a slow one.
    """

    rules: Rules
    values: tuple[Values, ...]
    strategy: Any = "peacecat"
    fresh: int = 64
    own: bool = True

    def __post_init__(self) -> None:
        need_whole("fresh", self.fresh, 1, MOST_FRESH)
        _compiled(self.strategy)

    @classmethod
    def prepared(
        cls,
        rules: Rules,
        corrected: Sequence[Any],
        company: Sequence[Any],
        strategy: Any = "peacecat",
        fresh: int = 64,
        own: bool = True,
    ) -> Control:
        """Control with the values that are shipped or else, in seconds, learned.

        Parameters
        ----------
        rules : Rules
        corrected : sequence
            Strategies whose seats are corrected, as `chsim.strategy.load_strategy` takes them.
        company : sequence
            Strategies of the other seats, likewise.
        strategy, fresh, own
            As for the class.

        Raises
        ------
        ChsimError
            If there is no such strategy, or it is not compiled, or breaks the rules.
        """
        control = _compiled(strategy)
        others = [_fast(one, control) for one in company]
        playing = [_fast(one, control) if own else control for one in corrected]
        values = tuple(
            shipped(rules, [one.name for one in (first, *others)]) or learn(rules, [first, *others])
            for first in {one.name: one for one in playing}.values()
        )
        return cls(rules, values, strategy, fresh, own)

    def to_dict(self) -> dict[str, Any]:
        """What luck depends on beside the games and the code, as plain data."""
        return {
            "strategy": _compiled(self.strategy).name,
            "fresh": self.fresh,
            "own": self.own,
            "values": [values.digest for values in self.values],
        }

    def lineup(self, seats: Sequence[Any], focus: Sequence[int]) -> tuple[CompiledStrategy, ...]:
        """Who plays out, by seat, a game of ``seats`` of which some are corrected."""
        control = _compiled(self.strategy)
        return tuple(
            control if seat in focus and not self.own else _fast(one, control)
            for seat, one in enumerate(seats)
        )

    def values_of(self, strategy: Strategy) -> Values:
        """What totals are worth to a seat in which a strategy plays out."""
        about = (values for values in self.values if values.seats[0] == strategy.name)
        return next(about, self.values[0])

    def luck(self, seats: Sequence[Any], focus: Sequence[int], seed: int, logs: Any) -> Any:
        """How much the deals of each game favoured some seats: what to take off its outcomes.

        Parameters
        ----------
        seats : sequence
            Strategies by seat, the same in all games.
        focus : sequence of int
            Seats that are corrected.
        seed : int
            Of the run; the games are numbered as in ``logs``.
        logs : recarray of `chsim.core.layout.HAND_LOG`
            All hands of some games, game by game.

        Returns
        -------
        array of `chsim.core.playout.LUCK`, shape (games, len(focus))
            Its mean is zero, whoever played the games. A game's luck depends on nothing
            but its own hands, so not on how games are cut into chunks.

        Raises
        ------
        StrategyFault
            If somebody who plays out breaks the rules.
        """
        if len(logs) == 0:
            return np.zeros((0, len(focus)), LUCK)
        sums = self._hands(self.lineup(seats, focus), focus, seed, logs)
        games = np.add.reduceat(sums[:, list(focus)], _starts(logs), axis=0)
        return (games / (GRAIN * self.fresh)).view(LUCK)[..., 0]

    def luck_to_fault(
        self, seats: Sequence[Any], focus: Sequence[int], seed: int, logs: Any
    ) -> tuple[Any, str | None]:
        """As `luck`, of the games before the first that cannot be played out; and why not."""
        try:
            return self.luck(seats, focus, seed, logs), None
        except StrategyFault:
            parts = [np.zeros((0, len(focus)), LUCK)]
        for game in np.split(logs, _starts(logs)[1:]):
            try:
                parts.append(self.luck(seats, focus, seed, game.view(np.recarray)))
            except StrategyFault as fault:
                return np.concatenate(parts), str(fault)
        raise AssertionError("a fault that does not come again")

    def prepare(self, seats: Sequence[Any], focus: Sequence[int]) -> None:
        """Compile everything that `luck` needs, by playing nothing."""
        none = np.zeros(0, layout.HAND_LOG).view(np.recarray)
        with held_back():
            self._hands(self.lineup(seats, focus), focus, 0, none)

    def _hands(
        self, lineup: Sequence[CompiledStrategy], focus: Sequence[int], seed: int, logs: Any
    ) -> npt.NDArray[np.int64]:
        """Luck of each hand, as `chsim.core.playout.weigh_luck` gives it."""
        with held_back():
            bots = bot_table([(s.choose_pass, s.choose_card, s.choose_moon) for s in lineup])
        state = layout.new_record(layout.STATE)
        sums = np.zeros((len(logs), layout.MAX_SEATS, KINDS), np.int64)
        values = self.values_of(lineup[focus[0]])
        try:
            status = weigh_luck(
                state,
                self.rules.record(),
                bots,
                settings_of(lineup),
                run_key(seed),
                run_key(seed, _DOMAIN),
                np.int64(self.fresh),
                float(values.scale),
                values.matrix,
                np.int64(sum(1 << seat for seat in focus)),
                logs,
                sums,
            )
        except Exception as error:  # noqa: BLE001 - whatever a compiled strategy raises
            raise _fault(state, lineup, describe_raised(state, error)) from None
        if status != DONE:
            raise _fault(state, lineup, describe_foul(state))
        return sums


def _starts(logs: Any) -> npt.NDArray[np.int64]:
    """Where in some logs each game begins."""
    return np.flatnonzero(np.diff(logs.game, prepend=logs.game[0] - 1))


def _fault(state: Any, lineup: Sequence[CompiledStrategy], what: str) -> StrategyFault:
    name = lineup[int(state.seat)].name
    return StrategyFault(f"playing hand {int(state.hand_number)} out as control: {name}: {what}")


def settings_of(lineup: Sequence[CompiledStrategy]) -> Floats:
    """Settings by seat, as the engine reads them."""
    settings = np.zeros((layout.MAX_SEATS, layout.MAX_SETTINGS))
    for seat, strategy in enumerate(lineup):
        settings[seat, : len(strategy.settings)] = list(strategy.settings.values())
    return settings


def _compiled(spec: Any) -> CompiledStrategy:
    strategy = load_strategy(spec)
    if not isinstance(strategy, CompiledStrategy):
        raise StrategyError(f"control {strategy.name}: only a compiled strategy is fast enough")
    return strategy


def _fast(spec: Any, control: CompiledStrategy) -> CompiledStrategy:
    strategy = load_strategy(spec)
    return strategy if isinstance(strategy, CompiledStrategy) else control
