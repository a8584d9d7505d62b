"""Making, opening and reading a store; damaged chunks; what is refused."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest

from chsim.errors import StoreError
from chsim.store import Store, is_store
from tests.store.appender import IDENTITY, SERIES, assert_whole, fill, made


def test_what_was_appended_comes_back_in_order(folder):
    store = Store.read(folder)
    assert store.identity == IDENTITY
    assert [(chunk.first, chunk.count) for chunk in store.chunks(SERIES)] == [
        (0, 10),
        (10, 10),
        (20, 10),
    ]
    assert_whole(folder, 30)


def test_only_the_arrays_that_are_asked_for_are_read(folder, files):
    files[1].unlink()
    chunks = Store.read(folder).chunks(SERIES, "hands")
    assert [list(chunk.arrays) for chunk in chunks] == [["hands"]] * 3


def test_blocks_keep_their_shape(tmp_path):
    blocks = np.arange(12).reshape(3, 4)
    with Store.create(tmp_path, {}) as store:
        store.append("blocks", 0, 3, {"results": blocks})
    (chunk,) = Store.read(tmp_path).chunks("blocks")
    np.testing.assert_array_equal(chunk.arrays["results"], blocks)


def test_series_do_not_mix(tmp_path):
    names = ["a b", "a_b", "A b", "é", "", "../x", "a" * 300, "\udc80"]
    with Store.create(tmp_path, {}) as store:
        for number, name in enumerate(names):
            store.append(name, 0, 1, {"n": np.array([number])})
    store = Store.read(tmp_path)
    assert store.series == names
    found = [chunk.arrays["n"].item() for name in names for chunk in store.chunks(name)]
    assert found == list(range(len(names)))


def test_a_store_is_carried_on_where_it_ended(folder):
    with Store.open(folder, IDENTITY) as store:
        assert store.next_unit(SERIES) == 30
        assert store.next_unit("other") == 0
    fill(folder, 75)
    assert_whole(folder, 75)


def test_the_same_chunks_are_the_same_bytes(folder, tmp_path):
    fill(tmp_path / "again", 30, step=10)
    for path in [*folder.glob("chunks/*"), folder / "manifest.jsonl"]:
        assert (tmp_path / "again" / path.relative_to(folder)).read_bytes() == path.read_bytes()


def test_a_reader_sees_what_was_there_until_it_looks_again(folder):
    reader = Store.read(folder)
    fill(folder, 40)
    assert reader.next_unit(SERIES) == 30
    assert sum(chunk.count for chunk in reader.chunks(SERIES)) == 30
    reader.refresh()
    assert reader.next_unit(SERIES) == 40


def test_chunks_are_read_when_they_are_reached(folder, files):
    chunks = Store.read(folder).chunks(SERIES)
    next(chunks)
    files[1].unlink()
    with pytest.raises(StoreError, match="missing"):
        next(chunks)


# --- damage -------------------------------------------------------------------


def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def turn_a_bit(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def lengthen(path):
    path.write_bytes(path.read_bytes() + b"\0")


DAMAGE = [
    (cut, r"truncated, \d+ of \d[\d,]* bytes"),
    (turn_a_bit, "altered"),
    (lengthen, "altered"),
    (os.unlink, "missing"),
    (lambda path: path.write_bytes(b""), "truncated, 0 of"),
]


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize(("damage", "reason"), DAMAGE)
def test_damage_is_found_named_and_made_good(damage, reason, which, folder, files):
    damage(files[which])
    store = Store.read(folder)
    (gap,) = store.gaps()
    assert (gap.series, gap.first, gap.count) == (SERIES, 10 * which, 10)
    name = files[which].name
    with pytest.raises(StoreError, match=rf"^[^\n]*store: games, unit .*{name}: {reason}"):
        list(store.chunks(SERIES))
    kept = [chunk.first for chunk in store.chunks(SERIES, skip=print)]
    assert kept == [first for first in (0, 10, 20) if first != 10 * which]
    fill(folder, 30)
    assert_whole(folder, 30)


def test_a_gap_may_be_filled_piece_by_piece_with_a_stop_between(folder, files):
    cut(files[1])
    with Store.open(folder) as store:
        store.append(SERIES, 10, 3, made(10, 3))
        assert [(gap.first, gap.count) for gap in store.gaps()] == [(13, 7)]
    assert [(gap.first, gap.count) for gap in Store.read(folder).gaps()] == [(13, 7)]
    fill(folder, 40)
    assert_whole(folder, 40)


def test_the_other_array_of_a_chunk_is_looked_at_too(folder):
    next(folder.glob("chunks/*.hands.parquet")).unlink()
    assert len(Store.read(folder).gaps()) == 1


# --- what is refused: one line that names the folder ---------------------------


@pytest.mark.parametrize("first", [0, 5, 10, 25, 29])
def test_units_that_are_there_are_not_replaced(first, folder):
    with Store.open(folder) as store, pytest.raises(ValueError, match="are there already"):
        store.append(SERIES, first, 10, made(first, 10))
    assert_whole(folder, 30)


@pytest.mark.parametrize(("first", "count"), [(31, 1), (30, 0), (-1, 1), (30, -1)])
def test_units_that_are_not_next_are_refused(first, count, folder):
    with Store.open(folder) as store, pytest.raises(ValueError, match="unit"):
        store.append(SERIES, first, count, made(30, 1))
    assert_whole(folder, 30)


@pytest.mark.parametrize("name", ["", "A", "../x", "a b", "é"])
def test_arrays_have_plain_names(name, folder):
    with Store.open(folder) as store, pytest.raises(StoreError, match="small letters"):
        store.append(SERIES, 30, 1, {"results": np.zeros(1), name: np.zeros(1)})
    assert len(list((folder / "chunks").iterdir())) == 6


@pytest.mark.parametrize("store", [Store.read, Store.open])
def test_a_store_that_is_not_open_for_writing_takes_nothing(store, folder):
    closed = store(folder)
    closed.close()
    closed.close()
    with pytest.raises(ValueError, match="not open for writing"):
        closed.append(SERIES, 30, 1, made(30, 1))


@pytest.mark.parametrize("way", [Store.open, Store.read])
def test_what_is_no_store_is_refused_and_left_alone(way, tmp_path):
    (tmp_path / "file").touch()
    for name, wrong in {
        "file": "not a folder",
        "none": "no such folder",
        ".": "not a store",
    }.items():
        with pytest.raises(StoreError, match=rf"^[^\n]*: (is )?{wrong}$"):
            way(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert not is_store(tmp_path / "file")


def test_a_folder_in_use_is_refused_and_left_alone(folder, tmp_path):
    (tmp_path / "mine.txt").touch()
    before = sorted(tmp_path.rglob("*"))
    for path, wrong in {
        tmp_path: "is neither empty nor a store",
        folder: "is a store already",
        tmp_path / "mine.txt": "is not a folder",
        tmp_path / "mine.txt" / "new": "cannot be made: Not a directory",
    }.items():
        with pytest.raises(StoreError, match=rf"^[^\n]*{path.name}: {wrong}$"):
            Store.create(path, {})
    assert sorted(tmp_path.rglob("*")) == before


def test_what_a_stop_in_the_beginning_leaves_is_no_hindrance(tmp_path):
    (tmp_path / "lock").touch()
    (tmp_path / "chunks").mkdir()
    (tmp_path / "manifest.jsonl.part").write_bytes(b"{")
    fill(tmp_path, 10)
    assert_whole(tmp_path, 10)
    assert not list(tmp_path.rglob("*.part"))


def test_a_file_that_no_line_names_is_written_over(folder):
    fill(folder, 40, step=10)
    manifest = folder / "manifest.jsonl"
    manifest.write_bytes(b"".join(manifest.read_bytes().splitlines(keepends=True)[:-1]))
    (folder / "chunks" / "a.parquet.part").touch()
    fill(folder, 37)
    assert_whole(folder, 37)
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize("name", ["\0", "a" * 5000])
def test_an_impossible_name_is_one_line(name, tmp_path):
    for way in (Store.read, Store.open, lambda path: Store.create(path, {})):
        with pytest.raises(StoreError, match=r"^[^\n]+$"):
            way(tmp_path / name)


@pytest.mark.parametrize("name", ["é ☾", "with space", "-x", "%41"])
def test_a_folder_may_have_any_name(name, tmp_path):
    fill(tmp_path / "deep" / name, 20)
    assert_whole(tmp_path / "deep" / name, 20)


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_name_that_is_no_text_can_be_used_and_shown(tmp_path):
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff")
    fill(name, 20)
    assert_whole(name, 20)
    with pytest.raises(StoreError, match="is a store already") as caught:
        Store.create(name, {})
    assert str(caught.value).encode()


def test_a_store_may_be_moved(folder, tmp_path):
    folder.rename(tmp_path / "moved")
    fill(tmp_path / "moved", 40)
    assert_whole(tmp_path / "moved", 40)


def test_a_store_made_by_something_else_is_refused_with_what_differs(folder):
    with pytest.raises(
        StoreError, match=r"store: cannot be carried on: command was append, is other$"
    ):
        Store.open(folder, {"command": "other"})
    Store.open(folder, IDENTITY).close()


@pytest.mark.parametrize("package", ["pyarrow", "filelock"])
def test_missing_packages_are_named(package, folder, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    for way in (Store.read, Store.open, lambda path: Store.create(path, {})):
        with pytest.raises(
            StoreError,
            match=r"^--store needs pyarrow and filelock: pip install pyarrow filelock$",
        ):
            way(folder)
