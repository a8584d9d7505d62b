"""``chsim rules``: what can be played, in words, and files of a user's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from chsim.cli.options import json_option
from chsim.cli.output import say, say_json
from chsim.cli.tables import GAP, wrapped

if TYPE_CHECKING:
    from chsim.rules import Rules

DEFAULT = "complex-hearts"


@click.group()
def rules() -> None:
    """Show rules, check a file of rules, compare two."""


@rules.command("list")
@json_option
def list_rules(as_json: bool) -> None:
    """List the rules that --rules knows by name, by their sources."""
    from chsim.rules_file import load_rules, preset_names

    presets = [load_rules(name) for name in preset_names()]
    if as_json:
        say_json([{"name": r.name, "source": r.source, "summary": r.summary} for r in presets])
        return
    groups: dict[str, list[Rules]] = {}
    for one in sorted(presets, key=_rank):
        groups.setdefault(one.source, []).append(one)
    width = max(len(r.name) for r in presets)
    for number, (source, group) in enumerate(groups.items()):
        say("\n" * (number > 0) + source)
        for one in group:
            say(f"{GAP}{one.name:{width}}{GAP}{one.summary}")


@rules.command()
@click.argument("source", metavar="NAME|FILE.toml")
@json_option
@click.option("--toml", "as_toml", is_flag=True, help="Print a complete rules file.")
def show(source: str, as_json: bool, as_toml: bool) -> None:
    """Say in words what rules are, and how they read what their source leaves open."""
    from chsim.rules_file import load_rules
    from chsim.rules_toml import rules_toml

    if as_json and as_toml:
        raise click.UsageError("--json and --toml: only one of them.")
    one = load_rules(source)
    if as_json:
        say_json(_shown(one))
    elif as_toml:
        say(rules_toml(one).rstrip("\n"))
    else:
        say(_in_words(one))


@rules.command()
@click.argument("file", metavar="FILE.toml")
def check(file: str) -> None:
    """Say whether a file of rules can be played, and what it changes of its base."""
    from chsim.rules_file import load_rules, load_with_base
    from chsim.rules_toml import rules_changes

    one, base = load_with_base(file)
    if base is None:
        says = "no base"
    else:
        changed = ", ".join(rules_changes(load_rules(base), one))
        says = f"{base} but for {changed}" if changed else f"the same as {base}"
    say(f"{file}: ok, id {one.id}, {says}")


@rules.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@json_option
def diff(one: str, other: str, as_json: bool) -> None:
    """Show in what two rules differ, each a name or a file."""
    from chsim.rules_file import load_rules
    from chsim.rules_toml import rules_changes

    a, b = load_rules(one), load_rules(other)
    changes = rules_changes(a, b)
    if as_json:
        rows = [{"key": key, "a": left, "b": right} for key, (left, right) in changes.items()]
        say_json({"a": _named(a), "b": _named(b), "differences": rows})
    elif not changes:
        say(f"{a.name} and {b.name} are the same rules, id {a.id}")
    else:
        say(_difference(a, b, list(changes)))


def _rank(rules: Rules) -> tuple[bool, bool, str, str]:
    """The default first, then what else is scored in complex numbers, then by source."""
    name = rules.name
    return name != DEFAULT, not name.startswith(DEFAULT), rules.source, name


def _named(rules: Rules) -> dict[str, str]:
    return {"name": rules.name, "id": rules.id}


def _shown(rules: Rules) -> dict[str, Any]:
    from chsim.rules_toml import rules_data
    from chsim.rules_words import rules_words

    data = rules_data(rules)
    known = {key: data.pop(key) for key in ("summary", "source", "readings")}
    return {**_named(rules), **known, "rules": data, "words": rules_words(rules)}


def _in_words(rules: Rules) -> str:
    from chsim.rules_words import rules_words

    words = rules_words(rules)
    head = [[rules.name, rules.summary], ["source", rules.source], ["id", rules.id]]
    parts = [*wrapped(head), "", *wrapped([[key, text] for key, text in words.items()])]
    if rules.readings:
        parts += ["", "Readings, where the source leaves it open:", ""]
        order = sorted(rules.readings.items(), key=lambda item: _place(item[0], list(words)))
        parts += wrapped([[key, text] for key, text in order])
    return "\n".join(parts)


def _place(key: str, order: list[str]) -> int:
    return order.index(key) if key in order else len(order)


def _difference(a: Rules, b: Rules, keys: list[str]) -> str:
    """Table of what both say to each key; in the form of a file where words are the same."""
    from chsim.rules_words import rules_words

    left, right = rules_words(a), rules_words(b)
    rows = [[key, left.get(key, "–"), right.get(key, "–")] for key in keys]
    return "\n".join(wrapped([["", a.name, b.name], *rows]))
