"""What made a store and what would make it now, compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from chsim.errors import in_words

Plain = Mapping[str, Any]

#: How many differences a message names.
_NAMED = 3


def differences(was: Plain, now: Plain) -> str:
    """What made a store and what would make it now: the first differences, in one line.

    Parameters
    ----------
    was, now : mapping
        Of `chsim.store.identity.identity`, or of plain data that has other keys.

    Returns
    -------
    str
        Nothing if the contents would be the same.
    """
    found = list(_differences(was, json.loads(json.dumps(now))))
    more = [f"and {len(found) - _NAMED} more"] if len(found) > _NAMED else []
    return "; ".join(found[:_NAMED] + more)


def _differences(was: Plain, now: Plain) -> Iterator[str]:
    yield from _changed("version", was.get("chsim"), now.get("chsim"))
    if was.get("engine") != now.get("engine"):
        yield "another code of the engine"
    if command := list(_changed("command", was.get("command"), now.get("command"))):
        yield from command
        return
    options = list(_inner("", was.get("options"), now.get("options")))
    yield from options
    yield from _rules(was.get("rules") or [], now.get("rules") or [])
    # The digest of a strategy's code has the engine's in it.
    code = was.get("engine") == now.get("engine")
    # Other options already name other strategies.
    yield from _strategies(
        was.get("strategies") or {}, now.get("strategies") or {}, code, bool(options)
    )
    known = {"chsim", "engine", "command", "options", "rules", "strategies", "noted"}
    for key in sorted({*was, *now} - known):
        yield from _changed(key, was.get(key), now.get(key))


def _changed(what: str, was: Any, now: Any) -> Iterator[str]:
    if json.dumps(was, sort_keys=True) != json.dumps(now, sort_keys=True):
        yield f"{what} was {_value(was)}, is {_value(now)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return in_words(value, str)
    return "not given" if value is None else in_words(value, json.dumps)


def _inner(prefix: str, was: Any, now: Any) -> Iterator[str]:
    """Differences of two mappings, by their keys; of what is within them by ``end.limit``."""
    left, right = was or {}, now or {}
    for key in [*left, *(key for key in right if key not in left)]:
        one, other = left.get(key), right.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _inner(f"{prefix}{key}.", one, other)
        else:
            yield from _changed(prefix + key, one, other)


def _rules(was: list[Plain], now: list[Plain]) -> Iterator[str]:
    if len(was) != len(now):
        yield from _changed("number of rules", len(was), len(now))
        return
    for one, other in zip(was, now, strict=True):
        if one["id"] == other["id"]:
            continue  # what they are called does not matter
        names = ("name", "id", "summary", "source", "readings")
        played = [{k: v for k, v in rules.items() if k not in names} for rules in (one, other)]
        label = "rules: " if len(was) == 1 else f"rules {in_words(one['name'], str)}: "
        found = list(_inner(label, *played))
        yield from found or _changed(f"{label}id", one["id"], other["id"])


def _strategies(was: Plain, now: Plain, code: bool, named: bool) -> Iterator[str]:
    if list(was) != list(now) and not named:
        yield from _changed("strategies", ", ".join(was), ", ".join(now))
    both = [name for name in was if name in now]
    for name in both:
        prefix = f"strategy {in_words(name, str)}: "
        yield from _inner(prefix, was[name].get("settings"), now[name].get("settings"))
    other = [name for name in both if was[name].get("code") != now[name].get("code")]
    if code and other:
        yield f"another strategy code: {', '.join(in_words(name, str) for name in other)}"
