"""The published figures."""

from __future__ import annotations

from chsim.published import FIGURES, MATCHUPS, figure_for


def test_the_figures_are_those_that_were_published():
    shown = {key: round(100 * figure.rate + 1e-9, 1) for key, figure in FIGURES.items()}
    assert shown == {("random", "loss"): 98.3, ("plain", "loss"): 58.5, ("plain", "win"): 7.0}
    assert {figure.games for figure in FIGURES.values()} == {400}


def test_each_matchup_is_one_seat_against_three_computer_players():
    assert [seats[0] for seats in MATCHUPS] == ["random", "plain"]
    assert all(seats[1:] == ("peacecat",) * 3 for seats in MATCHUPS)


def test_a_figure_belongs_to_its_table_in_any_order():
    seats = ("peacecat", "plain", "peacecat", "peacecat")
    assert figure_for(seats, "plain", "win") == FIGURES["plain", "win"]
    assert figure_for(seats, "peacecat", "win") is None
    assert figure_for(("plain", "plain", "peacecat", "peacecat"), "plain", "win") is None


def test_nothing_was_published_about_how_often_random_wins():
    assert figure_for(MATCHUPS[0], "random", "win") is None
