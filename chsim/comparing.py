"""Compares strategies: each in every seat, on the same deals, against the same company."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from chsim.blocks import BlockPlan, Seating, different, turned
from chsim.comparison import Comparison, Test, places_of
from chsim.contests import Kept, play
from chsim.control import Control, Corrected
from chsim.errors import OptionError, in_words
from chsim.keeping import Keeping, as_keeping
from chsim.rules import Rules
from chsim.rules_check import largest_hand
from chsim.rules_file import load_rules
from chsim.runner import check_numbers, listed
from chsim.stats.sequential import SequentialTest
from chsim.strategy import load_strategy
from chsim.workers import Workers

#: Called with the comparison so far and the number of blocks that there are at most.
Progress = Callable[[Comparison, int], None]

#: Games a strategy, unless told.
GAMES = 4_000


def compare(
    strategies: Iterable[Any] | str,
    against: Iterable[Any] | str = "peacecat",
    games: int = GAMES,
    seed: int = 1,
    rules: str | Path | Rules = "complex-hearts",
    jobs: int = -1,
    *,
    backend: str | None = None,
    scheduler: str | None = None,
    store: str | Path | Keeping | None = None,
    control: str | Control | None = None,
    fresh: int = 64,
    sprt: str | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    progress: Progress | None = None,
) -> Comparison:
    """Compare strategies on deal blocks.

    In a block each strategy sits in each seat in turn, with the same company to its
    left and the same deals. Games that are the same, such as those of a strategy
    among its own kind, are played once.

    Parameters
    ----------
    strategies : strategies one after another, or str
        Two or more (see `chsim.strategy.load_strategy`), or their names with commas between.
    against : strategies one after another, or str
        The company: one for all other seats, or one a seat from the left on.
    games : int
        Games a strategy, rounded up to whole blocks; with a test, at most so many.
    seed : int
    rules : str, Path or Rules
    jobs : int
        Workers; -1 for all cores. Never changes a result.
    backend, scheduler : str, optional
        Where the workers are; see `chsim.workers.Workers`.
    store : str or Path, optional
        Folder in which the games are kept; those that are there are not played again.
    control : str or Control, optional
        Plays the deals out once more in the place of those in plain Python, so that
        their luck can be taken out of the results without bias; compiled strategies
        play for themselves there; see `chsim.control`. It cannot change what anyone plays.
        Worth its time where those who are compared are much slower.
    fresh : int
        With a control: fresh deals that each deal is weighed against.
    sprt : str, optional
        A measure and a difference, as in ``"loss -0.02"``: ends the comparison of two
        strategies as soon as it is decided whether the first is above the second by that
        much or by nothing. See `chsim.stats.sequential`.
    alpha, beta : float
        Chances, at most, to find a difference where there is none, or none where it is there.
    progress : callable, optional
        Called with the `Comparison` so far and the number of blocks; first without
        any block, when everything is loaded and compiled.

    Returns
    -------
    Comparison

    Raises
    ------
    ChsimError
        For a bad argument, rules or strategy. A `StrategyFault` carries what was
        finished before it as ``result``.
    ContestInterrupted
        On Ctrl-C, likewise.
    """
    check_numbers(games, seed)
    workers = Workers(jobs, backend, scheduler)
    chosen = load_rules(rules)
    plan, found = planned(listed(strategies, "strategies"), against, chosen, seed)
    if control is not None:
        if sprt is not None:
            raise OptionError("control: expected without sprt, which tests plain results")
        plan, found.control = controlled(plan, found, control, fresh)
    if sprt is not None:
        found.test = test_of(sprt, found, chosen, alpha, beta)
    options: dict[str, Any] = {
        "compared": list(found.names),
        "against": list(found.against),
        "seed": found.seed,
    }
    if plan.control is not None:
        options["control"] = plan.control.to_dict()
    kept = Kept("compare", options, as_keeping(store, games=games))
    return play(plan, found, -(-games // chosen.players), workers, kept, progress)


def planned(
    strategies: Sequence[Any], against: Iterable[Any] | str, rules: Rules, seed: int
) -> tuple[BlockPlan, Comparison]:
    """The games of a comparison's blocks, and the comparison without any."""
    names = names_of(strategies)
    company = _company(against, rules.players)
    seats = range(rules.players)
    every = [turned((one, *company), seat) for one in strategies for seat in seats]
    seatings, places = different(every)
    plan = BlockPlan((seatings,), rules, int(seed))
    found = Comparison(
        rules=rules.name,
        seed=int(seed),
        names=names,
        against=tuple(load_strategy(one).name for one in company),
        places=places_of(rules.players, places),
        seatings=len(seatings),
    )
    return plan, found


