"""Game records, format ``chsim-game/1``: one JSON line a game, out and in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

from chsim.cards import Card, from_text, to_text
from chsim.core.layout import seats_in
from chsim.errors import RecordError
from chsim.moon_choice import choice_word, turned_seats
from chsim.rules import Rules

FORMAT = "chsim-game/1"

_TRICK_FIELDS = {"leader": int, "cards": list, "winner": int}
_HAND_FIELDS = {"pass": str, "dealt": list, "tricks": list, "scores": list, "totals": list}
_MOON_FIELDS = {"shooter": int, "choice": str}
_GAME_FIELDS = {
    "rules": str,
    "seed": int,
    "game": int,
    "seats": list,
    "hands": list,
    "losers": list,
    "winners": list,
    "fouls": list,
}


def game_record(
    rules: Rules, seed: int, seats: Sequence[str], hands: Sequence[Any], result: Any
) -> dict[str, Any]:
    """A finished game as plain data.

    Parameters
    ----------
    rules : Rules
    seed : int
    seats : sequence of str
        Strategy names by seat.
    hands : sequence of records of `chsim.core.layout.HAND_LOG`
    result : record of `chsim.core.game.GAME_RESULT`
    """
    return {
        "format": FORMAT,
        "rules": rules.name,
        "seed": seed,
        "game": int(hands[0]["game"]),
        "seats": list(seats),
        "hands": [_hand(rules, log) for log in hands],
        "losers": seats_in(result["losers"]),
        "winners": seats_in(result["winners"]),
        "fouls": [],
    }


def _hand(rules: Rules, log: Any) -> dict[str, Any]:
    players = rules.players
    hand: dict[str, Any] = {
        "pass": rules.direction(int(log["hand_number"])),
        "dealt": [to_text(mask) for mask in log["dealt"].tolist()[:players]],
    }
    if log["pass_offset"] != 0:
        hand["passed"] = [to_text(mask) for mask in log["passed"].tolist()[:players]]
    hand["tricks"] = _tricks(rules, log)
    hand["moon"] = None
    if log["shooter"] >= 0:
        hand["moon"] = _moon(int(log["shooter"]), int(log["choice"]))
    if log["rolled"]:
        hand["rolled"] = to_text(int(log["rolled"]))
    for name, re, im in (("scores", "score_re", "score_im"), ("totals", "total_re", "total_im")):
        pairs = zip(log[re].tolist()[:players], log[im].tolist()[:players], strict=True)
        hand[name] = [list(pair) for pair in pairs]
    return hand


def _moon(shooter: int, code: int) -> dict[str, Any]:
    moon: dict[str, Any] = {"shooter": shooter, "choice": choice_word(code)}
    if turned_seats(code):
        moon["turned"] = turned_seats(code)
    return moon


def _tricks(rules: Rules, log: Any) -> list[dict[str, Any]]:
    players = rules.players
    played = int(log["trick"])  # fewer than there are where rules end a hand early
    cards = [_name(number) for number in log["card_played"].tolist()[: players * played]]
    leaders, winners = log["trick_leader"].tolist(), log["trick_winner"].tolist()
    return [
        {
            "leader": leaders[trick],
            "cards": cards[trick * players : (trick + 1) * players],
            "winner": winners[trick],
        }
        for trick in range(played)
    ]


@lru_cache(maxsize=64)
def _name(number: int) -> str:
    return str(Card.from_number(number))


def write_records(
    file: TextIO,
    rules: Rules,
    seed: int,
    seats_of: Any,
    logs: Any,
    results: Any,
    first: int,
) -> None:
    """Write finished games as lines.

    Parameters
    ----------
    file : text file
    rules, seed
        As in `game_record`.
    seats_of : callable
        Strategy names by seat for a game number.
    logs : array of HAND_LOG
        Hands of all the games, in order.
    results : array of GAME_RESULT
        Games ``first``, ``first + 1``, …
    """
    start = 0
    for offset, result in enumerate(results):
        stop = start + int(result["hands"])
        game = game_record(rules, seed, seats_of(first + offset), logs[start:stop], result)
        file.write(json.dumps(game) + "\n")
        start = stop


def read_records(path: str | Path) -> Iterator[dict[str, Any]]:
    """Games of a record file, checked for form.

    Parameters
    ----------
    path : str or Path

    Yields
    ------
    dict
        One game.

    Raises
    ------
    RecordError
        In one line that names file, line and field: another format version, a
        missing or misshapen field, a card that does not exist or is not there.
    """
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _checked(f"{path}, line {number}", line)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise RecordError(f"{path}: {reason}") from None


def _checked(where: str, line: str) -> dict[str, Any]:
    try:
        game = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError(f"{where}: is not JSON") from None
    if not isinstance(game, dict) or game.get("format") != FORMAT:
        found = game.get("format") if isinstance(game, dict) else None
        raise RecordError(f"{where}: format: expected {FORMAT!r}, found {found!r}")
    _need_fields(where, "", game, _GAME_FIELDS)
    for name in ("losers", "winners"):
        for seat in game[name]:
            _need_seat(where, name, seat, len(game["seats"]))
    for number, hand in enumerate(game["hands"]):
        _check_hand(where, f"hands[{number}].", hand, len(game["seats"]))
    return game


def _need_fields(where: str, prefix: str, data: Any, fields: Mapping[str, type]) -> None:
    if not isinstance(data, dict):
        raise RecordError(f"{where}: {prefix.rstrip('.')}: expected an object")
    for name, kind in fields.items():
        if name not in data:
            raise RecordError(f"{where}: {prefix}{name}: missing")
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise RecordError(f"{where}: {prefix}{name}: expected {kind.__name__}")


def _check_hand(where: str, prefix: str, hand: Any, players: int) -> None:
    _need_fields(where, prefix, hand, _HAND_FIELDS)
    fields = ["dealt", "scores", "totals"]
    if hand["pass"] != "hold":
        _need_fields(where, prefix, hand, {"passed": list})
        fields.append("passed")
    for name in fields:
        if len(hand[name]) != players:
            raise RecordError(f"{where}: {prefix}{name}: expected one entry a seat")
    for name in ("scores", "totals"):
        if not all(map(_is_score, hand[name])):
            raise RecordError(f"{where}: {prefix}{name}: expected pairs of whole numbers")
    _check_moon(where, prefix, hand, players)
    held = _check_cards(where, prefix, hand)
    for number, trick in enumerate(hand["tricks"]):
        held -= _check_trick(where, f"{prefix}tricks[{number}].", trick, held, players)


def _check_moon(where: str, prefix: str, hand: Any, players: int) -> None:
    if "moon" not in hand:
        raise RecordError(f"{where}: {prefix}moon: missing")
    moon = hand["moon"]
    if moon is None:
        return
    _need_fields(where, f"{prefix}moon.", moon, _MOON_FIELDS)
    _need_seat(where, f"{prefix}moon.shooter", moon["shooter"], players)
    if moon["choice"] not in ("add", "subtract", "zero"):
        raise RecordError(f"{where}: {prefix}moon.choice: expected add, subtract or zero")
    for seat in moon.get("turned", ()):
        _need_seat(where, f"{prefix}moon.turned", seat, players)


def _check_cards(where: str, prefix: str, hand: Any) -> set[Card]:
    """All cards dealt; nobody passes what the seat was not dealt."""
    held: set[Card] = set()
    for seat, text in enumerate(hand["dealt"]):
        cards = set(_cards(where, f"{prefix}dealt[{seat}]", text))
        if held & cards:
            raise RecordError(f"{where}: {prefix}dealt[{seat}]: a card is dealt twice")
        held |= cards
        if hand["pass"] != "hold":
            field = f"{prefix}passed[{seat}]"
            _need_there(where, field, _cards(where, field, hand["passed"][seat]), cards)
    return held


def _check_trick(where: str, prefix: str, trick: Any, held: set[Card], players: int) -> set[Card]:
    """The cards of a trick."""
    _need_fields(where, prefix, trick, _TRICK_FIELDS)
    for name in ("leader", "winner"):
        _need_seat(where, prefix + name, trick[name], players)
    cards = _cards(where, f"{prefix}cards", " ".join(map(str, trick["cards"])))
    if len(cards) != players:
        raise RecordError(f"{where}: {prefix}cards: expected one a seat")
    _need_there(where, f"{prefix}cards", cards, held)
    return set(cards)


def _cards(where: str, field: str, text: Any) -> tuple[Card, ...]:
    try:
        if not isinstance(text, str):
            raise ValueError("expected cards as one string")
        return from_text(text)
    except ValueError as error:
        raise RecordError(f"{where}: {field}: {error}") from None


def _need_seat(where: str, field: str, seat: Any, players: int) -> None:
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < players:
        raise RecordError(f"{where}: {field}: {seat!r} is no seat")


def _need_there(where: str, field: str, cards: tuple[Card, ...], held: set[Card]) -> None:
    for card in cards:
        if card not in held:
            raise RecordError(f"{where}: {field}: {card} is not there")


def _is_score(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(part, int) and not isinstance(part, bool) for part in value)
    )
