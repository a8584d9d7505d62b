"""Rules in TOML: the presets that come with chsim, and files of a user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from chsim.cards import DECK, FULL_DECK, SUITS, Card, from_mask, to_mask
from chsim.errors import RulesError, did_you_mean, in_words, unknown
from chsim.fields import Gaussian
from chsim.gaussians import total
from chsim.rules import DEALER, DIRECTIONS, LEFT_OF_DEALER, Die, End, Moon, Rules
from chsim.rules_keys import COMPLETED, END, OPTIONAL, PLAIN, SETS, TABLES, all_keys
from chsim.toml_file import TomlError, parse_toml, read_text

Value = TypeVar("Value")

MAX_BASES = 8

#: Keys that change nothing in play.
_LABELS = ("base", "summary", "source", "readings")
_OPENINGS = (LEFT_OF_DEALER, DEALER)
_LOWEST = {"lowest-club": "c", "lowest-diamond": "d", "lowest-spade": "s", "lowest-heart": "h"}


def preset_names() -> list[str]:
    """Names of the presets, sorted."""
    folder = resources.files("chsim") / "presets"
    return sorted(
        entry.name.removesuffix(".toml")
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    )


def load_rules(source: str | Path | Rules) -> Rules:
    """Rules by preset name or from a TOML file.

    Parameters
    ----------
    source : str, Path or Rules
        A preset's name, the path of a ``.toml`` file, or rules, given back as they are.

    Returns
    -------
    Rules

    Raises
    ------
    RulesError
        In one line: an unknown name (with the nearest), or the file and key that is wrong.
    """
    if isinstance(source, Rules):
        return source
    where, name, text = _find(source)
    return parse_rules(text, where=where, name=name)


def parse_rules(text: str, *, where: str, name: str) -> Rules:
    """Rules from the text of a rules file.

    Parameters
    ----------
    text : str
        TOML; may say ``base = "preset"`` and give only what differs.
    where : str
        What errors call the file.
    name : str
        Name of the rules.
    """
    try:
        return _build(_merged(_parse(text)), name)
    except (RulesError, TomlError) as error:
        prefix = f"{where}: "
        message = str(error)
        raise RulesError(message if message.startswith(prefix) else prefix + message) from None


def rules_from(data: Mapping[str, Any]) -> Rules:
    """Rules from the keys of a rules file as plain data, such as a table in another file.

    Parameters
    ----------
    data : mapping
        May say ``base``, as a file may.

    Returns
    -------
    Rules
        Named by their base and the first keys that they change.

    Raises
    ------
    RulesError
        In one line that begins with the key.
    """
    try:
        return _build(_merged(_checked(data)), _name_of(data))
    except TomlError as error:
        raise RulesError(str(error)) from None


def _name_of(data: Mapping[str, Any]) -> str:
    keys = []
    for key, value in data.items():
        inner = list(value) if key in COMPLETED and isinstance(value, Mapping) else [""]
        keys += [f"{key}.{name}".rstrip(".") for name in inner if key not in _LABELS]
    more = [f"{len(keys) - 3} more"] if len(keys) > 3 else []
    named = str(data.get("base", "rules"))
    return f"{named} with {', '.join(keys[:3] + more)}" if keys else named


def load_with_base(source: str | Path) -> tuple[Rules, str | None]:
    """Rules, and the name of the preset that they are built on, or None.

    A source is read once: a pipe has nothing to say a second time.

    Raises
    ------
    RulesError
        As `load_rules`.
    """
    where, name, text = _find(source)
    rules = parse_rules(text, where=where, name=name)
    base = _parse(text).get("base")
    return rules, None if base is None else str(base)


def _find(source: str | Path) -> tuple[str, str, str]:
    text = str(source)
    if text in preset_names():
        preset = resources.files("chsim") / "presets" / f"{text}.toml"
        return f"preset {text}", text, preset.read_text("utf-8")
    if text.endswith(".toml") or "/" in text or "\\" in text:
        return text, Path(text).stem, _read(Path(text))
    raise RulesError(unknown("rules", text, preset_names(), "or a file ending in .toml"))


def _read(path: Path) -> str:
    try:
        return read_text(path, "a rules file")
    except TomlError as error:
        raise RulesError(f"{path}: {error}") from None


def _merged(data: dict[str, Any]) -> dict[str, Any]:
    """Tables of a file over those of its base, and its base's base."""
    layers = [data]
    while "base" in layers[-1]:
        base = layers[-1].pop("base")
        if not isinstance(base, str) or base not in preset_names():
            raise RulesError(f"base: expected the name of a preset, not {in_words(base)}")
        if len(layers) > MAX_BASES:
            raise RulesError(f"base: more than {MAX_BASES} presets built on one another")
        layers.append(_parse(_find(base)[2]))
    merged: dict[str, Any] = {"readings": {}}
    for layer in reversed(layers):
        for key, value in layer.items():
            if key in COMPLETED:
                merged[key] = {**merged.get(key, {}), **value}
            elif key != "readings":
                merged[key] = value
        kept = {key: text for key, text in merged["readings"].items() if not _says(layer, key)}
        merged["readings"] = kept | layer.get("readings", {})
    return merged


