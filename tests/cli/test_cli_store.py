"""``--store``, ``chsim resume`` and ``chsim results``: kills, Ctrl-C, damage, and odd stores."""

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
from pathlib import Path

import pytest

import chsim as package
from chsim.store import Store

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not importlib.util.find_spec("pyarrow"),
    reason="signals of POSIX; pyarrow",
)

FOUR = "random,random,random,random"
RUN = ("run", "--seats", FOUR)
COMPARE = ("compare", "random", "plain", "--against", "random")
LEAGUE = ("league", "random", "plain")


def digest_of(output):
    """Digest of the games in the JSON of any command."""
    data = json.loads(output)
    if "matchups" in data:
        return [one["digest"] for one in data["matchups"]]
    return data["digest"]


def assert_refused(result, *words):
    lines = result.output.splitlines() if hasattr(result, "output") else result.stderr.splitlines()
    assert result.exit_code == 2
    assert len(lines) == 1, result.output
    assert lines[0].startswith("Error: ")
    for word in words:
        assert word in lines[0]


def chunk_files(folder, array="games"):
    return sorted((folder / "chunks").glob(f"*.{array}.parquet"))


def in_small_chunks(monkeypatch):
    """Let every piece of work become a chunk of its own."""
    from chsim.store import buffer

    monkeypatch.setattr(buffer.Buffer.__init__, "__defaults__", (0.0, 50, time.monotonic))


# --- kills and Ctrl-C ---------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "games"),
    [
        (RUN, 30_000),
        ((*COMPARE, "--sprt", "loss -0.02"), 8_000),
        (LEAGUE, 8_000),
    ],
    ids=["run", "sprt", "league"],
)
def test_kills_at_any_moment_lose_nothing(start, chsim, tmp_path, command, games):
    folder, moments = tmp_path / "store", random.Random(5)
    asked = (*command, "--games", games)
    for _ in range(3):
        words = ["resume", folder] if folder.exists() else [*asked, "--store", folder]
        with start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            wait_for(lambda: (folder / "asked.json").exists(), running)
            time.sleep(moments.uniform(0.0, 0.6))
            running.kill()
    resumed = chsim("resume", folder, "--json")
    assert resumed.exit_code == 0, resumed.output
    assert digest_of(resumed.output) == digest_of(chsim(*asked, "--json").output)


def wait_for(ready, running):
    deadline = time.monotonic() + 90
    while not ready() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)


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


def interrupted_at(monkeypatch, place, name):
    def stop(*args, **how):
        raise KeyboardInterrupt

    monkeypatch.setattr(place, name, stop)


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


def test_ctrl_c_while_only_reading_names_nothing(chsim, tmp_path, monkeypatch):
    chsim(*RUN, "--games", 5, "--store", tmp_path / "store")
    interrupted_at(monkeypatch, importlib.import_module("chsim.cli.run"), "say")
    done = chsim("results", tmp_path / "store")
    assert (done.exit_code, done.output) == (130, "Interrupted.\n")


# --- reading and sharing ------------------------------------------------------


def test_results_and_a_second_writer_while_a_run_writes(start, chsim, tmp_path):
    folder = tmp_path / "store"
    with start(*RUN, "--games", 10**8, "--store", folder) as running:
        wait_for(lambda: chunk_files(folder), running)
        read = chsim("results", folder)
        second = chsim("resume", folder)
        running.kill()
    assert read.exit_code == 0
    assert read.output.startswith("INCOMPLETE: stopped after ")
    assert_refused(second, f"process {running.pid} writes to it")
    assert chsim("results", folder).exit_code == 0


def test_results_compile_nothing_and_name_no_speed(chsim, tmp_path, monkeypatch):
    folder = tmp_path / "store"
    played = chsim(*RUN, "--games", 50, "--store", folder)
    assert "games/s" in played.output
    for module in ("runner", "blocks", "laboratory"):
        interrupted_at(monkeypatch, importlib.import_module(f"chsim.{module}"), "prepare")
    shown = chsim("results", folder)
    assert shown.exit_code == 0
    assert "games/s" not in shown.output
    assert digest_line(shown) == digest_line(played)


