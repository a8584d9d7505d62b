"""Cards, sets of cards, and their text."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.cards import DECK, Card, from_mask, from_text, to_mask, to_text

card_sets = st.sets(st.sampled_from(DECK))


def test_the_deck_has_52_cards_in_display_order() -> None:
    assert len(set(DECK)) == 52
    assert list(DECK) == sorted(DECK)
    assert " ".join(map(str, DECK)) == " ".join(
        rank + suit for suit in "cdsh" for rank in "23456789TJQKA"
    )


@pytest.mark.parametrize(
    ("text", "rank", "suit", "number", "symbol"),
    [
        ("2c", 2, "c", 0, "2♣"),
        ("Tc", 10, "c", 8, "10♣"),
        ("Jd", 11, "d", 25, "J♦"),
        ("Qs", 12, "s", 42, "Q♠"),
        ("Ah", 14, "h", 60, "A♥"),
    ],
)
def test_facts_of_a_card(text: str, rank: int, suit: str, number: int, symbol: str) -> None:
    card = Card(text)
    assert (card.rank, card.suit, card.number, card.symbol) == (rank, suit, number, symbol)
    assert str(card) == text
    assert repr(card) == f"Card('{text}')"


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_spelling_is_the_same_card(card: Card) -> None:
    text = str(card)
    ten = text.replace("T", "10")
    for spelling in (text, text.upper(), text.lower(), ten, ten.upper(), card.symbol):
        assert Card(spelling) is card
    assert Card(text[0] + card.symbol[-1]) is card
    assert Card.from_number(card.number) is card


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Q",
        "s",
        "sQ",
        "1s",
        "11s",
        "0s",
        "QQs",
        "Qx",
        "Qs ",
        " Qs",
        "Q s",
        "Qss",
        "100s",
        "10",
        "T10c",
        "♠Q",
        "Ts\n",
        "Q♤",
        "１0c",
        "²c",
        "IOc",
    ],
)
def test_what_is_not_a_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="not a card") as caught:
        Card(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("thing", [None, 12, ["Q", "s"], ("Q", "s"), b"Qs", Card("Qs")])
def test_what_is_not_text_is_not_a_card(thing: object) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 13, 15, 29, 61, 63, 64, 1000])
def test_numbers_between_the_suits_are_no_cards(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        Card.from_number(number)


def test_cards_are_ordered_by_suit_and_then_rank() -> None:
    assert Card("Ac") < Card("2d") < Card("As") < Card("2h") < Card("Th") < Card("Jh")
    assert max(DECK) is Card("Ah")
    assert Card("2c") <= Card("2c") >= Card("2c")


def test_a_card_is_equal_only_to_itself() -> None:
    assert Card("Qs") == Card("QS")
    assert Card("Qs") != Card("Qh")
    assert Card("Qs") != "Qs"
    with pytest.raises(TypeError):
        Card("Qs") < "Qs"  # type: ignore[operator]  # noqa: B015


def test_a_card_cannot_be_changed() -> None:
    card = Card("Qs")
    for change in (
        lambda: setattr(card, "rank", 3),
        lambda: setattr(card, "colour", "black"),
        lambda: delattr(card, "suit"),
    ):
        with pytest.raises(AttributeError):
            change()
    assert (card.rank, card.suit) == (12, "s")


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, lambda card: pickle.loads(pickle.dumps(card))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_there_is_one_object_for_each_card(again) -> None:
    assert all(again(card) is card for card in DECK)


@given(card_sets)
def test_sets_survive_masks_and_text(cards: set[Card]) -> None:
    mask = to_mask(cards)
    assert mask.bit_count() == len(cards)
    assert from_mask(mask) == tuple(sorted(cards))
    assert from_text(to_text(mask)) == tuple(sorted(cards))


def test_a_set_is_written_in_display_order() -> None:
    assert to_text(to_mask(from_text("2h Qs Tc As 10d 2c"))) == "2c Tc Td Qs As 2h"
    assert to_text(0) == ""


def test_text_keeps_the_order_named() -> None:
    assert from_text(" Qs  2h\tTc ") == (Card("Qs"), Card("2h"), Card("Tc"))
    assert from_text("") == ()


@pytest.mark.parametrize("text", ["Qs Qs", "Qs 2h QS", "Q♠ Qs", "10c 2c Tc"])
def test_a_card_named_twice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        from_text(text)


@pytest.mark.parametrize("text", ["Qs, 2h", "Qs 2x", "Qs2h"])
def test_a_word_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        from_text(text)
