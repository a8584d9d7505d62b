"""``chsim rules``: what can be played."""

from __future__ import annotations

import click

from chsim.cli.options import json_option
from chsim.cli.output import say, say_json
from chsim.cli.tables import GAP


@click.group()
def rules() -> None:
    """Show the rules that come with chsim."""


@rules.command("list")
@json_option
def list_rules(as_json: bool) -> None:
    """List the rules that --rules knows by name."""
    from chsim.rules_file import load_rules, preset_names

    presets = [load_rules(name) for name in preset_names()]
    if as_json:
        say_json([{"name": r.name, "source": r.source, "summary": r.summary} for r in presets])
        return
    width = max(len(r.name) for r in presets)
    for one in presets:
        say(f"{one.name:{width}}{GAP}{one.summary}")
        say(f"{'':{width}}{GAP}{one.source}")
