"""Speed of the engine beside another program's, in turn, so that a noisy machine hits both.

    python experiments/speed.py './limit 1 200000 1'

plays chunks of games of four of a kind on one thread, and between them runs the
command, which prints how many "hands/s" it makes. Then chunks on one worker and
on two, beside one copy of the command and two at once. Ratios are medians.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from statistics import median
from time import perf_counter

import chsim
from chsim.chunks import Plan, play_chunk, prepare
from chsim.rules_file import load_rules

ROUNDS = 15
GAMES = {"random": 10_000, "plain": 8_000, "peacecat": 500}
SIDE_BY_SIDE = 60_000


def reference(command: str, copies: int = 1) -> float:
    """Hands per second of some copies of the command at once, together."""
    running = [
        subprocess.Popen(
            shlex.split(command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for _ in range(copies)
    ]
    outputs = [process.communicate()[0] for process in running]
    return sum(float(re.findall(r"([\d.]+) hands/s", output)[-1]) for output in outputs)


def engine(strategy: str) -> float:
    """Hands per second of four of a kind on this thread."""
    plan = Plan((strategy,) * 4, load_rules("complex-hearts"), 1)
    prepare(plan)
    start = perf_counter()
    chunk = play_chunk(plan, 0, GAMES[strategy])
    return float(chunk.results.hands.sum()) / (perf_counter() - start)


def workers(jobs: int) -> float:
    """Hands per second of a whole run on some workers."""
    start = perf_counter()
    result = chsim.run("random,random,random,random", SIDE_BY_SIDE, jobs=jobs, keep=False)
    return result.matchups[0].tally.hands / (perf_counter() - start)


def main(command: str) -> None:
    """Measure and print."""
    for strategy in GAMES:
        pairs = [(engine(strategy), reference(command)) for _ in range(ROUNDS)]
        ratio = median(ours / theirs for ours, theirs in pairs)
        speed = median(ours for ours, _ in pairs)
        print(f"{strategy:10} {speed:12,.0f} hands/s  {ratio:6.3f} of the command")
    rounds = [
        (workers(1), workers(2), reference(command), reference(command, 2))
        for _ in range(ROUNDS // 3)
    ]
    print(f"two workers / one: {median(two / one for one, two, _, _ in rounds):.2f}")
    print(f"two copies of the command / one: {median(b / a for _, _, a, b in rounds):.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python experiments/speed.py COMMAND")
    main(sys.argv[1])
