"""Reading TOML that a user wrote: whatever is wrong with it is one line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from chsim.errors import ChsimError

#: What is written here is a page or two of text; anything much larger is something else.
MAX_BYTES = 100_000


class TomlError(ChsimError):
    """A file that cannot be read or is not TOML; whoever reads it adds its name."""


def read_text(path: Path, kind: str) -> str:
    """Text of a file.

    Parameters
    ----------
    path : Path
    kind : str
        What the file should be, for the message about one that is too large.

    Raises
    ------
    TomlError
        If it cannot be read, is larger than `MAX_BYTES`, or is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TomlError(f"cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise TomlError(f"larger than {MAX_BYTES} bytes, not {kind}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TomlError("is not UTF-8 text") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Tables of a TOML text.

    Raises
    ------
    TomlError
        If it is not TOML, too deeply nested, or has a number of thousands of digits.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TomlError(f"is not TOML: {str(error) or 'too deeply nested'}") from None
