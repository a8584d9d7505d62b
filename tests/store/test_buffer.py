"""Small chunks joined into larger ones."""

from __future__ import annotations

import signal

import numpy as np
import pytest

from chsim.store import Buffer, Store
from chsim.store import buffer as buffer_module
from tests.store.appender import IDENTITY, SERIES, assert_whole, made


class Clock:
    """Stands still until it is put forward."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def store(tmp_path):
    with Store.create(tmp_path / "store", IDENTITY) as store:
        yield store


def spans(store):
    store.refresh()
    return [(chunk.first, chunk.count) for chunk in store.chunks(SERIES)]


def feed(buffer, first, end, step=1):
    for unit in range(first, end, step):
        buffer.add(unit, step, made(unit, step))


def test_what_is_left_is_written_at_the_end(store):
    with Buffer(store, SERIES, clock=Clock()) as buffer:
        feed(buffer, 0, 25)
        assert store.next_unit(SERIES) == 0
    assert spans(store) == [(0, 25)]
    assert_whole(store.path, 25)


def test_a_chunk_is_written_after_so_many_units(store):
    with Buffer(store, SERIES, units=10, clock=Clock()) as buffer:
        feed(buffer, 0, 25)
        assert spans(store) == [(0, 10), (10, 10)]
    assert_whole(store.path, 25)


def test_a_chunk_is_written_after_so_many_seconds_of_work(store):
    clock = Clock()
    with Buffer(store, SERIES, seconds=3, clock=clock) as buffer:
        clock.now = 2.9
        feed(buffer, 0, 4)
        clock.now = 3.0
        feed(buffer, 4, 5)
        assert spans(store) == [(0, 5)]
        clock.now = 5.9
        feed(buffer, 5, 9)
        clock.now = 6.0
        feed(buffer, 9, 10)
        assert spans(store) == [(0, 5), (5, 5)]


def test_a_chunk_is_written_after_so_much_memory(store, monkeypatch):
    monkeypatch.setattr(buffer_module, "BYTES", made(0, 5)["results"].nbytes)
    with Buffer(store, SERIES, clock=Clock()) as buffer:
        feed(buffer, 0, 5)
        assert spans(store) != []


def test_units_that_do_not_follow_are_another_chunk(store):
    with Buffer(store, SERIES, clock=Clock()) as buffer:
        feed(buffer, 0, 20, step=10)
        buffer.flush()
        feed(buffer, 20, 30, step=10)
    next((store.path / "chunks").glob("*000000000000.results*")).unlink()
    with Buffer(store, SERIES, clock=Clock()) as buffer:
        feed(buffer, 0, 20, step=5)
        feed(buffer, 30, 40, step=5)
    assert spans(store) == [(0, 20), (20, 10), (30, 10)]
    assert_whole(store.path, 40)


def test_no_units_are_no_chunk(store):
    with Buffer(store, SERIES, seconds=0) as buffer:
        buffer.add(0, 0, made(0, 0))
    assert store.series == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_a_stop_writes_what_is_there(error, store):
    def stopped():
        with Buffer(store, SERIES, clock=Clock()) as buffer:
            feed(buffer, 0, 5)
            raise error

    with pytest.raises(error):
        stopped()
    assert_whole(store.path, 5)


def test_ctrl_c_within_an_addition_waits_for_its_end(store):
    class Interrupting(dict):
        def values(self):
            signal.raise_signal(signal.SIGINT)
            return super().values()

    def stopped():
        with Buffer(store, SERIES, clock=Clock()) as buffer:
            feed(buffer, 0, 5)
            buffer.add(5, 5, Interrupting(made(5, 5)))

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert_whole(store.path, 10)


def test_records_with_attributes_can_be_joined(store):
    with Buffer(store, SERIES, clock=Clock()) as buffer:
        for first in (0, 5):
            arrays = made(first, 5)
            buffer.add(first, 5, arrays | {"results": arrays["results"].view(np.recarray)})
    assert_whole(store.path, 10)
