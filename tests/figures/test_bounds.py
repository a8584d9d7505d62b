"""Pictures of rules without a limit, or with one in points."""

import tomllib
from dataclasses import replace

import pytest

from chsim.figures import endings, paths, trajectories
from chsim.rules_file import rules_from
from tests.figures.tables import experiment, observe
from tests.figures.test_pictures import limits, lines, small_words, words


def by_rules(text):
    """The games by hand at a table of other rules."""
    seen = observe()
    rules = rules_from(tomllib.loads(text))
    return replace(seen, table=replace(seen.table, rules=rules))


FIXED = 'base = "complex-hearts"\nend.limit = 0\nend.hands = 3\nend.losers = "worst"'
PLANES = [paths.picture, endings.picture, trajectories.picture]


@pytest.mark.parametrize("picture", PLANES)
def test_without_a_limit_the_totals_set_the_scale(picture):
    figure = picture(experiment(), [by_rules(FIXED)])
    figure.draw_without_rendering()
    axes = figure.axes[0]
    assert not limits(axes)
    assert not lines(axes, "limit")
    assert axes.get_ylim()[1] > 90


@pytest.mark.parametrize("picture", PLANES)
def test_without_a_limit_and_without_points_there_is_a_picture(picture):
    seen = by_rules(FIXED)
    for name in ("total_re", "total_im"):
        seen.results[name] = 0
        seen.hands[name] = 0
    picture(experiment(), [seen]).draw_without_rendering()


@pytest.mark.parametrize("picture", [paths.picture, endings.picture])
def test_a_limit_of_points_is_no_circle(picture):
    figure = picture(experiment(), [by_rules('base = "spot"')])
    assert not limits(figure.axes[0])
    assert {x for x, _ in lines(figure.axes[0], "limit")[0]} == {500}
    assert "upright line: points 500" in small_words(figure)
    assert "circle" not in words(figure)


def test_a_distance_from_zero_has_no_limit_in_points():
    assert not lines(
        trajectories.picture(experiment(), [by_rules('base = "spot"')]).axes[0], "limit"
    )
