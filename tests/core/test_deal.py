"""Shuffling and dealing."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from chsim.cards import from_mask
from chsim.core import deal, game, layout, rng
from chsim.rules import Rules
from tests.core.driver import play
from tests.core.variants import BASE, VARIANTS
from tests.reference import Twin
from tests.reference.cards import NUMBER
from tests.reference.words import shuffled

DEALS = 20_000


def first_deals(rules: Rules, seed: int, games: int) -> np.ndarray:
    """Shuffled decks of the first hands, one row a game."""
    state, record = layout.new_record(layout.STATE), rules.record()
    key = rng.run_key(seed)
    size = rules.deck.bit_count()
    decks = np.zeros((games, size), np.uint8)
    for number in range(games):
        game.start_game(state, record, key, number)
        decks[number] = state.shuffled[:size]
    return decks


def positions(decks: np.ndarray) -> np.ndarray:
    """Place of each card (in display order) in each deck."""
    return np.argsort(decks, axis=1)


@pytest.fixture(scope="module")
def decks() -> np.ndarray:
    return first_deals(BASE, 1, DEALS)


@pytest.mark.parametrize("rules", [BASE, *VARIANTS], ids=lambda rules: rules.name)
def test_every_card_is_dealt_once(rules: Rules) -> None:
    state, record = layout.new_record(layout.STATE), rules.record()
    for number in range(20):
        game.start_game(state, record, rng.run_key(3), number)
        hands = [int(cards) for cards in state.dealt[: rules.players]]
        assert sum(hands) == rules.deck  # each bit once: nothing carries
        assert {cards.bit_count() for cards in hands} == {rules.tricks}
        assert not state.hand[rules.players :].any()


@pytest.mark.parametrize("rules", [BASE, *VARIANTS], ids=lambda rules: rules.name)
def test_the_shuffle_is_the_twins(rules: Rules) -> None:
    twin = Twin(rules)
    state, record = layout.new_record(layout.STATE), rules.record()
    for key in [0, 1, 2**63, 2**64 - 1, 12345]:
        state.hand_key = np.uint64(key)
        deal.deal(state, record)
        expected = shuffled(twin.deck, key, rules.tricks)
        cards = [NUMBER[card] for card in expected]
        assert state.shuffled[: len(cards)].tolist() == cards


def test_a_seat_gets_its_slice_of_the_deck() -> None:
    state, record = layout.new_record(layout.STATE), BASE.record()
    game.start_game(state, record, rng.run_key(1), 0)
    for seat in range(4):
        slice_ = sorted(state.shuffled[13 * seat : 13 * seat + 13].tolist())
        assert [card.number for card in from_mask(state.dealt[seat])] == slice_


@pytest.mark.compiled
def test_no_deal_comes_twice() -> None:
    seen = {
        hashlib.sha256(deck.tobytes()).digest()
        for seed in (0, 1, 2, 3, 2**64)
        for deck in first_deals(BASE, seed, 2_000)
    }
    assert len(seen) == 5 * 2_000


@pytest.mark.compiled
def test_no_deal_comes_twice_within_and_across_games() -> None:
    results, logs = play(BASE, ["random"] * 4, 1, 0, 40)
    assert len({hand.tobytes() for hand in logs["dealt"]}) == len(logs) == results["hands"].sum()


@pytest.mark.compiled
def test_deals_do_not_depend_on_who_plays() -> None:
    _, luck = play(BASE, ["random"] * 4, 1, 0, 20)
    _, order = play(BASE, ["lowest"] * 4, 1, 0, 20)
    lucky = {(log.game, log.hand_number): log.dealt.tobytes() for log in luck}
    orderly = {(log.game, log.hand_number): log.dealt.tobytes() for log in order}
    shared = lucky.keys() & orderly.keys()
    assert len(shared) > 100
    assert all(lucky[hand] == orderly[hand] for hand in shared)


@pytest.mark.compiled
def test_every_card_reaches_every_seat_equally_often(decks: np.ndarray) -> None:
    table = np.zeros((52, 4))
    for card, places in enumerate(positions(decks).T):
        table[card] = np.bincount(places // 13, minlength=4)
    expected = DEALS / 4
    statistic = ((table - expected) ** 2 / expected).sum() * 51 / 52
    assert 0.001 < stats.chi2.sf(statistic, 51 * 3) < 0.999


@pytest.mark.compiled
def test_hands_have_the_lengths_of_suits_they_should(decks: np.ndarray) -> None:
    """Hearts of seat 0 are hypergeometric."""
    hearts = (decks[:, :13] >= 48).sum(axis=1)
    seen = Counter(hearts.tolist())
    expected = stats.hypergeom(52, 13, 13).pmf(np.arange(14)) * DEALS
    few = [seen[n] for n in range(7)] + [sum(seen[n] for n in range(7, 14))]
    assert stats.chisquare(few, [*expected[:7], expected[7:].sum()]).pvalue > 0.001


@pytest.mark.compiled
@pytest.mark.parametrize("other", ["next game", "next seed"])
def test_neighbouring_deals_are_independent(decks: np.ndarray, other: str) -> None:
    """Seats of a card in one deal and in its neighbour, for four cards that matter."""
    neighbours = {
        "next game": lambda: (decks[:-1], decks[1:]),
        "next seed": lambda: (decks[:5_000], first_deals(BASE, 2, 5_000)),
    }
    here, there = map(positions, neighbours[other]())
    for card in (0, 8, 22, 36):
        table = np.zeros((4, 4))
        np.add.at(table, (here[:, card] // 13, there[:, card] // 13), 1)
        assert stats.chi2_contingency(table).pvalue > 0.0005


@pytest.mark.compiled
def test_random_cards_are_chosen_equally_often() -> None:
    """The strategy random: the first discard of thirteen equal cards, and three passed."""
    _, logs = play(BASE, ["random"] * 4, 8, 0, 400)
    passes = logs[logs["pass_offset"] != 0]
    places = np.zeros(13)
    for dealt, passed in zip(passes["dealt"][:, 0], passes["passed"][:, 0], strict=True):
        held = from_mask(dealt)
        for card in from_mask(passed):
            places[held.index(card)] += 1
    statistic = ((places - places.mean()) ** 2 / places.mean()).sum() * 12 / 10
    assert 0.001 < stats.chi2.sf(statistic, 12) < 0.999
