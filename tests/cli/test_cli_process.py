"""``chsim`` as a process: signals, pipes, workers and what reaches standard output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")

FOUR = "random,random,random,random"


def interrupt_when(running, ready):
    """Send Ctrl-C to the whole group, as a terminal does, when something is there."""
    deadline = time.monotonic() + 90
    while not ready() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    return running.returncode, out, err


def lines_of(path):
    return path.read_text().splitlines() if path.exists() else []


def test_ctrl_c_shows_the_finished_games(start, tmp_path):
    record = tmp_path / "games.jsonl"
    with start("run", "--games", 10**9, "--seats", FOUR, "--record", record) as running:
        code, out, err = interrupt_when(running, lambda: len(lines_of(record)) > 5)
    finished = len(lines_of(record))
    assert code == 130
    assert err == f"Interrupted: {finished:,} of 1,000,000,000 games finished.\n"
    assert out.startswith(f"INCOMPLETE: {finished:,} of 1,000,000,000 games")
    assert record.read_text().endswith("\n")


def test_ctrl_c_with_workers_and_json(start, bots, tmp_path):
    record = tmp_path / "games.jsonl"
    seats = f"{bots}:Slow,random,random,random"
    args = ("run", "--games", 10**6, "--jobs", 2, "--seats", seats, "--record", record, "--json")
    with start(*args) as running:
        code, out, err = interrupt_when(running, lambda: lines_of(record))
    assert code == 130
    assert err.count("\n") == 1
    data = json.loads(out)
    assert data["stopped"] == "interrupted"
    assert data["matchups"][0]["games"] == len(lines_of(record))


def test_ctrl_c_while_workers_start_is_one_line(start, bots, tmp_path):
    """They would be importing, which no handler of theirs covers."""
    record = tmp_path / "games.jsonl"
    args = ("run", "--games", 10**6, "--jobs", 2, "--seats", f"{bots}:Slow,random,random,random")
    with start(*args, "--record", record) as running:
        code, out, err = interrupt_when(running, lambda: record.exists() and not time.sleep(0.5))
    assert (code, out) == (130, "")
    assert err == "Interrupted.\n"


def test_ctrl_c_before_the_first_game_leaves_standard_output_empty(start, tmp_path):
    """An empty cache makes it compile; interrupted there, numba would keep its lock."""
    cache = tmp_path / "cache"
    with start("run", "--games", 5, env={"NUMBA_CACHE_DIR": str(cache)}) as running:
        code, out, err = interrupt_when(running, lambda: any(cache.rglob("*.nbi")))
    assert (code, out, err) == (130, "", "Interrupted.\n")


def test_ctrl_c_while_modules_are_loaded_is_silent(process, tmp_path):
    (tmp_path / "click.py").write_text("import os, time\nos.kill(os.getpid(), 2)\ntime.sleep(9)\n")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = process("run", env={"PYTHONPATH": path})
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_when_all_is_shown_ends_the_workers_quietly(start, bots):
    words = ("compare", f"{bots}:First", "random", "--games", 8, "--jobs", 2)
    with start(*words) as running:
        while "digest" not in running.stdout.readline():
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=60)  # which waits for its workers too
    assert running.returncode in (130, -signal.SIGINT)
    assert err in ("", "Interrupted.\n")


def test_bots_do_not_reach_standard_output(process, bots):
    args = ("run", "--games", 6, "--jobs", 2, "--seats", f"{bots}:Noisy,random,random,random")
    done = process(*args, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["matchups"][0]["games"] == 6


def test_a_bot_that_ends_its_process_is_one_line(process, bots):
    args = ("run", "--games", 6, "--jobs", 2, "--seats", f"{bots}:Exiting,random,random,random")
    done = process(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"{bots}:Exiting" in done.stderr


def test_records_are_the_same_for_any_number_of_workers(process, tmp_path):
    files = []
    for jobs in (1, 2, 3, 7):
        files.append(tmp_path / f"{jobs}.jsonl")
        args = ("--games", 103, "--jobs", jobs, "--record", files[-1])
        done = process(
            "run", "--seats", "random,plain,random,random", *args, env={"PYTHONHASHSEED": str(jobs)}
        )
        assert done.returncode == 0
    assert len({file.read_bytes() for file in files}) == 1
    assert len(set(lines_of(files[0]))) == 103


def test_a_reader_that_leaves_is_no_error(start):
    with start("run", "--games", 3, "--seats", FOUR) as running:
        running.stdout.close()
        running.stdout = None
        _, err = running.communicate(timeout=60)
    assert err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("args", [["--help"], ["rules", "list"]])
def test_a_full_standard_output_is_one_line(process, args):
    with Path("/dev/full").open("w") as full:
        done = process(*args, stdout=full)
    assert done.returncode == 2
    assert done.stderr == "Error: standard output: No space left on device\n"


def test_a_closed_standard_output_is_one_line():
    command = f"exec {sys.executable} -m chsim rules list >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "standard output" in done.stderr


def test_a_folder_that_was_taken_away_is_one_line(tmp_path):
    command = f'mkdir gone && cd gone && rmdir ../gone && "{sys.executable}" -m chsim results store'
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: the working folder is gone\n"


def test_signs_that_the_output_lacks_are_replaced(process):
    done = process("run", "--games", 0, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "53.6-63.2" in done.stdout


@pytest.fixture
def shadows(tmp_path):
    """A folder with files that are named as modules of Python."""
    for name in ("random", "tempfile", "click"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('the wrong file')\n")
    return tmp_path


def test_a_file_named_like_a_module_hides_none(process, bots, shadows):
    seats = f"{bots}:First,random,random,random"
    done = process("run", "--games", 3, "--seats", seats, "--jobs", 2, cwd=shadows)
    assert (done.returncode, done.stderr) == (0, "")


def test_workers_do_without_standard_error(bots):
    seats = f"{bots}:First,random,random,random"
    command = f"{sys.executable} -m chsim run --games 3 --jobs 2 --seats {seats} 2>&-"
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0
    assert "digest" in done.stdout
