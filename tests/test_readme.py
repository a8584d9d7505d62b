"""What the README shows is what `results/` holds."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "results"

pytestmark = pytest.mark.skipif(not RESULTS.is_dir(), reason="results/ is not in the sdist")


def table_of(text: str) -> list[str]:
    lines = text.splitlines()
    first = lines.index(next(line for line in lines if line.startswith("| table |")))
    rows = iter(lines[first:])
    return [row for row in rows if row.startswith("|")][:8]


def test_the_table_is_that_of_the_results():
    readme = table_of((ROOT / "README.md").read_text("utf-8"))
    assert readme == table_of((RESULTS / "how_strong" / "table.md").read_text("utf-8"))


def test_the_results_are_small():
    assert sum(file.stat().st_size for file in RESULTS.rglob("*.*")) < 5_000_000


@pytest.mark.parametrize(
    "file", sorted(RESULTS.rglob("manifest.json")), ids=lambda f: f.parent.name
)
def test_results_come_from_the_one_command_that_the_readme_names(file):
    assert '"command": "chsim figures"' in file.read_text("utf-8")
