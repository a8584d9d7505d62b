"""Rules with one option more than Complex Hearts each, and some with many at once.

Moons of few cards, so that random play shoots them often.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from chsim.cards import DECK, Card
from chsim.rules import DEALER, LEFT_OF_DEALER, Die, End, Moon, Rules
from tests.core.driver import mask
from tests.core.variants import BASE

HEARTS, HEARTS_AND_QUEEN = int(mask("h")), int(mask("h Qs"))
#: Shot by somebody in most hands.
SMALL = Moon(int(mask("Qs Ks")), (13, 13), "choose")
ONE_SUIT = {card: (1, 0) for card in DECK if card.suit == "h"}
#: Points instead of complex numbers, and moons of few cards.
POINTS = replace(
    BASE,
    values={**ONE_SUIT, Card("Qs"): (13, 0), Card("Jd"): (-10, 0)},
    multipliers={},
    moon=replace(SMALL, worth=(26, 0), mode="add"),
    end=End("points", 100, 60),
)
#: Hands of two tricks: a seat often takes none, or both.
TINY = replace(
    POINTS,
    deck=int(mask("Ah Kh Qs 2s Ac 2c Ad 2d")),
    passing=(1, 0),
    pass_count=1,
    first_trick_ban=0,
    lead_ban=0,
    breakers=0,
    values={Card("Ah"): (1, 0), Card("Kh"): (1, 0), Card("Qs"): (13, 0)},
    moon=Moon(int(mask("Ah Kh Qs")), (15, 0), "add"),
)


def _with(name: str, rules: Rules = BASE, **options: Any) -> Rules:
    return replace(rules, name=name, **options)


def _moon(name: str, rules: Rules = BASE, **options: Any) -> Rules:
    moon = SMALL if rules is BASE else rules.moon
    return replace(rules, name=name, moon=replace(moon, **options))


def _end(name: str, rules: Rules = POINTS, **options: Any) -> Rules:
    return replace(rules, name=name, end=replace(rules.end, **options))


PLAY = [
    _with("left of the dealer", opening=LEFT_OF_DEALER),
    _with("dealer", opening=DEALER),
    _with("pass ban", pass_ban=int(mask("Qs Ah Kh s d"))),
    _with("first trick keep", first_trick_keep=int(mask("Tc Jc Qc Kc d"))),
    _with("first trick keep, led", opening=DEALER, first_trick_keep=int(mask("c d"))),
    _with("lead beside", lead_beside=int(mask("Qs Ks As"))),
    _with("lead forced", lead_ban=HEARTS_AND_QUEEN, lead_forced=int(mask("Qs Ah"))),
    _with("throw ban", throw_ban=int(mask("Qs d h"))),
    _with("play soon", play_soon=int(mask("Qs Jd Tc Ah"))),
    _with("finish early", finish_early=True),
]
SCORES = [
    _with("growing", growing=int(mask("Qs 2h 3h"))),
    _with("unmultiplied", unmultiplied=int(mask("Jd Qs Ah Kh"))),
    _with("no trick", TINY, no_trick=(-5, 3)),
    _with("die", die=Die(int(mask("7c 7d 7s 7h")), (40, -2))),
    _with("die on one", die=Die(int(mask("Qs")), (0, 27))),
    _with("partners", partners=True),
]
MOONS = [
    *(_moon(f"small moon {mode}", mode=mode) for mode in ("none", "choose", "add", "subtract")),
    *(_moon(f"moon {mode}", mode=mode) for mode in ("zero", "hurt", "choose-each")),
    _moon("moon hurt, points", POINTS, mode="hurt"),
    _moon("moon add-unless-lost", POINTS, mode="add-unless-lost"),
    _moon("moon add-unless-lost, magnitude", mode="add-unless-lost"),
    _moon("multiplied", mode="add", multiplied=True),
    _moon("bonus", bonus=int(mask("Jd"))),
    _moon("sun", TINY, sun=(30, 1)),
    _moon("partners' moon", replace(BASE, partners=True), cards=HEARTS_AND_QUEEN),
    _moon("alone", replace(BASE, partners=True, moon=SMALL), alone=True),
    _moon("partners' sun", replace(TINY, partners=True), sun=(30, 1)),
    _moon("sun alone", replace(TINY, partners=True), sun=(30, 1), alone=True),
]
ENDS = [
    _end("beyond", BASE, reaching=False, limit=20),
    _end("beyond, points", reaching=False, limit=26),
    _end("four hands", limit=0, hands=4, losers="worst"),
    _end("hands or limit", limit=60, hands=6, losers="worst"),
    _end("worst", BASE, limit=15, losers="worst"),
    _end("play on", limit=20, ties="play-on"),
    _end("worst, play on", limit=20, max_hands=3, losers="worst", ties="play-on"),
    _end("partners play on", replace(POINTS, partners=True), limit=20, ties="play-on"),
    _end("trigger", trigger_every=10, trigger_off=10),
    _end("trigger adds", trigger_every=5, trigger_off=-5),
]
MANY = [
    _with(
        "many of play",
        opening=LEFT_OF_DEALER,
        turn="right",
        pass_ban=int(mask("Qs s")),
        first_trick_ban=int(mask("h Qs")),
        first_trick_keep=int(mask("Qs Ts Tc Td")),
        lead_ban=int(mask("h Qs d")),
        lead_beside=int(mask("Ks As")),
        lead_forced=int(mask("Qs Jd")),
        throw_ban=int(mask("h Qs Ac")),
        play_soon=int(mask("Qs h Kc")),
        breakers=int(mask("Qs Ah")),
        finish_early=True,
    ),
    _with(
        "many of scores",
        partners=True,
        growing=int(mask("h")),
        unmultiplied=int(mask("Qs 2h 3h Jd")),
        die=Die(int(mask("7c 7d 7s Qs")), (5, 7)),
        no_trick=(-3, 2),
        moon=Moon(int(mask("Qs Ks")), (4, 9), "hurt", int(mask("Jd")), (50, 1), True, True),
        end=End("magnitude", 90, 40, False, 12, "worst", "play-on"),
    ),
    _with(
        "many of points",
        POINTS,
        players=3,
        deck=BASE.deck & ~int(mask("2d")),
        opening=DEALER,
        growing=int(mask("Qs")),
        die=Die(int(mask("7c 7s")), (40, 0)),
        multipliers={Card("Tc"): (2, 0)},
        no_trick=(-5, 0),
        moon=Moon(int(mask("Qs Ks")), (26, 0), "add-unless-lost", int(mask("As")), (52, 0)),
        end=End("points", 100, 40, True, 0, "worst", "play-on", 10, 10),
    ),
]
OPTIONS = [*PLAY, *SCORES, *MOONS, *ENDS, *MANY]


def option(name: str) -> Rules:
    """One of `OPTIONS`, by name."""
    return next(rules for rules in OPTIONS if rules.name == name)
