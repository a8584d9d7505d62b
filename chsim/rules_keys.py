"""Keys of a rules file, and what those that may be left out then mean."""

from __future__ import annotations

from typing import Any

from chsim.cards import DECK
from chsim.rules_parts import End

#: Sets of cards about passing, play and values.
SETS = (
    "pass_ban",
    "first_trick_ban",
    "first_trick_keep",
    "lead_ban",
    "lead_beside",
    "lead_forced",
    "throw_ban",
    "play_soon",
    "breakers",
    "growing",
    "unmultiplied",
)
END = tuple(End.__dataclass_fields__)
#: Keys that stand outside of tables.
PLAIN = {
    "base",
    "summary",
    "source",
    "players",
    "turn",
    "passing",
    "pass_count",
    "opening",
    "deck",
    "removed",
    "finish_early",
    "no_trick",
    "partners",
    *SETS,
}
#: Keys of tables; None where cards are the keys, or other keys.
TABLES: dict[str, set[str] | None] = {
    "values": None,
    "multipliers": None,
    "moon": {"cards", "bonus", "worth", "sun", "mode", "alone", "multiplied"},
    "die": {"cards", "worth"},
    "end": set(END),
    "readings": None,
}
#: Tables that a file completes; any other table or list replaces that of its base.
COMPLETED = tuple(key for key, inner in TABLES.items() if inner is not None)

#: Keys that a file without a base has to give, of those that `Rules` has defaults for.
_NEEDED = {"first_trick_ban", "lead_ban", "breakers", "measure", "limit", "max_hands"}
OPTIONAL: dict[str, Any] = {
    "summary": "",
    "source": "",
    "deck": [str(card) for card in DECK],
    "removed": [],
    "multipliers": {},
    "readings": {},
    "finish_early": False,
    "no_trick": [0, 0],
    "partners": False,
    "moon.bonus": [],
    "moon.sun": None,
    "moon.alone": False,
    "moon.multiplied": False,
    "die.cards": [],
    "die.worth": [0, 0],
    **{key: [] for key in SETS if key not in _NEEDED},
    **{
        f"end.{key}": field.default
        for key, field in End.__dataclass_fields__.items()
        if key not in _NEEDED
    },
}


def all_keys() -> set[str]:
    """Every key there is, those of tables as ``moon.mode``."""
    inner = {f"{table}.{key}" for table, keys in TABLES.items() for key in keys or ()}
    whole = {table for table, keys in TABLES.items() if keys is None}
    return PLAIN | inner | whole
