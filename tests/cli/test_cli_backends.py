"""Workers elsewhere: the same games, and one line for whatever goes wrong there."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time

import distributed
import pytest

import chsim
from chsim import clusters_dask
from chsim.blocks import BlockPlan
from chsim.errors import WorkersLost
from chsim.rules_file import load_rules
from chsim.strategy import forget_files
from chsim.workers import Workers, chunks_of
from tests.dask_cluster import dask_cluster

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

FOUR = "random,plain,random,random"


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    with dask_cluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster


def digest(**how):
    result = chsim.run(**{"seats": FOUR, "games": 2_000, "keep": False, **how})
    return result.matchups[0].tally.digest


def digest_of(done):
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)["matchups"][0]["digest"]


def gone(group):
    """Whether all processes of a group end within some seconds."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_processes_play_compiled_strategies_as_threads_do():
    assert digest(backend="loky", jobs=2) == digest(backend="threads", jobs=2)


def test_threads_do_not_take_plain_python(chsim, bots):
    seats = f"{bots}:First,random,random,random"
    done = chsim("run", "--seats", seats, "--backend", "threads", "--jobs", 2)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert "needs processes" in done.stderr


def test_a_dask_cluster_plays_the_same_games(dask, process):
    run = ("run", "--seats", FOUR, "--games", 2_000, "--json")
    far = process(*run, "--backend", "dask", "--scheduler", dask.address)
    assert digest_of(far) == digest()


def test_workers_that_cannot_be_started_here_are_one_line(process, bots):
    nowhere = {"DASK_TEMPORARY_DIRECTORY": str(bots / "no folder")}
    done = process("run", "--seats", FOUR, "--backend", "dask", "--jobs", 1, env=nowhere)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: backend dask: cannot start workers here: ")
    assert done.stderr.count("\n") == 1


def test_a_killed_worker_changes_nothing(dask):
    killed = dask.workers.pop()

    def kill(done, of):
        if 0 < done < of:
            killed.kill()

    here = digest()
    assert digest(**dask.options(), progress=kill) == here
    assert killed.wait(10) == -signal.SIGKILL
    dask.workers.append(dask.add())


def test_one_cluster_plays_logs_and_plain_python_too(dask, bots):
    how = {"seats": [f"{bots}:First", "random", "random", "random"], "games": 20, "keep": True}
    far, here = chsim.run(**how, **dask.options()), chsim.run(**how, jobs=1)
    assert far.matchups[0].tally.digest == here.matchups[0].tally.digest
    assert far.hands.equals(here.hands)


def test_blocks_are_played_the_same(dask):
    plan = BlockPlan(
        ((("random", "plain") * 2, ("plain", "random") * 2),), load_rules("complex-hearts"), 1
    )
    far, here = (
        b"".join(chunk.results.tobytes() for chunk in chunks_of(plan, 100, workers))
        for workers in (Workers(**dask.options()), Workers(1))
    )
    assert far == here


def test_a_bot_that_ends_every_worker_is_one_line(process, bots, tmp_path):
    """One game at a time: else several would share in ending the workers."""
    once = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    with dask_cluster(tmp_path, workers=3, **once) as cluster:
        seats = f"{bots}:Exiting,random,random,random"
        address = ("--backend", "dask", "--scheduler", cluster.address, "--jobs", 1)
        done = process("run", "--games", 9, "--seats", seats, *address)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: dask: 2 workers died of the same games\n"


def test_no_worker_left_is_one_line(tmp_path, bots, monkeypatch):
    with dask_cluster(tmp_path, workers=1) as cluster:

        def kill(done, of):
            if done:
                cluster.workers[0].kill()
                monkeypatch.setattr(clusters_dask, "ALONE_SECONDS", 1)

        seats = [f"{bots}:Slow", "random", "random", "random"]
        with pytest.raises(WorkersLost, match="no worker for"):
            digest(seats=seats, games=60, **cluster.options(), progress=kill)


def test_a_lost_scheduler_is_one_line_and_keeps_what_is_finished(tmp_path, bots):
    with dask_cluster(tmp_path) as cluster:

        def kill(done, of):
            if done:
                cluster.scheduler.kill()

        seats = [f"{bots}:Slow", "random", "random", "random"]
        with pytest.raises(WorkersLost) as lost:
            digest(seats=seats, games=60, **cluster.options(), progress=kill)
    assert str(lost.value) == "dask: lost the connection to the scheduler"
    assert 0 < lost.value.result.matchups[0].tally.games < 60


