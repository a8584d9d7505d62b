"""Workers that play the chunks of a plan, and chunks of a fitting size for them."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from chsim.chunks import Chunk, Work
from chsim.errors import OptionError, StrategyFault, need_whole, unknown
from chsim.interrupts import shielded_workers
from chsim.strategy import CompiledStrategy

#: Seconds a chunk should take: long enough to outweigh its dispatch, short
#: enough for progress, Ctrl-C and even work.
CHUNK_SECONDS = 0.2
FIRST_CHUNK = 1
MAX_CHUNK = 20_000
#: Largest chunk when every hand is kept, which takes about half a kilobyte.
MAX_LOGGED_CHUNK = 1_000
#: More workers than this and than there are cores only cost memory.
MAX_WORKERS = 16

BACKENDS = ("threads", "loky", "dask", "ray")


@dataclass(frozen=True)
class Workers:
    """Who plays: never changes a result.

    Parameters
    ----------
    jobs : int
        How many; -1 for all cores.
    backend : {"threads", "loky", "dask", "ray"}, optional
        Threads of this process; processes of this machine (loky); processes that a
        Dask scheduler or a Ray cluster has, on any machines. Unless told, threads for
        compiled strategies and processes for plain Python.
    scheduler : str, optional
        Address of the Dask scheduler or the Ray cluster; without it one is started on
        this machine, and ended after.

    Raises
    ------
    OptionError
        In one line.
    """

    jobs: int = -1
    backend: str | None = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        need_whole("jobs", self.jobs, -1)
        if self.jobs == 0:
            raise OptionError("jobs: expected 1 or more, or -1 for all cores, not 0")
        if self.backend is not None and self.backend not in BACKENDS:
            raise OptionError(f"backend: {unknown('backend', str(self.backend), BACKENDS)}")
        if self.scheduler is not None and self.backend not in ("dask", "ray"):
            raise OptionError("scheduler: expected with backend dask or ray only")


class _Cuts:
    """Chunks of growing size, until one takes about `CHUNK_SECONDS`."""

    def __init__(self, units: int, workers: int, largest: int) -> None:
        self._units = units
        self._fair = max(1, -(-units // (4 * workers)))
        self._largest = largest
        self._size = FIRST_CHUNK

    def __iter__(self) -> Iterator[tuple[int, int]]:
        first = 0
        while first < self._units:
            count = min(self._size, self._fair, self._largest, self._units - first)
            yield first, count
            first += count

    def learn(self, chunk: Chunk) -> None:
        """Fit the size to how long a finished chunk took."""
        if chunk.units and chunk.seconds > 0:
            wanted = int(chunk.units * CHUNK_SECONDS / chunk.seconds)
            self._size = max(1, min(wanted, 8 * self._size))


def chunks_of(work: Work, units: int, workers: Workers) -> Generator[Chunk]:
    """Play units 0 … ``units - 1`` of a plan; finished chunks in order of their numbers.

    Parameters
    ----------
    work : Work
        A `chsim.chunks.Plan`, whose units are games, or another plan with units of its own.
    units : int
    workers : Workers
    """
    from joblib import Parallel, cpu_count, delayed, effective_n_jobs
    from joblib.externals.loky.process_executor import BrokenProcessPool

    backend = "threading" if work.compiled else "loky"
    jobs = min(effective_n_jobs(workers.jobs), max(cpu_count(), MAX_WORKERS))
    largest = MAX_LOGGED_CHUNK if work.logs else MAX_CHUNK
    cuts = _Cuts(units, jobs, max(1, largest // work.weight))
    pool = Parallel(
        n_jobs=jobs,
        backend=backend,
        return_as="generator",
        pre_dispatch=2 * jobs,
        batch_size=1,
    )
    processes = jobs > 1 and not work.compiled
    with shielded_workers() if processes else contextlib.nullcontext():
        chunks = pool(delayed(work.play)(first, count) for first, count in cuts)
    try:
        for chunk in chunks:
            cuts.learn(chunk)
            yield chunk
    except BrokenProcessPool:
        raise StrategyFault(_died(work)) from None
    finally:
        _close(chunks)


def _close(chunks: Any) -> None:
    """Give up what is still being played, without joblib's advice about it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "(?s).*have been cancelled", UserWarning)
        chunks.close()


def _died(work: Work) -> str:
    names = {s.name for s in work.strategies if not isinstance(s, CompiledStrategy)}
    return f"{' or '.join(sorted(names))}: ended or crashed its worker process"
