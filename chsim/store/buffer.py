"""Joins small chunks into larger ones, so that a long run does not become countless files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

import numpy as np

from chsim.errors import StoreError
from chsim.interrupts import held_back
from chsim.store.store import Store

#: A chunk is written after so many seconds of work, …
SECONDS = 3.0
#: … or units, or bytes of arrays in memory, whichever comes first.
UNITS = 1_000_000
BYTES = 64 * 2**20


class Buffer:
    """Units of a series on their way into a store, in order.

    Used in a ``with`` block: what is in it is written at the end, on Ctrl-C and after a
    fault too. After a kill it is lost: the work of about ``seconds``.

    Parameters
    ----------
    store : Store
        Open for writing.
    series : str
    seconds : float
        How long after the last writing the next comes.
    units : int
        How many units are written at most together, if they came in smaller chunks.
    clock : callable
        Gives seconds.
    """

    def __init__(
        self,
        store: Store,
        series: str,
        seconds: float = SECONDS,
        units: int = UNITS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._store = store
        self._series = series
        self._seconds = seconds
        self._units = units
        self._clock = clock
        self._written = clock()
        self._empty()

    def __enter__(self) -> Buffer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        # What could not be written a moment ago will not be now, and would hide the reason.
        if kind is None or not issubclass(kind, StoreError):
            self.flush()

    def add(self, first: int, count: int, arrays: Mapping[str, Any]) -> None:
        """Take units ``first … first + count - 1``, which follow those taken before.

        Where they do not, as after a gap that was filled, what is there is written first.

        Parameters
        ----------
        first, count : int
        arrays : mapping of str to array
            Of the same names and dtypes each time; they are joined along their first axis.
        """
        with held_back():
            if self._parts and first != self._first + self._count:
                self.flush()
            if count > 0:
                self._take(first, count, arrays)
            if self._full():
                self.flush()

    def flush(self) -> None:
        """Write what is there as one chunk."""
        with held_back():
            if self._parts:
                self._store.append(self._series, self._first, self._count, self._joined())
            self._empty()
            self._written = self._clock()

    def _take(self, first: int, count: int, arrays: Mapping[str, Any]) -> None:
        if not self._parts:
            self._first = first
        self._parts.append(dict(arrays))
        self._count += count
        self._bytes += sum(array.nbytes for array in arrays.values())

    def _full(self) -> bool:
        late = self._clock() - self._written >= self._seconds
        return late or self._count >= self._units or self._bytes >= BYTES

    def _joined(self) -> dict[str, Any]:
        return {
            name: np.concatenate([part[name] for part in self._parts]) for name in self._parts[0]
        }

    def _empty(self) -> None:
        self._parts: list[dict[str, Any]] = []
        self._first = self._count = self._bytes = 0
