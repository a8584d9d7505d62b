"""How rules and a game lie in memory: two flat records and the log of a hand.

A card is a whole number 16 * suit + rank (suits c d s h, rank 0 is the deuce),
so a suit is one 16-bit lane of a mask and numeric order is display order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

MAX_SEATS = 6
MAX_CARDS = 64
MAX_TRICKS = 32
MAX_PASSES = 16
MAX_SETTINGS = 32
#: Rows of `STATE.bot`: the three decisions of a seat.
PASS, CARD, MOON = range(3)
DECISIONS = 3

#: Phases of a game; `STATE.phase` holds one.
PASSING, PLAYING, CHOOSING, SCORED, OVER = range(5)
#: What a shooter does with the moon.
SUBTRACT, ADD, UNDECIDED = 0, 1, -1
#: In a choice: bit ``FLIP + s`` turns the sign for seat s; ``ZERO_ALL`` is another kind of moon.
FLIP, ZERO_ALL = 1, 1 << 16
#: How a moon is settled (`RULES.moon_mode`).
(
    MOON_NONE,
    MOON_CHOOSE,
    MOON_SUBTRACT,
    MOON_ADD,
    MOON_ADD_UNLESS_LOST,
    MOON_ZERO,
    MOON_HURT,
    MOON_CHOOSE_EACH,
) = range(8)
#: Rows of `RULES.role_card`, masks of single cards; 0 where the rules have none.
HEAVIEST, BONUS, MULTIPLIER = range(3)
ROLES = 3
#: What ends a game (`RULES.measure`).
MAGNITUDE, POINTS = range(2)
#: Who has lost (`RULES.losers`), and what a tie for the win is (`RULES.ties`).
REACHED, WORST = range(2)
SHARE, PLAY_ON = range(2)
#: Leader of the first trick: the holder of `RULES.opening`, or a seat by deal.
OPENING_CARD, OPENING_LEFT_OF_DEALER, OPENING_DEALER = range(3)

_SEATS = (MAX_SEATS,)

RULES = np.dtype(
    [
        ("players", np.int64),
        ("tricks", np.int64),
        ("deck_size", np.int64),
        ("deck", np.uint8, (MAX_CARDS,)),
        ("deck_cards", np.uint64),
        ("next_seat", np.int64, _SEATS),
        ("pass_count", np.int64),
        ("pass_cycle", np.int64),
        ("pass_offset", np.int64, (MAX_PASSES,)),
        ("opening_by", np.int64),
        ("opening", np.uint64),
        ("first_trick_ban", np.uint64),
        ("lead_ban", np.uint64),
        ("breakers", np.uint64),
        ("odd_play", np.int64),  # whether any of the next five is used
        ("lead_beside", np.uint64),
        ("lead_forced", np.uint64),
        ("first_trick_keep", np.uint64),
        ("throw_ban", np.uint64),
        ("play_soon", np.uint64),
        ("pass_ban", np.uint64),
        ("finish_cards", np.uint64),
        # what cards are worth in the hand that is played; see `core.values`
        ("value_count", np.int64),
        ("value_cards", np.uint64, (MAX_CARDS,)),
        ("value_re", np.int64, (MAX_CARDS,)),
        ("value_im", np.int64, (MAX_CARDS,)),
        ("odd_values", np.int64),  # whether the values change from hand to hand
        ("base_re", np.int64, (MAX_CARDS,)),
        ("base_im", np.int64, (MAX_CARDS,)),
        ("value_grows", np.int64, (MAX_CARDS,)),
        ("die_group", np.int64),
        ("die_faces", np.int64),
        ("die_card", np.uint8, (MAX_CARDS,)),
        ("multiplier_count", np.int64),
        ("multiplier_card", np.uint64, (MAX_CARDS,)),
        ("multiplier_re", np.int64, (MAX_CARDS,)),
        ("multiplier_im", np.int64, (MAX_CARDS,)),
        ("odd_score", np.int64),  # whether anything below the plain moon is used
        ("unmultiplied", np.uint64),
        ("moon_cards", np.uint64),
        ("moon_needed", np.uint64),
        ("moon_mode", np.int64),
        ("moon_re", np.int64),
        ("moon_im", np.int64),
        ("sun_re", np.int64),
        ("sun_im", np.int64),
        ("moon_alone", np.int64),
        ("moon_multiplied", np.int64),
        ("partner", np.int64, _SEATS),
        ("no_trick_re", np.int64),
        ("no_trick_im", np.int64),
        # which cards play which part, for strategies; see `chsim.rules_roles`
        ("hearts", np.uint64),
        ("uniform", np.int64),
        ("penalties", np.uint64),
        ("role_card", np.uint64, (ROLES,)),
        ("role_over", np.uint64, (ROLES,)),
        ("role_suit", np.uint64, (ROLES,)),
        ("base_heaviest", np.uint64),
        ("measure", np.int64),
        ("bar", np.int64),
        ("max_hands", np.int64),
        ("hands", np.int64),
        ("losers", np.int64),
        ("ties", np.int64),
        ("trigger_every", np.int64),
        ("trigger_off", np.int64),
    ],
    align=True,
)

STATE = np.dtype(
    [
        # what every play touches comes first
        ("hand", np.uint64, _SEATS),
        ("taken", np.uint64, _SEATS),
        ("seat_key", np.uint64, _SEATS),
        ("legal", np.uint64),
        ("led", np.uint64),
        ("on_table", np.uint64),
        ("gone", np.uint64),
        ("broken", np.uint64),
        ("best", np.uint64),
        ("answer", np.uint64),
        ("answered", np.int64),
        ("phase", np.int64),
        ("seat", np.int64),
        ("trick", np.int64),
        ("position", np.int64),
        ("winner", np.int64),
        ("card_played", np.uint8, (MAX_CARDS,)),
        ("trick_leader", np.uint8, (MAX_TRICKS,)),
        ("trick_winner", np.uint8, (MAX_TRICKS,)),
        ("bot", np.uint64, (DECISIONS, MAX_SEATS)),
        ("dealt", np.uint64, _SEATS),
        ("passed", np.uint64, _SEATS),
        ("received", np.uint64, _SEATS),
        ("pass_offset", np.int64),
        ("hand_number", np.int64),
        ("rolled", np.uint64),
        ("shooter", np.int64),
        ("choice", np.int64),
        ("score_re", np.int64, _SEATS),
        ("score_im", np.int64, _SEATS),
        ("total_re", np.int64, _SEATS),
        ("total_im", np.int64, _SEATS),
        ("losers", np.int64),
        ("winners", np.int64),
        ("capped", np.int64),
        ("game_key", np.uint64),
        ("hand_key", np.uint64),
        ("shuffled", np.uint8, (MAX_CARDS,)),
        ("setting", np.float64, (MAX_SEATS, MAX_SETTINGS)),
    ],
    align=True,
)

_LOGGED = [
    "dealt",
    "passed",
    "pass_offset",
    "rolled",
    "trick",
    "card_played",
    "trick_leader",
    "trick_winner",
    "shooter",
    "choice",
    "score_re",
    "score_im",
    "total_re",
    "total_im",
]

#: One finished hand: the fields of `STATE` that a record needs.
HAND_LOG = np.dtype(
    [("game", np.int64), ("hand_number", np.int64)]
    + [(name, STATE[name].base, STATE[name].shape) for name in _LOGGED],
    align=True,
)


def seats_in(mask: int) -> list[int]:
    """Seats of a mask, such as `STATE.losers` is one."""
    return [seat for seat in range(MAX_SEATS) if int(mask) >> seat & 1]


def new_record(layout: np.dtype[Any]) -> Any:
    """One zeroed record whose fields are attributes, in plain and compiled code."""
    return np.zeros(1, layout).view(np.recarray)[0]
