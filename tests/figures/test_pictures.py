"""What is drawn, read from the axes."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.patches import Circle

from chsim.core.layout import ADD, SUBTRACT
from chsim.figures import (
    ablation,
    endings,
    house_rules,
    lengths,
    moon,
    paths,
    seats,
    strength,
    trajectories,
)
from chsim.figures.style import look
from chsim.rules_file import load_rules
from chsim.stats.intervals import wilson
from tests.figures import tables
from tests.figures.tables import LOST, SHORT, experiment, observe, played

PUBLISHED = "published, 400 games"


@pytest.fixture(autouse=True)
def _same_look():
    with look():
        yield


def lines(axes, gid):
    return [line.get_xydata().tolist() for line in axes.lines if line.get_gid() == gid]


def words(figure):
    return figure.get_suptitle().strip()


def texts(axes):
    return [text.get_text() for text in axes.texts]


def limits(axes):
    return [patch for patch in axes.patches if isinstance(patch, Circle)]


# --- the plane ---------------------------------------------------------------


def test_a_path_goes_through_the_totals_from_zero():
    axes = paths.picture(experiment(), [observe()]).axes[0]
    assert lines(axes, "path")[0] == [[0, 0], [3, 13], [50, 40], [50, 90]]


@pytest.mark.parametrize("picture", [paths.picture, endings.picture])
def test_the_plane_has_equal_axes_and_the_circle_of_the_limit(picture):
    axes = picture(experiment(), [observe()]).axes[0]
    assert axes.get_aspect() == 1
    assert axes.get_xlim() == axes.get_ylim()
    (circle,) = limits(axes)
    assert (circle.center, circle.radius) == ((0, 0), 100)


def test_losers_and_winners_end_in_their_marks():
    axes = paths.picture(experiment(), [observe()]).axes[0]
    ends = {line.get_marker(): line.get_xydata().tolist() for line in axes.lines[2:][1::2]}
    assert ends[paths.LOSER] == [[50, 90]]
    assert ends[paths.WINNER] == [[1, 0]]


def test_paths_beyond_the_circle_stay_in_the_picture():
    axes = paths.picture(experiment(), [observe([[[-300, 0, 1, 2]]])]).axes[0]
    assert axes.get_xlim()[0] < -300


def test_games_end_in_their_cell():
    seen = observe([SHORT, SHORT])
    cells, edges = endings.density(seen, "peacecat", 100)
    at = np.searchsorted(edges, 80, "right") - 1, np.searchsorted(edges, 60, "right") - 1
    assert cells[at] == 2
    assert cells.sum() == 6


def test_endings_outside_count_at_the_edge():
    cells, _ = endings.density(observe([[[-900j, 0, 1, 2]]]), "random", 100)
    assert cells[0].sum() == 1


def test_the_quarter_where_losers_end_is_the_message():
    assert words(endings.picture(experiment(), [observe([LOST])])) == (
        "100 % of the losers end above and to the right of zero"
    )


# --- by hand number ----------------------------------------------------------


def test_the_median_is_over_games_still_running():
    axes = trajectories.picture(experiment(), [observe()]).axes[0]
    (line,) = lines(axes, "median")
    first = np.hypot(3, 13) / 2
    assert np.allclose(line, [[0, 0], [1, first], [2, np.hypot(50, 40)], [3, np.hypot(50, 90)]])


def test_the_limit_is_a_line_at_100():
    axes = trajectories.picture(experiment(), [observe()]).axes[0]
    assert {y for _, y in lines(axes, "limit")[0]} == {100}


def test_the_strip_says_how_many_games_still_run():
    figure = trajectories.picture(experiment(), [observe()])
    strip = figure.axes[-1]
    assert lines(strip, "running")[0] == [[0, 100], [1, 100], [2, 50], [3, 50]]
    assert strip.get_title("left") == "still running, of 2 games"


def test_length_bars_add_up_to_all_games():
    axes = lengths.picture(experiment(), [observe([LOST, SHORT, SHORT])]).axes[0]
    heights = [bar.get_height() for bar in axes.patches]
    assert heights[1] == pytest.approx(200 / 3)
    assert sum(heights) == pytest.approx(100)
    assert "median 1" in texts(axes)


# --- rates -------------------------------------------------------------------


def test_published_and_own_figures_with_their_intervals():
    (row,) = strength.rows([played(90, 100)])
    strategy, outcome, theirs, ours = row
    assert (strategy, outcome) == ("random", "loss")
    assert (theirs.count, theirs.trials) == (393, 400)
    assert (ours.low, ours.high) == pytest.approx([100 * end for end in wilson(90, 100)])


def test_the_picture_says_how_many_figures_are_reproduced():
    figure = strength.picture(experiment(), [played(393, 400)])
    assert words(figure).startswith("1 of 1")
    figure = strength.picture(experiment(), [played(300, 400)])
    assert words(figure).startswith("0 of 1")


def test_a_figure_is_reproduced_where_intervals_overlap_as_in_the_table():
    figure = strength.picture(experiment(), [played(398, 400)])  # 99.5 %; published to 99.1
    assert words(figure).startswith("1 of 1")


def test_numbers_are_rounded_as_published():
    axes = strength.picture(experiment(), [played(393, 400)]).axes[0]
    assert texts(axes)[0] == "published 98.3\N{NO-BREAK SPACE}% of 400 games"


def test_altered_tables_are_sorted_below_the_full_one():
    observed = [
        played(5, 10, name="full", group="g"),
        played(9, 10, name="much", group="g"),
        played(1, 10, name="little", group="g"),
    ]
    figure = ablation.picture(experiment(), observed)
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "full",
        "little",
        "much",
        PUBLISHED,
    ]
    assert [point[0][0] for point in lines(axes, "rate")] == [50, 10, 90, 98.25]
    assert {x for x, _ in lines(axes, "reference")[0]} == {50}


def test_intervals_are_drawn_where_they_lie():
    observed = [played(5, 10, name="full", group="g"), played(0, 10, name="none", group="g")]
    axes = ablation.picture(experiment(), observed).axes[0]
    low, high = wilson(0, 10)
    assert lines(axes, "interval")[1] == [[100 * low, -1], [100 * high, -1]]
    assert axes.get_xlim()[0] < 0


def small_words(figure):
    return figure.texts[-1].get_text()


def test_the_title_is_that_of_the_experiment_and_the_largest_change_below_it():
    observed = [played(5, 10, name="full", group="g"), played(1, 10, name="little", group="g")]
    figure = ablation.picture(experiment(), observed)
    assert words(figure) == "By hand"
    assert small_words(figure).startswith(
        "Largest change: “little”, \N{MINUS SIGN}40.0 points of games lost (g)\n"
    )


def test_a_published_figure_is_a_row_and_a_line_below_its_group():
    observed = [played(5, 10, name="full", group="g"), played(1, 10, name="little", group="g")]
    figure = ablation.picture(experiment(), observed)
    (axes,) = figure.axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["full", "little", PUBLISHED]
    assert lines(axes, "rate")[-1] == [[98.25, -2]]
    assert lines(axes, "interval")[-1] == [[100 * end, -2] for end in wilson(393, 400)]
    assert {x for x, _ in lines(axes, "published")[0]} == {98.25}
    assert "published" in small_words(figure)


def test_nothing_is_said_of_published_figures_where_there_are_none():
    observed = [played(5, 10, name="full", group="g", seats=["peacecat"] * 4)]
    figure = ablation.picture(experiment(), observed)
    assert not lines(figure.axes[0], "published")
    assert "published" not in small_words(figure)


def test_a_change_that_may_be_none_is_hollow():
    observed = [
        played(50, 100, name="full", group="g"),
        played(52, 100, name="other games", group="g"),
        played(90, 100, name="much", group="g"),
    ]
    observed[1].results[:] = observed[1].results[::-1]
    axes = ablation.picture(experiment(), observed).axes[0]
    inside = [line.get_markerfacecolor() for line in axes.lines if line.get_gid() == "rate"]
    assert [colour == "white" for colour in inside] == [False, True, False, True]


def test_groups_stand_apart():
    observed = [played(1, 2, name=name, group=name) for name in "ab"]
    assert [block.heading for block in ablation.blocks(observed)] == ["a", "b"]


def test_arrangements_are_shown_in_the_order_given():
    observed = [played(9, 10, name="left", group="g"), played(1, 10, name="right", group="g")]
    (block,) = seats.blocks(observed)
    assert [(row.label, row.rates["loss"].value) for row in block.rows] == [
        ("left", 90),
        ("right", 10),
    ]


def test_a_single_arrangement_has_nothing_to_compare():
    figure = seats.picture(experiment(), [played(3, 4, wins=1, group="g")])
    assert words(figure) == "By hand"
    assert texts(figure.axes[0]) == ["no group has two tables to compare"]


def test_the_message_is_where_seats_matter_most():
    observed = [
        played(losses, 10, name=str(losses), group=group)
        for group, losses in (("a", 4), ("a", 5), ("b", 2), ("b", 8), ("c", 1))
    ]
    assert words(seats.picture(experiment(), observed)) == (
        "Who sits where matters most to random: 60.0 points of games lost"
    )


# --- the moon ----------------------------------------------------------------


def test_gaps_are_the_other_choice_less_the_one_taken():
    subtracted = tables.moon(SUBTRACT, [10, 0, 3, 6], [30, 5j, 3, 30])
    given = tables.moon(ADD, [10, 0, 3, 6], [30, 5j, 3, 30])
    shots = moon.shots(observe(moons=[subtracted, given]), "random")
    assert shots.own.tolist() == [20, -20]
    assert shots.others == pytest.approx([29 / 3, -29 / 3])
    assert shots.hands == 4


def test_moons_of_other_strategies_are_not_counted():
    seen = observe(moons=[tables.moon(ADD, [1, 2, 3, 4], [5, 6, 7, 8])])
    assert len(moon.shots(seen, "peacecat").choice) == 0


def test_the_message_counts_moons():
    given = tables.moon(ADD, [1, 2, 3, 4], [5, 6, 7, 8])
    figure = moon.picture(experiment(), [observe(moons=[given, given])])
    assert words(figure) == (
        "A seat shoots the moon once in 8 hands and gives 100\N{NO-BREAK SPACE}% away"
    )


def test_no_moon_is_said():
    assert words(moon.picture(experiment(), [observe()])) == "Nobody shot the moon"


# --- rules of a table's own --------------------------------------------------


@pytest.mark.parametrize("picture", [paths.picture, endings.picture])
def test_the_circle_is_that_of_the_tables_rules(picture):
    seen = observe()
    other = replace(seen, table=replace(seen.table, rules=load_rules("complex-hearts-hmc")))
    figure = picture(experiment(), [seen, other])
    circles = {circle.radius for axes in figure.axes for circle in limits(axes)}
    assert circles == {50, 100}
    assert "magnitude 50 or 100" in small_words(figure) or picture is paths.picture


def test_the_line_is_that_of_the_tables_rules():
    seen = observe()
    other = replace(seen, table=replace(seen.table, rules=load_rules("complex-hearts-hmc")))
    axes = trajectories.picture(experiment(), [other]).axes[0]
    assert {y for _, y in lines(axes, "limit")[0]} == {50}


def readings():
    """Of random: near the published 98.3 % lost, and far from it."""
    return [
        played(99, 100, name="as published", group="g"),
        played(96, 100, name="near", group="g"),
        played(50, 100, wins=20, name="far", group="g"),
    ]


def test_readings_that_fit_all_published_figures_are_counted_and_the_others_named():
    figure = house_rules.picture(experiment(), readings())
    assert words(figure) == "2 of 3 readings fit all published figures"
    assert small_words(figure).startswith("Not: far\n")


def test_a_reading_fits_if_it_does_in_every_group():
    plain = [
        played(58, 100, wins=7, name=name, group="p", seats=["plain", *["peacecat"] * 3])
        for name in ("as published", "far")
    ]
    plain += [played(10, 100, wins=7, name="near", group="p", seats=["plain", *["peacecat"] * 3])]
    fits = house_rules.fitting(house_rules.groups([*readings(), *plain]))
    assert fits == {"as published": True, "near": False, "far": False}


def test_a_panel_for_losses_wins_length_and_moons_with_the_published_band():
    lost, won, hands, moons = house_rules.picture(experiment(), readings()).axes
    assert [label.get_text() for label in lost.get_yticklabels()] == [
        "as published",
        "near",
        "far",
        PUBLISHED,
    ]
    assert [point[0] for point in lines(lost, "value")] == [
        [99, 0],
        [96, -1],
        [50, -2],
        [98.25, -3],
    ]
    assert texts(lost) == ["99.0", "96.0", "50.0", "98.3"]
    assert {x for x, _ in lines(lost, "published")[0]} == {98.25}
    (band,) = lost.patches
    assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx(
        [100 * end for end in wilson(393, 400)]
    )
    assert not lines(won, "published")
    assert texts(hands) == ["1.0", "1.0", "1.0"]
    assert texts(moons) == ["0.00", "0.00", "0.00"]


def test_a_reading_that_may_change_nothing_is_hollow():
    lost = house_rules.picture(experiment(), readings()).axes[0]
    inside = [line.get_markerfacecolor() for line in lost.lines if line.get_gid() == "value"]
    assert [colour == "white" for colour in inside] == [False, True, False, True]


def test_without_published_figures_the_title_is_the_experiments():
    seen = played(5, 10, group="g", seats=["peacecat"] * 4)
    assert words(house_rules.picture(experiment(), [seen])) == "By hand"
