"""Workers that play the chunks of a plan, and chunks of a fitting size for them."""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chsim.chunks import Chunk, Work
from chsim.errors import OptionError, StrategyFault, in_words, need_whole, unknown
from chsim.interrupts import shielded_workers
from chsim.strategy import CompiledStrategy

if TYPE_CHECKING:
    from chsim.clusters import Cluster

#: Seconds a chunk should take: long enough to outweigh its dispatch, short
#: enough for progress, Ctrl-C and even work.
CHUNK_SECONDS = 0.2
#: Likewise on a cluster, whose scheduler has more to do with each.
FAR_CHUNK_SECONDS = 1.0
#: Chunks a second that one scheduler and this process are to keep up with.
FAR_CHUNKS = 50
FIRST_CHUNK = 1
MAX_CHUNK = 20_000
FAR_MAX_CHUNK = 200_000
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
        if not isinstance(self.scheduler, str | None):
            raise OptionError(f"scheduler: expected an address, not {in_words(self.scheduler)}")
        if self.scheduler is not None and self.backend not in ("dask", "ray"):
            raise OptionError("scheduler: expected with backend dask or ray only")

    @property
    def here(self) -> int:
        """How many work on this machine."""
        from joblib import cpu_count, effective_n_jobs

        return int(min(effective_n_jobs(self.jobs), max(cpu_count(), MAX_WORKERS)))

    @contextlib.contextmanager
    def ready(self) -> Iterator[Cluster | None]:
        """Be connected to the cluster, if there is one, for all that the block plays.

        Within a block of the same thread a second one takes part in the first.

        Raises
        ------
        OptionError
            In one line: a missing package, or nobody at the address.
        """
        key = threading.get_ident(), self
        if self.backend not in ("dask", "ray") or key in _READY:
            yield _READY.get(key)
            return
        from chsim.clusters import joined

        with joined(self.backend, self.scheduler, self.here) as cluster:
            _READY[key] = cluster
            try:
                yield cluster
            finally:
                del _READY[key]


_READY: dict[tuple[int, Workers], Cluster] = {}


class _Cuts:
    """Chunks of growing size, until one takes about as long as it should."""

    def __init__(self, units: int, workers: int, largest: int, seconds: float) -> None:
        self._seconds = seconds
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
            wanted = int(chunk.units * self._seconds / chunk.seconds)
            self._size = max(1, min(wanted, 8 * self._size))


def chunks_of(work: Work, units: int, workers: Workers) -> Generator[Chunk]:
    """Play units 0 … ``units - 1`` of a plan; finished chunks in order of their numbers.

    Parameters
    ----------
    work : Work
        A `chsim.chunks.Plan`, whose units are games, or another plan with units of its own.
    units : int
    workers : Workers

    Raises
    ------
    OptionError
        In one line, for workers that are not there or cannot play these strategies.
    WorkersLost
        For workers that are lost while they play.
    """
    with workers.ready() as cluster:
        if cluster is None:
            yield from _here(work, units, workers)
        else:
            yield from _elsewhere(work, units, workers, cluster)


def _here(work: Work, units: int, workers: Workers) -> Iterator[Chunk]:
    from joblib.externals.loky.process_executor import BrokenProcessPool

    jobs = workers.here
    threads = workers.backend == "threads" or (work.compiled and workers.backend is None)
    if threads and jobs > 1 and not work.compiled:
        raise OptionError(
            f"backend threads: {_python(work)} is plain Python, which needs processes: "
            "backend loky, or 1 job"
        )
    pool = _pool("threading", jobs, 2 * jobs) if threads else _processes(jobs)
    cuts = _Cuts(units, jobs, _largest(work, MAX_CHUNK), CHUNK_SECONDS)
    shield = jobs > 1 and not threads
    with shielded_workers() if shield else contextlib.nullcontext():
        chunks = pool((work.play, cut, {}) for cut in cuts)
    try:
        yield from _learning(chunks, cuts)
    except BrokenProcessPool:
        raise StrategyFault(f"{_python(work)}: ended or crashed its worker process") from None


def _elsewhere(work: Work, units: int, workers: Workers, cluster: Cluster) -> Iterator[Chunk]:
    from chsim.remote import Task, unpack

    cores = cluster.cores
    jobs = cores if workers.jobs == -1 else min(workers.jobs, cores)
    # A second one for each core fills the way there and back; but no more than was asked for.
    pool = _pool(cluster, jobs, jobs if jobs < cores else 2 * jobs)
    seconds = max(FAR_CHUNK_SECONDS, jobs / FAR_CHUNKS)
    cuts = _Cuts(units, jobs, _largest(work, FAR_MAX_CHUNK), seconds)
    task = Task.of(work, cluster.where)
    chunks = pool((task.play, cut, {}) for cut in cuts)
    yield from _learning(chunks, cuts, unpack)


def _processes(jobs: int) -> Any:
    """Processes that find ``bot.py`` where this one does now.

    Those of an earlier run are used again only if they were in the same folder.
    """
    try:
        folder = str(Path.cwd())
    except FileNotFoundError:  # the folder is gone: nothing will be found in it
        return _pool("loky", jobs, 2 * jobs)
    return _pool("loky", jobs, 2 * jobs, initializer=os.chdir, initargs=(folder,))


def _pool(backend: Any, jobs: int, ahead: int, **how: Any) -> Any:
    from joblib import Parallel

    return Parallel(
        n_jobs=jobs, backend=backend, return_as="generator", pre_dispatch=ahead, batch_size=1, **how
    )


def _largest(work: Work, games: int) -> int:
    return max(1, (MAX_LOGGED_CHUNK if work.logs else games) // work.weight)


def _learning(
    chunks: Any, cuts: _Cuts, unpacked: Callable[[Any], Chunk] | None = None
) -> Iterator[Chunk]:
    """Hand on finished chunks, and let the size of those to come follow them."""
    try:
        for given in chunks:
            chunk = unpacked(given) if unpacked else given
            cuts.learn(chunk)
            yield chunk
    finally:
        _close(chunks)


def _close(chunks: Any) -> None:
    """Give up what is still being played, without joblib's advice about it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "(?s).*have been cancelled", UserWarning)
        chunks.close()


def _python(work: Work) -> str:
    names = {s.name for s in work.strategies if not isinstance(s, CompiledStrategy)}
    return " or ".join(sorted(names or {s.name for s in work.strategies}))
