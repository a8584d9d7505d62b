"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeVar

import click

from chsim.errors import in_words

F = TypeVar("F", bound=Callable[..., Any])


class Whole(click.ParamType):  # type: ignore[type-arg]  # generic only in newer click
    """A whole number from ``least`` to ``most``; with ``every``, -1 too, for all there are."""

    name = "integer"

    def __init__(self, least: int, every: str = "", most: float = inf) -> None:
        self._least = least
        self._most = most
        self._every = every

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number; any other text is refused in one line that says what is expected."""
        try:
            number = int(value)
        except ValueError:
            number = self._least - 1
        within = self._least <= number <= self._most
        if not within and not (self._every and number == -1):
            other = f", or -1 for {self._every}" if self._every else ""
            end = "or more" if self._most == inf else f"to {self._most:,}"
            expected = f"expected a whole number, {self._least} {end}{other}"
            self.fail(f"{in_words(value)}: {expected}.", param, ctx)
        return number


def seed_option(function: F) -> F:
    """``--seed``."""
    return click.option(
        "--seed",
        type=Whole(0),
        default=1,
        show_default=True,
        metavar="S",
        help="Any whole number from 0; the same seed gives the same games.",
    )(function)


def rules_option(function: F) -> F:
    """``--rules``."""
    return click.option(
        "--rules",
        default="complex-hearts",
        show_default=True,
        metavar="NAME|FILE.toml",
        help="The rules: a name that `chsim rules list` shows, or a file.",
    )(function)


def jobs_option(function: F) -> F:
    """``--jobs``."""
    return click.option(
        "--jobs",
        type=Whole(1, every="all cores"),
        default=-1,
        show_default=True,
        metavar="J",
        help="Workers; -1 for all cores. Never changes a result.",
    )(function)


def workers_options(function: F) -> F:
    """``--jobs``, ``--backend`` and ``--scheduler``."""
    for option in (
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Of the Dask scheduler or Ray cluster; without it, one is started here.",
        ),
        click.option(
            "--backend",
            type=click.Choice(["threads", "loky", "dask", "ray"]),
            help="Where the workers are: in this process, in processes of this machine (loky), "
            "or on a cluster. Never changes a result.",
        ),
    ):
        function = option(function)
    return jobs_option(function)


def json_option(function: F) -> F:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")(
        function
    )