def controlled(
    plan: BlockPlan, found: Comparison, control: str | Control, fresh: int
) -> tuple[BlockPlan, Corrected]:
    """A comparison's games with the luck of their deals found, and figures without any yet."""
    if not isinstance(control, Control):
        company = plan.rounds[0][found.places[0, 0]][1:]
        compared = [plan.rounds[0][table][0] for table in found.places[:, 0]]
        control = Control.prepared(plan.rules, compared, company, control, fresh)
    held = sorted({(int(table), seat) for row in found.places for seat, table in enumerate(row)})
    focus = tuple(
        tuple(seat for table, seat in held if table == number) for number in range(found.seatings)
    )
    places = [[held.index((int(t), seat)) for seat, t in enumerate(row)] for row in found.places]
    name = load_strategy(control.strategy).name
    corrected = Corrected(name, control.fresh, found.names, np.array(places, dtype=np.int64))
    return replace(plan, control=control, focus=focus), corrected


def names_of(strategies: Sequence[Any]) -> tuple[str, ...]:
    """Names of two or more different strategies.

    Raises
    ------
    OptionError
        In one line.
    """
    if len(strategies) < 2:
        raise OptionError(f"strategies: expected two or more, not {len(strategies)}")
    names = tuple(load_strategy(one).name for one in strategies)
    for one, other in combinations(names, 2):
        if one == other:
            raise OptionError(f"strategies: {one} is there twice")
    return names


def _company(against: Iterable[Any] | str, players: int) -> Seating:
    company = listed(against, "against")
    if len(company) == 1:
        return tuple(company) * (players - 1)
    if len(company) != players - 1:
        expected = f"1 strategy, or {players - 1} for the other seats"
        raise OptionError(f"against: expected {expected}, not {len(company)}")
    return tuple(company)


# --- the test -----------------------------------------------------------------

#: What a sequential test can be about.
TESTED = ("loss", "win", "magnitude")


def test_of(text: str, found: Comparison, rules: Rules, alpha: float, beta: float) -> Test:
    """The sequential test that a text such as ``loss -0.02`` asks for.

    Raises
    ------
    OptionError
        In one line that says what was expected.
    """
    if len(found.names) != 2:
        raise OptionError(f"sprt: expected two strategies to compare, not {len(found.names)}")
    expected = "expected a measure (loss, win or magnitude) and a difference, as in 'loss -0.02'"
    if not isinstance(text, str):
        raise OptionError(f"sprt: {expected}, not {in_words(text)}")
    measure, _, number = text.strip().lower().replace("−", "-").partition(" ")
    if measure not in TESTED:
        raise OptionError(f"sprt: {expected}, not {in_words(text)}")
    bound = 1.0 if measure != "magnitude" else float(largest_magnitude(rules))
    delta = _number(number, f"sprt: {expected}", text)
    if not 0 < abs(delta) < bound:
        size = f"a difference of {measure} between 0 and {bound:g}, up or down"
        raise OptionError(f"sprt: expected {size}, not {in_words(number, str)}")
    for name, chance in (("alpha", alpha), ("beta", beta)):
        if not isinstance(chance, Real) or not 0 < chance < 0.5:
            raise OptionError(
                f"{name}: expected a chance between 0 and 0.5, not {in_words(chance)}"
            )
    return Test(measure, SequentialTest(delta, alpha, beta, bound))


def _number(text: str, expected: str, whole: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"{expected}, not {in_words(whole)}") from None


def largest_magnitude(rules: Rules) -> int:
    """A bound that no final magnitude exceeds."""
    end = rules.end
    playing_on = end.ties == "play-on"
    most = largest_hand(rules) * (end.max_hands if playing_on else end.hands or end.max_hands)
    if end.limit and end.measure == "magnitude" and not playing_on:
        return min(most, end.limit + largest_hand(rules))
    return most
