"""Drives the engine for tests: whole games, as records."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from chsim.cards import DECK, RANKS, SUITS, from_text, to_mask, to_text
from chsim.core import bots, game, hand, layout, rng
from chsim.rules import Rules
from chsim.strategy import CompiledStrategy, load_strategy
from chsim.toolbox import U64, ZERO, SeatView, compiled, lowest, select

_NAME = {card.number: str(card) for card in DECK}
_FIELDS = [name for name in layout.HAND_LOG.names or () if name not in ("game", "hand_number")]


def mask(text: str) -> np.uint64:
    """``"Qs 2h"`` as a set of the engine; ``"h"`` stands for all hearts."""
    words = [word for word in text.split() if len(word) > 1]
    suits = [word for word in text.split() if len(word) == 1]
    cards = [*from_text(" ".join(words)), *(card for card in DECK if card.suit in suits)]
    return U64(to_mask(cards))


def number(card: str) -> np.uint64:
    return U64(from_text(card)[0].number)


def text(cards: Any) -> str:
    return to_text(int(cards))


# --- a strategy that needs no luck ------------------------------------------------


@compiled
def lowest_pass(view: SeatView) -> Any:
    """The lowest cards, by suit and then rank."""
    cards = view.legal
    chosen = ZERO
    for _ in range(view.pass_count):
        chosen |= U64(1) << lowest(cards & ~chosen)
    return chosen


@compiled
def lowest_card(view: SeatView) -> Any:
    """The lowest legal card."""
    return lowest(view.legal)


@compiled
def moon_in_turn(view: SeatView) -> Any:
    """Subtract with an even number of hands played, add with an odd one."""
    return select(view.hand_number % 2 == 0, U64(0), U64(1))


LOWEST = CompiledStrategy("lowest", "", lowest_pass, lowest_card, moon_in_turn)


# --- whole games ------------------------------------------------------------------


def _strategy(name: str) -> Any:
    return LOWEST if name == "lowest" else load_strategy(name)


def play(
    rules: Rules,
    names: Sequence[str],
    seed: int,
    first: int,
    games: int,
    rotate: bool = True,
    logged: bool = True,
) -> tuple[Any, Any]:
    """Play games; gives results and logged hands."""
    strategies = [_strategy(name) for name in names]
    table = bots.bot_table([(s.choose_pass, s.choose_card, s.choose_moon) for s in strategies])
    settings = np.zeros((layout.MAX_SEATS, layout.MAX_SETTINGS))
    for row, strategy in zip(settings, strategies, strict=False):
        row[: len(strategy.settings)] = list(strategy.settings.values())
    state, record = layout.new_record(layout.STATE), rules.record()
    results = np.zeros(games, game.GAME_RESULT).view(np.recarray)
    key = rng.run_key(seed)
    parts: list[Any] = []
    done = 0
    while done < games:
        room = rules.end.max_hands + 60 * games if logged else 0
        logs = np.zeros(room, layout.HAND_LOG).view(np.recarray)
        status, more, hands = game.play_games(
            state,
            record,
            table,
            settings,
            key,
            first + done,
            1,
            int(rotate),
            results[done:],
            logs,
        )
        assert status == hand.DONE, f"foul in game {first + done + more}"
        assert more
        done += more
        parts.append(logs[:hands])
    return results, np.concatenate(parts).view(np.recarray)


def records(
    rules: Rules,
    names: Sequence[str],
    seed: int,
    first: int,
    games: int,
    rotate: bool = True,
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each game as a ``chsim-game/1`` record, and its result."""
    results, logs = play(rules, names, seed, first, games, rotate)
    start = 0
    for game_number, result in enumerate(results, first):
        hands = logs[start : start + int(result.hands)]
        start += len(hands)
        assert (hands["game"] == game_number).all()
        assert hands["hand_number"].tolist() == list(range(len(hands)))
        turn = game_number * rotate % rules.players
        summary = _summary(rules, result)
        record = {
            "format": "chsim-game/1",
            "rules": rules.name,
            "seed": seed,
            "game": game_number,
            "seats": [names[(seat - turn) % rules.players] for seat in range(rules.players)],
            "hands": _hand_records(rules, hands),
            "losers": summary.pop("losers"),
            "winners": summary.pop("winners"),
            "fouls": [],
        }
        yield record, summary
    assert start == len(logs)


