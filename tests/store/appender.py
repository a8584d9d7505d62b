"""A process that fills a store; killed, its next start fills in the rest.

``python -m tests.store.appender FOLDER UNITS`` writes a line when it has the store.
"""

from __future__ import annotations

import importlib
import sys

import numpy as np

from chsim.store import Buffer, Store, is_store

SERIES = "games"
IDENTITY = {"command": "append"}


def made(first, count):
    """The arrays of some units, which depend on their numbers alone."""
    units = np.arange(first, first + count)
    results = np.zeros(count, [("unit", np.int64), ("seats", np.int64, (6,))])
    results["unit"] = units
    results["seats"][:, :4] = units[:, None] * [1, 3, 5, 7] % 101 - 50
    return {"results": results, "hands": np.repeat(units, units % 3)}


def fill(folder, units, step=7, seconds=0.0):
    """Carry a store on, or begin one, until it has so many units."""
    with Store.open(folder) if is_store(folder) else Store.create(folder, IDENTITY) as store:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        for gap in store.gaps():
            store.append(gap.series, gap.first, gap.count, made(gap.first, gap.count))
        with Buffer(store, SERIES, seconds=seconds) as buffer:
            for first in range(store.next_unit(SERIES), units, step):
                count = min(step, units - first)
                buffer.add(first, count, made(first, count))


def contents(folder, series=SERIES):
    """All units of a series in one piece: results and hands."""
    chunks = list(Store.read(folder).chunks(series))
    return [np.concatenate([chunk.arrays[name] for chunk in chunks]) for name in made(0, 0)]


def assert_whole(folder, units):
    """The store holds what it would if nothing had happened."""
    assert Store.read(folder).gaps() == []
    assert Store.read(folder).next_unit(SERIES) == units
    for found, right in zip(contents(folder), made(0, units).values(), strict=True):
        np.testing.assert_array_equal(found, right)


if __name__ == "__main__":
    importlib.import_module("pyarrow.parquet")  # which takes a while, and is not what is tried
    fill(sys.argv[1], int(sys.argv[2]))
