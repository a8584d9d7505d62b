"""``python -m tests.cli.small_chunks``: chsim that stores every piece of work as a chunk."""

import pytest

from chsim.cli.main import main
from tests.cli.stores import in_small_chunks

if __name__ == "__main__":
    in_small_chunks(pytest.MonkeyPatch())
    main(prog_name="chsim")
