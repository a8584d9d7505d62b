"""Notebooks: they run, and what is stored with them is small and still true."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.notebooks import FILES, execute, printed, read

LARGEST = 300_000
#: Folders of somebody's machine.
PLACE = re.compile(r"(?<!\w)(/(home|root|tmp|usr|opt|work|Users|var)/|[A-Z]:\\)")

each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
run = cache(execute)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code(notebook) for output in cell.outputs]


def words(notebook):
    """Everything in a notebook that is read as text."""
    yield from (cell.source for cell in notebook.cells)
    for output in outputs(notebook):
        yield output.get("text", "")
        yield from (text for kind, text in output.get("data", {}).items() if "text" in kind)


def test_the_notebooks_are_there():
    assert [path.name for path in FILES] == ["01_first_games.ipynb", "02_how_strong.ipynb"]


@each
def test_a_notebook_runs_from_top_to_bottom(path):
    assert "image/png" in {kind for output in outputs(run(path)) for kind in output.get("data", {})}


@each
def test_what_is_stored_is_what_the_cells_print(path):
    """If not, the games have changed: python -m tests.notebooks, and read the prose again."""
    assert printed(read(path)) == printed(run(path))


@each
def test_a_stored_notebook_is_small(path):
    assert path.stat().st_size < LARGEST


@each
def test_a_notebook_is_stored_as_it_ran(path):
    cells = code(read(path))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert {output.output_type for output in outputs(read(path))} <= {
        "display_data",
        "execute_result",
        "stream",
    }
    assert not any(output.get("name") == "stderr" for output in outputs(read(path)))


@each
def test_no_place_on_a_machine_is_stored(path):
    assert not [text for text in words(read(path)) if PLACE.search(text)]


def test_a_place_on_a_machine_would_be_found():
    assert PLACE.search("File '/home/me/x.py'")
    assert PLACE.search(r"C:\Users")
    assert not PLACE.search("results/home/x and 3/tmp")
