"""The presets by family, and what tests ask of their cards."""

from __future__ import annotations

from chsim.cards import from_text, to_mask, to_text
from chsim.rules import Rules

HEARTS = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
MOON = f"Qs {HEARTS}"

COMPLEX = {f"complex-hearts{more}" for more in ("", "-article", "-hmc", "-wikipedia")}
CLUB = {"high-card-club", "high-card-club-50", "high-card-club-jack"}
FAMILY = {
    *("hearts", "hearts-3", "hearts-5", "hearts-6", "hearts-moon-subtract", "hearts-moon-add"),
    *("omnibus", "hearts-anytime", "black-maria-3", "black-maria-3-high-spades", "spot"),
    *("papayoo", "papayoo-3", "papayoo-5", "papayoo-6"),
}
NEURALPLAY = {
    *("neuralplay-standard", "neuralplay-no-queen", "neuralplay-ten-doubles", "neuralplay-team"),
    *("omnibus-jack", "omnibus-ten", "hooligan", "high-hearts", "spot-neuralplay"),
    *("spot-faces-ten", "pip", "black-maria", "dutch"),
}
ALL = sorted(COMPLEX | CLUB | FAMILY | NEURALPLAY)


def mask(text: str) -> int:
    return to_mask(from_text(text))


def points(rules: Rules, text: str) -> int:
    """Points of cards before multipliers and moons."""
    return sum(rules.values.get(card, (0, 0))[0] for card in from_text(text))


def everything(rules: Rules) -> int:
    return points(rules, to_text(rules.deck))
