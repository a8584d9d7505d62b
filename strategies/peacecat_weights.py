"""The weights of ``peacecat``, each under the number that a view knows it by.

Every weight is a setting of the strategy: ``peacecat:flush=0`` is the same player
without that habit. ``experiments/tune_peacecat.py`` tuned the numbers for
strength, on seeds that no report uses.
"""

from __future__ import annotations

#: Name and default of each setting, in the order of their numbers.
SETTINGS: dict[str, float] = {}


def _setting(name: str, default: float) -> int:
    SETTINGS[name] = default
    return len(SETTINGS) - 1


# Ingredients; 0 leaves one out.
DIRECTION = _setting("direction", 1.0)  # the own total counts, not the hand alone
JACK_COUNTS = _setting("jack", 1.0)
TEN_COUNTS = _setting("ten", 1.0)
FLUSH = _setting("flush", 4.7)  # worth of a low spade lead while the queen is out

# What opponents do: how eagerly they beat a card without having to, and how much the
# holder of a card is expected to play it under a higher one, or to throw it when void.
EAGER = _setting("eager", 0.16)
EAGER_FIRST = _setting("eager_first", 0.84)  # on the first trick
QUEEN_FOLLOWS = _setting("queen_follows", 1.4)
QUEEN_THROWN = _setting("queen_thrown", 3.3)
JACK_FOLLOWS = _setting("jack_follows", 0.85)
JACK_THROWN = _setting("jack_thrown", 0.79)
TEN_FOLLOWS = _setting("ten_follows", 0.71)
TEN_THROWN = _setting("ten_thrown", 0.71)
HEART_THROWN = _setting("heart_thrown", 0.52)

# What the danger of holding a card is made of, and the share of it that playing it saves.
RELIEF = _setting("relief", 0.68)
AVERAGE = _setting("average", 0.14)  # share of the points still out that the seat wins
HIGH = _setting("high", 0.7)  # taking average tricks
SHELTER = _setting("shelter", 0.24)  # what each lower card of the suit takes off that
RANK = _setting("rank", 0.029)
QUEEN_HELD = _setting("queen_held", 0.37)
QUEEN_COVER = _setting("queen_cover", 0.29)  # ace and king while the queen is out
GUARD = _setting("guard", 0.09)  # low spades kept beside queen, king or ace
JACK_HELD = _setting("jack_held", 0.24)
JACK_COVER = _setting("jack_cover", 0.064)
TEN_HELD = _setting("ten_held", 0.47)
TEN_COVER = _setting("ten_cover", 0.29)
HEART_HELD = _setting("heart_held", 3.2)
SHORT = _setting("short", 0.73)  # passing from short suits
