"""Workers of a Ray cluster."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Any

import ray

from chsim.clusters import CONNECT_SECONDS, Cluster, nobody, not_here
from chsim.errors import OptionError, in_words, reason


def join(open_: contextlib.ExitStack, address: str | None, jobs: int) -> Cluster:
    """Connect to a cluster, or start one here; left or ended with ``open_``."""
    if ray.is_initialized():
        return _Ray()
    quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL, "configure_logging": False}
    try:
        _knock(address)
    except OSError as error:
        raise nobody(str(address), error) from None
    try:
        if address is None:
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        if address is None:
            raise not_here("ray", error) from None
        if isinstance(error, ValueError):
            raise nobody(address, error) from None
        raise OptionError(
            f"scheduler: cannot join the Ray cluster {in_words(address, str)}: {reason(error)} "
            "(does RAY_AUTH_TOKEN here and there agree?)"
        ) from None
    open_.callback(ray.shutdown)
    return _Ray()


def _knock(address: str | None) -> None:
    """See that somebody listens: Ray itself would try for minutes, and say so."""
    host, _, port = (address or "").rpartition("://")[2].rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()


def _where() -> str:
    return str(ray.util.get_node_ip_address())


def _call(items: Any) -> list[Any]:
    return [function(*args, **named) for function, args, named in items]


class _Ray(Cluster):
    name = "ray"
    where = staticmethod(_where)

    def __init__(self) -> None:
        super().__init__()
        self._call = ray.remote(max_retries=3)(_call)

    @property
    def cores(self) -> int:
        return int(ray.cluster_resources().get("CPU", 1))

    def _start(self, items: Any, done: Callable[[Any], None]) -> Any:
        reference = self._call.remote(items)
        reference.future().add_done_callback(done)
        return reference

    def _cancel(self, started: list[Any]) -> None:
        for reference in started:
            ray.cancel(reference, force=True)

    def _in_words(self, error: BaseException) -> str:
        if isinstance(error, ray.exceptions.WorkerCrashedError):
            return "workers died again and again of the same games"
        return super()._in_words(error)
