"""Which cards may be played."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chsim.cards import DECK, from_mask, to_mask
from chsim.core.bits import ALL, ZERO
from chsim.core.legal import legal_follows, legal_leads
from chsim.rules import Rules
from tests.core.driver import mask, text
from tests.core.variants import BASE, VARIANTS
from tests.reference import Twin

HEARTS = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"


def suit(card: str) -> np.uint64:
    """Mask of the whole suit of a card."""
    return np.uint64(0xFFFF << 16 * "cdsh".index(card[1]))


def leads(hand: str, trick: int, broken: bool, rules: Rules = BASE) -> str:
    return text(legal_leads(rules.record(), mask(hand), trick, ALL if broken else ZERO))


def follows(hand: str, trick: int, led: str, rules: Rules = BASE) -> str:
    return text(legal_follows(rules.record(), mask(hand), trick, suit(led)))


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        (HEARTS, HEARTS),
        ("Qs " + HEARTS[3:], "Qs " + HEARTS[3:]),
        ("Jd " + HEARTS[3:], "Jd"),
        ("Tc Qs " + HEARTS[6:], "Tc"),
        ("Jd 4h 9h", "Jd"),
        ("3s Qs 5h 9h", "3s"),
        ("5d Jd 3s Qs 2h", "5d Jd 3s"),
        ("Qs", "Qs"),
        ("4c Jd Qs 2h", "4c"),
    ],
)
def test_following_a_club_on_the_first_trick(hand: str, legal: str) -> None:
    assert follows(hand, 0, "2c") == legal


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("4c Jd Qs 2h", "5c", "4c"),
        ("4c 9c Jd Qs 2h", "Ac", "4c 9c"),
        ("Jd Qs 2h", "5c", "Jd Qs 2h"),
        ("3s Qs 2h", "5s", "3s Qs"),
        ("Qs 2h", "5s", "Qs"),
        ("3s Qs 2h", "5h", "2h"),
        ("2c Jd Kd", "5d", "Jd Kd"),  # only the first card of a hand is forced
        ("2c 3s", "5d", "2c 3s"),
    ],
)
def test_following_later(hand: str, led: str, legal: str) -> None:
    assert follows(hand, 1, led) == legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("Qs 2h 7h Kh", "Qs"),
        ("2h 7h", "2h 7h"),
        ("4c 2h 7h", "4c"),
        ("Qs", "Qs"),
        ("4c Jd Qs", "4c Jd Qs"),
        ("2c 4c 2h", "2c 4c"),
    ],
)
def test_leading_before_hearts_are_broken(hand: str, legal: str) -> None:
    assert leads(hand, 5, broken=False) == legal


def test_leading_once_hearts_are_broken() -> None:
    assert leads("4c Qs 2h 7h", 5, broken=True) == "4c Qs 2h 7h"


def test_the_opening_card_is_forced_on_the_first_trick_only() -> None:
    hand = "2c 3c Ad Qs 2h"
    assert leads(hand, 0, broken=False) == "2c"
    assert leads(hand, 1, broken=False) == "2c 3c Ad Qs"


def test_without_an_opening_card_and_bans_anything_may_be_led() -> None:
    maria = next(rules for rules in VARIANTS if rules.name == "black maria")
    assert leads("3c Ad Qs Ah", 0, broken=False, rules=maria) == "3c Ad Qs Ah"
    four = replace(maria, players=4, deck=BASE.deck)
    assert leads("2c Ad Qs Ah", 0, broken=False, rules=four) == "2c Ad Qs Ah"


def test_without_a_ban_penalty_cards_may_be_thrown_on_the_first_trick() -> None:
    maria = next(rules for rules in VARIANTS if rules.name == "black maria")
    assert follows("Ad Qs Ah", 0, "3c", maria) == "Ad Qs Ah"


def test_a_ban_that_takes_in_the_queen() -> None:
    rules = replace(BASE, lead_ban=int(mask("h Qs")))
    assert leads("3s Qs 2h", 4, broken=False, rules=rules) == "3s"
    assert leads("Qs 2h", 4, broken=False, rules=rules) == "Qs 2h"


hands = st.sets(st.sampled_from(DECK), min_size=1, max_size=17).map(to_mask)
any_rules = st.sampled_from([BASE, *VARIANTS])
tricks = st.integers(0, 12)


def _within(hand: int, rules: Rules) -> int:
    assume(hand & rules.deck)
    return hand & rules.deck


@given(hands, tricks, st.booleans(), any_rules)
def test_something_can_always_be_led(hand: int, trick: int, broken: bool, rules: Rules) -> None:
    hand = _within(hand, rules)
    twin = Twin(rules)
    cards = text(hand)
    legal = leads(cards, trick, broken, rules).split()
    assert legal
    assert legal == twin.may_lead(cards.split(), trick, broken)


@given(hands, tricks, st.sampled_from(DECK), any_rules)
def test_something_can_always_be_followed_with(
    hand: int, trick: int, led: object, rules: Rules
) -> None:
    hand = _within(hand, rules)
    twin = Twin(rules)
    cards = text(hand)
    legal = follows(cards, trick, str(led), rules).split()
    assert legal
    assert legal == twin.may_follow(cards.split(), trick, [str(led)], broken=True)


@given(hands, tricks, st.sampled_from(DECK))
def test_suit_is_followed_by_whoever_can(hand: int, trick: int, led: object) -> None:
    suit = str(led)[1]
    held = [str(card) for card in from_mask(hand)]
    legal = follows(" ".join(held), trick, str(led)).split()
    same = [card for card in held if card[1] == suit]
    if same:
        assert legal == same
    elif trick:
        assert legal == held


@given(hands, st.sampled_from(DECK))
def test_penalties_fall_on_the_first_trick_only_from_a_hand_of_nothing_else(
    hand: int, led: object
) -> None:
    held = [str(card) for card in from_mask(hand)]
    assume(str(led)[1] in "cd")
    legal = follows(" ".join(held), 0, str(led)).split()
    if any(card == "Qs" or card[1] == "h" for card in legal):
        assert all(card == "Qs" or card[1] == "h" for card in held)


@given(hands, st.integers(1, 12))
def test_breaking_hearts_only_ever_frees_hearts(hand: int, trick: int) -> None:
    cards = text(hand)
    before, after = leads(cards, trick, False).split(), leads(cards, trick, True).split()
    assert set(before) <= set(after)
    assert {card[1] for card in set(after) - set(before)} <= {"h"}
    assert after == cards.split()


@given(hands, st.permutations("cdsh"))
def test_suits_have_no_order_when_following(hand: int, order: list[str]) -> None:
    """Renaming the suits renames what may follow (beyond the first trick)."""
    rename = dict(zip("cdsh", order, strict=True))
    held = text(hand).split()
    renamed = [card[0] + rename[card[1]] for card in held]
    legal = {card[0] + rename[card[1]] for card in follows(" ".join(held), 3, "5d").split()}
    assert set(follows(" ".join(renamed), 3, "5" + rename["d"]).split()) == legal
