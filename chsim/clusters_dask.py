"""Workers of a Dask scheduler."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic
from typing import Any

import distributed
from distributed.scheduler import KilledWorker
from distributed.utils import LoopRunner

from chsim.clusters import ALONE_SECONDS, CLOSE_SECONDS, CONNECT_SECONDS, Cluster, nobody, not_here
from chsim.errors import OptionError, in_words


def join(open_: contextlib.ExitStack, address: str | None, jobs: int) -> Cluster:
    """Connect to a scheduler, or start one with workers here; closed with ``open_``."""
    if address is not None:
        _need_scheduler(address)
    try:
        client = distributed.Client(
            _started(open_, jobs) if address is None else address,
            timeout=CONNECT_SECONDS,
            set_as_default=False,
        )
    except Exception as error:  # noqa: BLE001 - of this machine, or of another version's answer
        raise (not_here("dask", error) if address is None else nobody(address, error)) from None
    open_.callback(client.close, timeout=CLOSE_SECONDS)
    cluster = _Dask(client)
    cluster.wait()
    return cluster


def _started(open_: contextlib.ExitStack, jobs: int) -> distributed.LocalCluster:
    """A scheduler and workers on this machine."""
    local = distributed.LocalCluster(
        n_workers=jobs,
        threads_per_worker=1,
        dashboard_address=None,
        memory_limit=0,
        silence_logs=60,
        env={"PYTHONSAFEPATH": "1"},
    )
    open_.callback(local.close, timeout=CLOSE_SECONDS)
    return local


def _need_scheduler(address: str) -> None:
    """Refuse an address at which nobody answers as a scheduler does.

    A client alone would wait for ever for one that says nothing, and take any answer
    for one of Dask's.
    """
    runner = LoopRunner()
    runner.start()
    try:
        kind: str | None = runner.run_sync(_kind, address)
    except (OSError, TypeError, ValueError) as error:
        raise nobody(address, error) from None
    except Exception:  # noqa: BLE001 - whatever comes of an answer that is not Dask's
        kind = None
    finally:
        runner.stop()
    if kind != "Scheduler":
        what = f"is a {kind.lower()} of Dask's, not the scheduler" if kind else _STRANGE
        raise OptionError(f"scheduler: {in_words(address, str)}: {what}")


async def _kind(address: str) -> str:
    """What answers at an address, in Dask's words: Scheduler, Worker, Nanny."""
    secrets = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, timeout=CONNECT_SECONDS, connection_args=secrets) as one:
        return str((await asyncio.wait_for(one.identity(), CONNECT_SECONDS))["type"])


def _where() -> str:
    return str(distributed.get_worker().address)


def _call(items: Any) -> list[Any]:
    return [function(*args, **named) for function, args, named in items]


async def _follow(future: Any, done: Callable[[Any], None]) -> None:
    """Call back with what a task gave, from the client's own loop.

    Dask's own callbacks share one thread in all of the process: one that waits for a
    client that is closed by now would hold back those of every other.
    """
    finished: Future[Any] = Future()
    try:
        finished.set_result(await future._result())
    except BaseException as error:  # noqa: BLE001 - some are of asyncio and no Exception
        finished.set_exception(error)
    done(finished)


class _Dask(Cluster):
    name = "dask"
    where = staticmethod(_where)

    def __init__(self, client: Any) -> None:
        super().__init__()
        self._client = client
        self._seen = monotonic()

    def wait(self) -> None:
        """Wait for a first worker."""
        try:
            self._client.wait_for_workers(1, timeout=ALONE_SECONDS)
        except TimeoutError:
            raise OptionError(f"dask: {_none()}") from None

    @property
    def cores(self) -> int:
        return sum(self._client.nthreads().values())

    def _start(self, items: Any, done: Callable[[Any], None]) -> Any:
        future = self._client.submit(_call, items, pure=False)
        self._client.loop.add_callback(_follow, future, done)
        return future

    def _cancel(self, started: list[Any]) -> None:
        if self._client.status == "running":
            self._client.cancel(started, force=True)

    def _missing(self) -> str | None:
        try:
            here = bool(self._client.nthreads())
        except Exception:  # noqa: BLE001 - a lost scheduler cancels all that is waited for
            return _LOST if self._client.status != "running" else None
        now = monotonic()
        if here:
            self._seen = now
        return _none() if now - self._seen > ALONE_SECONDS else None

    def _in_words(self, error: BaseException) -> str:
        if isinstance(error, KilledWorker):
            return f"{error.allowed_failures + 1} workers died of the same games"
        if "cancel" in type(error).__name__.lower() or isinstance(error, OSError):
            return _LOST
        return super()._in_words(error)


_STRANGE = "what answers there is no scheduler of Dask's"
_LOST = "lost the connection to the scheduler"


def _none() -> str:
    return f"the scheduler has had no worker for {ALONE_SECONDS} seconds"
