"""The manifest: lines that are whole, torn, damaged, or take the place of others."""

from __future__ import annotations

import json

import pytest

from chsim.errors import StoreError
from chsim.store import Store
from chsim.store.index import Index
from chsim.store.manifest import Entry, as_line, from_line
from tests.store.appender import IDENTITY, SERIES, assert_whole, fill, made


def test_a_line_comes_back():
    data = {"é\udc80": [1, None, 0.1], "b": {"z": 1, "a": "\n"}}
    assert from_line(as_line(data)) == data
    assert list(from_line(as_line(data))["b"]) == ["z", "a"]
    assert as_line(data).count(b"\n") == 1


@pytest.mark.parametrize("line", [b"", b"{}", b"[]", b"1", b"\xff", b"[" * 10**5, b"\x00" * 20])
def test_what_is_no_line_is_none(line):
    assert from_line(line) is None


def test_a_line_with_one_sign_changed_is_none():
    line = as_line({"first": 100})
    assert from_line(line.replace(b"100", b"101")) is None


def test_the_manifest_can_be_read_without_chsim(folder):
    head, *lines = map(json.loads, (folder / "manifest.jsonl").read_text().splitlines())
    assert (head["format"], head["identity"]) == (1, IDENTITY)
    assert [(line["series"], line["first"], line["count"]) for line in lines] == [
        (SERIES, first, 10) for first in (0, 10, 20)
    ]
    assert set(lines[0]["files"]["results"]) == {"file", "size", "sha256"}


def test_a_torn_last_line_anywhere_is_cut_off(folder):
    manifest = folder / "manifest.jsonl"
    whole = manifest.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for end in (last, last + 1, (last + len(whole)) // 2, len(whole) - 1):
        manifest.write_bytes(whole[:end])
        assert Store.read(folder).next_unit(SERIES) == 20
        assert manifest.stat().st_size == end  # a reader changes nothing
        Store.open(folder).close()
        assert manifest.read_bytes() == whole[:last]
    fill(folder, 30, step=10)
    assert manifest.read_bytes() == whole


def test_a_damaged_line_leaves_a_gap_that_can_be_filled(folder):
    manifest = folder / "manifest.jsonl"
    manifest.write_bytes(manifest.read_bytes().replace(b'"first":10', b'"first":90'))
    with Store.open(folder) as store:
        assert [(gap.first, gap.count) for gap in store.gaps()] == [(10, 10)]
        assert store.next_unit(SERIES) == 30
        with pytest.raises(StoreError, match="games, unit 10 and more: in no line of manifest"):
            list(store.chunks(SERIES))
        assert [chunk.first for chunk in store.chunks(SERIES, skip=print)] == [0, 20]
        store.append(SERIES, 10, 4, made(10, 4))
        assert [(gap.first, gap.count) for gap in store.gaps()] == [(14, 6)]
        store.append(SERIES, 14, 6, made(14, 6))
    assert_whole(folder, 30)


@pytest.mark.parametrize("head", [b"", b"\n", b"{}\n", b"\xff\n", as_line({"identity": 3})])
def test_a_damaged_first_line_is_named(head, folder):
    (folder / "manifest.jsonl").write_bytes(head)
    with pytest.raises(StoreError, match=r"store: manifest\.jsonl: the first line is damaged$"):
        Store.read(folder)


def test_another_format_is_refused_and_left_alone(folder):
    line = as_line({"format": 2, "identity": {}})
    (folder / "manifest.jsonl").write_bytes(line + b"torn")
    for way in (Store.read, Store.open):
        with pytest.raises(StoreError, match=r"store: is a store of format 2, not 1$"):
            way(folder)
    assert (folder / "manifest.jsonl").read_bytes() == line + b"torn"


def test_a_file_outside_of_the_folder_is_not_read(folder, tmp_path):
    (tmp_path / "secret").write_bytes(b"x")
    files = {"results": {"file": "../../secret", "size": 1, "sha256": "0"}}
    line = as_line({"series": SERIES, "first": 30, "count": 1, "files": files})
    with (folder / "manifest.jsonl").open("ab") as manifest:
        manifest.write(line)
    assert Store.read(folder).next_unit(SERIES) == 30


def entry(first, end, series=SERIES):
    return Entry(series, first, end - first, {})


def spans(index):
    return [(one.first, one.end) for one in index.of(SERIES)]


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ((10, 20), [(0, 10), (10, 20), (20, 30)]),
        ((10, 15), [(0, 10), (10, 15), (20, 30)]),
        ((15, 20), [(0, 10), (15, 20), (20, 30)]),
        ((5, 15), [(5, 15), (20, 30)]),
        ((0, 30), [(0, 30)]),
        ((30, 31), [(0, 10), (10, 20), (20, 30), (30, 31)]),
        ((29, 31), [(0, 10), (10, 20), (29, 31)]),
    ],
)
def test_a_later_chunk_takes_the_place_of_those_it_overlaps(later, left):
    index = Index([entry(0, 10), entry(10, 20), entry(20, 30), entry(*later)])
    assert spans(index) == left


def test_holes_are_between_chunks_and_before_the_first():
    index = Index([entry(5, 10), entry(12, 20)])
    assert list(index.holes(SERIES)) == [(0, 5), (10, 12)]
    assert list(index.holes("other")) == []
    assert (index.next_unit(SERIES), index.next_unit("other")) == (20, 0)


def test_series_stand_in_the_order_in_which_they_began():
    index = Index([entry(0, 1, "b"), entry(0, 1, "a"), entry(1, 2, "b")])
    assert index.series == ["b", "a"]
