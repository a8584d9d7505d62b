"""A long run in a store, killed again and again: the same digest, and how much memory and disk.

    python experiments/store.py [--games N] [--seats A,B,C,D] [--kills K] [--seed S]

plays the games without a store, then in a store in a process of its own that is killed
(``kill -9``) at random moments and carried on by ``chsim resume``. It prints each process
with its time and peak memory, the bytes on the disk a game, and whether the digests are
equal; otherwise it exits 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

#: Peak memory that no process may go beyond.
MOST_MB = 600
#: Part of the time of the run without a store after which the last kill comes, on average.
SPREAD = 0.7


@dataclass(frozen=True)
class Ended:
    """A process that ended, or was killed."""

    what: str
    seconds: float
    peak_mb: float
    code: int
    output: str

    @property
    def digest(self) -> str:
        """Digest of its games."""
        return str(json.loads(self.output)["matchups"][0]["digest"])


def chsim(*words: object, kill_after: float | None = None) -> Ended:
    """Run the command to its end, or to a kill after some seconds."""
    command = [sys.executable, "-m", "chsim", *map(str, words), "--json"]
    start = perf_counter()
    with (
        tempfile.TemporaryFile("w+") as output,
        subprocess.Popen(command, stdout=output) as process,
    ):
        if kill_after is not None:
            sleep(kill_after)
            process.kill()  # unless it has ended, it is waited for only below
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = perf_counter() - start
        output.seek(0)
        return Ended(str(words[0]), seconds, _mb(used.ru_maxrss), process.returncode, output.read())


def _mb(maxrss: int) -> float:
    return maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def show(ended: Ended, note: str = "") -> Ended:
    """Print a line about a process."""
    how = {0: "ended", -9: "killed"}.get(ended.code, f"exit code {ended.code}")
    print(
        f"{ended.what:7} {how:7} {ended.seconds:8.1f} s  peak {ended.peak_mb:5.0f} MB  {note}",
        flush=True,
    )
    return ended


def stored(folder: Path) -> tuple[int, int]:
    """Bytes and files of a store."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return sum(sizes), len(sizes)


def through_kills(folder: Path, run: list[object], waits: list[float]) -> list[Ended]:
    """A run in a store that is killed after each of some waits, and then let go to its end."""
    processes = []
    for wait in [*waits, None]:
        there = (folder / "manifest.jsonl").exists()
        words = ["resume", folder] if there else [*run, "--store", folder]
        ended = chsim(*words, kill_after=wait)
        size, files = stored(folder)
        processes.append(show(ended, f"{size:,} bytes in {files:,} files"))
        if wait is None or ended.code != -9:
            break
    return processes


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--seats", default="random,random,random,random")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    asked = parser.parse_args()
    run: list[object] = ["run", "--games", asked.games, "--seats", asked.seats]
    print(f"{asked.games:,} games of {asked.seats}, {asked.kills} kills", flush=True)
    chsim(*run[:1], "--games", 1, *run[3:])  # compiles
    alone = show(chsim(*run), "without a store")
    waits = random.Random(asked.seed)
    each = 2 * SPREAD * alone.seconds / max(1, asked.kills)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "store")
        processes = through_kills(folder, run, [each * waits.random() for _ in range(asked.kills)])
        size, files = stored(folder)
        shown = show(chsim("results", folder), "tables from the store")
    kills = sum(one.code == -9 for one in processes)
    same = alone.digest == processes[-1].digest == shown.digest
    peak = max(one.peak_mb for one in (alone, shown, *processes))
    print(f"digest {alone.digest}, {'equal' if same else 'NOT EQUAL'} after {kills} kills")
    print(f"on disk {size:,} bytes, {size / asked.games:.2f} a game, in {files:,} files")
    print(f"time {sum(one.seconds for one in processes):,.0f} s, {alone.seconds:,.0f} s without")
    print(f"peak memory {peak:,.0f} MB, at most {MOST_MB} allowed")
    return 0 if same and kills == asked.kills and peak <= MOST_MB else 1


if __name__ == "__main__":
    sys.exit(main())
