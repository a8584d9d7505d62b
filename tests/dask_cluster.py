"""A Dask cluster of processes on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

_ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}


class DaskCluster:
    """A scheduler and workers of one thread each, without the nannies that replace them."""

    def __init__(self, folder, workers=2, **environment):
        self._folder = folder
        self._file = folder / "scheduler.json"
        options = ("--host", "127.0.0.1", "--port", 0)
        self.scheduler = self._start("scheduler", *options, environment=environment)
        self.address = self._address(time.monotonic() + 90)
        self.workers = [self.add() for _ in range(workers)]

    def _address(self, deadline):
        """What the scheduler writes into its file once it listens."""
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, ValueError):
                return json.loads(self._file.read_text())["address"]
            time.sleep(0.02)
        self.scheduler.kill()
        self.scheduler.wait()
        raise TimeoutError("the scheduler does not start")

    def add(self, **environment):
        """Start one more worker."""
        options = ("--nthreads", 1, "--no-nanny", "--host", "127.0.0.1")
        return self._start(
            "worker", *options, "--local-directory", self._folder, environment=environment
        )

    def _start(self, what, *options, environment=None):
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard"]
        command += ["--scheduler-file", str(self._file), *map(str, options)]
        return subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
            env={**_ENVIRONMENT, **(environment or {})},
        )

    def options(self):
        return {"backend": "dask", "scheduler": self.address}


@contextlib.contextmanager
def dask_cluster(folder, workers=2, **environment):
    """Run a cluster for the block."""
    cluster = DaskCluster(folder, workers, **environment)
    try:
        yield cluster
    finally:
        for process in (*cluster.workers, cluster.scheduler):
            process.kill()
            process.wait()
