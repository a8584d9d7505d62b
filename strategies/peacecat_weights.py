"""The weights of ``peacecat``, each under the number that a view knows it by.

Every weight is a setting of the strategy: ``peacecat:flush=0`` is the same player
without that habit. The numbers are round ones set by hand, as the source gives none;
``experiments/tune_peacecat.py`` finds stronger ones.
"""

from __future__ import annotations

#: Name and default of each setting, in the order of their numbers.
SETTINGS: dict[str, float] = {}


def _setting(name: str, default: float) -> int:
    SETTINGS[name] = default
    return len(SETTINGS) - 1


# Ingredients; 0 leaves one out, or puts the habit of `plain` in its place.
DIRECTION = _setting("direction", 1.0)  # the own total counts, not the hand alone
JACK_COUNTS = _setting("jack", 1.0)
TEN_COUNTS = _setting("ten", 1.0)
PASS = _setting("pass", 1.0)  # the most dangerous cards
THROW = _setting("throw", 1.0)  # the queen, then high hearts, when void
MOON = _setting("moon", 1.0)  # both choices worked out
FLUSH = _setting("flush", 3.0)  # worth of a low spade lead while the queen is out
LOW = _setting("low", 0.02)  # leading a card lower by one rank
DUCK = _setting("duck", 0.02)  # following with a card higher by one rank

# What opponents do: how eagerly they beat a card without having to, and how much the
# holder of a card is expected to play it under a higher one, or to throw it when void.
EAGER = _setting("eager", 0.1)
EAGER_FIRST = _setting("eager_first", 0.9)  # on the first trick
QUEEN_FOLLOWS = _setting("queen_follows", 0.8)
QUEEN_THROWN = _setting("queen_thrown", 0.8)
JACK_FOLLOWS = _setting("jack_follows", 0.5)
JACK_THROWN = _setting("jack_thrown", 0.5)
TEN_FOLLOWS = _setting("ten_follows", 0.5)
TEN_THROWN = _setting("ten_thrown", 0.5)
HEART_THROWN = _setting("heart_thrown", 0.6)

# What the danger of holding a card is made of.
AVERAGE = _setting("average", 0.25)  # share of the points still out that the seat wins
HIGH = _setting("high", 1.0)  # taking average tricks
SHELTER = _setting("shelter", 0.5)  # what each lower card of the suit takes off that
RANK = _setting("rank", 0.02)
QUEEN_HELD = _setting("queen_held", 1.0)
QUEEN_COVER = _setting("queen_cover", 0.4)  # ace and king while the queen is out
GUARD = _setting("guard", 0.15)  # low spades kept beside queen, king or ace
JACK_HELD = _setting("jack_held", 0.3)
JACK_COVER = _setting("jack_cover", 0.1)
TEN_HELD = _setting("ten_held", 0.5)
TEN_COVER = _setting("ten_cover", 0.2)
HEART_HELD = _setting("heart_held", 0.5)
SHORT = _setting("short", 1.0)  # passing from short suits
