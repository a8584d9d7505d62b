"""What tests of stores share: commands that make one, its chunks, damage."""

from __future__ import annotations

import json
import re
import time

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


def digest_line(result):
    return re.search(r"digest (\w+)", result.output)[1]


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


def harm(file, damage):
    data = bytearray(file.read_bytes())
    if damage == "missing":
        file.unlink()
        return
    if damage == "altered":
        data[len(data) // 2] ^= 1
    file.write_bytes(data[: len(data) // 2] if damage == "truncated" else data)


def interrupted_at(monkeypatch, place, name):
    def stop(*args, **how):
        raise KeyboardInterrupt

    monkeypatch.setattr(place, name, stop)
