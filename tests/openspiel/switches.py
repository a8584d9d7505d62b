"""The switches of OpenSpiel's Hearts, as rules.

Rules say all of it but two things:

- With ``can_lead_any_club`` the holder of the deuce may lead another club. Ours
  leads the opening card, so these combinations are left out.
- A moon takes away OpenSpiel's bonus for avoiding all tricks. Our ``no_trick``
  stands whatever the others took; `referee.points_there` takes it off again.

The rest is the same however the switches meet: the jack keeps its value in a
moon and is not needed for it; a moon is 26 for each of the others, never taken
off the shooter's total; what breaks hearts matters for leads only, so it makes
no difference that OpenSpiel notes it at the play and we at the end of the trick.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from chsim.cards import Card, from_text, to_mask
from chsim.rules import End, Moon, Rules
from chsim.rules_file import load_rules

#: Switches that rules can say; the eighth, ``can_lead_any_club``, is off.
SWITCHES = (
    "pass_cards",
    "no_pts_on_first_trick",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)
COMBINATIONS = [
    frozenset(name for name, on in zip(SWITCHES, choice, strict=True) if on)
    for choice in product((False, True), repeat=len(SWITCHES))
]

QUEEN, JACK = Card("Qs"), Card("Jd")
HEARTS = from_text("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")
HEART_CARDS = to_mask(HEARTS)
POINT_CARDS = HEART_CARDS | to_mask([QUEEN])


def game_text(on: frozenset[str]) -> str:
    """What OpenSpiel calls its Hearts with some switches on and all others off."""
    settings = [f"{name}={name in on}".lower() for name in (*SWITCHES, "can_lead_any_club")]
    return f"hearts({','.join(settings)})"


def rules_of(on: frozenset[str]) -> Rules:
    """The same as rules of ours."""
    values = dict.fromkeys(HEARTS, (1, 0)) | {QUEEN: (13, 0)}
    return replace(
        load_rules("complex-hearts"),
        name=" ".join(sorted(on)) or "no switch",
        summary="",
        source="OpenSpiel, hearts",
        passing=(0, 1, 2, 3) if "pass_cards" in on else (0,),
        first_trick_ban=POINT_CARDS if "no_pts_on_first_trick" in on else 0,
        lead_ban=HEART_CARDS if "must_break_hearts" in on else 0,
        breakers=POINT_CARDS if "qs_breaks_hearts" in on else HEART_CARDS,
        lead_beside=to_mask([QUEEN]) if "can_lead_hearts_instead_of_qs" in on else 0,
        values=values | ({JACK: (-10, 0)} if "jd_bonus" in on else {}),
        multipliers={},
        moon=Moon(POINT_CARDS, (26, 0), "add"),
        no_trick=(-5, 0) if "avoid_all_tricks_bonus" in on else (0, 0),
        end=End("points", 100, 500),
    )
