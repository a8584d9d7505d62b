"""What is true of every game, whoever plays it."""

from __future__ import annotations

from typing import Any

import pytest

from chsim.core import bots, game, hand, layout, rng
from chsim.rules import Rules
from tests.core.driver import LOWEST, records
from tests.core.variants import BASE, VARIANTS

TABLES = [
    "random random random random",
    "lowest random lowest random",
    "peacecat plain lowest random",
]


@pytest.fixture(scope="module", params=[BASE, *VARIANTS], ids=lambda rules: rules.name)
def games(request: pytest.FixtureRequest) -> tuple[Rules, list[dict[str, Any]]]:
    """A few games of each of several variants."""
    rules = request.param
    names = ["random", "lowest", *["random"] * (rules.players - 2)]
    return rules, [record for record, _ in records(rules, names, 11, 0, 6)]


@pytest.fixture
def hands(games: tuple[Rules, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [hand for record in games[1] for hand in record["hands"]]


def test_every_card_of_the_deck_is_played_once(
    games: tuple[Rules, list[dict[str, Any]]], hands: list[dict[str, Any]]
) -> None:
    deck = sorted(card for dealt in hands[0]["dealt"] for card in dealt.split())
    assert len(deck) == games[0].deck.bit_count()
    for one in hands:
        assert sorted(card for trick in one["tricks"] for card in trick["cards"]) == deck


def test_everybody_plays_the_cards_held_after_the_pass(
    games: tuple[Rules, list[dict[str, Any]]], hands: list[dict[str, Any]]
) -> None:
    rules = games[0]
    players = rules.players
    step = 1 if rules.turn == "left" else -1
    names = {"hold": 0, "left": 1, "right": -1, "across": players // 2}
    for one in hands:
        held = [set(cards.split()) for cards in one["dealt"]]
        direction = one["pass"]
        offset = names[direction] if direction in names else int(direction.removeprefix("left"))
        passed = [set(cards.split()) for cards in one.get("passed", [""] * players)]
        held = [
            held[seat] - passed[seat] | passed[(seat - offset) % players] for seat in range(players)
        ]
        played: list[set[str]] = [set() for _ in range(players)]
        for trick in one["tricks"]:
            for place, card in enumerate(trick["cards"]):
                played[(trick["leader"] + step * place) % players].add(card)
        assert played == held


def test_whoever_takes_a_trick_leads_the_next(hands: list[dict[str, Any]]) -> None:
    for one in hands:
        winners = [trick["winner"] for trick in one["tricks"]]
        assert [trick["leader"] for trick in one["tricks"]][1:] == winners[:-1]


def test_suit_is_followed_wherever_it_could_be(
    games: tuple[Rules, list[dict[str, Any]]], hands: list[dict[str, Any]]
) -> None:
    """Whoever does not follow never shows a card of that suit again in the hand."""
    rules = games[0]
    step = 1 if rules.turn == "left" else -1
    for one in hands:
        void: set[tuple[int, str]] = set()
        for trick in one["tricks"]:
            for place, card in enumerate(trick["cards"]):
                seat = (trick["leader"] + step * place) % rules.players
                assert (seat, card[1]) not in void
                if card[1] != trick["cards"][0][1]:
                    void.add((seat, trick["cards"][0][1]))


def test_totals_are_the_sums_of_the_scores(
    games: tuple[Rules, list[dict[str, Any]]],
) -> None:
    for record in games[1]:
        sums = [[0, 0] for _ in range(games[0].players)]
        for one in record["hands"]:
            sums = [[a + c, b + d] for (a, b), (c, d) in zip(sums, one["scores"], strict=True)]
            assert one["totals"] == sums


def test_no_game_goes_on_after_a_loss(games: tuple[Rules, list[dict[str, Any]]]) -> None:
    rules, played = games
    for record in played:
        assert set(record["losers"]).isdisjoint(record["winners"])
        if not record["losers"]:
            assert len(record["hands"]) == rules.end.max_hands
            assert record["winners"] == []


@pytest.mark.parametrize("names", TABLES)
def test_complex_hearts_keeps_its_rules_whoever_plays(rules: Rules, names: str) -> None:
    for record, _ in records(rules, names.split(), 12, 0, 10):
        for one in record["hands"]:
            _check_first_trick(one)
            _check_hearts(one)


def _check_first_trick(one: dict[str, Any]) -> None:
    first = one["tricks"][0]
    assert first["cards"][0] == "2c"
    for place, card in enumerate(first["cards"]):
        if card == "Qs" or card[1] == "h":
            seat = (first["leader"] + place) % 4
            rest = [trick["cards"][(seat - trick["leader"]) % 4] for trick in one["tricks"]]
            assert all(other == "Qs" or other[1] == "h" for other in rest)


def _check_hearts(one: dict[str, Any]) -> None:
    broken = False
    for number, trick in enumerate(one["tricks"]):
        if trick["cards"][0][1] == "h" and not broken:
            leader = trick["leader"]
            later = one["tricks"][number:]
            rest = [other["cards"][(leader - other["leader"]) % 4] for other in later]
            assert {card[1] for card in rest} == {"h"}
        broken = broken or any(card[1] == "h" for card in trick["cards"])


def test_the_hand_scores_without_moon_and_ten_add_up(rules: Rules) -> None:
    for record, _ in records(rules, ["random", "lowest", "random", "random"], 13, 0, 20):
        for one in record["hands"]:
            piles: list[set[str]] = [set(), set(), set(), set()]
            for trick in one["tricks"]:
                piles[trick["winner"]].update(trick["cards"])
            if one["moon"] is None:
                _check_sum(piles, one["scores"])


def _check_sum(piles: list[set[str]], scores: list[list[int]]) -> None:
    """Turning the taker of the ten back, the table adds to 3 + 13i."""
    plain = []
    for pile, (re, im) in zip(piles, scores, strict=True):
        plain.append((im // 2, -re // 2) if "Tc" in pile else (re, im))
        assert "Tc" not in pile or (re % 2, im % 2) == (0, 0)
    assert (sum(re for re, _ in plain), sum(im for _, im in plain)) == (3, 13)


# --- turning the table ------------------------------------------------------------


def play_from(hands: list[int], hand_number: int, rules: Rules) -> Any:
    """One hand of `lowest` at every seat from given hands."""
    state, record = layout.new_record(layout.STATE), rules.record()
    bot = (LOWEST.choose_pass, LOWEST.choose_card, LOWEST.choose_moon)
    table = bots.bot_table([bot] * rules.players)
    game.start_game(state, record, rng.run_key(1), 0)
    state.hand_number = hand_number
    hand.start_hand(state, record)
    for seat, cards in enumerate(hands):
        state.hand[seat] = state.dealt[seat] = cards
    if state.pass_offset == 0:
        hand.open_play(state, record)
    state.bot[:] = table
    assert hand.play_hand(state, record) == hand.DONE
    return state


@pytest.mark.parametrize("hand_number", range(4))
@pytest.mark.parametrize("turn", range(1, 4))
@pytest.mark.parametrize("deal_number", range(5))
def test_no_seat_is_special(rules: Rules, hand_number: int, turn: int, deal_number: int) -> None:
    """The same cards and strategies one or more seats further on: the same play there."""
    state = layout.new_record(layout.STATE)
    game.start_game(state, rules.record(), rng.run_key(21), deal_number)
    hands = [int(cards) for cards in state.dealt[:4]]
    plain = play_from(hands, hand_number, rules)
    turned = play_from(hands[-turn:] + hands[:-turn], hand_number, rules)
    assert turned.card_played.tolist() == plain.card_played.tolist()
    assert turned.trick_winner[:13].tolist() == [(w + turn) % 4 for w in plain.trick_winner[:13]]
    for part in ("score_re", "score_im", "taken", "received"):
        assert turned[part][:4].tolist() == [plain[part][(s - turn) % 4] for s in range(4)]


def test_four_of_a_kind_play_the_same_game_turned_or_not(rules: Rules) -> None:
    turned = [record for record, _ in records(rules, ["lowest"] * 4, 14, 0, 8, rotate=True)]
    unturned = [record for record, _ in records(rules, ["lowest"] * 4, 14, 0, 8, rotate=False)]
    assert turned == unturned
