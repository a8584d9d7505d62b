"""The tables of an experiment for reading: as cells of text, and as a page of Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chsim.experiment import Experiment
from chsim.findings import Row, finished, missing, own_rules, same_deals, tables
from chsim.laboratory import Observed
from chsim.rules_file import load_rules
from chsim.stats.percent import MISSING, change, change_range, percent, percent_range

#: Headings of columns that align left.
_WORDS = {"group", "table", "rules", "figure", "place", "strategy", "choice"}

_CHANGES = (
    "Changes are to the first table of the group, in points: {pairs}, "
    "so they are counted game by game (Agresti and Min's interval for paired rates)."
)
_SAME_DEALS = "all tables play the same deals"
_OWN_RULES = "all tables play the same deals, each by its rules"
_OTHER_DEALS = "games of the same number are pairs, though tables do not all deal alike"


def as_markdown(experiment: Experiment, observed: Sequence[Observed]) -> str:
    """Title, question and tables of an experiment in Markdown."""
    found = tables(experiment, observed)
    blocks = [f"# {heading(experiment, observed)}", experiment.question.strip()]
    blocks += [_conditions(experiment), _what_ismissing(experiment, observed)]
    blocks.append(_markdown(figure_cells(found["table"])))
    if "places" in found:
        blocks += ["## Who sits where", _markdown(place_cells(found["places"]))]
    if "moons" in found:
        blocks += ["## What the moon's choices bring", _markdown(moon_cells(found["moons"]))]
    if "lengths" in found:
        blocks += ["## Length and moons", _markdown(length_cells(found["lengths"]))]
    return "\n\n".join(filter(None, blocks)) + "\n"


def heading(experiment: Experiment, observed: Sequence[Observed]) -> str:
    """The title, which says so when tables are missing."""
    if not missing(experiment, observed):
        return experiment.title
    return f"INCOMPLETE, {progress_of(experiment, observed)}: {experiment.title}"


def progress_of(experiment: Experiment, observed: Sequence[Observed]) -> str:
    """``1 of 3 tables and 120 of 400 games of the next``."""
    whole = len(finished(experiment, observed))
    done = f"{whole} of {len(experiment.tables)} tables"
    for one in observed[whole:]:
        done += f" and {one.tally.games:,} of {experiment.games:,} games of the next"
    return done


def _what_ismissing(experiment: Experiment, observed: Sequence[Observed]) -> str:
    begun = {id(one.table): one.tally.games for one in observed}
    names = [
        ": ".join(filter(None, (one.group, one.name)))
        + (f" (but for {begun[id(one)]:,} games)" if id(one) in begun else "")
        for one in missing(experiment, observed)
    ]
    return f"Stopped before its end. Not played: {'; '.join(names)}." if names else ""


def _conditions(experiment: Experiment) -> str:
    own = own_rules(experiment)
    rules = "as each table says" if own else load_rules(experiment.rules).name
    games = f"{experiment.games:,} games a table"
    text = f"Rules {rules}, seed {experiment.seed}, {games}. Rates in percent, intervals 95 %."
    if not any(table.group for table in experiment.tables):
        return text
    pairs = (_OWN_RULES if own else _SAME_DEALS) if same_deals(experiment) else _OTHER_DEALS
    return f"{text} {_CHANGES.format(pairs=pairs)}"


def figure_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Figures as text, headings first; columns that say nothing here are left out."""
    heads = ["group", "table", "rules", "figure", "%", "interval"]
    heads += ["published %", "interval", "change", "interval"]
    cells = [line for row in rows for line in _figure_lines(row)]
    return _without_empty([heads, *cells])


def _figure_lines(row: Row) -> list[list[str]]:
    return [
        [
            row["group"],
            row["table"],
            row.get("rules", ""),
            word,
            percent(row[f"{outcome}_rate"]),
            percent_range(_interval(row, outcome)),
            *_or_nothing(row, f"published_{outcome}", "_rate", percent, percent_range),
            *_or_nothing(row, f"{outcome}_change", "", change, change_range),
        ]
        for outcome, word in (("loss", "lost"), ("win", "won"))
    ]


def _or_nothing(
    row: Row, name: str, ending: str, number: Callable[..., str], interval: Callable[..., str]
) -> list[str]:
    value = row[name + ending]
    return ["", ""] if value is None else [number(value), interval(_interval(row, name))]


def _interval(row: Row, name: str) -> tuple[float, float] | None:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return None if low is None else (low, high)


def place_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Places as text, headings first."""
    heads = ["group", "table", "place", "strategy", "lost %", "interval", "won %", "interval"]
    return _without_empty([heads, *map(_place_line, rows)])


def _place_line(row: Row) -> list[str]:
    cells = [row["group"], row["table"], row["place"], row["strategy"]]
    for outcome in ("loss", "win"):
        cells += [percent(row[f"{outcome}_rate"]), percent_range(_interval(row, outcome))]
    return cells


def moon_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Moons as text, headings first; magnitudes after the choice and after the other one."""
    heads = ["group", "table", "moons a 100 hands", "choice", "chosen %", "interval"]
    heads += ["shooter", "by the other choice", "others", "by the other choice"]
    return _without_empty([heads, *map(_moon_line, rows)])


def _moon_line(row: Row) -> list[str]:
    return [
        row["group"],
        row["table"],
        percent(row["moons"] / row["hands"] if row["hands"] else None),
        row["choice"],
        percent(row["chosen_rate"]),
        percent_range(_interval(row, "chosen")),
        *(
            "" if value is None else f"{value:.1f}"
            for key, value in row.items()
            if "magnitude" in key
        ),
    ]


def length_cells(rows: Sequence[Row]) -> list[list[str]]:
    """Lengths and moons as text, headings first."""
    heads = ["group", "table", "hands a game", "interval", "moons in 100 hands", "interval"]
    return _without_empty([heads, *map(_length_line, rows)])


def _length_line(row: Row) -> list[str]:
    cells = [row["group"], row["table"]]
    for key in ("game_hands", "moons_in_100"):
        value, interval = row[key], _interval(row, key)
        cells.append(MISSING if value is None else f"{value:.2f}")
        cells.append("–".join(f"{end:.2f}" for end in interval) if interval else MISSING)
    return cells


def _without_empty(rows: list[list[str]]) -> list[list[str]]:
    kept = [number for number in range(len(rows[0])) if any(row[number] for row in rows[1:])]
    return [[row[number] for number in kept] for row in rows]


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    rule = [":--" if head in _WORDS else "--:" for head in rows[0]]
    return "\n".join(f"| {' | '.join(map(_escaped, row))} |" for row in (rows[0], rule, *rows[1:]))


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")