def test_nobody_at_the_address_is_one_line(chsim, monkeypatch):
    monkeypatch.setattr(clusters_dask, "CONNECT_SECONDS", 1)
    done = chsim("run", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9")
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: scheduler: nothing answers at tcp://127.0.0.1:9: ")
    assert done.stderr.count("\n") == 1


@contextlib.contextmanager
def server(greeting):
    """Accepts whoever comes, says something or nothing, and stays."""
    with socket.create_server(("127.0.0.1", 0)) as listening, contextlib.ExitStack() as kept:

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    visitor, _ = listening.accept()
                    kept.callback(visitor.close)
                    visitor.sendall(greeting)

        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


STRANGE = "what answers there is no scheduler of Dask's"


@pytest.mark.parametrize("address", ["", "nonsense", "tcp://127.0.0.1", "127.0.0.1:x"])
def test_what_is_no_address_is_one_line(chsim, address):
    done = chsim("run", "--backend", "dask", "--scheduler", address)
    expected = f"scheduler: expected an address as HOST:PORT, not {address!r}"
    assert (done.exit_code, done.stderr) == (2, f"Error: {expected}\n")


@pytest.mark.parametrize(
    ("greeting", "says"),
    [
        (b"", "TimeoutError"),
        (b"SSH-2.0-OpenSSH_9.2p1 Debian\r\n", STRANGE),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", STRANGE),
        (bytes(1000), STRANGE),
    ],
    ids=["silent", "ssh", "http", "zeros"],
)
def test_somebody_else_at_the_address_is_one_line(chsim, monkeypatch, greeting, says):
    monkeypatch.setattr(clusters_dask, "CONNECT_SECONDS", 1)
    with server(greeting) as address:
        done = chsim("run", "--backend", "dask", "--scheduler", address)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: scheduler: ")
    assert address in done.stderr
    assert done.stderr.endswith(f": {says}\n")
    assert done.stderr.count("\n") == 1


def test_a_worker_at_the_address_is_one_line(chsim, dask):
    with distributed.Client(dask.address) as client:
        worker = next(iter(client.scheduler_info()["workers"]))
    done = chsim("run", "--backend", "dask", "--scheduler", worker)
    assert done.exit_code == 2
    assert done.stderr == f"Error: scheduler: {worker}: is a worker of Dask's, not the scheduler\n"


def test_a_missing_package_names_the_extra(chsim, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "chsim.clusters_ray", raising=False)
    done = chsim("run", "--backend", "ray")
    assert done.exit_code == 2
    assert done.stderr.endswith("pip install 'ray'\n")
    assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_what_was_started(start, tmp_path):
    record = tmp_path / "games.jsonl"
    args = ("run", "--games", 10**8, "--seats", FOUR, "--backend", "dask", "--jobs", 2)
    with start(*args, "--record", record) as running:
        deadline = time.monotonic() + 60
        while not (record.exists() and record.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=30)
    assert gone(running.pid)
    finished = len(record.read_text().splitlines())
    assert running.returncode == 130
    assert err == f"Interrupted: {finished:,} of 100,000,000 games finished.\n"


def test_other_code_on_a_worker_is_named(dask, tmp_path):
    """A bot of the same path but other text, as on a machine that was not updated."""
    bot = tmp_path / "bot.py"
    bot.write_text(_BOT)
    how = {"seats": [f"{bot}:Mine", "random", "random", "random"], "games": 8}
    first = digest(**how, **dask.options())
    bot.write_text(_BOT.replace("[0]", "[-1]"))
    forget_files()
    again = digest(**how, **dask.options())
    assert again == digest(**how, jobs=1)
    assert again != first


_BOT = """
class Mine:
    def choose_pass(self, view): return list(view.hand)[:view.pass_count]
    def choose_card(self, view): return list(view.legal)[0]
    def choose_moon(self, view): return "add"
"""


def test_ray_plays_the_same_games():
    pytest.importorskip("ray")
    assert digest(backend="ray", jobs=2) == digest()
