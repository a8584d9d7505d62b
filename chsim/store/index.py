"""Which chunk holds which units: later lines of a manifest take the place of earlier ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from chsim.store.manifest import Entry

Span = tuple[int, int]


class Index:
    """The chunks of a store that count, by series and in order of their units."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._series: dict[str, list[Entry]] = {}
        for entry in entries:
            self.place(entry)

    @property
    def series(self) -> list[str]:
        """Names of the series, in the order in which they began."""
        return list(self._series)

    def of(self, series: str) -> list[Entry]:
        """The chunks of a series."""
        return list(self._series.get(series, ()))

    def next_unit(self, series: str) -> int:
        """The unit after the last of a series."""
        entries = self._series.get(series)
        return entries[-1].end if entries else 0

    def place(self, entry: Entry) -> None:
        """Put a chunk in; chunks that it overlaps with are no more."""
        entries = self._series.setdefault(entry.series, [])
        low, high = self._range(entries, entry.first, entry.end)
        entries[low:high] = [entry]

    def overlapping(self, series: str, first: int, end: int) -> list[Entry]:
        """The chunks that hold any of units ``first … end - 1``."""
        entries = self._series.get(series, [])
        low, high = self._range(entries, first, end)
        return entries[low:high]

    def holes(self, series: str) -> Iterator[Span]:
        """First and end of the units before the last that no chunk holds."""
        unit = 0
        for entry in self._series.get(series, ()):
            if entry.first > unit:
                yield unit, entry.first
            unit = entry.end

    @staticmethod
    def _range(entries: list[Entry], first: int, end: int) -> Span:
        low = bisect_right(entries, first, key=lambda entry: entry.end)
        high = low
        while high < len(entries) and entries[high].first < end:
            high += 1
        return low, high