def _says(layer: Mapping[str, Any], key: str) -> bool:
    """Whether a file gives a key, so that what its base says of it holds no more."""
    table, _, inner = key.rpartition(".")
    return inner in (layer.get(table, {}) if table else layer)


def _parse(text: str) -> dict[str, Any]:
    return _checked(parse_toml(text))


def _checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """A copy whose keys are known and whose tables are tables."""
    data = dict(given)
    for key in data:
        if key not in PLAIN and key not in TABLES:
            raise RulesError(_unknown_key(key, {*PLAIN, *TABLES}))
    for key, known in TABLES.items():
        table = data.get(key, {})
        if not isinstance(table, dict):
            raise RulesError(f"{key}: expected a table")
        for inner in table:
            if known is not None and inner not in known:
                raise RulesError(f"{key}.{_unknown_key(inner, known)}")
    if "readings" in data:
        data["readings"] = _readings(data["readings"])
    return data


def _readings(table: Mapping[str, Any]) -> dict[str, Any]:
    """Readings by key, ``moon.mode`` for one within a table."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if key in COMPLETED and isinstance(value, dict):
            flat |= {f"{key}.{inner}": text for inner, text in value.items()}
        else:
            flat[key] = value
    for key in flat:
        known = all_keys() - {"base", "readings"}
        if key not in known:
            raise RulesError(f"readings.{_unknown_key(key, known)}")
    return flat


def _unknown_key(key: str, known: set[str]) -> str:
    return f"{in_words(key, str)}: unknown key{did_you_mean(key, sorted(known))}"


def _build(data: Mapping[str, Any], name: str) -> Rules:
    reader = _Reader(data)
    deck = reader.cards("deck") & ~reader.cards("removed")
    values = reader.worths("values", deck)
    sets = {key: reader.cards(key) & deck for key in SETS}
    readings = reader.get("readings")
    return Rules(
        name=name,
        summary=reader.text("summary"),
        source=reader.text("source"),
        players=reader.whole("players"),
        deck=deck,
        turn=reader.text("turn"),
        passing=reader.directions("passing"),
        pass_count=reader.whole("pass_count"),
        opening=reader.opening("opening", deck),
        values=values,
        multipliers=reader.worths("multipliers", deck),
        moon=_moon(reader, deck, values),
        end=End(**{key: reader.get(f"end.{key}") for key in END}),
        finish_early=reader.get("finish_early"),
        no_trick=reader.gaussian("no_trick"),
        die=Die(reader.cards("die.cards", deck), reader.gaussian("die.worth")),
        partners=reader.get("partners"),
        readings={key: text for key, text in readings.items() if text != ""},
        **sets,
    )


def _moon(reader: _Reader, deck: int, values: Mapping[Card, Gaussian]) -> Moon:
    """The moon; without a worth it is worth what its cards are."""
    mode = reader.text("moon.mode")
    named = mode != "none" or reader.has("moon.cards")
    cards = reader.cards("moon.cards", deck) if named else 0
    worth = total(worth for card, worth in values.items() if cards >> card.number & 1)
    if reader.has("moon.worth"):
        worth = reader.gaussian("moon.worth")
    sun = reader.gaussian("moon.sun") if reader.has("moon.sun") else None
    return Moon(
        cards=cards,
        worth=worth,
        mode=mode,
        bonus=reader.cards("moon.bonus", deck),
        sun=sun,
        alone=reader.get("moon.alone"),
        multiplied=reader.get("moon.multiplied"),
    )


class _Reader:
    """Typed access to the tables of a rules file; errors name the key."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def get(self, key: str) -> Any:
        value: Any = self._data
        for part in key.split("."):
            if not isinstance(value, Mapping) or part not in value:
                if key in OPTIONAL:
                    return OPTIONAL[key]
                raise RulesError(f"{key}: missing")
            value = value[part]
        return value

    def has(self, key: str) -> bool:
        table, _, inner = key.rpartition(".")
        return inner in (self._data.get(table, {}) if table else self._data)

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str):
            raise RulesError(f"{key}: expected text, not {in_words(value)}")
        return value

    def whole(self, key: str) -> int:
        return _whole(key, self.get(key))

    def gaussian(self, key: str) -> Gaussian:
        return _gaussian(key, self.get(key))

    def card(self, key: str) -> Card:
        return _convert(key, self.text(key), Card)

    def opening(self, key: str, deck: int) -> Card | str:
        """A card, who leads by the deal, or the lowest card of a suit of the deck."""
        word = self.text(key)
        if word in _LOWEST:
            suit = [card for card in from_mask(deck) if card.suit == _LOWEST[word]]
            if not suit:
                raise RulesError(f"{key}: the deck has no card for {word}")
            return suit[0]
        return word if word in _OPENINGS else self.card(key)

    def list_of_text(self, key: str) -> list[str]:
        value = self.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise RulesError(f"{key}: expected a list of texts, not {in_words(value)}")
        return value

    def cards(self, key: str, deck: int = FULL_DECK) -> int:
        """Mask of cards; a suit stands for its cards in the deck."""
        mask = 0
        for word in self.list_of_text(key):
            named = _convert(key, word, _card_or_suit)
            if mask & named:
                raise RulesError(f"{key}: {word} is named twice")
            mask |= named & deck if word in tuple(SUITS) else named
        return mask

    def directions(self, key: str) -> tuple[int, ...]:
        return tuple(_convert(key, word, self._offset) for word in self.list_of_text(key))

    def _offset(self, word: str) -> int:
        if word == "across":
            return self.whole("players") // 2
        if word in DIRECTIONS:
            return DIRECTIONS[word]
        if word.startswith("left") and word[4:].isdecimal():
            return int(word[4:])
        raise ValueError(f"{in_words(word)} is not left, right, across, hold, left2, left3, …")

    def worths(self, key: str, deck: int) -> dict[Card, Gaussian]:
        """Worth of each card; a suit stands for all its cards, a card overrides its suit."""
        table = self.get(key)
        worths: dict[Card, Gaussian] = {}
        named: set[Card] = set()
        for word in sorted(table, key=len):
            where = f"{key}.{in_words(word, str)}"
            worth = _gaussian(where, table[word])
            if word in tuple(SUITS):
                cards = [card for card in DECK if card.suit == word and deck >> card.number & 1]
            else:
                cards = [_convert(where, word, Card)]
                if cards[0] in named:
                    raise RulesError(f"{where}: {cards[0]} is named twice")
                named.add(cards[0])
            worths.update(dict.fromkeys(cards, worth))
        return worths


def _card_or_suit(word: str) -> int:
    if word in tuple(SUITS):
        return to_mask(card for card in DECK if card.suit == word)
    return to_mask([Card(word)])


def _convert(key: str, word: str, convert: Callable[[str], Value]) -> Value:
    try:
        return convert(word)
    except ValueError as error:
        raise RulesError(f"{key}: {error}") from None


def _whole(key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError(f"{key}: expected a whole number, not {in_words(value)}")
    return value


def _gaussian(key: str, value: object) -> Gaussian:
    if not isinstance(value, list) or len(value) != 2:
        raise RulesError(f"{key}: expected [real, imaginary], not {in_words(value)}")
    return _whole(key, value[0]), _whole(key, value[1])
