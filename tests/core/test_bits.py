"""Sets of cards as words: compiled, portable and plain agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.core import bits
from chsim.core.jit import compiled

words = st.integers(0, 2**64 - 1)
cards = st.sets(st.integers(0, 63), min_size=1)
U64 = bits.U64


@compiled
def count(mask):
    return bits.count(mask)


@compiled
def lowest(mask):
    return bits.lowest(mask)


@compiled
def highest(mask):
    return bits.highest(mask)


@compiled
def bit(card):
    return bits.bit(card)


@compiled
def high_word(a, b):
    return bits.high_word(a, b)


@compiled
def select(condition, yes, no):
    return bits.select(condition, yes, no)


@compiled
def nth(mask, n):
    return bits.nth(mask, n)


@compiled
def nth_portable(mask, n):
    return bits.nth_portable(mask, n)


def mask_of(cards: set[int]) -> int:
    return sum(1 << card for card in cards)


@given(words)
@pytest.mark.parametrize("function", [count, bits.count])
def test_count(function, mask: int) -> None:
    assert int(function(U64(mask))) == bin(mask).count("1")


@given(cards)
@pytest.mark.parametrize(
    ("function", "expected"),
    [(lowest, min), (bits.lowest, min), (highest, max), (bits.highest, max)],
)
def test_ends(function, expected, held: set[int]) -> None:
    assert int(function(U64(mask_of(held)))) == expected(held)


@given(st.integers(0, 63))
@pytest.mark.parametrize("function", [bit, bits.bit])
def test_bit(function, card: int) -> None:
    assert int(function(U64(card))) == 2**card


@given(words, words)
@pytest.mark.parametrize("function", [high_word, bits.high_word])
def test_high_word(function, a: int, b: int) -> None:
    assert int(function(U64(a), U64(b))) == a * b // 2**64


@given(st.booleans(), words, words)
@pytest.mark.parametrize("function", [select, bits.select])
def test_select(function, condition: bool, yes: int, no: int) -> None:
    assert int(function(condition, U64(yes), U64(no))) == (yes if condition else no)


@given(cards, st.data())
@pytest.mark.parametrize("function", [nth, nth_portable, bits.nth, bits.nth_portable])
def test_nth(function, held: set[int], data: st.DataObject) -> None:
    """By instruction where there is one, portably, and in plain Python."""
    n = data.draw(st.integers(0, len(held) - 1))
    assert int(function(U64(mask_of(held)), U64(n))) == 2 ** sorted(held)[n]


@pytest.mark.parametrize("function", [nth, nth_portable, bits.nth, bits.nth_portable])
@pytest.mark.parametrize("mask", [1, 2**63, 2**64 - 1, 2**63 + 1])
def test_nth_at_the_edges(function, mask: int) -> None:
    held = [card for card in range(64) if mask >> card & 1]
    found = [int(function(U64(mask), U64(n))) for n in range(len(held))]
    assert found == [1 << card for card in held]
