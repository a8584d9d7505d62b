"""The one door to the compiler: `compiled` and where its cache is kept.

numba stamps a cached function with the contents of its own file only. Functions
are compiled into one another across files, so the stamp used here covers the
engine, the toolbox and the function's own package: editing any of these makes
its cache stale.
"""

from __future__ import annotations

import contextlib
import hashlib
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba import config, njit
from numba.core.caching import FunctionCache, IndexDataCacheFile

F = TypeVar("F", bound=Callable[..., Any])

#: True when NUMBA_DISABLE_JIT=1 makes every compiled function plain Python.
PLAIN_PYTHON = bool(config.DISABLE_JIT)

if PLAIN_PYTHON:
    # The generator multiplies modulo 2**64; compiled code does so silently.
    np.seterr(over="ignore")


_PACKAGE = Path(__file__).parent.parent


@cache
def fingerprint(folder: Path) -> str:
    """Digest of all code that a function in ``folder`` may have compiled into it.

    That is the engine, the toolbox and, where ``folder`` is a package, the
    modules beside the function.
    """
    files = [*Path(__file__).parent.glob("*.py"), _PACKAGE / "toolbox.py"]
    if (folder / "__init__.py").exists():
        files += folder.glob("*.py")
    digest = hashlib.sha256()
    for path in sorted(set(files)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Warned:
    """One warning a process about a cache that cannot be kept."""

    done = False

    @classmethod
    def once(cls, reason: object) -> None:
        if not cls.done:
            cls.done = True
            warnings.warn(
                f"compiled code is not kept for the next start: {reason}",
                RuntimeWarning,
                stacklevel=4,
            )


class _EngineCache(FunctionCache):
    """numba's function cache, stamped with the whole engine and never fatal."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        folder = Path(function.__code__.co_filename).parent
        stamp = (self._impl.locator.get_source_stamp(), fingerprint(folder))
        self._cache_file = IndexDataCacheFile(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a damaged cache file means: compile and save again
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception as reason:  # noqa: BLE001 - a cache is never worth a run
            _Warned.once(reason)


def compiled(function: F) -> F:
    """Compile ``function`` for use without the interpreter lock, cached on disk.

    Parameters
    ----------
    function : callable
        Scalar Python that numba can compile.

    Returns
    -------
    callable
        The compiled function; ``function`` itself under ``NUMBA_DISABLE_JIT=1``.

    Notes
    -----
    Where no cache folder can be written the function is compiled anew by each
    process, after one warning; so is, without one, a function typed in at a prompt.
    """
    dispatcher: Any = njit(nogil=True)(function)
    if not PLAIN_PYTHON and Path(function.__code__.co_filename).exists():
        try:
            dispatcher._cache = _EngineCache(function)
        except (RuntimeError, OSError) as reason:
            _Warned.once(reason)
    return dispatcher
