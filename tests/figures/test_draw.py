"""Files: what is written, without a display, always the same."""

import subprocess
import sys

import matplotlib
import pytest
from matplotlib.figure import Figure

from chsim import experiment as experiment_file
from chsim.core.layout import ADD, FLIP, SUBTRACT, ZERO_ALL
from chsim.figures import PICTURES, draw
from chsim.figures.moon import shots
from chsim.figures.style import look
from tests.figures.tables import LOST, experiment, moon, observe

MOONS = [moon(0, [10, 0, 0, 0], [30, 10, 10, 10]), moon(1, [1, 2, 3, 4], [5, 6, 7, 8])]


def test_every_picture_of_an_experiment_file_is_there():
    assert set(PICTURES) == set(experiment_file.PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_games_give_the_same_png_and_svg(name, tmp_path):
    first, again = (
        draw(experiment(name), [observe(moons=MOONS)], tmp_path / "new" / folder)
        for folder in ("first", "again")
    )
    assert [file.name for file in first] == [f"{name}.png", f"{name}.svg"]
    assert first[0].read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in first[1].read_bytes()
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in again]


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize(
    "observed",
    [
        pytest.param([], id="no table"),
        pytest.param([observe([])], id="no game"),
        pytest.param([observe([LOST])], id="one game"),
        pytest.param([observe([[[1, 2, 3, 4]]])], id="nobody lost"),
        pytest.param([observe(seats=["peacecat"] * 4)], id="one strategy"),
        pytest.param([observe(seats=["plain:pass=1", "random", "plain", "peacecat"])], id="four"),
    ],
)
def test_little_data_makes_a_picture_too(name, observed):
    with look():
        PICTURES[name](experiment(), observed).draw_without_rendering()


def test_a_moon_with_turned_signs_counts_by_its_kind():
    """Rules may turn signs seat by seat, or let nobody score."""
    turned = [ADD | 1 << (FLIP + 2), SUBTRACT | 1 << FLIP, ZERO_ALL]
    moons = [moon(choice, [1, 2, 3, 4], [5, 6, 7, 8]) for choice in turned]
    found = shots(observe(moons=moons), "random")
    assert found.choice.tolist() == [ADD, SUBTRACT, ZERO_ALL]
    PICTURES["moon"](experiment(), [observe(moons=moons)]).draw_without_rendering()


def test_nothing_asked_nothing_drawn(tmp_path):
    assert draw(experiment(), [observe()], tmp_path) == []


def test_settings_of_the_reader_change_nothing(tmp_path):
    (plain, _) = draw(experiment("lengths"), [observe()], tmp_path / "plain")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black"}):
        (odd, _) = draw(experiment("lengths"), [observe()], tmp_path / "odd")
    assert plain.read_bytes() == odd.read_bytes()


def test_settings_of_the_reader_are_left_as_they_were():
    before = dict(matplotlib.rcParams)
    with look():
        assert matplotlib.rcParams["svg.hashsalt"] == "chsim"
    assert dict(matplotlib.rcParams) == before


def test_every_letter_used_is_in_the_font(recwarn):
    with look():
        for picture in PICTURES.values():
            picture(experiment(), [observe(moons=MOONS)]).canvas.draw()
    assert not [warning for warning in recwarn if "Glyph" in str(warning.message)]


MANY = """
import sys
from chsim.figures import draw
from tests.figures.tables import experiment, observe
for number in range(25):
    draw(experiment("lengths"), [observe()], f"{sys.argv[1]}/{number}")
assert "matplotlib.pyplot" not in sys.modules
assert "tkinter" not in sys.modules
"""


def test_many_pictures_in_a_process_with_no_display(tmp_path, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("MPLBACKEND", "TkAgg")
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", MANY, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert len(list(tmp_path.glob("*/lengths.png"))) == 25


def test_pictures_are_no_windows():
    figure = PICTURES["paths"](experiment(), [observe()])
    assert isinstance(figure, Figure)
    assert figure.canvas.manager is None
