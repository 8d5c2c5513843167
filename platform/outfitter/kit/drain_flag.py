"""Whether this process was told to end soon: it serves on, and asks for nothing new."""

import signal
import threading
from typing import Any, Final

# What the web server's first process sends to its workers; they end by the usual signal, later.
SIGNAL: Final = signal.SIGUSR1
_told = threading.Event()


def is_set() -> bool:
    """Return whether this process is about to end."""
    return _told.is_set()


def listen() -> None:
    """Hear the signal from now on; only a process's first thread can."""

    def hear(_number: int, _frame: Any) -> None:
        _told.set()

    if threading.current_thread() is threading.main_thread():
        signal.signal(SIGNAL, hear)


def forget() -> None:
    """Take the word back, as if the process had just begun."""
    _told.clear()
