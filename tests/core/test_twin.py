"""The engine against its slow twin: every field of every game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chsim.cards import DECK, Card, to_mask
from chsim.rules import DEALER, LEFT_OF_DEALER, Die, End, Moon, Rules
from chsim.rules_record import MOON_MODES
from tests.core.compare import SHARE, differences, differences_in_blocks
from tests.core.driver import play, records
from tests.core.options import OPTIONS
from tests.core.variants import VARIANTS
from tests.reference import Replay, Twin, first_difference


def test_ten_thousand_random_games_are_the_twins(rules: Rules) -> None:
    assert differences_in_blocks(rules, ["random"] * 4, 1, 10_000) == []


def test_two_thousand_peacecat_games_are_the_twins(rules: Rules) -> None:
    assert differences_in_blocks(rules, ["peacecat"] * 4, 2, 2_000, replay=True) == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda rules: rules.name)
def test_games_of_other_rules_are_the_twins(variant: Rules) -> None:
    names = ["random"] * variant.players
    assert differences_in_blocks(variant, names, 3, 300) == []


@pytest.mark.parametrize("variant", OPTIONS, ids=lambda rules: rules.name)
def test_games_with_an_option_are_the_twins(variant: Rules) -> None:
    names = ["random"] * variant.players
    assert differences_in_blocks(variant, names, 3, 100) == []


@pytest.mark.parametrize("variant", [*VARIANTS, *OPTIONS], ids=lambda rules: rules.name)
def test_orderly_games_are_legal_by_the_twin(variant: Rules) -> None:
    """Low cards first is about as unlike a random game as play can be."""
    names = ["lowest"] * variant.players
    assert differences(variant, names, 4, 0, max(1, 20 // SHARE), replay=True) == []


OTHER_SETS = (
    "pass_ban",
    "first_trick_ban",
    "first_trick_keep",
    "throw_ban",
    "play_soon",
    "breakers",
)

masks = st.sets(st.sampled_from(DECK)).map(to_mask)
parts = st.integers(-30, 30)
gaussians = st.tuples(parts, parts)


@st.composite
def any_moon(draw: st.DrawFn, cards: list[Card], partners: bool) -> Moon:
    """A moon, often of few cards."""
    modes = [mode for mode in MOON_MODES if not (partners and mode == "choose-each")]
    mode = draw(st.sampled_from(modes))
    if mode == "none":
        return Moon(0, (0, 0), mode)
    size = draw(st.integers(1, 4) | st.integers(1, len(cards)))
    bonus = to_mask(cards[size : size + draw(st.integers(0, 2))])
    sun = draw(st.none() | gaussians)
    alone = partners and draw(st.booleans())
    multiplied = draw(st.booleans())
    return Moon(to_mask(cards[:size]), draw(gaussians), mode, bonus, sun, alone, multiplied)


@st.composite
def any_end(draw: st.DrawFn) -> End:
    max_hands = draw(st.integers(1, 12))
    hands = draw(st.just(0) | st.integers(1, max_hands))
    points = draw(st.booleans())
    every = draw(st.sampled_from([0, 1, 2, 5, 50])) if points else 0
    return End(
        "points" if points else "magnitude",
        draw(st.integers(0 if hands else 1, 200)),
        max_hands,
        draw(st.booleans()),
        hands,
        "worst" if hands else draw(st.sampled_from(["reached", "worst"])),
        draw(st.sampled_from(["share", "play-on"])),
        every,
        draw(st.integers(-60, 60)) if every else 0,
    )


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules that nobody would play."""
    players = draw(st.integers(3, 6))
    tricks = draw(st.integers(3, 52 // players))
    cards = draw(st.permutations(DECK))[: players * tricks]
    deck = to_mask(cards)
    subset = masks.map(lambda mask: mask & deck)
    card = st.sampled_from(cards)
    values = draw(st.dictionaries(card, gaussians, max_size=20))
    factors = st.sampled_from([(0, 2), (1, 1), (-1, 0), (0, 0), (2, 0), (0, -1)])
    lead_ban = draw(subset)
    partners = players % 2 == 0 and draw(st.booleans())
    moon = draw(any_moon(cards, partners))
    early = moon.sun is None and draw(st.booleans())
    faces = draw(st.sets(card, max_size=4))
    return Rules(
        name="any",
        players=players,
        deck=deck,
        turn=draw(st.sampled_from(["left", "right"])),
        passing=tuple(draw(st.lists(st.integers(-6, 6), min_size=1, max_size=5))),
        pass_count=draw(st.integers(1, min(5, tricks))),
        opening=draw(st.sampled_from([LEFT_OF_DEALER, DEALER]) | card),
        lead_ban=lead_ban,
        lead_beside=draw(subset) & ~lead_ban,
        lead_forced=draw(subset) & lead_ban,
        **{name: draw(subset) for name in OTHER_SETS},
        values=values,
        multipliers=draw(st.dictionaries(card, factors, max_size=3)),
        moon=moon,
        end=draw(any_end()),
        growing=draw(subset) & to_mask(values),
        unmultiplied=draw(subset) & to_mask(values),
        finish_early=early,
        no_trick=(0, 0) if early else draw(gaussians),
        die=Die(to_mask(faces), draw(gaussians) if faces else (0, 0)),
        partners=partners,
    )


@given(any_rules(), st.integers(0, 2**70))
@settings(max_examples=100 if SHARE == 1 else 10)
def test_games_of_any_rules_are_the_twins(any_of_them: Rules, seed: int) -> None:
    assert differences(any_of_them, ["random"] * any_of_them.players, seed, 0, 5, False) == []


def test_the_largest_numbers_allowed_stay_exact(rules: Rules) -> None:
    big = {card: (1_000 - card.number, card.number - 1_000) for card in DECK}
    for measure, limit, turn in [("magnitude", 1_000_000, (0, 1)), ("points", 1_000_000, (-1, 0))]:
        extreme = replace(
            rules,
            values=big,
            multipliers={Card("Tc"): (0, 500), Card("Jd"): (2, 0), Card("Qs"): turn},
            moon=Moon(to_mask([Card("2c"), Card("2d")]), (-1_000, 1_000), "choose"),
            end=End(measure, limit, 10),
        )
        assert differences(extreme, ["random"] * 4, 1, 0, max(1, 20 // SHARE)) == []


def test_a_game_has_the_same_number_whatever_came_before(rules: Rules) -> None:
    names = ["random", "lowest", "random", "random"]
    together = list(records(rules, names, 5, 0, 12))
    alone = [pair for game in range(12) for pair in records(rules, names, 5, game, 1)]
    assert together == alone


def test_players_sit_where_the_game_number_turns_them(rules: Rules) -> None:
    names = ["lowest", "random", "random", "random"]
    for record, _ in records(rules, names, 6, 5, 4):
        assert record["seats"].index("lowest") == record["game"] % 4
        seat = record["seats"].index("lowest")
        played = _cards_played_by(record["hands"][0], seat)
        dealt_lowest = record["hands"][0]["dealt"][seat].split()[:3]
        assert record["hands"][0]["passed"][seat].split() == dealt_lowest
        assert len(played) == 13


def _cards_played_by(hand: dict[str, Any], seat: int) -> list[str]:
    return [trick["cards"][(seat - trick["leader"]) % 4] for trick in hand["tricks"]]


def test_unturned_players_stay_as_listed(rules: Rules) -> None:
    names = ["lowest", "random", "random", "random"]
    for record, _ in records(rules, names, 6, 0, 5, rotate=False):
        hand = record["hands"][0]
        assert record["seats"] == names
        assert hand["passed"][0].split() == hand["dealt"][0].split()[:3]


def test_results_do_not_depend_on_logging(rules: Rules) -> None:
    logged, _ = play(rules, ["random"] * 4, 7, 0, 50 // min(SHARE, 10), logged=True)
    unlogged, _ = play(rules, ["random"] * 4, 7, 0, 50 // min(SHARE, 10), logged=False)
    assert logged.tobytes() == unlogged.tobytes()


def test_the_twin_refuses_a_card_that_may_not_be_played(rules: Rules) -> None:
    """The twin itself has to be able to fail."""
    record, _ = next(records(rules, ["random"] * 4, 1, 0, 1))
    assert differences(rules, ["random"] * 4, 1, 0, 1, replay=True) == []
    trick = record["hands"][0]["tricks"][3]
    trick["cards"].reverse()
    with pytest.raises(Exception, match="plays"):
        Twin(rules).play_game(1, 0, record["seats"], Replay(record))


def test_the_twin_sees_another_result(rules: Rules) -> None:
    record, _ = next(records(rules, ["random"] * 4, 1, 0, 1))
    record["hands"][2]["scores"][1][0] += 1
    again = Twin(rules).play_game(1, 0, record["seats"], Replay(record))
    assert "hands[2].scores[1][0]" in first_difference(again, record)
