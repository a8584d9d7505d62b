"""Disks that are full or may not be written: one clear line, and a store that carries on."""

from __future__ import annotations

import errno
import os
import subprocess

import numpy as np
import pytest

from chsim.errors import StoreError
from chsim.store import Buffer, Store
from chsim.store.files import write_whole
from tests.store.appender import SERIES, assert_whole, fill, made

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def assert_refused(store, folder):
    with pytest.raises(StoreError, match=r"^[^\n]*: cannot be written: No space left on device$"):
        store.append(SERIES, 30, 5, made(30, 5))
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize("call", range(1, 5))
def test_full_at_any_write_leaves_the_store_as_it_was(call, folder, monkeypatch):
    sync, calls = os.fsync, []

    def full(file):
        calls.append(file)
        if len(calls) == call:
            raise FULL
        sync(file)

    before = {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
    with Store.open(folder) as store:
        monkeypatch.setattr(os, "fsync", full)
        assert_refused(store, folder)
        assert store.next_unit(SERIES) == 30
        assert {path: path.read_bytes() for path in before} == before
        assert len(list((folder / "chunks").iterdir())) == 6
        store.append(SERIES, 30, 5, made(30, 5))  # there is room again
    assert_whole(folder, 35)


def test_full_when_it_is_made_is_one_line_and_no_store(tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(FULL))
        with pytest.raises(StoreError, match=r": cannot be written: No space left on device$"):
            Store.create(tmp_path / "new", {})
    fill(tmp_path / "new", 10)
    assert_whole(tmp_path / "new", 10)


def test_a_buffer_does_not_hide_why_it_could_not_write(folder, monkeypatch):
    with Store.open(folder) as store:
        monkeypatch.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(FULL))
        with (
            pytest.raises(StoreError, match="No space left on device"),
            Buffer(store, SERIES, units=5) as buffer,
        ):
            buffer.add(30, 5, made(30, 5))
    assert_whole(folder, 30)


def test_a_file_that_is_replaced_stays_until_the_new_one_is_whole(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"old")
    monkeypatch.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(FULL))
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def noise(first):
    return {"results": np.random.default_rng(first).integers(0, 2**62, 1000)}


def fill_up(store):
    for first in range(0, 100_000, 1000):
        store.append(SERIES, first, 1000, noise(first))


def test_a_disk_that_is_full(small_disk):
    folder = small_disk / "store"
    (small_disk / "other").write_bytes(bytes(100_000))
    with Store.create(folder, {}) as store:
        with pytest.raises(StoreError, match=r"written: No space left on device$"):
            fill_up(store)
        held = store.next_unit(SERIES)
        assert held > 0
        assert store.gaps() == []
        assert not list(folder.rglob("*.part"))
    assert Store.read(folder).next_unit(SERIES) == held
    (small_disk / "other").unlink()
    with Store.open(folder) as store:
        store.append(SERIES, held, 1000, noise(held))
    chunks = list(Store.read(folder).chunks(SERIES))
    assert len(chunks) == held // 1000 + 1
    for chunk in chunks:
        np.testing.assert_array_equal(chunk.arrays["results"], noise(chunk.first)["results"])


def test_a_disk_that_may_not_be_written_can_still_be_read(small_disk):
    folder = small_disk / "store"
    fill(folder, 30)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert_whole(folder, 30)
    with pytest.raises(StoreError, match=r"store: cannot be \w+: Read-only file system$"):
        Store.open(folder)
    with pytest.raises(StoreError, match=r"new: cannot be made: Read-only file system$"):
        Store.create(small_disk / "new", {})