def digest_line(result):
    return re.search(r"digest (\w+)", result.output)[1]


def test_results_refuse_games_of_other_seats(chsim, tmp_path):
    folder = tmp_path / "store"
    chsim(*RUN, "--games", 5, "--store", folder)
    change_asked(folder, {"seats": "plain,plain,plain,plain"})
    assert_refused(chsim("results", folder), "cannot be shown: seats was")


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
    assert shown.output.startswith(f"INCOMPLETE, {there}: T")
    assert re.search(r"^b +lost", shown.output, re.M)


@pytest.mark.parametrize("array", ["games", "hands", "moons"])
def test_a_damaged_chunk_of_an_experiment_is_played_again(chsim, tmp_path, array, monkeypatch):
    in_small_chunks(monkeypatch)
    words, folder = an_experiment(tmp_path), tmp_path / "store"
    made = chsim(*words, "--store", folder, "--json")
    harm(chunk_files(folder, array)[1], "altered")
    again = chsim("resume", folder, "--json")
    assert again.exit_code == 0, again.output
    assert json.loads(again.output) == json.loads(made.output)
    assert Store.read(folder).gaps() == []


# --- what does not fit --------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ((*RUN, "--games", 9, "--seed", 2), "seed was 1, is 2"),
        ((*RUN, "--games", 9, "--rules", "hearts"), "rules"),
        ((*RUN, "--games", 9, "--no-rotate"), "rotate was true, is false"),
        (("run", "--games", 9, "--seats", "plain,random,random,random"), "seats was"),
        ((*RUN, "--games", 5), "has 9 already, 5 asked for"),
        ((*COMPARE, "--games", 9), "command was run, is compare"),
        ((*RUN, "--games", 9, "--record", "games.jsonl"), "record: not with a store"),
    ],
)
def test_a_store_of_something_else_is_refused_and_stays(chsim, tmp_path, words, named, monkeypatch):
    folder = tmp_path / "store"
    monkeypatch.chdir(tmp_path)
    made = chsim(*RUN, "--games", 9, "--store", folder)
    assert_refused(chsim(*words, "--store", folder), named)
    again = chsim("resume", folder)
    assert again.exit_code == 0
    assert digest_line(again) == digest_line(made)


def test_a_bot_that_fails_and_is_mended_is_other_code(chsim, bots, tmp_path):
    folder, bot = tmp_path / "store", tmp_path / "bot.py"
    text = bots.read_text() + "\ncount = 0\nclass Late(First):\n    def choose_card(self, view):\n"
    text += "        global count\n        count += 1\n"
    text += "        if count > 60: raise ValueError('late')\n"
    text += "        return super().choose_card(view)\n"
    bot.write_text(text)
    words = ("run", "--seats", f"{bot}:Late,random,random,random", "--games", 40, "--jobs", 1)
    failed = chsim(*words, "--store", folder)
    assert failed.exit_code == 2
    assert "ValueError: late" in failed.stderr
    bot.write_text(text.replace("> 60", "> 10**9"))
    assert_refused(chsim("resume", folder, "--jobs", 1), "another strategy code: ")


def test_a_worker_that_dies_leaves_the_finished_games(process, chsim, bots, tmp_path):
    folder, bot = tmp_path / "store", tmp_path / "bot.py"
    bot.write_text(
        bots.read_text() + "\nclass Dying(First):\n    def choose_card(self, view):\n"
        f"        if os.path.exists({str(folder / 'chunks')!r}) and time.time() % 1 > 0.98:\n"
        "            os._exit(3)\n        return super().choose_card(view)\n"
    )
    words = ("run", "--seats", f"{bot}:Dying,random,random,random", "--games", 10**6, "--jobs", 2)
    done = process(*words, "--store", folder)
    assert done.returncode == 2
    assert "ended or crashed its worker process" in done.stderr
    assert "Traceback" not in done.stderr
    shown = chsim("results", folder, "--json")
    assert shown.exit_code == 0


# --- damage -------------------------------------------------------------------


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
    again = chsim("resume", folder)
    assert again.exit_code == 0
    assert digest_line(again) == digest_line(made)
    assert Store.read(folder).gaps() == []