def _hand_records(rules: Rules, logs: Any) -> list[dict[str, Any]]:
    columns = {name: logs[name].tolist() for name in _FIELDS}
    rows = zip(*columns.values(), strict=True)
    return [_hand_record(rules, dict(zip(columns, row, strict=True))) for row in rows]


def _seats(seats: int) -> list[int]:
    return [seat for seat in range(layout.MAX_SEATS) if int(seats) >> seat & 1]


def _pairs(rules: Rules, re: Any, im: Any) -> list[list[int]]:
    return [[int(re[seat]), int(im[seat])] for seat in range(rules.players)]


def _summary(rules: Rules, result: Any) -> dict[str, Any]:
    return {
        "losers": _seats(result.losers),
        "winners": _seats(result.winners),
        "totals": _pairs(rules, result.total_re, result.total_im),
        "hands": int(result.hands),
        "moons": int(result.moons),
        "capped": bool(result.capped),
    }


def _hand_record(rules: Rules, log: dict[str, Any]) -> dict[str, Any]:
    players = rules.players
    cards = [_NAME[card] for card in log["card_played"][: log["trick"] * players]]
    offset = log["pass_offset"]
    names = {0: "hold", 1: "left", players - 1: "right"}
    across = "across" if 2 * offset == players else f"left{offset}"
    record: dict[str, Any] = {
        "pass": names.get(offset, across),
        "dealt": [_text(cards) for cards in log["dealt"][:players]],
    }
    if offset:
        record["passed"] = [_text(cards) for cards in log["passed"][:players]]
    record["tricks"] = [
        {"leader": leader, "cards": cards[t * players : (t + 1) * players], "winner": winner}
        for t, leader, winner in zip(
            range(log["trick"]), log["trick_leader"], log["trick_winner"], strict=False
        )
    ]
    record["moon"] = None if log["shooter"] < 0 else _moon(log["shooter"], log["choice"])
    if log["rolled"]:
        record["rolled"] = _text(log["rolled"])
    record["scores"] = _pairs(rules, log["score_re"], log["score_im"])
    record["totals"] = _pairs(rules, log["total_re"], log["total_im"])
    return record


def _moon(shooter: int, choice: int) -> dict[str, Any]:
    if choice == layout.ZERO_ALL:
        return {"shooter": shooter, "choice": "zero"}
    word = {layout.SUBTRACT: "subtract", layout.ADD: "add"}[choice % 2]
    turned = _seats(choice >> layout.FLIP)
    return {"shooter": shooter, "choice": word} | ({"turned": turned} if turned else {})


def _lane_texts(suit: str) -> list[str]:
    """Text of each set of cards of a suit, by its 13 bits."""
    texts = [""]
    for rank in RANKS:
        texts += [f"{lower} {rank}{suit}".lstrip() for lower in texts]
    return texts


_CLUBS, _DIAMONDS, _SPADES, _HEARTS = map(_lane_texts, SUITS)


def _text(cards: int) -> str:
    suits = (
        _CLUBS[cards & 0x1FFF],
        _DIAMONDS[cards >> 16 & 0x1FFF],
        _SPADES[cards >> 32 & 0x1FFF],
        _HEARTS[cards >> 48 & 0x1FFF],
    )
    return " ".join(filter(None, suits))


def digest(rules: Rules, names: Sequence[str], seed: int, first: int, games: int) -> str:
    """Fingerprint of every field of some games."""
    sha = hashlib.sha256()
    for record in records(rules, names, seed, first, games):
        sha.update(json.dumps(record, sort_keys=True).encode())
    return sha.hexdigest()
