"""Rules that are not Complex Hearts: each bends one or more of the settings."""

from __future__ import annotations

from dataclasses import replace

from chsim.cards import DECK, RANKS, Card
from chsim.rules import LEFT_OF_DEALER, End, Gaussian, Moon, Rules
from chsim.rules_file import load_rules
from tests.core.driver import mask

BASE = load_rules("complex-hearts")
FULL = BASE.deck


def _without(cards: str) -> int:
    return FULL & ~int(mask(cards))


def _players(players: int, removed: str, opening: str, passing: tuple[int, ...]) -> Rules:
    return replace(
        BASE,
        name=f"{players} players",
        players=players,
        deck=_without(removed),
        opening=Card(opening),
        passing=passing,
    )


def _moon(mode: str) -> Rules:
    return replace(BASE, name=f"moon {mode}", moon=replace(BASE.moon, mode=mode))


def _spots() -> Rules:
    hearts = {card: (card.rank, 0) for card in DECK if card.suit == "h"}
    values: dict[Card, Gaussian] = {**hearts, Card("Qs"): (25, 0)}
    return replace(
        BASE,
        name="spots",
        values=values,
        multipliers={},
        moon=Moon(BASE.moon.cards, (129, 0), "add"),
        end=End("points", 500, 500),
    )


def _removed_hearts() -> Rules:
    deck = _without("2c 2d 2s 2h")
    values = {card: value for card, value in BASE.values.items() if deck >> card.number & 1}
    return replace(
        BASE,
        name="no deuces",
        players=6,
        deck=deck,
        opening=Card("3c"),
        first_trick_ban=BASE.first_trick_ban & deck,
        lead_ban=BASE.lead_ban & deck,
        breakers=BASE.breakers & deck,
        values=values,
        moon=replace(BASE.moon, cards=BASE.moon.cards & deck),
    )


def _black_maria() -> Rules:
    hearts = {card: (1, 0) for card in DECK if card.suit == "h"}
    return replace(
        BASE,
        name="black maria",
        players=3,
        deck=_without("2c"),
        passing=(-1,),
        opening=LEFT_OF_DEALER,
        first_trick_ban=0,
        lead_ban=0,
        breakers=0,
        values={**hearts, Card("Qs"): (13, 0), Card("Ks"): (10, 0), Card("As"): (7, 0)},
        multipliers={},
        moon=Moon(0, (0, 0), "none"),
        end=End("points", 100, 500),
    )


def _omnibus() -> Rules:
    values = {card: (1, 0) for card in DECK if card.suit == "h"}
    values |= {Card("Qs"): (13, 0), Card("Jd"): (-10, 0)}
    return replace(
        BASE,
        name="omnibus",
        values=values,
        multipliers={},
        moon=Moon(BASE.moon.cards, (26, 0), "choose"),
        end=End("points", 100, 500),
        breakers=int(mask("h Qs")),
    )


def _multipliers() -> Rules:
    """Four multipliers, one of nought; a moon that is easily shot; values all over."""
    values = {card: (RANKS.index(str(card)[0]) - 6, card.number % 5 - 2) for card in DECK}
    return replace(
        BASE,
        name="multipliers",
        values=values,
        multipliers={
            Card("Tc"): (0, 2),
            Card("Ad"): (1, -1),
            Card("7h"): (-2, 0),
            Card("2s"): (0, 0),
        },
        moon=Moon(int(mask("2c 3c Kd")), (5, -7), "choose"),
        end=End("magnitude", 150, 60),
        pass_count=5,
        passing=(2, 3, 1, 0, 1),
        lead_ban=int(mask("h Qs Ks As")),
        breakers=int(mask("Qs d")),
        first_trick_ban=int(mask("d Tc")),
    )


VARIANTS = [
    _players(3, "2d", "2c", (1, -1, 0)),
    _players(5, "2c 2d", "3c", (1, -1, 0)),
    _players(6, "2c 2d 3c 3d", "4c", (1, 2, 3, 4, 5, 0)),
    replace(BASE, name="turn right", turn="right"),
    replace(BASE, name="one limit fits", end=End("magnitude", 50, 12)),
    _moon("subtract"),
    _moon("add"),
    _moon("none"),
    _spots(),
    _removed_hearts(),
    _black_maria(),
    _omnibus(),
    _multipliers(),
    replace(_multipliers(), name="multipliers, turn right", turn="right", opening=LEFT_OF_DEALER),
]
