"""What ``chsim compare`` shows: a table of the strategies, one of each pair, and the test."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from chsim.block_figures import MEASURES, RATES
from chsim.cli.tables import (
    MISSING,
    aligned,
    count,
    digest_words,
    named,
    percent,
    percent_range,
    took,
)
from chsim.comparison import Comparison
from chsim.comparison_rows import pair_rows
from chsim.control import Corrected
from chsim.stats.intervals import Interval
from chsim.stats.percent import change, change_range

_WORDS = {
    "loss": "loss, % points",
    "win": "win, % points",
    "magnitude": "magnitude",
    "gain": "magnitude a hand",
}
_NOTE = (
    "A loss or win that seats share counts for each of them. Intervals: 95 %, from the\n"
    "blocks. Factor: how many times the variance independent games would have had."
)
_CORRECTED = (
    "Without bias; a rate may come out below 0 or above 100 %. Factor: how many times the\n"
    "games the figures above would need to be as sure."
)
_EARLY = (
    "Differences after an early stop lean towards its reason; intervals and p do not\n"
    "allow for the stop."
)


def report(found: Comparison, blocks: int) -> str:
    """A comparison as text; says so in its first line when blocks are missing."""
    parts = [_incomplete(found, blocks)] if found.stopped else []
    parts += [heading(found), _strategies(found), *_pairs(found), _notes(found)]
    if found.control is not None:
        parts.append(_corrected(found.control))
    if found.test is not None:
        parts.append(reason(found))
    return "\n\n".join(parts) + "\n" + _footer(found)


def heading(found: Comparison) -> str:
    """Whose figures these are."""
    company = dict.fromkeys(found.against)
    one = f"{len(found.against)} of {found.against[0]}" if len(company) == 1 else None
    who = " and ".join([", ".join(found.names[:-1]), found.names[-1]])
    games = count(found.blocks * found.players, "game")
    blocks = count(found.blocks, "block")
    return (
        f"Compared: {who}, each against {one or ', '.join(found.against)}\n"
        f"Rules {found.rules}, seed {found.seed}, {games} a strategy, in {blocks}\n"
        "of the same deals with each strategy in each seat"
    )


def _incomplete(found: Comparison, blocks: int) -> str:
    done = f"{found.blocks:,} of {count(blocks, 'block')}"
    return f"INCOMPLETE: {done}; not the whole comparison"


def _strategies(found: Comparison) -> str:
    heads = ["loss %", "interval", "win %", "interval", "magnitude", "interval", "a hand"]
    rows = [heads, *(_figures(found, one) for one in range(len(found.names)))]
    return named(["strategy", *found.names], rows)


def _figures(found: Comparison, one: int) -> list[str]:
    gain = found.figures.value("gain", one)
    return [
        percent(found.figures.value("loss", one)),
        percent_range(found.figures.interval("loss", one)),
        percent(found.figures.value("win", one)),
        percent_range(found.figures.interval("win", one)),
        _plain(found.figures.value("magnitude", one)),
        _plain_range(found.figures.interval("magnitude", one)),
        MISSING if gain is None else f"{gain:.2f}",
    ]


def _pairs(found: Comparison) -> list[str]:
    many = len(found.names) > 2
    rows = {
        (row["a"], row["b"], row["measure"]): row for row in pair_rows(found.names, found.figures)
    }
    return [
        _pair(one, other, [rows[one, other, measure] for measure in MEASURES], many)
        for one, other in combinations(found.names, 2)
    ]


def _pair(one: str, other: str, rows: list[dict[str, object]], many: bool) -> str:
    heads = ["", "difference", "interval", "p (Holm)" if many else "p", "factor"]
    table = aligned([heads, *map(_difference, rows)])
    return f"{one} minus {other}\n{table}"


def _difference(row: dict[str, object]) -> list[str]:
    measure, value, factor = row["measure"], row["difference"], row["variance_factor"]
    interval, p = row["interval"], row["p"]
    show, show_range = (change, change_range) if measure in RATES else (_signed, _signed_range)
    return [
        _WORDS[str(measure)],
        show(value),  # type: ignore[arg-type]  # rows are plain data
        show_range(interval),  # type: ignore[arg-type]
        _chance(p),  # type: ignore[arg-type]
        f"{factor:.1f}" if isinstance(factor, float) else MISSING,
    ]


def _chance(p: float | None) -> str:
    if p is None:
        return MISSING
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _plain(value: float | None) -> str:
    return MISSING if value is None else f"{value:.1f}".replace("-", "−")


def _plain_range(interval: Interval | None) -> str:
    return MISSING if interval is None else "–".join(map(_plain, interval))


def _signed(value: float | None) -> str:
    if value is None:
        return MISSING
    text = f"{abs(value):.2f}"
    return text if text == "0.00" else ("−" if value < 0 else "+") + text


def _signed_range(interval: Interval | None) -> str:
    return MISSING if interval is None else " to ".join(map(_signed, interval))


def _corrected(control: Corrected) -> str:
    """The figures with the luck of the deals taken out."""
    heads = ["", "", "", "interval", "p", "factor"]
    strategies = [_corrected_row(row["strategy"], row) for row in control.strategy_rows()]
    pairs = [_corrected_row(f"{row['a']} minus {row['b']}", row) for row in control.pair_rows()]
    deals = count(control.fresh, "fresh deal")
    title = f"Luck of the deals taken out (control {control.strategy}, {deals} a hand)"
    there, least = control.learning
    early = f"Nothing is taken out yet: how much to take is learned from {least} blocks on."
    notes = _CORRECTED if there >= least else early
    return "\n".join([title, aligned([heads, *strategies, *pairs], left=2), notes])


def _corrected_row(who: str, row: dict[str, Any]) -> list[str]:
    factor = MISSING if row["factor"] is None else f"{row['factor']:.1f}"
    if "difference" in row:
        what, value, interval, p, _ = _difference(row | {"variance_factor": None})
        return [who, what, value, interval, p, factor]
    rate, value, interval = row["measure"] in RATES, row["figure"], row["interval"]
    return [
        who,
        row["measure"] + " %" * rate,
        percent(value) if rate else _plain(value),
        percent_range(interval) if rate else _plain_range(interval),
        "",
        factor,
    ]


def _notes(found: Comparison) -> str:
    return "\n".join([_NOTE, _EARLY] if found.decided else [_NOTE])


def reason(found: Comparison) -> str:
    """Why a comparison with a test ended."""
    assert found.test is not None
    course, measure = found.test.course, found.test.measure
    one, other = found.names
    delta, beyond, before = _plainly(course.delta), *_sides(course.delta)
    limits = f"alpha {course.alpha:g}, beta {course.beta:g}"
    verdicts = {
        "different": f"different: 0 or {before} is ruled out",
        "same": f"same, or the other way round: {delta} or {beyond} is ruled out",
        None: "undecided: more games are needed",
    }
    games = count(course.blocks * found.players, "game")
    return (
        f"Test of {one} minus {other}, {measure}: 0 or {delta} ({limits})\n"
        f"after {games} a strategy: {verdicts[course.decision]}\n{standing(found)}"
    )


def _sides(delta: float) -> tuple[str, str]:
    """What lies beyond a difference, and what on the other side of 0."""
    return ("above", "below") if delta > 0 else ("below", "above")


def standing(found: Comparison) -> str:
    """How far a test is: the logs of both wealths with their bounds, under the name they go by.

    A wealth of a bettor stands where Wald's test has a likelihood ratio; see
    `chsim.stats.sequential`.
    """
    assert found.test is not None
    course = found.test.course
    none, delta = (f"{value:z.2f}".replace("-", "−") for value in course.evidence)
    bounds = list(dict.fromkeys(f"{bound:.2f}" for bound in course.bounds))
    return (
        f"LLR vs 0: {none}, vs {_plainly(course.delta)}: {delta} "
        f"(bound{'s' * (len(bounds) > 1)} {', '.join(bounds)})"
    )


def _plainly(delta: float) -> str:
    return f"{delta:+g}".replace("-", "−")


def live(found: Comparison) -> str:
    """A line about a test under way."""
    assert found.test is not None
    measure = found.test.measure
    row = found.figures.difference(measure, 0, 1)
    value = row.mean if row else None
    shown = f"{change(value)} points" if measure in RATES else _signed(value)
    games = found.blocks * found.players
    return f"{games:,} games  {measure} {shown}  {standing(found)}"


def _footer(found: Comparison) -> str:
    parts = [
        count(found.games, "game") + " played",
        count(found.hands, "hand"),
        *took(found.seconds),
        digest_words(found.digest),
    ]
    return ", ".join(parts)
