"""The tables of an experiment: plain rows of counts, rates and intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from chsim.core.layout import ADD, SUBTRACT
from chsim.experiment import Experiment, Table, rules_of
from chsim.laboratory import Observed
from chsim.moon_choice import unturned
from chsim.published import figure_for
from chsim.stats.intervals import mean, paired, wilson

Row = dict[str, Any]
Floats = npt.NDArray[np.float64]

OUTCOMES = {"loss": "losers", "win": "winners"}


def tables(experiment: Experiment, observed: Sequence[Observed]) -> dict[str, list[Row]]:
    """The tables of an experiment by file name: ``table``, and what its pictures stand on."""
    found = {"table": _with_rules(experiment, observed, figure_rows(observed))}
    if "seats" in experiment.draw:
        found["places"] = place_rows(observed)
    if "moon" in experiment.draw:
        found["moons"] = moon_rows(observed)
    if "house_rules" in experiment.draw:
        found["lengths"] = length_rows(observed)
    return found


def own_rules(experiment: Experiment) -> bool:
    """Whether some table has rules of its own."""
    return any(table.rules for table in experiment.tables)


def same_deals(experiment: Experiment) -> bool:
    """Whether the tables of each group deal the same hands."""
    dealt: dict[str, set[tuple[int, int]]] = {}
    for table in experiment.tables:
        rules = rules_of(experiment, table)
        dealt.setdefault(table.group, set()).add((rules.deck, rules.players))
    return all(len(ways) == 1 for group, ways in dealt.items() if group)


def _with_rules(experiment: Experiment, observed: Sequence[Observed], rows: list[Row]) -> list[Row]:
    """Rows that name the rules after the table, where tables may differ in them."""
    if not own_rules(experiment):
        return rows
    names = [rules_of(experiment, one.table).name for one in observed]
    heads = ("group", "table")
    return [
        {key: row[key] for key in heads} | {"rules": name} | row
        for name, row in zip(names, rows, strict=True)
    ]


def missing(experiment: Experiment, observed: Sequence[Observed]) -> tuple[Table, ...]:
    """The tables that were not played, or not to their end, because the experiment was stopped."""
    return experiment.tables[len(finished(experiment, observed)) :]


def finished(experiment: Experiment, observed: Sequence[Observed]) -> list[Observed]:
    """The tables that were played to their end."""
    return [one for one in observed if one.tally.games == experiment.games]


def figure_rows(observed: Sequence[Observed]) -> list[Row]:
    """One row a table: the figures of its focus, the published ones, the change in its group."""
    firsts = _first_of_group(observed)
    return [_figures(one, firsts.get(one.table.group)) for one in observed]


def _first_of_group(observed: Sequence[Observed]) -> dict[str, Observed]:
    firsts: dict[str, Observed] = {}
    for one in observed:
        if one.table.group:
            firsts.setdefault(one.table.group, one)
    return firsts


def _figures(one: Observed, first: Observed | None) -> Row:
    table, tally = one.table, one.tally
    row: Row = {
        "group": table.group,
        "table": table.name,
        "seats": ",".join(table.seats),
        "rotate": table.rotate,
        "games": tally.games,
        "focus": table.focus,
        "focus_seats": tally.strategies[table.focus].seats,
    }
    for outcome in OUTCOMES:
        row |= rate(outcome, *counted(one, outcome))
        row |= _published(table, outcome)
        row |= _change(one, first, outcome)
    magnitude = tally.strategies[table.focus].mean_magnitude
    row["mean_magnitude"] = None if magnitude is None else round(magnitude, 3)
    row["mean_hands"] = round(tally.hands / tally.games, 3) if tally.games else None
    return row


def counted(one: Observed, outcome: str) -> tuple[int, int]:
    """How often the focus of a table lost or won, and its seats in all games."""
    tally = one.tally.strategies[one.table.focus]
    return (tally.losses if outcome == "loss" else tally.wins), tally.seats


def rate(name: str, times: int, trials: int) -> Row:
    """Count, rate and 95 % interval under keys that begin with a name."""
    return {
        f"{name}_count": times,
        f"{name}_rate": times / trials if trials else None,
        **_bounds(name, wilson(times, trials)),
    }


def _bounds(name: str, interval: tuple[float, float] | None) -> Row:
    low, high = interval or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}


def _published(table: Table, outcome: str) -> Row:
    name = f"published_{outcome}"
    figure = figure_for(table.seats, table.focus, outcome)
    if figure is None:
        return {f"{name}_rate": None, **_bounds(name, None)}
    return {f"{name}_rate": figure.rate, **_bounds(name, figure.interval)}


def _change(one: Observed, first: Observed | None, outcome: str) -> Row:
    """Difference to the first table of the group, which plays the same deals, game by game."""
    name = f"{outcome}_change"
    if first is None or first is one or not one.tally.games:
        return {name: None, **_bounds(name, None)}
    # A table that is under way has fewer games than the first.
    both = min(one.tally.games, first.tally.games)
    differences = shares(one, outcome)[:both] - shares(first, outcome)[:both]
    return {name: float(differences.mean()), **_bounds(name, paired(differences))}


def shares(one: Observed, outcome: str) -> Floats:
    """Share of the focus's seats that lost or won, one a game."""
    mine = [name == one.table.focus for name in one.table.seats]
    seats = one.tally.seats_of(0, one.tally.games)[:, mine]
    share: Floats = (one.results[OUTCOMES[outcome]][:, None] >> seats & 1).mean(axis=1)
    return share


