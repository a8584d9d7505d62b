"""Random words by address: a 64-bit mixer in counter mode.

A word is a function of where it is used, never of what was drawn before:
run key (from the seed) -> game key -> hand key -> words of the deal, and
seat key -> words of that seat's decisions in that hand (the pass, each trick,
the moon). Deals therefore do
not depend on the strategies, nor games on workers or their order.

The mixer is the finaliser of SplitMix64 (Steele, Lea, Flood 2014, "Fast
splittable pseudorandom number generators", variant 13 of D. Stafford).
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from chsim.core.bits import U64, high_word
from chsim.core.jit import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)
_NEXT = np.uint64(1)

#: Word addresses below a hand key: the deal takes 0, 1, …; seats start here.
SEAT_WORDS = np.uint64(128)
#: Address of the word for the die.
DIE_WORD = np.uint64(192)


@compiled
def mix(word: Any) -> Any:
    """Bijective scrambling of a 64-bit word."""
    word = (word ^ (word >> _S30)) * _M1
    word = (word ^ (word >> _S27)) * _M2
    return word ^ (word >> _S31)


@compiled
def word_at(key: Any, index: Any) -> Any:
    """Random word number ``index`` (from 0) of the stream that ``key`` names."""
    return mix(key + GOLDEN * (U64(index) + _NEXT))


@compiled
def decision_word(seat_key: Any, trick: Any) -> Any:
    """Random word of a seat's decision in a trick (-1: the pass; after the last: the moon).

    The mixer can be run backwards, from a word to its key, the hand's key and so
    to every hand dealt. Folding the key in again closes that way to strategies.
    """
    return word_at(seat_key, U64(trick + 1)) ^ seat_key


@compiled
def below(word: Any, n: Any) -> Any:
    """Whole number in 0 … n-1 from a random word; see `rest` for a second draw."""
    return high_word(word, n)


@compiled
def rest(word: Any, n: Any) -> Any:
    """What is left of a word's randomness after ``below(word, n)``.

    The word is a 64-bit fraction; a chain of draws whose ranges multiply to P
    is biased by less than P * 2**-64.
    """
    return word * n


def run_key(seed: int, domain: str = "") -> np.uint64:
    """Key of a run, for any whole number of a seed.

    Parameters
    ----------
    seed : int
        Zero or more, of any size.
    domain : str
        Names words that are not those of the run's own games, and independent of them.

    Returns
    -------
    numpy.uint64
        First eight bytes (little endian) of BLAKE2b of the domain and the decimal digits.
    """
    digest = hashlib.blake2b(f"{domain}{int(seed)}".encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))
