"""Two who want to write, kills, Ctrl-C, and readers meanwhile."""

from __future__ import annotations

import os
import random
import signal
import sys
import time

import pytest

from chsim.errors import StoreError
from chsim.store import Store, is_store
from tests.store.appender import SERIES, assert_whole, contents, fill, made
from tests.store.conftest import stop

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def wait_for(ready, running):
    while not ready():
        assert running.poll() is None, running.stderr.read()
        time.sleep(0.01)


def test_a_second_process_is_refused_until_the_first_is_killed(start, tmp_path):
    running = start(tmp_path / "store")
    assert running.stdout.readline() == "ready\n"
    for _ in range(2):  # asking takes nothing from whoever has it
        with pytest.raises(StoreError, match=rf"store: process {running.pid} writes to it$"):
            Store.open(tmp_path / "store")
    stop(running)
    with Store.open(tmp_path / "store") as store:
        assert store.gaps() == []


def test_the_same_store_through_a_link_is_the_same_store(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder)
    with Store.open(folder), pytest.raises(StoreError, match=f"process {os.getpid()} writes"):
        Store.open(tmp_path / "link")
    fill(tmp_path / "link", 40)
    assert_whole(folder, 40)


def test_a_link_that_is_turned_does_not_split_a_store(folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder)
    with Store.open(link) as store:
        link.unlink()
        link.symlink_to(tmp_path)
        store.append(SERIES, 30, 5, made(30, 5))
    assert_whole(folder, 35)


def append_five(store):
    store.append(SERIES, 30, 5, made(30, 5))


def test_two_writers_past_a_lock_that_was_deleted_do_not_mix(folder):
    with Store.open(folder) as first:
        (folder / "lock").unlink()
        with Store.open(folder) as second:
            append_five(second)
            with pytest.raises(StoreError, match="cannot be written: another process has changed"):
                append_five(first)
    assert_whole(folder, 35)


def test_a_folder_that_is_taken_away_is_one_line(folder, tmp_path):
    with Store.open(folder) as store:
        folder.rename(tmp_path / "away")
        with pytest.raises(StoreError, match="store: cannot be written: No such file"):
            append_five(store)
        fill(folder, 30)
        with pytest.raises(StoreError, match="another process has changed it"):
            append_five(store)
    assert_whole(folder, 30)
    assert_whole(tmp_path / "away", 30)


def test_whoever_was_refused_for_another_reason_holds_nothing(folder):
    with pytest.raises(StoreError, match="cannot be carried on"):
        Store.open(folder, {"command": "other"})
    Store.open(folder).close()


def test_a_holder_that_does_not_say_who_it_is_is_another_process(folder):
    with Store.open(folder):
        for text in ("", "[]", '{"pid": "x"}'):
            (folder / "writer.json").write_text(text)
            with pytest.raises(StoreError, match="store: another process writes to it"):
                Store.open(folder)
        (folder / "writer.json").write_text('{"pid": 7, "host": "elsewhere"}')
        with pytest.raises(StoreError, match="store: process 7 on elsewhere writes to it"):
            Store.open(folder)


def test_killed_at_any_moment_it_carries_on_from_whole_chunks(start, tmp_path):
    chance = random.Random(5)
    folder, units = tmp_path / "store", 0
    for kill in range(12):
        running = start(folder)
        if kill > 1:  # the first two may be killed before there is a store
            assert running.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 0.25))
        stop(running)
        if is_store(folder):
            store = Store.read(folder)
            assert store.gaps() == []
            assert store.next_unit(SERIES) >= units
            units = store.next_unit(SERIES)
    assert units > 0
    fill(folder, units + 20)
    assert_whole(folder, units + 20)


def test_a_reader_meanwhile_sees_whole_chunks(start, tmp_path):
    folder = tmp_path / "store"
    running = start(folder)
    wait_for(lambda: is_store(folder), running)
    reader, seen = Store.read(folder), set()
    while len(seen) < 15:
        assert running.poll() is None
        reader.refresh()
        counts = [chunk.count for chunk in reader.chunks(SERIES)]
        assert sum(counts) == reader.next_unit(SERIES)
        seen.add(sum(counts))
    stop(running)
    results, _ = contents(folder)
    assert (results["unit"] == range(len(results))).all()


def test_ctrl_c_keeps_what_was_done(start, tmp_path):
    folder = tmp_path / "store"
    for _ in range(3):
        running = start(folder)
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.1)
        _, err = stop(running, signal.SIGINT)
        assert err.rstrip().endswith("KeyboardInterrupt")
        assert not list(folder.rglob("*.part"))
        assert not (folder / "writer.json").exists()
    units = Store.read(folder).next_unit(SERIES)
    assert units > 0
    assert_whole(folder, units)


@pytest.mark.parametrize("call", range(1, 7))
def test_ctrl_c_waits_for_the_end_of_an_append(call, folder, monkeypatch):
    """At each time that something goes to the disk: two files, their folder, the manifest."""
    sync, calls = os.fsync, []

    def interrupted(file):
        calls.append(file)
        if len(calls) == call:
            signal.raise_signal(signal.SIGINT)
        sync(file)

    monkeypatch.setattr(os, "fsync", interrupted)
    with Store.open(folder) as store:
        for first in (30, 35):
            try:
                store.append(SERIES, first, 5, made(first, 5))
            except KeyboardInterrupt:
                break
        assert store.next_unit(SERIES) == (35 if call <= 4 else 40)
    assert_whole(folder, 35 if call <= 4 else 40)
