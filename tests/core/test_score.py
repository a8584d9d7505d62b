"""What a hand scores, in Complex Hearts."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chsim.cards import DECK, to_mask
from chsim.core import layout, score
from chsim.rules import Rules
from tests.core.driver import mask
from tests.core.variants import BASE, VARIANTS
from tests.reference import Choice, Twin

ALL = "h Qs"
CHOICES = {"subtract": layout.SUBTRACT, "add": layout.ADD, None: layout.UNDECIDED}

Scores = list[tuple[int, int]]


def table(rules: Rules, piles: list[str] | list[int], totals: Scores | None = None) -> tuple:
    """State and rules of a hand in which the piles are taken."""
    state, record = layout.new_record(layout.STATE), rules.record()
    for seat, pile in enumerate(piles):
        state.taken[seat] = mask(pile) if isinstance(pile, str) else pile
    for seat, total in enumerate(totals or []):
        state.total_re[seat], state.total_im[seat] = total
    return state, record


def scored(
    piles: list[str] | list[int],
    choice: str | None = None,
    rules: Rules = BASE,
    totals: Scores | None = None,
) -> tuple[Scores, Scores, int]:
    """Scores, totals and shooter."""
    state, record = table(rules, piles, totals)
    state.shooter = score.find_shooter(state, record)
    state.choice = CHOICES[choice]
    score.score_hand(state, record)
    seats = range(rules.players)
    return (
        [(int(state.score_re[seat]), int(state.score_im[seat])) for seat in seats],
        [(int(state.total_re[seat]), int(state.total_im[seat])) for seat in seats],
        int(state.shooter),
    )


def scores(piles: list[str], choice: str | None = None) -> Scores:
    return scored(piles, choice)[0]


def of_one(pile: str) -> tuple[int, int]:
    return scores([pile, "", "", ""])[0]


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ("2h 3h 4h 5h 6h Qs Tc", (-26, 10)),  # the published example
        ("", (0, 0)),
        ("2h", (1, 0)),
        ("Ah", (1, 0)),
        ("Qs", (0, 13)),
        ("Jd", (-10, 0)),
        ("Tc", (0, 0)),
        ("Jd Tc", (0, -20)),
        ("2h 3h 4h 5h 6h Jd Tc", (0, -10)),
        ("2h Tc", (0, 2)),
        ("Qs Tc", (-26, 0)),
        ("2h 3h 4h Jd", (-7, 0)),
        ("2h 3h 4h Qs", (3, 13)),
        ("Ac Kd Ks As Tc Td Ts Jc Js Qc Qd", (0, 0)),
    ],
)
def test_one_pile(pile: str, expected: tuple[int, int]) -> None:
    assert of_one(pile) == expected


def test_every_other_card_is_worth_nothing() -> None:
    dear = {"Qs", "Jd"} | {str(card) for card in DECK if card.suit == "h"}
    for card in map(str, DECK):
        assert (of_one(card) == (0, 0)) == (card not in dear)


def test_the_ten_turns_the_hand_and_not_the_total() -> None:
    hand, totals, _ = scored(["Ah Tc", "", "", ""], totals=[(40, 0), (1, 2), (0, 0), (-3, 0)])
    assert hand[0] == (0, 2)
    assert totals == [(40, 2), (1, 2), (0, 0), (-3, 0)]


def test_an_early_hand_is_not_worth_less_than_a_late_one() -> None:
    """Nothing depends on the number of hands played, nor is the queen worth more than 13i."""
    state, record = table(BASE, ["Qs", "", "", ""])
    state.shooter, state.hand_number = -1, 2
    score.score_hand(state, record)
    assert (int(state.score_re[0]), int(state.score_im[0])) == (0, 13)


def test_three_hearts_and_the_queen_are_no_moon() -> None:
    piles = ["2h 3h 4h Qs", "5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "Jd", "Tc"]
    assert scored(piles)[::2] == ([(3, 13), (10, 0), (-10, 0), (0, 0)], -1)


@pytest.mark.parametrize("missing", ["2h", "3h", "7h", "Kh", "Ah", "Qs"])
def test_one_card_short_is_no_moon(missing: str) -> None:
    piles = [int(mask(ALL)) & ~int(mask(missing)), int(mask(missing)), 0, 0]
    assert scored(piles)[2] == -1


@pytest.mark.parametrize("seat", range(4))
def test_the_shooter_is_whoever_took_all_of_it(seat: int) -> None:
    piles = ["", "", "", ""]
    piles[seat] = ALL
    assert scored(piles, "add")[2] == seat


def test_a_moon_with_the_jack_is_a_moon_although_its_sum_is_3_and_13i() -> None:
    piles = [ALL + " Jd", "", "Tc", ""]
    assert scored(piles, "add")[::2] == ([(-10, 0), (13, 13), (13, 13), (13, 13)], 0)
    assert scored(piles, "subtract")[0] == [(-23, -13), (0, 0), (0, 0), (0, 0)]


MOONS = [
    ([ALL, "Jd", "Tc", ""], "add", [(0, 0), (3, 13), (13, 13), (13, 13)]),
    ([ALL, "Jd", "Tc", ""], "subtract", [(-13, -13), (-10, 0), (0, 0), (0, 0)]),
    ([ALL, "Jd Tc", "", ""], "add", [(0, 0), (13, -7), (13, 13), (13, 13)]),
    ([ALL, "", "Tc", ""], "add", [(0, 0), (13, 13), (13, 13), (13, 13)]),
    ([ALL, "", "Jd Tc", ""], "add", [(0, 0), (13, 13), (13, -7), (13, 13)]),
    ([ALL + " Tc", "Jd", "", ""], "subtract", [(26, -26), (-10, 0), (0, 0), (0, 0)]),
    ([ALL + " Tc", "Jd", "", ""], "add", [(0, 0), (-36, 26), (-26, 26), (-26, 26)]),
    ([ALL + " Tc Jd", "", "", ""], "subtract", [(26, -46), (0, 0), (0, 0), (0, 0)]),
    ([ALL + " Tc Jd", "", "", ""], "add", [(0, -20), (-26, 26), (-26, 26), (-26, 26)]),
    ([ALL, "", "", ""], "subtract", [(-13, -13), (0, 0), (0, 0), (0, 0)]),
    (["", "Tc", ALL, "Jd"], "add", [(13, 13), (13, 13), (0, 0), (3, 13)]),
]


@pytest.mark.parametrize(("piles", "choice", "expected"), MOONS)
def test_moons(piles: list[str], choice: str, expected: Scores) -> None:
    assert scores(piles, choice) == expected


def test_reaching_far_on_both_sides_needs_more_than_a_byte() -> None:
    _, totals, _ = scored([ALL + " Tc Jd", "", "", ""], "subtract", totals=[(100, -90)] * 4)
    assert totals[0] == (126, -136)
    _, totals, _ = scored(["", "Jd", "", ""], totals=[(160, 300)] * 4)
    assert totals[:2] == [(160, 300), (150, 300)]


@pytest.mark.parametrize("mode", ["subtract", "add"])
def test_rules_may_settle_the_moon(mode: str) -> None:
    rules = next(rules for rules in VARIANTS if rules.name == f"moon {mode}")
    record = rules.record()
    assert score.settled_choice(layout.new_record(layout.STATE), record) == CHOICES[mode]
    assert not score.must_choose(record)


def test_complex_hearts_leaves_the_moon_to_the_shooter() -> None:
    assert score.must_choose(BASE.record())


def test_without_a_moon_every_card_counts() -> None:
    rules = next(rules for rules in VARIANTS if rules.name == "moon none")
    hand, _, shooter = scored([ALL + " Tc", "", "", ""], rules=rules)
    assert (hand[0], shooter) == ((-26, 26), -1)


def test_the_moon_of_spots_is_found_by_its_cards() -> None:
    spots = next(rules for rules in VARIANTS if rules.name == "spots")
    assert scored(["2h Th Ah", "", "", ""], rules=spots)[::2] == ([(26, 0)] + [(0, 0)] * 3, -1)
    assert scored([ALL, "", "", ""], "add", rules=spots)[0] == [(0, 0)] + [(129, 0)] * 3


def test_a_moon_without_the_removed_hearts() -> None:
    rules = next(rules for rules in VARIANTS if rules.name == "no deuces")
    hearts = int(mask(ALL)) & rules.deck
    assert hearts.bit_count() == 13
    assert scored([0, hearts, 0, 0, 0, 0], "subtract", rules=rules)[::2] == (
        [(0, 0), (-13, -13), (0, 0), (0, 0), (0, 0), (0, 0)],
        1,
    )


def test_omnibus_keeps_the_jack_apart_from_the_moon() -> None:
    omnibus = next(rules for rules in VARIANTS if rules.name == "omnibus")
    jack_too = [ALL + " Jd", "", "", ""]
    assert [re for re, _ in scored(jack_too, "add", rules=omnibus)[0]] == [-10, 26, 26, 26]
    assert [re for re, _ in scored(jack_too, "subtract", rules=omnibus)[0]] == [-36, 0, 0, 0]
    apart = [ALL, "", "Jd", ""]
    assert [re for re, _ in scored(apart, "add", rules=omnibus)[0]] == [0, 26, 16, 26]
    assert [re for re, _ in scored(apart, "subtract", rules=omnibus)[0]] == [-26, 0, -10, 0]


# --- properties -------------------------------------------------------------------

owners = st.lists(st.integers(0, 3), min_size=52, max_size=52)


def piles_of(owner: list[int]) -> list[int]:
    return [
        to_mask(card for card, seat in zip(DECK, owner, strict=True) if seat == who)
        for who in range(4)
    ]


@given(owners)
def test_hearts_queen_and_jack_are_shared_out(owner: list[int]) -> None:
    """Without ten and moon the four scores add to 13 + 13i - 10."""
    piles = [pile & ~int(mask("Tc")) for pile in piles_of(owner)]
    hand, _, shooter = scored(piles)
    if shooter < 0:
        assert (sum(re for re, _ in hand), sum(im for _, im in hand)) == (3, 13)


@given(owners)
def test_the_ten_touches_one_pile_only(owner: list[int]) -> None:
    piles = piles_of(owner)
    ten = int(mask("Tc"))
    hand, _, shooter = scored(piles)
    plain, _, _ = scored([pile & ~ten for pile in piles])
    if shooter < 0:
        for seat, (re, im) in enumerate(plain):
            assert hand[seat] == ((-2 * im, 2 * re) if piles[seat] & ten else (re, im))


@given(owners, st.sampled_from([None, "add", "subtract"]), st.integers(0, 3))
def test_turning_the_seats_turns_the_scores(
    owner: list[int], choice: str | None, turn: int
) -> None:
    piles = piles_of(owner)
    turned = piles[turn:] + piles[:turn]
    plain = scored(piles, choice)[0]
    assert scored(turned, choice)[0] == plain[turn:] + plain[:turn]


@given(owners, st.permutations(range(4)), st.sampled_from(["add", "subtract"]))
def test_swapping_seats_swaps_the_scores(owner: list[int], order: list[int], choice: str) -> None:
    piles = piles_of(owner)
    plain = scored(piles, choice)[0]
    assert scored([piles[seat] for seat in order], choice)[0] == [plain[seat] for seat in order]


@given(st.permutations(["Jd", "Tc", "2c", "As"]), st.data())
def test_giving_the_moon_away_costs_the_others_what_subtracting_gains(
    rest: list[str], data: st.DataObject
) -> None:
    """The two choices differ by the moon, turned by the shooter's ten, at each seat."""
    cut = data.draw(st.integers(0, 4))
    piles = [" ".join([ALL, *rest[:cut]]), " ".join(rest[cut:]), "", ""]
    away, kept = scores(piles, "add"), scores(piles, "subtract")
    moon = (-26, 26) if "Tc" in rest[:cut] else (13, 13)
    for more, less in zip(away, kept, strict=True):
        assert (more[0] - less[0], more[1] - less[1]) == moon


