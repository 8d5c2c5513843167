"""
How long a plugin may take, wherever it is called.

A call ends at its limit also when the plugin sleeps, waits for a server or counts in circles: in a
process's main thread (jobs) by a signal, in another one (requests) by an exception that is set on
the thread. What ignores both ends with its worker (Celery's own limit).
"""

import ctypes
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

# Seconds. An event or a delivery of a partner, which may ask the partner's server.
JOB_SECONDS: Final = 20.0
# Whether anything speaks against a sale: a guest is waiting, and so are seats.
SALE: Final = 0.5
# A question on a settings page, and a plugin's own operation.
REQUEST_SECONDS: Final = 10.0
# Taking in a delivery: no network, the partner waits for its answer.
WEBHOOK_SECONDS: Final = 3.0


class TimeLimitReached(KeyboardInterrupt):
    """
    Raised inside a plugin whose time is over.

    No `Exception`, so that `except Exception` in the plugin lets it pass; a KeyboardInterrupt,
    because that makes the database driver cancel a running statement and stay usable.
    """


class PluginTimeout(Exception):
    """A plugin did not answer within its time."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """
    Let a plugin work for so long and no longer.

    :raises PluginTimeout: its time is over
    """
    is_main = threading.current_thread() is threading.main_thread()
    watch = _Alarm(seconds) if is_main else _Nudge(seconds)
    try:
        try:
            watch.arm()
            with connection.interruptible():  # type: ignore[attr-defined]  # outfitter.db.tenant_backend
                yield
        finally:
            watch.disarm()
    except (TimeLimitReached, Exception):
        # What was interrupted may have failed of it.
        if not watch.has_rung:
            raise
        raise PluginTimeout(f"it took longer than {seconds:g} s") from None


class _Alarm:
    """The signal of the main thread; whoever set it before gets it back."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.is_armed, self.has_rung = seconds, False, False
        self.before: Any = None
        self.left, self.since = 0.0, 0.0

    def arm(self) -> None:
        self.since = time.monotonic()
        self.before = signal.signal(signal.SIGALRM, self._ring)
        self.is_armed = True
        self.left, _ = signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def disarm(self) -> None:
        self.is_armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before or signal.SIG_DFL)
        if self.left:
            passed = time.monotonic() - self.since
            signal.setitimer(signal.ITIMER_REAL, max(self.left - passed, 0.001))

    def _ring(self, _number: int, _frame: Any) -> None:
        if self.is_armed:
            self.has_rung = True
            raise TimeLimitReached


class _Nudge:
    """An exception set on this thread by another one; it arrives with the next step of Python."""

    def __init__(self, seconds: float) -> None:
        self.thread_id = threading.get_ident()
        self.lock = threading.Lock()
        self.is_armed = self.has_rung = False
        self.timer = threading.Timer(seconds, self._ring)
        self.timer.daemon = True

    def arm(self) -> None:
        self.is_armed = True
        self.timer.start()

    def disarm(self) -> None:
        self.timer.cancel()
        with self.lock:
            self.is_armed = False
            if self.has_rung:
                # What was set and has not arrived would hit whoever comes next.
                flush_interrupt()

    def _ring(self) -> None:
        with self.lock:
            if self.is_armed:
                self.has_rung = True
                interrupt_thread(self.thread_id, TimeLimitReached)


def interrupt_thread(thread_id: int, kind: type[BaseException]) -> None:
    """Set an exception on a thread."""
    target = ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread_id), target)


def flush_interrupt() -> None:
    """
    Have arrive what may be set on this thread.

    Taken back, it would have Python 3.11 look for it at every step of all threads from then on.
    """
    try:
        interrupt_thread(threading.get_ident(), TimeLimitReached)
        while True:
            time.sleep(0)
    except TimeLimitReached:
        return
