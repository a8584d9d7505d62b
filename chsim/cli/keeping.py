"""``--store``, and the commands that carry a stored run on or only show it."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from chsim.cli.interrupts import note_store
from chsim.cli.options import json_option, workers_options
from chsim.cli.output import note
from chsim.errors import in_words

if TYPE_CHECKING:
    from chsim.keeping import Keeping

#: What is noted of a command beside its options.
_ABOUT = ("command", "begun_in")

F = TypeVar("F", bound=Callable[..., Any])

#: What is asked for anew each time: none of it decides what is played.
_ANEW = ("jobs", "backend", "scheduler", "as_json", "record", "store")


def store_option(function: F) -> F:
    """``--store``."""
    return click.option(
        "--store",
        metavar="DIR",
        help="Keep the games in a folder as they are played; `chsim resume DIR` carries on.",
    )(function)


def kept(store: str | Keeping | None) -> Keeping | None:
    """The store of the command that runs, with what was asked of it."""
    if store is None:
        return None
    context = click.get_current_context()
    if isinstance(store, str):
        from chsim.keeping import Keeping

        asked = {name: value for name, value in context.params.items() if name not in _ANEW}
        begun = {"command": context.command.name, "begun_in": str(Path.cwd())}
        store = Keeping(store, asked=begun | asked)
    if store.playing:
        note_store(store.path)
    return replace(store, damaged=_told(context, store))


def _told(context: click.Context, store: Keeping) -> Callable[[str], None]:
    """What says of damaged chunks, once the command has shown its result, what becomes of them."""
    path = shlex.quote(str(store.path))
    then = "played again" if store.playing else f"`chsim resume {path}` plays it again"

    def tell(wrong: str) -> None:
        context.call_on_close(lambda: note(f"{path}: {wrong}; {then}."))

    return tell


@click.command()
@click.argument("folder", metavar="DIR")
@workers_options
@click.option("--out", metavar="PATH", help="In place of the --out of the command it carries on.")
@json_option
def resume(folder: str, out: str | None, as_json: bool, **workers: Any) -> None:
    """Carry a run on that was kept with --store, and show its result.

    It plays what the store lacks, chunks that are damaged too, and ends as if it had
    never been stopped. A store that other rules, other strategies or another chsim
    made is refused.
    """
    from chsim.keeping import Keeping

    note_store(folder)
    asked = _asked(folder)
    if out is not None:
        asked["out"] = _from_here(out)
    elif asked.get("begun_in") != str(Path.cwd()):
        asked["out"] = _from_there(asked.get("out"), asked.get("begun_in"))
    keeping = Keeping(Path(folder).absolute(), asked=asked)
    with _where_begun(asked):
        _invoke(asked, keeping, as_json=as_json, **workers)


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--out", metavar="PATH", help="As --out of the command that made the store.")
@json_option
def results(folder: str, out: str | None, as_json: bool) -> None:
    """Show what a store has, also while a run writes it."""
    from chsim.keeping import Keeping
    from chsim.strategy import names_suffice

    asked = _asked(folder)
    asked["out"] = _from_here(out)
    keeping = Keeping(Path(folder).absolute(), playing=False, asked=asked)
    with _where_begun(asked), names_suffice():
        _invoke(asked, keeping, as_json=as_json, jobs=1)


def _asked(folder: str) -> dict[str, Any]:
    from chsim.keeping import read_asked

    return read_asked(folder)


def _from_here(path: str | None) -> str | None:
    return str(Path(path).absolute()) if path else path


def _from_there(path: Any, begun_in: Any) -> Any:
    """A path that was asked for in another folder, as it is called from anywhere."""
    texts = isinstance(path, str) and isinstance(begun_in, str)
    return str(Path(begun_in) / path) if texts and path else path


def _where_begun(asked: Mapping[str, Any]) -> contextlib.AbstractContextManager[None]:
    """Be in the folder from which paths that were asked for lead on; here if it is gone."""
    folder = asked.get("begun_in")
    if isinstance(folder, str) and os.path.isdir(folder):  # noqa: PTH112 - false for any text
        return contextlib.chdir(folder)
    return contextlib.nullcontext()


def _invoke(asked: dict[str, Any], keeping: Keeping, **anew: Any) -> None:
    """Run the command that was asked for once more, on its store."""
    from chsim.errors import StoreError

    context = click.get_current_context()
    group = context.parent
    assert group is not None
    assert isinstance(group.command, click.Group)
    name = asked.get("command")
    command = group.command.commands.get(str(name))
    taken = {} if command is None else {str(one.name): one for one in command.params}
    options = {key: value for key, value in asked.items() if key not in _ABOUT}
    if command is None or "store" not in taken or set(options) != {*taken} - {*_ANEW}:
        how = "was made from Python: carry on there, with the same call"
        if name is not None:
            how = f"was made by another `chsim {in_words(str(name), str)}`"
        raise StoreError(f"{in_words(str(keeping.path), str, 300)}: {how}")
    options = {key: _checked(taken[key], value, keeping) for key, value in options.items()}
    given = {key: value for key, value in anew.items() if key in taken and value is not None}
    context.invoke(command, **options, **given, store=keeping)


def _checked(option: click.Parameter, value: Any, keeping: Keeping) -> Any:
    """What was asked for, as the command line would have taken it."""
    from chsim.errors import StoreError

    context = click.get_current_context()
    try:
        if value is not None:
            return option.type_cast_value(context, value)
        # Without a default click has None, or in newer versions a sign of its own.
        known = isinstance(option.get_default(context), (int, float, str))
        if option.required or (known and option.name != "out"):
            raise ValueError
        return None
    except (click.ClickException, ValueError, TypeError, ArithmeticError):
        where = in_words(str(keeping.path), str, 300)
        what = f"{option.name} cannot be {in_words(value)}"
        raise StoreError(f"{where}: what was asked for is damaged: {what}") from None