@given(
    st.sampled_from([BASE, *VARIANTS]),
    st.lists(st.integers(0, 11), min_size=52, max_size=52),
    st.sampled_from(["add", "subtract"]),
    st.lists(st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=6, max_size=6),
)
def test_scores_are_the_twins(rules: Rules, owner: list[int], choice: str, totals: Scores) -> None:
    """Owners above the seats are the first seat's: makes moons likely."""
    twin = Twin(rules)
    seats = [seat if seat < rules.players else 0 for seat in owner]
    piles: list[set[str]] = [set() for _ in twin.seats]
    for card, seat in zip(map(str, DECK), seats, strict=True):
        if card in twin.deck:
            piles[seat].add(card)
    shooter = twin.shooter(piles)
    hand, after, found = scored([" ".join(pile) for pile in piles], choice, rules, totals)
    expected = twin.scores(piles, shooter, Choice(choice))
    assert found == (-1 if shooter is None else shooter)
    assert hand == expected
    assert after == [(a + re, b + im) for (a, b), (re, im) in zip(totals, expected, strict=False)]


def test_the_order_of_the_cards_does_not_matter() -> None:
    for order in itertools.permutations(["Qs", "Jd", "Tc", "5h"]):
        state, record = table(BASE, ["", "", "", ""])
        for card in order:
            state.taken[1] |= mask(card)
        state.shooter = -1
        score.score_hand(state, record)
        assert (int(state.score_re[1]), int(state.score_im[1])) == (-26, -18)
