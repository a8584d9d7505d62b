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

    def __init__(self, folder, workers=2):
        self._folder = folder
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", 0)
        deadline = time.monotonic() + 30
        while not self._file.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.address = json.loads(self._file.read_text())["address"]
        self.workers = [self.add() for _ in range(workers)]

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
def dask_cluster(folder, workers=2):
    """Run a cluster for the block."""
    cluster = DaskCluster(folder, workers)
    try:
        yield cluster
    finally:
        for process in (*cluster.workers, cluster.scheduler):
            process.kill()
            process.wait()
