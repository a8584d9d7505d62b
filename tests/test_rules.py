"""Rules as an object: what is refused, what is the same, what the engine is told."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from chsim.cards import Card, from_text, to_mask
from chsim.core import layout
from chsim.errors import ChsimError, RulesError
from chsim.rules import LEFT_OF_DEALER, End, Moon, Rules
from tests.core.variants import BASE, VARIANTS


def mask(text: str) -> int:
    return to_mask(from_text(text))


def without(cards: str) -> int:
    return BASE.deck & ~mask(cards)


def test_complex_hearts_is_what_is_published(rules: Rules) -> None:
    hearts = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    assert (rules.players, rules.tricks, rules.pass_count) == (4, 13, 3)
    assert rules.deck.bit_count() == 52
    assert rules.turn == "left"
    assert [rules.direction(hand) for hand in range(5)] == [
        "left",
        "right",
        "across",
        "hold",
        "left",
    ]
    assert rules.opening is Card("2c")
    assert rules.first_trick_ban == mask(hearts + " Qs")
    assert rules.lead_ban == rules.breakers == mask(hearts)
    assert dict(rules.values) == {
        **{Card(heart): (1, 0) for heart in hearts.split()},
        Card("Qs"): (0, 13),
        Card("Jd"): (-10, 0),
    }
    assert dict(rules.multipliers) == {Card("Tc"): (0, 2)}
    assert rules.moon == Moon(mask(hearts + " Qs"), (13, 13), "choose")
    assert (rules.end.measure, rules.end.limit) == ("magnitude", 100)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"players": 2}, "players"),
        ({"players": 7}, "players"),
        ({"players": 0}, "players"),
        ({"players": 3}, "deck"),
        ({"players": 5}, "deck"),
        ({"deck": 0}, "deck"),
        ({"deck": BASE.deck ^ 1}, "deck"),
        ({"deck": BASE.deck ^ 1 | 1 << 13}, "deck"),
        ({"deck": BASE.deck | 1 << 64}, "deck"),
        ({"turn": "clockwise"}, "turn"),
        ({"passing": ()}, "passing"),
        ({"passing": (1,) * 17}, "passing"),
        ({"pass_count": -1}, "pass_count"),
        ({"pass_count": 6}, "pass_count"),
        ({"pass_count": 0}, "pass_count"),
        ({"deck": without("2c 3c 4c 5c"), "opening": Card("2c")}, "opening"),
        ({"deck": without("Tc 3c 4c 5c")}, "multipliers"),
        ({"deck": without("Jd 3c 4c 5c")}, "values"),
        ({"values": {Card("Qs"): (0, 1001)}}, r"values\.Qs"),
        ({"values": {Card("Qs"): (-1001, 0)}}, r"values\.Qs"),
        ({"multipliers": {Card("Tc"): (1001, 0)}}, r"multipliers\.Tc"),
        ({"multipliers": {Card("Tc"): (100, 0), Card("Td"): (0, 100)}}, "multipliers"),
        ({"moon": Moon(BASE.moon.cards, (1001, 0), "add")}, r"moon\.worth"),
        ({"moon": Moon(BASE.moon.cards, (13, 13), "either")}, r"moon\.mode"),
        ({"moon": Moon(0, (13, 13), "add")}, r"moon\.cards"),
        ({"end": End("distance")}, r"end\.measure"),
        ({"end": End(limit=0)}, r"end\.limit"),
        ({"end": End(limit=-100)}, r"end\.limit"),
        ({"end": End(limit=1_000_001)}, r"end\.limit"),
        ({"end": End(max_hands=0)}, r"end\.max_hands"),
        ({"end": End(max_hands=10_001)}, r"end\.max_hands"),
    ],
    ids=str,
)
def test_contradictions_are_refused_by_name(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(RulesError, match=rf"^{named}: ") as caught:
        replace(BASE, **changes)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ChsimError)


def test_a_hand_too_small_for_the_pass_is_refused() -> None:
    with pytest.raises(RulesError, match=r"^pass_count: "):
        replace(
            BASE,
            deck=mask("2c 3c 4c 5c 6c 7c 8c 9c"),
            values={},
            multipliers={},
            moon=Moon(0, (0, 0), "none"),
        )


def test_holding_every_hand_needs_no_cards_to_pass() -> None:
    assert replace(BASE, passing=(0,), pass_count=0).direction(3) == "hold"
    assert replace(BASE, passing=(4, -4), pass_count=0).direction(1) == "hold"


@pytest.mark.parametrize(
    ("players", "passing", "names"),
    [
        (3, (1, -1, 0), ["left", "right", "hold", "left"]),
        (3, (2, 1), ["right", "left"]),
        (4, (2, -2, 3), ["across", "across", "right"]),
        (5, (1, 2, 3, 4, 0), ["left", "left2", "left3", "right", "hold", "left"]),
        (6, (1, 2, 3, 4, 5, 0), ["left", "left2", "across", "left4", "right", "hold", "left"]),
    ],
)
def test_names_of_directions(players: int, passing: tuple[int, ...], names: list[str]) -> None:
    deck = {3: without("2d"), 4: BASE.deck, 5: without("2c 2d"), 6: without("2c 2d 3c 3d")}
    rules = replace(
        BASE, players=players, deck=deck[players], passing=passing, opening=LEFT_OF_DEALER
    )
    assert [rules.direction(hand) for hand in range(len(names))] == names


def test_the_id_tells_rules_apart_by_how_they_play() -> None:
    assert len({rules.id for rules in [BASE, *VARIANTS]}) == 1 + len(VARIANTS)
    renamed = replace(BASE, name="another", summary="", source="")
    assert renamed.id == BASE.id
    assert renamed == BASE
    assert len({renamed, BASE}) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": "right"},
        {"passing": (1, 3, 2)},
        {"pass_count": 2},
        {"opening": LEFT_OF_DEALER},
        {"opening": Card("3c")},
        {"first_trick_ban": 0},
        {"lead_ban": 0},
        {"breakers": 0},
        {"values": {}},
        {"multipliers": {Card("Tc"): (0, -2)}},
        {"moon": Moon(BASE.moon.cards, (13, -13), "choose")},
        {"moon": Moon(BASE.moon.cards, (13, 13), "add")},
        {"moon": Moon(mask("Qs"), (13, 13), "choose")},
        {"end": End("points", 100, 500)},
        {"end": End("magnitude", 101, 500)},
        {"end": End("magnitude", 100, 501)},
    ],
    ids=str,
)
def test_any_change_of_play_changes_the_id(changes: dict[str, Any]) -> None:
    changed = replace(BASE, **changes)
    assert changed.id != BASE.id
    assert changed != BASE
    assert changed.record().tobytes() != BASE.record().tobytes()


def test_the_order_in_which_values_are_given_does_not_matter() -> None:
    assert replace(BASE, values=dict(reversed(BASE.values.items()))).id == BASE.id


@pytest.mark.parametrize("rules", [BASE, *VARIANTS], ids=lambda rules: rules.name)
def test_rules_can_be_sent_to_another_process(rules: Rules) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert (again.name, again.summary, again.source) == (rules.name, rules.summary, rules.source)
    assert again.record().tobytes() == rules.record().tobytes()


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        BASE.players = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        BASE.values[Card("Qs")] = (0, 0)  # type: ignore[index]


def test_values_given_are_copied() -> None:
    values = {Card("Qs"): (5, 5)}
    rules = replace(BASE, values=values)
    values[Card("Qs")] = (6, 6)
    assert rules.values[Card("Qs")] == (5, 5)


def test_the_record_has_everything_the_engine_needs() -> None:
    record = BASE.record()
    assert record.deck[:52].tolist() == [
        16 * suit + rank for suit in range(4) for rank in range(13)
    ]
    assert record.next_seat[:4].tolist() == [1, 2, 3, 0]
    assert record.pass_offset[:4].tolist() == [1, 3, 2, 0]
    assert int(record.opening) == mask("2c")
    assert int(record.opening_by) == layout.OPENING_CARD


def test_the_other_turn_is_told_to_the_engine_and_the_pass_is_not_turned() -> None:
    record = replace(BASE, turn="right").record()
    assert record.next_seat[:4].tolist() == [3, 0, 1, 2]
    assert record.pass_offset[:4].tolist() == [1, 3, 2, 0]


def test_cards_of_one_value_are_counted_together_and_worthless_ones_not_at_all() -> None:
    values = {**BASE.values, Card("Ac"): (0, 0), Card("Kc"): (1, 0)}
    record = replace(BASE, values=values).record()
    assert int(record.value_count) == 3
    groups = {
        (int(record.value_re[i]), int(record.value_im[i])): int(record.value_cards[i])
        for i in range(3)
    }
    assert groups[1, 0] == BASE.breakers | mask("Kc")
    assert groups[0, 13] == mask("Qs")
    assert groups[-10, 0] == mask("Jd")


def test_each_record_is_its_own() -> None:
    one = BASE.record()
    one.bar = 1
    assert int(BASE.record().bar) == 10_000


@pytest.mark.parametrize(
    ("field", "thing"),
    [
        ("name", None),
        ("summary", 1),
        ("players", 4.0),
        ("players", "4"),
        ("players", True),
        ("players", np.array([4, 4])),
        ("deck", "2c"),
        ("deck", -1),
        ("turn", 1),
        ("passing", 1),
        ("passing", "left"),
        ("passing", (1.0,)),
        ("pass_count", None),
        ("opening", "2c"),
        ("opening", 0),
        ("first_trick_ban", 1 << 13),
        ("lead_ban", "h"),
        ("breakers", 1.0),
        ("values", [("Qs", (0, 13))]),
        ("values", {"Qs": (0, 13)}),
        ("values", {Card("Qs"): 13j}),
        ("values", {Card("Qs"): (0.0, 13)}),
        ("values", {Card("Qs"): (0, 13, 0)}),
        ("multipliers", {Card("Tc"): "02"}),
        ("moon", None),
        ("end", ("magnitude", 100, 500)),
        ("readings", "as written"),
        ("readings", {"moon.mode": 1}),
        ("readings", {1: "as written"}),
    ],
    ids=str,
)
def test_a_field_of_another_type_is_refused_by_name(field: str, thing: Any) -> None:
    with pytest.raises(RulesError, match=rf"^{field}[.:]") as caught:
        replace(BASE, **{field: thing})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Moon(1.0, (13, 13), "add"), r"moon\.cards"),  # type: ignore[arg-type]
        (lambda: Moon(1, (13.5, 13), "add"), r"moon\.worth"),  # type: ignore[arg-type]
        (lambda: Moon(1, (13, 13), None), r"moon\.mode"),  # type: ignore[arg-type]
        (lambda: End(limit=100.0), r"end\.limit"),  # type: ignore[arg-type]
        (lambda: End(max_hands="9"), r"end\.max_hands"),  # type: ignore[arg-type]
        (lambda: End(["points"]), r"end\.measure"),  # type: ignore[arg-type]
    ],
)
def test_a_part_of_another_type_is_refused_by_name(make: Any, named: str) -> None:
    with pytest.raises(RulesError, match=rf"^{named}: expected"):
        make()


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    same = replace(
        BASE,
        players=np.int64(4),
        deck=np.uint64(BASE.deck),
        passing=np.array(BASE.passing),
        values={card: list(np.array(worth)) for card, worth in BASE.values.items()},
    )
    assert same.id == BASE.id
    assert type(same.players) is int
