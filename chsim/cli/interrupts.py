"""Ctrl-C while there is nothing to lose yet."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator

from chsim.cli.output import note

#: Exit code after Ctrl-C.
INTERRUPTED = 130

_STOP = b"\0"


@contextlib.contextmanager
def leaving_at_once(clean_up: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C end the process at once, not by an exception.

    A KeyboardInterrupt amid compiling can vanish in a callback of the compiler and
    leave its lock held for ever, and comes seconds late when LLVM is at work. So
    the signal is left to a thread that only waits for it.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    thread = threading.Thread(target=_wait, args=(reader, clean_up), daemon=True)
    signal.signal(signal.SIGINT, lambda *_: None)
    wakeup = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGINT, before)
        os.write(writer, _STOP)
        thread.join()
        os.close(reader)
        os.close(writer)


def _wait(reader: int, clean_up: Callable[[], None]) -> None:
    while (read := os.read(reader, 1)) != _STOP:
        if read[0] == signal.SIGINT:
            clean_up()
            note("Interrupted.")
            os._exit(INTERRUPTED)
