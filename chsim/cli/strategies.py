"""``chsim strategies``: what can sit at a table."""

from __future__ import annotations

import click

from chsim.cli.options import json_option
from chsim.cli.output import guarded, say, say_json
from chsim.cli.progress import progress_line
from chsim.cli.tables import aligned


@click.command()
@json_option
def strategies(as_json: bool) -> None:
    """List the installed strategies."""
    with guarded(), progress_line():
        from chsim.strategy import registered

        found = [_described(name) for name in registered()]
    if as_json:
        say_json(found)
    else:
        say(aligned([["name", "kind", "summary"], *(list(one.values()) for one in found)], left=3))


def _described(name: str) -> dict[str, str]:
    """Name, kind and summary; of a strategy that does not load, why."""
    from chsim.errors import StrategyError
    from chsim.strategy import load_strategy

    try:
        strategy = load_strategy(name)
    except StrategyError as error:
        return {"name": name, "kind": "broken", "summary": str(error)}
    return {"name": name, "kind": strategy.kind, "summary": strategy.summary}
