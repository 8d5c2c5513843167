"""
Markup made by the widget's own code, run in V8 inside this process (ADR 43).

A calendar can be read as soon as its document and style are there when the document brings the
first picture. The widget's build has a script for it; without that script, without V8, or when a
call fails, there is no markup and the page draws itself, as it can anyway.
"""

import logging
import os
import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from py_mini_racer import MiniRacer

log = logging.getLogger(__name__)

SCRIPT: Final = Path("server") / "calendar.js"
# A picture takes some milliseconds; the first one of a process makes its formatters too.
_CALL_SECONDS: Final = 0.2
_START_SECONDS: Final = 2.0
_MOST_BYTES: Final = 128 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Engine:
    """V8 with one script in it; `lock` because a context does one thing at a time."""

    context: "MiniRacer"
    lock: threading.Lock

    def draw(self, asked: dict[str, Any]) -> str:
        """
        Return the markup of a page.

        :raises Exception: the script fails, takes too long or needs too much memory
        """
        with self.lock:
            markup = self.context.call(
                "drawCalendar", asked, timeout_sec=_CALL_SECONDS, max_memory=_MOST_BYTES
            )
        if not isinstance(markup, str):
            raise TypeError(f"not markup: {type(markup)}")
        return markup


_starting: Final = threading.Lock()
_failed: Final[set[str]] = set()


def engine(root: Path) -> Engine | None:
    """Return what draws pages of a build of the widget, None where nothing can."""
    file = root / SCRIPT
    try:
        stat = file.stat()
    except OSError:
        return None
    with _starting:
        # V8's threads do not outlive a fork: each process has its own.
        return _started(file, f"{stat.st_mtime_ns:x}-{stat.st_size:x}-{os.getpid()}")


@lru_cache(maxsize=1)
def _started(file: Path, tag: str) -> Engine | None:
    try:
        from py_mini_racer import MiniRacer

        context = MiniRacer()
        context.eval(file.read_text(), timeout_sec=_START_SECONDS, max_memory=_MOST_BYTES)
    except Exception:
        # Whatever is wrong with it: a page without its picture is a page.
        log.exception("calendars come without their first picture: V8 does not start")
        return None
    return Engine(context, threading.Lock())


def render_markup(root: Path, asked: dict[str, Any]) -> str:
    """Return the markup of a page, empty where it cannot be made; the first failure is logged."""
    found = engine(root)
    if found is None:
        return ""
    try:
        return found.draw(asked)
    except Exception as error:
        if found.context.was_hard_memory_limit_reached():
            # It would refuse everything from here on.
            _started.cache_clear()
        kind = type(error).__name__
        if kind not in _failed:
            _failed.add(kind)
            log.exception("a calendar was sent without its first picture")
        return ""
