"""Frames as files, and back without loss."""

from __future__ import annotations

import json
import sys
import tempfile

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chsim
from chsim.errors import FramesError
from chsim.frames import FRAMES
from chsim.runner import RunInterrupted
from chsim.saved import KINDS, RUN
from tests.runs import LONG, SHORT, matchup, run_of

ODD = [
    "plain:pass=1,lead=2",
    "a/b c.py:Bot:x=1,y=nan",
    'say "NA"',
    "NA",
    "1",
    "true",
    "é\n\r,'",
    "a path of bytes \udc80",
]


def assert_same(frames, result):
    for name in FRAMES:
        pd.testing.assert_frame_equal(
            getattr(frames, name), getattr(result, name), check_exact=True
        )


def there_and_back(result, folder, kind):
    assert_same(chsim.load_frames(result.save(folder, kind)), result)


@pytest.fixture(scope="module")
def played():
    table = ["random", "plain:pass=1,lead=2", "random", "plain"]
    return chsim.run(table, games=30, seed=5, jobs=1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_comes_back_as_it_was(kind, played, tmp_path):
    there_and_back(played, tmp_path / "new" / "folder", kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "result",
    [
        pytest.param(run_of(), id="no matchup"),
        pytest.param(run_of(matchup(games=[])), id="no game"),
        pytest.param(run_of(matchup(), matchup(("a", "c", "d"), [])), id="a matchup without games"),
        pytest.param(run_of(matchup(games=[SHORT])), id="no moon"),
        pytest.param(run_of(matchup(("a",) * 6, [[([(100, 0)] * 6, -1, -1)]])), id="six lost"),
        pytest.param(
            run_of(matchup(games=[[([(2**37 + 1, -(2**37)), (0, 0), (0, 0)], 0, 1)]])), id="large"
        ),
        pytest.param(run_of(*(matchup((name, "a", "b")) for name in ODD)), id="odd names"),
    ],
)
def test_odd_runs_come_back_as_they_were(kind, result, tmp_path):
    there_and_back(result, tmp_path, kind)


@settings(max_examples=20)
@given(st.lists(st.text(min_size=1).filter(str.isprintable), min_size=3, max_size=3), st.booleans())
def test_names_of_strategies_come_back_as_they_were(names, rotate):
    result = run_of(matchup(names, [LONG, SHORT], rotate=rotate))
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            there_and_back(result, folder, kind)


@settings(max_examples=20)
@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_magnitudes_come_back_to_the_last_bit(re, im):
    result = run_of(matchup(games=[[([(re, im), (0, 0), (1, 0)], -1, -1)]]))
    with tempfile.TemporaryDirectory() as folder:
        there_and_back(result, folder, "csv")


def test_an_interrupted_run_says_so_when_it_comes_back(tmp_path):
    def interrupt(done, games):
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(RunInterrupted) as caught:
        chsim.run("random,random,random,random", games=500, jobs=1, progress=interrupt)
    frames = chsim.load_frames(caught.value.result.save(tmp_path))
    assert_same(frames, caught.value.result)
    assert frames.run["stopped"] == "interrupted"
    assert 5 <= len(frames.games) < 500


def test_what_the_run_was_comes_with_it(played, tmp_path):
    assert chsim.load_frames(played.save(tmp_path)).run == played.to_dict()


def test_another_run_in_the_same_folder_replaces_the_first(played, tmp_path):
    played.save(tmp_path, "csv")
    there_and_back(run_of(matchup()), tmp_path, "parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [RUN, *(f"{name}.parquet" for name in FRAMES)]
    )


def test_the_same_run_is_the_same_bytes(played, tmp_path):
    for name in ("one", "two"):
        played.save(tmp_path / name)
    assert [
        (tmp_path / "one" / path.name).read_bytes() for path in sorted((tmp_path / "two").iterdir())
    ] == [path.read_bytes() for path in sorted((tmp_path / "two").iterdir())]


# --- what cannot be written or read: one line that names it -------------------


@pytest.mark.parametrize("kind", ["xlsx", None, ["csv"]])
def test_another_kind_is_refused(kind, tmp_path):
    with pytest.raises(FramesError, match=r"^kind: expected csv or parquet, not .*$"):
        run_of(matchup()).save(tmp_path, kind)


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    run_of(matchup()).save(tmp_path / "saved", "parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(FramesError, match=r"^parquet needs pyarrow: pip install pyarrow$"):
        run_of(matchup()).save(tmp_path / "new", "parquet")
    with pytest.raises(FramesError, match=r"^parquet needs pyarrow: pip install pyarrow$"):
        chsim.load_frames(tmp_path / "saved")
    assert not (tmp_path / "new").exists()


def test_a_file_where_the_folder_should_be_is_named(tmp_path):
    (tmp_path / "taken").touch()
    with pytest.raises(FramesError, match=r"taken: cannot be written: \w"):
        run_of(matchup()).save(tmp_path / "taken")


def test_a_full_disk_leaves_the_earlier_run_alone(tmp_path, monkeypatch):
    def full(*args, **how):
        raise OSError(28, "No space left on device")

    run_of(matchup()).save(tmp_path)
    monkeypatch.setattr(pd.DataFrame, "to_csv", full)
    with pytest.raises(FramesError, match="written: No space left"):
        run_of(matchup(("c", "b", "b"))).save(tmp_path)
    assert_same(chsim.load_frames(tmp_path), run_of(matchup()))
    assert len(list(tmp_path.iterdir())) == 4


def test_a_folder_without_a_run_is_named(tmp_path):
    with pytest.raises(FramesError, match=rf"{RUN}: No such file"):
        chsim.load_frames(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "\x00",
        "[" * 100_000,
        '{"frames": "csv"}',
        '{"frames": 1, "matchups": []}',
        '{"frames": "csv", "matchups": [{"seats": [1]}]}',
        '{"frames": "csv", "matchups": 3}',
    ],
)
def test_a_file_of_something_else_is_named(text, tmp_path):
    (tmp_path / RUN).write_text(text)
    with pytest.raises(FramesError, match=rf"{RUN}: is not of a saved run$"):
        chsim.load_frames(tmp_path)


def test_an_unknown_kind_in_the_run_is_refused(tmp_path):
    (tmp_path / RUN).write_text('{"frames": "../csv", "matchups": []}')
    with pytest.raises(FramesError, match="expected csv or parquet"):
        chsim.load_frames(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FRAMES)
def test_a_missing_file_is_named(kind, name, tmp_path):
    run_of(matchup()).save(tmp_path, kind)
    (tmp_path / f"{name}.{kind}").unlink()
    with pytest.raises(FramesError, match=rf"^[^\n]*{name}\.{kind}: [^\n]+$"):
        chsim.load_frames(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("content", [b"", b"\x00\xff", b'"a","b"\n1,2\n', b'"'])
def test_a_damaged_file_is_named(kind, content, tmp_path):
    run_of(matchup()).save(tmp_path, kind)
    (tmp_path / f"hands.{kind}").write_bytes(content)
    with pytest.raises(FramesError, match=rf"^[^\n]*hands\.{kind}: [^\n]+$"):
        chsim.load_frames(tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"a"', '"z"'),
        ('"subtract"', '"keep"'),
        ("\n0,", "\n,"),
        ("\n0,", "\n0.5,"),
        ("\n0,", f"\n{10**20},"),
        ("False", "perhaps"),
        ("\n0,", "\n9,0,"),
    ],
)
def test_a_changed_value_is_not_let_through(old, new, tmp_path):
    file = run_of(matchup()).save(tmp_path) / "hands.csv"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(FramesError, match=r"^[^\n]*hands\.csv: [^\n]+$"):
        chsim.load_frames(tmp_path)


@pytest.mark.parametrize("name", FRAMES)
def test_a_file_cut_between_two_lines_is_not_let_through(name, tmp_path):
    file = run_of(matchup()).save(tmp_path) / f"{name}.csv"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))
    with pytest.raises(FramesError, match=rf"{name}\.csv: expected {len(lines) - 1} rows, not"):
        chsim.load_frames(tmp_path)


def test_a_saved_run_can_be_listed_without_chsim(tmp_path):
    folder = run_of(matchup()).save(tmp_path)
    assert json.loads((folder / RUN).read_text())["matchups"][0]["seats"] == ["a", "b", "b"]
    assert len(pd.read_csv(folder / "games.csv")) == 2
