"""Random numbers by address."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from chsim.core import rng
from tests.core.driver import play
from tests.core.variants import BASE
from tests.reference import words as twin

words = st.integers(0, 2**64 - 1)
U64 = np.uint64


def draws(word: int, sizes: list[int]) -> list[int]:
    """Draws from one word, one after the other, by the engine."""
    numbers = []
    for size in sizes:
        numbers.append(int(rng.below(U64(word), U64(size))))
        word = int(rng.rest(U64(word), U64(size)))
    return numbers


def test_the_published_first_words_of_splitmix64() -> None:
    """Of seed 1234567, as in other implementations' tests."""
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [int(rng.word_at(U64(1234567), U64(i))) for i in range(5)] == expected
    assert [twin.word_at(1234567, i) for i in range(5)] == expected


@given(words, st.integers(0, 2**63))
def test_words_are_the_twins(key: int, index: int) -> None:
    assert int(rng.word_at(U64(key), U64(index))) == twin.word_at(key, index)


@given(words, st.integers(1, 2**32))
def test_below_and_rest_are_the_twins(word: int, n: int) -> None:
    sizes = [n, 52, 51, 50]
    numbers = draws(word, sizes)
    assert numbers == twin.draws(word, sizes)
    assert all(0 <= number < size for number, size in zip(numbers, sizes, strict=True))


@pytest.mark.parametrize("seed", [0, 1, 2, 10**6, 2**63, 2**64, 2**64 + 1, 10**60])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert int(rng.run_key(seed)) == twin.run_key(seed)


def test_huge_seeds_are_not_cut_to_a_word() -> None:
    seeds = [0, 1, 2**32, 2**32 + 1, 2**63, 2**64, 2**64 + 1, 2**128, 10**60, 10**60 + 1]
    assert len({int(rng.run_key(seed)) for seed in seeds}) == len(seeds)


def test_seed_zero_is_a_seed() -> None:
    zero, again, one = (play(BASE, ["random"] * 4, seed, 0, 5)[0] for seed in (0, 0, 1))
    assert zero.tobytes() == again.tobytes()
    assert zero.tobytes() != one.tobytes()


def test_numpys_own_whole_numbers_are_the_same_seeds() -> None:
    assert rng.run_key(np.int64(7)) == rng.run_key(7)  # type: ignore[arg-type]


def test_mixing_loses_nothing() -> None:
    numbers = np.arange(2_000, dtype=np.uint64)
    assert len({int(rng.mix(number)) for number in numbers}) == len(numbers)


def test_each_bit_of_a_word_is_set_half_the_time() -> None:
    count = 20_000
    sample = np.array([rng.word_at(U64(0), U64(i)) for i in range(count)], np.uint64)
    ones = [(int(bit), int((sample >> U64(bit) & U64(1)).sum())) for bit in range(64)]
    deviation = np.array([(seen - count / 2) / np.sqrt(count / 4) for _, seen in ones])
    assert 0.001 < stats.chi2.sf((deviation**2).sum(), 64) < 0.999


def test_neighbouring_keys_give_unrelated_words() -> None:
    """Words of keys that differ by one bit differ in half of their bits."""
    flips = [
        (int(rng.word_at(U64(key), U64(0))) ^ int(rng.word_at(U64(key ^ 1), U64(0)))).bit_count()
        for key in range(0, 4_000, 2)
    ]
    assert abs(np.mean(flips) - 32) < 0.5


def test_draws_of_one_word_are_independent() -> None:
    """First and second draw below 13 from the same word, counted together."""
    seen = np.zeros((13, 13))
    for i in range(20_000):
        first, second = draws(int(rng.word_at(U64(42), U64(i))), [13, 13])
        seen[first, second] += 1
    assert 0.001 < stats.chisquare(seen.ravel()).pvalue < 0.999


def test_the_addresses_under_a_hand_do_not_meet() -> None:
    """Words of the deal and keys of the seats of a hand are all different words."""
    key = U64(twin.word_at(twin.run_key(1), 0))
    deal = [int(rng.word_at(key, U64(i))) for i in range(11)]
    seats = [int(rng.word_at(key, rng.SEAT_WORDS + U64(seat))) for seat in range(6)]
    decisions = [int(rng.decision_word(U64(seat), i)) for seat in seats for i in range(-1, 32)]
    assert len({*deal, *seats, *decisions}) == 11 + 6 + 6 * 33


def unmixed(word: int) -> int:
    """The mixer run backwards: its steps are all invertible."""
    word ^= (word >> 31) ^ (word >> 62)
    word = word * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    word ^= (word >> 27) ^ (word >> 54)
    word = word * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return word ^ (word >> 30) ^ (word >> 60)


def test_a_decision_word_does_not_lead_back_to_the_deal() -> None:
    """Backwards through the mixer one comes from a word to its key, but not from a decision's."""
    hand_key = 987654321
    seat_key = int(rng.word_at(U64(hand_key), rng.SEAT_WORDS))
    back = (unmixed(seat_key) - twin.GOLDEN * (int(rng.SEAT_WORDS) + 1)) % 2**64
    assert back == hand_key
    word = int(rng.decision_word(U64(seat_key), 3))
    assert (unmixed(word) - twin.GOLDEN * 5) % 2**64 != seat_key
    assert word == twin.decision_word(seat_key, 4)