def harm(file, damage):
    data = bytearray(file.read_bytes())
    if damage == "missing":
        file.unlink()
        return
    if damage == "altered":
        data[len(data) // 2] ^= 1
    file.write_bytes(data[: len(data) // 2] if damage == "truncated" else data)


def asked_of(folder):
    return json.loads((folder / "asked.json").read_text())


def change_asked(folder, changes):
    (folder / "asked.json").write_text(json.dumps(asked_of(folder) | changes))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A finished store."""
    from click.testing import CliRunner

    from chsim.cli.main import main

    folder = tmp_path_factory.mktemp("stores") / "store"
    words = [*RUN, "--games", "4", "--store", str(folder)]
    assert CliRunner().invoke(main, words).exit_code == 0
    return folder


@pytest.fixture
def store(small, tmp_path):
    """A copy of a finished store."""
    import shutil

    return Path(shutil.copytree(small, tmp_path / "store"))


@pytest.mark.parametrize(
    "change",
    [
        {"command": "walk"},
        {"command": {}},
        {"command": "resume", "folder": "x"},
        {"command": "results"},
        {"more": 1},
        {"games": "many"},
        {"games": -3},
        {"games": None},
        {"games": [1]},
        {"games": float("inf")},
        {"seed": "one"},
        {"seed": None},
        {"rules": 5},
        {"rules": None},
        {"rotate": "perhaps"},
        {"seats": {"a": 1}},
    ],
    ids=str,
)
@pytest.mark.parametrize("command", ["resume", "results"])
def test_odd_values_of_what_was_asked_for_are_one_line(chsim, store, command, change):
    change_asked(store, change)
    assert_refused(chsim(command, store))


OTHER_COMMANDS = [
    '{"command": "resume", "folder": "x", "out": null}',
    '{"command": "figures", "games": null, "out": "x"}',
]


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", "[" * 100_000, "\udcff", "{}", *OTHER_COMMANDS]
)
@pytest.mark.parametrize("command", ["resume", "results"])
def test_a_damaged_file_of_what_was_asked_for_is_one_line(chsim, store, command, text):
    (store / "asked.json").write_text(text, errors="surrogateescape")
    assert_refused(chsim(command, store), "store")


@pytest.mark.parametrize("command", ["resume", "results"])
def test_a_store_that_a_kill_left_without_what_was_asked_for(chsim, store, command):
    (store / "asked.json").unlink()
    assert chsim(command, store).exit_code == 0


@pytest.mark.parametrize("command", ["resume", "results"])
def test_what_is_no_store_is_one_line(chsim, tmp_path, command):
    (tmp_path / "file").write_text("")
    assert_refused(chsim(command, tmp_path), "is not a store")
    assert_refused(chsim(command, tmp_path / "none"), "no such folder")
    assert_refused(chsim(command, tmp_path / "file"), "is not a folder")


@pytest.mark.parametrize("command", ["resume", "results"])
def test_a_store_made_from_python_says_so(chsim, tmp_path, command):
    package.run(FOUR, 4, store=tmp_path / "store")
    assert_refused(chsim(command, tmp_path / "store"), "was made from Python")


@pytest.mark.parametrize("name", ["pyarrow", "filelock"])
def test_a_missing_package_names_the_extra(chsim, tmp_path, name, monkeypatch):
    from chsim.store import folder

    find = importlib.util.find_spec
    monkeypatch.setattr(folder, "find_spec", lambda one: None if one == name else find(one))
    refused = chsim(*RUN, "--games", 4, "--store", tmp_path / "store")
    assert_refused(refused, "pip install 'chsim[store]'")


# --- the rest -----------------------------------------------------------------


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


def test_a_full_disk_is_one_line_and_resumes_when_there_is_room(chsim, small_disk, monkeypatch):
    in_small_chunks(monkeypatch)
    folder, words = small_disk / "store", (*RUN, "--games", 500)
    (small_disk / "other").write_bytes(bytes(215_000))
    assert_refused(chsim(*words, "--store", folder), "No space left on device")
    (small_disk / "other").unlink()
    again = chsim("resume", folder)
    assert again.exit_code == 0, again.output
    assert digest_line(again) == digest_line(chsim(*words))
