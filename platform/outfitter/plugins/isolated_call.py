"""
Asking a plugin from inside somebody else's transaction.

The plugin runs in a thread of its own, with a connection of its own: it sees what is committed,
a statement of its that fails breaks nothing, and whoever asked goes on when the time is over. A
call that hangs keeps its place, so that one plugin never fills a process with threads.
"""

import contextvars
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from django.db import connections

from outfitter.db.tenant_schema import in_schema
from outfitter.plugins.time_limits import PluginTimeout, TimeLimitReached, interrupt_thread

# Calls of one plugin at a time in one process, those that hang among them.
PLACES: Final = 4
_places: dict[str, threading.BoundedSemaphore] = {}


def call_isolated(call: Callable[[], Any], *, slug: str, schema_name: str, seconds: float) -> Any:
    """
    Return what a plugin answers within the time.

    :raises PluginTimeout: it did not, or too many of its earlier calls hang
    :raises Exception: whatever the plugin raised
    """
    end = time.monotonic() + seconds
    places = _places.setdefault(slug, threading.BoundedSemaphore(PLACES))
    if not places.acquire(timeout=seconds):
        raise PluginTimeout("earlier calls of it have not come back")
    question = _IsolatedCall(call, schema_name, places)
    thread = threading.Thread(
        target=contextvars.copy_context().run, args=(question.run,), daemon=True, name=f"plugin-{slug}"
    )
    thread.start()
    if not question.is_done.wait(max(end - time.monotonic(), 0.0)) and question.give_up():
        interrupt_thread(thread.ident or 0, TimeLimitReached)
        raise PluginTimeout(f"it took longer than {seconds:g} s")
    if question.problem is not None:
        raise question.problem
    return question.answer


class _IsolatedCall:
    """One call and what became of it."""

    def __init__(self, call: Callable[[], Any], schema_name: str, places: threading.BoundedSemaphore) -> None:
        self.call, self.schema_name, self.places = call, schema_name, places
        self.lock, self.is_done = threading.Lock(), threading.Event()
        self.is_given_up = False
        self.answer: Any = None
        self.problem: Exception | None = None

    def run(self) -> None:
        """Ask; whatever happens, the place and the connection are given back."""
        try:
            with in_schema(self.schema_name):
                self.answer = self.call()
        except Exception as problem:
            self.problem = problem
        except BaseException as problem:
            self.problem = RuntimeError(type(problem).__name__)
        finally:
            connections.close_all()
            self.places.release()
            with self.lock:
                self.is_done.set()

    def give_up(self) -> bool:
        """Note that nobody waits any more; False: the answer came in the last moment."""
        with self.lock:
            self.is_given_up = not self.is_done.is_set()
        return self.is_given_up
