"""Runs the notebooks; `python -m tests.notebooks` stores their outputs anew.

The prose says what the outputs show: read both after a change of a built-in
strategy, the rules or the random numbers.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
FILES = sorted(FOLDER.glob("*.ipynb"))
#: Pictures go into the notebook, whatever the machine shows them with.
INLINE = "module://matplotlib_inline.backend_inline"
#: Seconds a cell may take; the first compiles the engine.
PATIENCE = 300


def read(path: Path) -> Any:
    """A notebook as it is stored."""
    return nbformat.read(path, as_version=4)


def execute(path: Path) -> Any:
    """A notebook run from top to bottom in an empty folder, with its outputs.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell raises.
    """
    notebook = read(path)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=PATIENCE,
            kernel_name="python3",
            record_timing=False,
            resources={"metadata": {"path": folder}},
        )
        # a profile of its own: nothing of the user's, and nothing left with the user
        client.execute(env=os.environ | {"IPYTHONDIR": f"{folder}/ipython", "MPLBACKEND": INLINE})
    return notebook


def printed(notebook: Any) -> list[str]:
    """What each code cell printed."""
    return [
        "".join(output.text for output in cell.outputs if output.output_type == "stream")
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def store(path: Path) -> None:
    """Run a notebook and store it with its outputs."""
    notebook = execute(path)
    # The versions of whoever stores it say nothing.
    notebook.metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},
    }
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for file in FILES:
        store(file)
