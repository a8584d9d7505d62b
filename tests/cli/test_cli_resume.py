"""``--store`` and ``chsim resume``: kills, Ctrl-C, damage and full disks lose nothing."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest

from chsim.store import Store
from chsim.strategy import forget_files
from tests.cli.stores import (
    COMPARE,
    LEAGUE,
    RUN,
    assert_refused,
    chunk_files,
    digest_line,
    digest_of,
    harm,
    in_small_chunks,
    interrupted_at,
)

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not importlib.util.find_spec("pyarrow"),
    reason="signals of POSIX; pyarrow",
)


@pytest.mark.parametrize(
    ("command", "games"),
    [
        (RUN, 200_000),
        ((*COMPARE, "--sprt", "loss 0.0004"), 200_000),
        (LEAGUE, 100_000),
    ],
    ids=["run", "sprt", "league"],
)
def test_kills_at_any_moment_lose_nothing(start, chsim, tmp_path, command, games):
    folder, moments, there = tmp_path / "store", random.Random(), 0
    asked = (*command, "--games", games)
    for _ in range(4):
        words = ["resume", folder] if there else [*asked, "--store", folder]
        with start(*words, module="tests.cli.small_chunks", stdout=subprocess.DEVNULL) as running:
            wait_for(lambda before=there: len(chunk_files(folder)) > before, running)
            time.sleep(moments.uniform(0.0, 0.1))
            assert running.poll() is None, "finished before it was killed"
            running.kill()
        there = len(chunk_files(folder))
        shown = chsim("results", folder)
        assert shown.output.startswith("INCOMPLETE"), shown.output
        assert "chunk" not in shown.stderr
    resumed = chsim("resume", folder, "--json")
    assert resumed.exit_code == 0, resumed.output
    assert digest_of(resumed.output) == digest_of(chsim(*asked, "--json").output)


def wait_for(ready, running):
    deadline = time.monotonic() + 90
    while not ready() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)


@pytest.mark.parametrize("command", [RUN, COMPARE, LEAGUE], ids=["run", "compare", "league"])
def test_results_and_a_second_writer_while_a_run_writes(start, chsim, tmp_path, command):
    folder = tmp_path / "store"
    with start(*command, "--games", 10**8, "--store", folder) as running:
        wait_for(lambda: chunk_files(folder), running)
        read = chsim("results", folder)
        second = chsim("resume", folder)
        running.kill()
    assert read.exit_code == 0
    assert read.output.startswith("INCOMPLETE: ")
    assert_refused(second, f"process {running.pid} writes to it")
    assert chsim("results", folder).exit_code == 0


def carry_on(err, cwd):
    """Run the command that was printed, in a shell."""
    printed = re.search(r"^Carry on with: (chsim resume .*)\Z", err, re.M | re.S)[1]
    shell = f'chsim() {{ "{sys.executable}" -m chsim "$@"; }}\n{printed.strip()} --json'
    return subprocess.run(["sh", "-c", shell], capture_output=True, text=True, cwd=cwd, check=True)


def test_ctrl_c_in_the_middle_prints_what_carries_on(start, chsim, tmp_path):
    name = "it's a \u201cstore\u201d $HOME\u00fc"
    games = 60_000
    words = (*RUN, "--games", games, "--store", name)
    with start(*words, cwd=tmp_path) as running:
        wait_for(lambda: (tmp_path / name / "asked.json").exists(), running)
        time.sleep(0.3)
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=90)
    assert running.returncode == 130
    assert re.match(r"Interrupted: [\d,]+ of 60,000 games finished\.\nCarry on with: ", err)
    assert err.count("\n") == 2
    done = carry_on(err, tmp_path)
    assert digest_of(done.stdout) == digest_of(chsim(*RUN, "--games", games, "--json").output)


def test_ctrl_c_while_compiling_a_resumed_run_prints_what_carries_on(start, chsim, tmp_path):
    folder, cache = tmp_path / "-store", tmp_path / "cache"
    chsim(*RUN, "--games", 5, "--store", folder)
    with start("resume", "./-store", env={"NUMBA_CACHE_DIR": str(cache)}, cwd=tmp_path) as running:
        wait_for(lambda: any(cache.rglob("*.nbi")), running)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=90)
    assert (running.returncode, out) == (130, "")
    assert err == "Interrupted.\nCarry on with: chsim resume ./-store\n"


def test_ctrl_c_before_there_is_a_store_names_none(chsim, tmp_path, monkeypatch):
    interrupted_at(monkeypatch, importlib.import_module("chsim.runner"), "prepare")
    done = chsim(*RUN, "--games", 5, "--store", tmp_path / "store")
    assert (done.exit_code, done.output) == (130, "Interrupted.\n")


def test_ctrl_c_after_the_last_game_prints_what_carries_on(chsim, tmp_path, monkeypatch):
    folder = tmp_path / "store"
    with monkeypatch.context() as patched:
        interrupted_at(patched, importlib.import_module("chsim.cli.run"), "write_out")
        out = tmp_path / "table.csv"
        done = chsim(*RUN, "--games", 5, "--store", folder, "--out", out)
    assert done.exit_code == 130
    assert done.stderr == f"Interrupted.\nCarry on with: chsim resume {folder}\n"
    assert chsim("resume", folder).exit_code == 0
    assert out.exists()


def test_ctrl_c_before_a_store_is_read_prints_what_carries_on(chsim, tmp_path, monkeypatch):
    folder = tmp_path / "store"
    chsim(*RUN, "--games", 5, "--store", folder)
    interrupted_at(monkeypatch, importlib.import_module("chsim.keeping"), "read_asked")
    done = chsim("resume", folder)
    assert done.output == f"Interrupted.\nCarry on with: chsim resume {folder}\n"


@pytest.mark.parametrize("command", [RUN, COMPARE, LEAGUE], ids=["run", "compare", "league"])
def test_ctrl_c_before_stored_games_are_counted_gives_no_number(
    chsim, tmp_path, command, monkeypatch
):
    folder = tmp_path / "store"
    chsim(*command, "--games", 8, "--store", folder)
    interrupted_at(monkeypatch, Store, "chunks")
    done = chsim("resume", folder)
    assert done.output == f"Interrupted.\nCarry on with: chsim resume {folder}\n"
    done = chsim("resume", folder, "--json", "--backend", "loky", "--jobs", 1)
    how = "--jobs 1 --backend loky --json"
    assert done.output == f"Interrupted.\nCarry on with: chsim resume {folder} {how}\n"


def test_ctrl_c_while_only_reading_names_nothing(chsim, tmp_path, monkeypatch):
    chsim(*RUN, "--games", 5, "--store", tmp_path / "store")
    interrupted_at(monkeypatch, importlib.import_module("chsim.cli.run"), "say")
    done = chsim("results", tmp_path / "store")
    assert (done.exit_code, done.output) == (130, "Interrupted.\n")


def test_a_worker_that_dies_leaves_the_finished_games(process, chsim, bots, tmp_path):
    folder, bot = tmp_path / "store", tmp_path / "bot.py"
    bot.write_text(
        bots.read_text() + "\nclass Dying(First):\n    plays = 0\n"
        "    def choose_card(self, view):\n"
        "        Dying.plays += 1\n        if Dying.plays > 1_000:\n"
        "            time.sleep(0.5)\n            os._exit(3)\n"
        "        return super().choose_card(view)\n"
    )
    words = ("run", "--seats", f"{bot}:Dying,random,random,random", "--games", 10**6, "--jobs", 2)
    done = process(*words, "--store", folder)
    assert done.returncode == 2
    assert "ended or crashed its worker process" in done.stderr
    assert "Traceback" not in done.stderr
    shown = chsim("results", folder, "--json")
    assert shown.exit_code == 0
    assert json.loads(shown.stdout)["matchups"][0]["games"] > 0


def test_a_full_disk_is_one_line_and_resumes_when_there_is_room(chsim, small_disk, monkeypatch):
    folder, words = small_disk / "store", (*RUN, "--games", 2_000)
    (small_disk / "other").write_bytes(bytes(235_000))
    with monkeypatch.context() as patched:
        in_small_chunks(patched)
        assert_refused(chsim(*words, "--store", folder), "No space left on device")
    (small_disk / "other").unlink()
    again = chsim("resume", folder)
    assert again.exit_code == 0, again.output
    assert digest_line(again) == digest_line(chsim(*words))


@pytest.mark.parametrize("place", [0, 1, -1])
@pytest.mark.parametrize("damage", ["truncated", "altered", "missing"])
def test_a_damaged_chunk_is_played_again(chsim, tmp_path, place, damage, monkeypatch):
    in_small_chunks(monkeypatch)
    folder = tmp_path / "store"
    made = chsim(*RUN, "--games", 200, "--store", folder)
    files = chunk_files(folder)
    assert len(files) > 2
    harm(files[place], damage)
    shown = chsim("results", folder)
    assert "INCOMPLETE" in shown.output
    named = f"{folder}: {files[place].name}: {damage}"
    assert shown.stderr.startswith(named)
    assert shown.stderr.endswith(f"; `chsim resume {folder}` plays it again.\n")
    again = chsim("resume", folder)
    assert again.exit_code == 0
    assert again.stderr.startswith(named)
    assert again.stderr.endswith("; played again.\n")
    assert digest_line(again) == digest_line(made)
    assert Store.read(folder).gaps() == []


def an_experiment(tmp_path):
    file = tmp_path / "one.toml"
    file.write_text(
        'title = "T"\nquestion = "Q"\ngames = 60\ndraw = ["moon"]\n'
        '[[matchup]]\nname = "a"\ngroup = "g"\nfocus = "random"\n'
        'seats = ["random", "random", "random", "random"]\n'
        '[[matchup]]\nname = "b"\ngroup = "g"\nfocus = "plain"\n'
        'seats = ["plain", "random", "random", "random"]\n'
    )
    return "experiment", file, "--out", tmp_path / "out"


def test_an_experiment_under_way_shows_the_table_at_work(chsim, tmp_path, monkeypatch):
    in_small_chunks(monkeypatch)
    folder = tmp_path / "store"
    made = chsim(*an_experiment(tmp_path), "--store", folder)
    assert made.exit_code == 0, made.output
    last = list(Store.read(folder).chunks("table-1"))[-1]
    chunk_files(folder)[-1].unlink()
    shown = chsim("results", folder)
    assert shown.exit_code == 0, shown.output
    there = f"1 of 2 tables and {last.first} of 60 games of the next"
    assert shown.output.startswith(f"INCOMPLETE: {there}; not the whole experiment\n\nT\n")
    assert re.search(r"^b +lost", shown.output, re.M)


@pytest.mark.parametrize("array", ["games", "hands", "moons"])
def test_a_damaged_chunk_of_an_experiment_is_played_again(chsim, tmp_path, array, monkeypatch):
    in_small_chunks(monkeypatch)
    words, folder = an_experiment(tmp_path), tmp_path / "store"
    made = chsim(*words, "--store", folder, "--json")
    harm(chunk_files(folder, array)[1], "altered")
    again = chsim("resume", folder, "--json")
    assert again.exit_code == 0, again.output
    assert json.loads(again.stdout) == json.loads(made.stdout)
    assert Store.read(folder).gaps() == []


@pytest.mark.parametrize("command", [RUN, COMPARE, LEAGUE], ids=["run", "compare", "league"])
def test_resume_of_a_finished_store_plays_nothing(chsim, tmp_path, command, monkeypatch):
    folder = tmp_path / "store"
    made = chsim(*command, "--games", 40, "--store", folder)
    before = {path: path.read_bytes() for path in chunk_files(folder)}
    monkeypatch.setattr("chsim.keeping._played", None)
    again = chsim("resume", folder)
    assert again.exit_code == 0
    assert {path: path.read_bytes() for path in chunk_files(folder)} == before
    assert again.output.splitlines()[:-1] == made.output.splitlines()[:-1]
    assert digest_line(again) == digest_line(made)


def test_no_games_are_a_finished_store(chsim, tmp_path):
    assert chsim(*RUN, "--games", 0, "--store", tmp_path / "store").exit_code == 0
    assert chsim("resume", tmp_path / "store").exit_code == 0
    assert chsim("results", tmp_path / "store").exit_code == 0


def test_resume_writes_the_file_that_was_asked_for(chsim, tmp_path):
    folder, out = tmp_path / "store", tmp_path / "table.json"
    made = chsim(*RUN, "--games", 4, "--store", folder, "--out", out, "--json")
    assert json.loads(made.output)["matchups"][0]["games"] == 4
    out.unlink()
    chsim("results", folder)
    assert not out.exists()
    chsim("resume", folder)
    assert digest_of(out.read_text()) == digest_of(made.output)


def test_workers_change_nothing_that_is_kept(chsim, tmp_path):
    kept = []
    for number, how in enumerate((("--jobs", 1), ("--jobs", 2), ("--backend", "loky"))):
        folder = tmp_path / str(number)
        assert chsim(*COMPARE, "--games", 60, *how, "--store", folder).exit_code == 0
        chunks = Store.read(folder).chunks("blocks")
        kept.append(b"".join(chunk.arrays["games"].tobytes() for chunk in chunks))
    assert len(kept[0]) > 0
    assert len(set(kept)) == 1


def test_a_store_is_carried_on_from_anywhere(chsim, bots, tmp_path, monkeypatch):
    """Paths lead on from where the run began; those given now from here."""
    begun, here = tmp_path / "begun", tmp_path / "here"
    for folder in (begun, here):
        folder.mkdir()
    (begun / "bot.py").write_text(bots.read_text())
    (begun / "mine.toml").write_text('base = "hearts"\n')
    monkeypatch.chdir(begun)
    words = ("compare", "bot.py:First", "plain", "--rules", "mine.toml", "--jobs", 1)
    made = chsim(*words, "--games", 8, "--store", "store", "--out", "table.json")
    monkeypatch.chdir(here)
    (begun / "table.json").unlink()
    shown = chsim("results", "../begun/store", "--out", "shown.json")
    again = chsim("resume", "../begun/store", "--jobs", 1)
    assert digest_line(shown) == digest_line(again) == digest_line(made)
    assert digest_of((here / "shown.json").read_text()) == digest_of(
        (begun / "table.json").read_text()
    )


def test_what_is_written_is_named_as_it_is_found_from_here(chsim, tmp_path, monkeypatch):
    begun = tmp_path / "begun"
    begun.mkdir()
    monkeypatch.chdir(begun)
    made = chsim(*LEAGUE, "--games", 8, "--store", "store", "--out", "standings")
    monkeypatch.chdir(tmp_path)
    again = chsim("resume", "begun/store")
    assert made.stdout.endswith("Written to standings\n")
    assert again.stdout.endswith(f"Written to {begun / 'standings'}\n")


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--seats", "{},random,random,random"],
        ["compare", "{}", "plain", "--against", "random"],
        ["league", "{}", "plain"],
    ],
    ids=["run", "compare", "league"],
)
@pytest.mark.parametrize("damage", ["missing", "broken"])
def test_results_need_no_strategy_that_loads(chsim, bots, tmp_path, words, damage):
    bot, folder = tmp_path / "bot.py", tmp_path / "store"
    bot.write_text(bots.read_text())
    words = [word.format(f"{bot}:First") for word in words]
    made = chsim(*words, "--games", 8, "--jobs", 1, "--store", folder)
    bot.write_text("def unfinished(")
    if damage == "missing":
        bot.unlink()
    forget_files()
    shown = chsim("results", folder)
    assert shown.exit_code == 0, shown.output
    assert digest_line(shown) == digest_line(made)
    assert_refused(chsim("resume", folder), str(bot))
