"""``python -m chsim`` is the command ``chsim``."""

import atexit
import os
import signal
import sys

# `python -m` looks in the working folder first, where a bot's random.py would stand for Python's.
if __name__ == "__main__" and not sys.flags.safe_path:
    sys.path.append(sys.path.pop(0))

from chsim.interrupts import INTERRUPTED


def command() -> None:
    """Run the command line; Ctrl-C gives no traceback before it and after it either."""
    ours = callable(usual := signal.getsignal(signal.SIGINT))
    if ours:
        signal.signal(signal.SIGINT, _leave)
    from chsim.cli.main import main

    ending = _Ending()
    if ours:
        signal.signal(signal.SIGINT, usual)
    try:
        main(prog_name="chsim")
    finally:
        if ours:
            signal.signal(signal.SIGINT, ending)


def _leave(*_: object) -> None:
    os._exit(INTERRUPTED)


class _Ending:
    """Waits with leaving until worker processes are ended, which are not to be left alone."""

    def __init__(self) -> None:
        self._interrupted = False
        atexit.register(self._end)  # before all others, so that it is called after them

    def __call__(self, *_: object) -> None:
        if self._interrupted:
            _leave()
        self._interrupted = True

    def _end(self) -> None:
        if self._interrupted:
            _leave()


if __name__ == "__main__":
    command()
