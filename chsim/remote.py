"""Chunks played by a worker elsewhere: only by the same code, and packed for the way back."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from chsim.chunks import Chunk, Work
from chsim.core.game import GAME_RESULT
from chsim.core.layout import HAND_LOG
from chsim.core.playout import LUCK
from chsim.errors import StrategyError, StrategyFault
from chsim.stamp import bot_file, engine_stamp, stamps
from chsim.strategy import forget_files

#: Stamps of bot files as this process has loaded them.
_LOADED: dict[str, str] = {}
#: What was found to be the same here.
_SAME: set[tuple[str, str, frozenset[tuple[str, str]]]] = set()

Packed = tuple[int, bytes, bytes, str | None, float, int, bytes]


@dataclass(frozen=True)
class Task:
    """What a worker elsewhere is asked: some units, and the code it must have.

    Parameters
    ----------
    work : Work
    chsim, engine : str
        Version and `chsim.stamp.engine_stamp`, as the run that asks has them.
    strategies : mapping of str to str
        `chsim.stamp.strategy_stamp` by name.
    where : callable
        Called by the worker; says which one it is.
    """

    work: Work
    chsim: str
    engine: str
    strategies: Mapping[str, str]
    where: Callable[[], str]

    @classmethod
    def of(cls, work: Work, where: Callable[[], str]) -> Task:
        """Ask for units of this work, as this process would play them."""
        return cls(work, version("chsim"), engine_stamp(), stamps(work.strategies), where)

    def play(self, first: int, count: int) -> Packed:
        """Play units ``first`` … ``first + count - 1``; a fault alone if the code is not the same.

        Notes
        -----
        This is what runs on the worker.
        """
        wrong = self._wrong()
        if wrong:
            nothing = np.zeros(0, GAME_RESULT), np.zeros(0, HAND_LOG)
            return pack(Chunk(first, *nothing, f"worker {self.where()}: {wrong}"))
        return pack(self.work.play(first, count))

    def _wrong(self) -> str | None:
        asked = self.chsim, self.engine, frozenset(self.strategies.items())
        if asked in _SAME:
            return None
        wrong = self._wrong_engine() or self._wrong_strategy()
        if wrong is None:
            _SAME.add(asked)
        return wrong

    def _wrong_engine(self) -> str | None:
        if version("chsim") != self.chsim:
            return f"chsim {version('chsim')} there, {self.chsim} here"
        if engine_stamp() != self.engine:
            return f"chsim {self.chsim} here and there, but other code of the engine there"
        return None

    def _wrong_strategy(self) -> str | None:
        if any(_LOADED.get(name, stamp) != stamp for name, stamp in self.strategies.items()):
            forget_files()
            _LOADED.clear()
            _SAME.clear()
        try:
            found = stamps(self.work.strategies)
        except (StrategyError, StrategyFault) as error:
            return str(error)
        for name, stamp in self.strategies.items():
            if found.get(name) != stamp:
                return f"{name}: other code there"
            if bot_file(name):
                _LOADED.setdefault(name, stamp)
        return None


def pack(chunk: Chunk) -> Packed:
    """Pack a chunk: seats that are empty and numbers that are small take next to nothing."""
    results, logs = _packed(chunk.results), _packed(chunk.logs)
    luck = _packed(chunk.luck)
    return chunk.first, results, logs, chunk.fault, chunk.seconds, chunk.units, luck


def unpack(packed: Packed) -> Chunk:
    """The chunk that `pack` was given."""
    first, results, logs, fault, seconds, units, luck = packed
    games, hands = _unpacked(results, GAME_RESULT), _unpacked(logs, HAND_LOG)
    return Chunk(first, games, hands, fault, seconds, units, _unpacked(luck, LUCK))


def _packed(rows: Any) -> bytes:
    """All first bytes, then all second bytes, …: most are runs of the same, which is quick."""
    width = rows.dtype.itemsize
    planes = np.frombuffer(np.ascontiguousarray(rows).tobytes(), np.uint8).reshape(-1, width).T
    packer = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return packer.compress(planes.tobytes()) + packer.flush()


def _unpacked(packed: bytes, layout: np.dtype[Any]) -> Any:
    columns = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(layout.itemsize, -1)
    return np.ascontiguousarray(columns.T).view(layout).reshape(-1).view(np.recarray)