# --- length and moons --------------------------------------------------------


def length_rows(observed: Sequence[Observed]) -> list[Row]:
    """One row a table: how many hands a game takes, and moons of all seats in 100 hands."""
    return [_lengths(one) for one in observed]


def _lengths(one: Observed) -> Row:
    hands, moons = one.tally.hands, one.tally.moons
    lengths = one.results["hands"].astype(np.float64)
    return {
        "group": one.table.group,
        "table": one.table.name,
        "games": one.tally.games,
        "hands": hands,
        "moons": moons,
        "capped": one.tally.capped,
        "game_hands": float(lengths.mean()) if len(lengths) else None,
        **_bounds("game_hands", mean(lengths)),
        "moons_in_100": 100 * moons / hands if hands else None,
        **_bounds("moons_in_100", _in_100(moons, hands)),
    }


def _in_100(times: int, trials: int) -> tuple[float, float] | None:
    interval = wilson(times, trials)
    return interval and (100 * interval[0], 100 * interval[1])


# --- who sits where ----------------------------------------------------------


def place_rows(observed: Sequence[Observed]) -> list[Row]:
    """One row a table and place: the figures of every seat, by where it sits from the focus."""
    return [row for one in observed for row in _places(one)]


def _places(one: Observed) -> list[Row]:
    table = one.table
    focus = table.seats.index(table.focus)
    seats = one.tally.seats_of(0, one.tally.games)
    return [
        {
            "group": table.group,
            "table": table.name,
            "place": place_name((player - focus) % len(table.seats), len(table.seats)),
            "strategy": strategy,
            "games": one.tally.games,
            **rate("loss", _times(one, "loss", seats[:, player]), one.tally.games),
            **rate("win", _times(one, "win", seats[:, player]), one.tally.games),
        }
        for player, strategy in enumerate(table.seats)
    ]


def _times(one: Observed, outcome: str, seats: Any) -> int:
    return int((one.results[OUTCOMES[outcome]] >> seats & 1).sum())


def place_name(places: int, players: int) -> str:
    """Where somebody sits who sits some places to the left of the focus."""
    names = {0: "focus", 1: "left", players - 1: "right"}
    across = "across" if 2 * places == players else f"left {places}"
    return names.get(places, across)


# --- moons -------------------------------------------------------------------


def moon_rows(observed: Sequence[Observed]) -> list[Row]:
    """One row a table and choice, with what the other choice would have brought the shooter."""
    return [
        _moons(one, name, choice)
        for one in observed
        for name, choice in (("subtract", SUBTRACT), ("add", ADD))
    ]


def _moons(one: Observed, name: str, choice: int) -> Row:
    chosen = one.moons[unturned(one.moons["choice"]) == choice]
    players = len(one.table.seats)
    mine, other = (after(chosen, by, players) for by in (choice, ADD + SUBTRACT - choice))
    return {
        "group": one.table.group,
        "table": one.table.name,
        "hands": one.tally.hands,
        "moons": len(one.moons),
        "choice": name,
        **rate("chosen", len(chosen), len(one.moons)),
        "own_magnitude": _mean(mine.own),
        "own_magnitude_other": _mean(other.own),
        "others_magnitude": _mean(mine.others),
        "others_magnitude_other": _mean(other.others),
    }


class _After:
    """Magnitudes after a choice: the shooter's, and the mean of everybody else's."""

    def __init__(self, own: Any, others: Any) -> None:
        self.own = own
        self.others = others


def after(moons: Any, choice: int, players: int) -> _After:
    """Magnitudes that a choice leaves, one a moon.

    Parameters
    ----------
    moons : array of `chsim.core.moon.MOON`
    choice : int
        `chsim.core.layout.SUBTRACT` or `chsim.core.layout.ADD`.
    players : int
    """
    by = "add" if choice == ADD else "subtract"
    re, im = (moons[f"{by}_{part}"][:, :players].astype(float) for part in ("re", "im"))
    all_of_them = np.sqrt(re * re + im * im)
    own = all_of_them[np.arange(len(moons)), moons["shooter"]]
    return _After(own, (all_of_them.sum(axis=1) - own) / (players - 1))


def _mean(values: Any) -> float | None:
    return round(float(values.mean()), 3) if len(values) else None
