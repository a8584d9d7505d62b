"""One matchup of a run: its strategies, counts and kept games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chsim.stats.intervals import wilson
from chsim.tally import StrategyTally, Tally


@dataclass
class Matchup:
    """Result of one matchup.

    Attributes
    ----------
    seats : tuple of str
        Strategies as listed.
    tally : Tally
    seconds : float
        Time from the first game to the last.
    results, logs : list of recarray
        The games and hands, if they were kept.
    stored : int
        How many of the games were found in a store, not played.
    """

    seats: tuple[str, ...]
    tally: Tally
    seconds: float = 0.0
    results: list[Any] = field(default_factory=list)
    logs: list[Any] = field(default_factory=list)
    stored: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The matchup as plain data for JSON."""
        tally = self.tally
        return {
            "seats": list(self.seats),
            "games": tally.games,
            "hands": tally.hands,
            "moons": tally.moons,
            "capped": tally.capped,
            "digest": tally.digest,
            "seconds": round(self.seconds, 3),
            "strategies": [strategy_row(one) for one in tally.strategies.values()],
        }


def strategy_row(tally: StrategyTally) -> dict[str, Any]:
    """A strategy's counts, rates and 95 % Wilson intervals as plain data."""
    loss = wilson(tally.losses, tally.seats)
    win = wilson(tally.wins, tally.seats)
    return {
        "strategy": tally.strategy,
        "seats": tally.seats,
        "losses": tally.losses,
        "wins": tally.wins,
        "loss_rate": tally.losses / tally.seats if tally.seats else None,
        "loss_interval": list(loss) if loss else None,
        "win_rate": tally.wins / tally.seats if tally.seats else None,
        "win_interval": list(win) if win else None,
        "mean_magnitude": tally.mean_magnitude,
        "fouls": tally.fouls,
    }
