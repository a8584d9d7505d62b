"""Workers of a Dask scheduler or a Ray cluster, as a backend of joblib."""

from __future__ import annotations

import contextlib
import importlib
import logging
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from joblib.parallel import ParallelBackendBase

from chsim.errors import OptionError, WorkersLost, in_words, reason
from chsim.interrupts import held_back, shielded_workers

#: Seconds until a scheduler that does not answer is given up.
CONNECT_SECONDS = 10
#: Seconds without any worker until a run is given up; one that crashed is replaced sooner.
ALONE_SECONDS = 20
#: Seconds that what is left may take to end.
CLOSE_SECONDS = 5

_LOGGERS = ("distributed", "tornado", "asyncio", "bokeh", "ray")


class Cluster(ParallelBackendBase):  # type: ignore[misc]
    """Base of the backends: chunks are futures, and each ends with a call of joblib, even lost.

    Joblib's own backend for Dask does not call back when a task is lost on the
    scheduler's side, so its results would be waited for for ever; Ray's gives no results
    before the last one.
    """

    supports_retrieve_callback = True
    supports_return_generator = True
    default_n_jobs = -1

    name: str
    #: Says on a worker which one it is.
    where: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[Any, Any] = {}
        self._lock = threading.Lock()

    @property
    def cores(self) -> int:
        """Tasks that are played at the same time."""
        raise NotImplementedError

    def _start(self, items: Any, done: Callable[[Any], None]) -> Any:
        """Send calls to a worker; what is returned has been given to ``done`` once it ends."""
        raise NotImplementedError

    def _cancel(self, started: list[Any]) -> None:
        raise NotImplementedError

    def _missing(self) -> str | None:
        """Why nothing that is waited for can come any more."""
        return None

    def effective_n_jobs(self, n_jobs: int) -> int:  # noqa: ARG002 - joblib calls it so
        """Joblib plays in this process what one worker would; never so here."""
        return max(2, self.cores)

    def configure(self, n_jobs: int = 1, parallel: Any = None, **_: Any) -> int:
        """Called by joblib before the first task."""
        self.parallel = parallel
        return self.effective_n_jobs(n_jobs)

    def submit(self, func: Any, callback: Any = None) -> Any:
        """Called by joblib for each task."""
        token = object()
        self._waiting[token] = callback, None

        def done(future: Any) -> None:
            # Whoever takes it from the waiting ones calls back: once, as joblib wants it.
            outcome = self._outcome(future)  # here, as joblib holds a lock when it asks
            if self._take(token):
                callback(outcome)

        started = self._start(func.items, done)
        with self._lock:
            if token in self._waiting:
                self._waiting[token] = callback, started
        return started

    def _take(self, token: object) -> Any:
        with self._lock:
            return self._waiting.pop(token, None)

    def retrieve_result_callback(self, out: Any) -> Any:
        """What a task gave; called by joblib with what `submit` called back with."""
        if isinstance(out, WorkersLost):
            raise out
        return out

    def _outcome(self, future: Any) -> Any:
        try:
            return future.result()
        except BaseException as error:  # noqa: BLE001 - some are of asyncio and no Exception
            return WorkersLost(f"{self.name}: {self._in_words(error)}")

    def _in_words(self, error: BaseException) -> str:
        return f"a worker cannot play: {reason(error)}"

    def start_call(self) -> None:
        """Called by joblib before the first task: watch whether results can still come."""
        self._over = threading.Event()
        threading.Thread(target=self._watch, args=(self._over,), daemon=True).start()

    def stop_call(self) -> None:
        """Called by joblib after the last task."""
        self._over.set()

    def _watch(self, over: threading.Event) -> None:
        while not over.wait(1):
            why = self._missing()
            if why is not None:
                self._give_up(why)

    def _give_up(self, why: str) -> None:
        with self._lock:
            waiting = list(self._waiting)
        for token in waiting:
            taken = self._take(token)
            if taken:
                taken[0](WorkersLost(f"{self.name}: {why}"))

    def abort_everything(self, ensure_ready: bool = True) -> None:  # noqa: ARG002
        """Called by joblib when no result is wanted any more."""
        with self._lock:
            started = [future for _, future in self._waiting.values() if future is not None]
            self._waiting.clear()
        with contextlib.suppress(Exception):
            self._cancel(started)

    def terminate(self) -> None:
        """Called by joblib after each call; the cluster is ended by `joined`."""


@contextlib.contextmanager
def joined(backend: str, address: str | None, jobs: int) -> Iterator[Cluster]:
    """Workers of a cluster; without an address, of one that is started here and ended after.

    Parameters
    ----------
    backend : {"dask", "ray"}
    address : str or None
    jobs : int
        How many workers are started here.

    Raises
    ------
    OptionError
        In one line: a missing package, or nobody there.
    """
    used = "distributed" in sys.modules or "ray" in sys.modules
    module = _module(backend)
    with _silenced(again=used), contextlib.ExitStack() as open_:
        # What is started here must be whole to be ended; waiting for others may be cut short.
        started = address is None
        with held_back() if started else contextlib.nullcontext(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about versions, which every task compares itself
            with shielded_workers() if started else contextlib.nullcontext():
                cluster: Cluster = module.join(open_, address, jobs)
        try:
            yield cluster
        finally:
            with held_back():
                open_.close()


def _module(backend: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other packages, about each other
            return importlib.import_module(f"chsim.clusters_{backend}")
    except ImportError as error:
        needed = "dask[distributed]" if backend == "dask" else backend
        raise OptionError(
            f"backend {backend}: {needed} is not installed ({error}): pip install '{needed}'"
        ) from None


def not_here(backend: str, error: BaseException) -> OptionError:
    """What to say when workers cannot be started on this machine."""
    return OptionError(f"backend {backend}: cannot start workers here: {reason(error)}")


def nobody(address: str, error: BaseException) -> OptionError:
    """What to say of an address that is none, or at which nothing answers."""
    if isinstance(error, ValueError):
        return OptionError(f"scheduler: expected an address as HOST:PORT, not {in_words(address)}")
    return OptionError(f"scheduler: nothing answers at {in_words(address, str)}: {reason(error)}")


@contextlib.contextmanager
def _silenced(*, again: bool) -> Iterator[None]:
    """Keep the log lines of others from the terminal.

    Unless they are wanted again, for good: a client that lost its scheduler still
    writes some when the process ends.
    """
    before = [(logger, logger.level) for logger in _loggers()]
    for logger, _ in before:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before if again else ():
            logger.setLevel(level)


def _loggers() -> list[logging.Logger]:
    made = [name for name in list(logging.root.manager.loggerDict) if name.startswith(_LOGGERS)]
    return [logging.getLogger(name) for name in (*_LOGGERS, *made)]
