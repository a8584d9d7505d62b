"""Random numbers, from their description."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

ONES = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def word_at(key: int, index: int) -> int:
    """Word ``index`` of the stream that ``key`` names: SplitMix64 in counter mode."""
    z = (key + GOLDEN * (index + 1)) & ONES
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ONES
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ONES
    return z ^ (z >> 31)


def decision_word(seat_key: int, index: int) -> int:
    """Word of a seat's decision: 0 the pass, then the tricks, then the moon. Not invertible."""
    return word_at(seat_key, index) ^ seat_key


def run_key(seed: int) -> int:
    """Key of all games of a seed."""
    return int.from_bytes(blake2b(str(seed).encode(), digest_size=8).digest(), "little")


def draws(word: int, sizes: Iterable[int]) -> list[int]:
    """One whole number below each of ``sizes``, all from the same word."""
    numbers = []
    for size in sizes:
        word *= size
        numbers.append(word >> 64)
        word &= ONES
    return numbers


def shuffled(deck: list[str], hand_key: int, undrawn: int) -> list[str]:
    """Fisher and Yates from the front, a fresh word every six places.

    The last ``undrawn`` places keep what is left.
    """
    cards = list(deck)
    size = len(cards)
    for number, start in enumerate(range(0, size - undrawn, 6)):
        sizes = range(size - start, max(size - start - 6, undrawn), -1)
        for place, jump in enumerate(draws(word_at(hand_key, number), sizes), start):
            cards[place], cards[place + jump] = cards[place + jump], cards[place]
    return cards
