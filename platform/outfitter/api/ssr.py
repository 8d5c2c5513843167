"""
Markup made by the widget's own code, run in V8 inside this process (ADR 43, ADR 68).

A calendar and the customer's page can be read as soon as document and style are there when the
document brings the first picture. The widget's build has a script for each; without that script,
without V8, or when a drawing fails or takes too long, there is no markup and the page draws itself,
as it can anyway.

One thread of the process draws, one picture after the other. Requests wait for it, but not for
long: what comes too late for one is there for the next.
"""

import atexit
import logging
import os
import threading
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import orjson

if TYPE_CHECKING:
    from py_mini_racer import MiniRacer

log = logging.getLogger(__name__)

# Which function of the build's scripts draws a page; each script is named as its page.
DRAWN_BY: Final = {"calendar": "drawCalendar", "portal": "drawPortal"}
# Seconds: how long a request waits for a picture, its turn included.
PATIENCE: Final = 0.15
# What still draws after so long will not end; a busy machine may take a hundred times as usual.
_CALL_SECONDS: Final = 5.0
_START_SECONDS: Final = 10.0
_MOST_BYTES: Final = 128 * 1024 * 1024
# Where processors have memory protection keys, only the thread that started V8 and its children could
# make an engine; any other would end the process (pkeys(7): a new thread has its parent's rights).
_ANY_THREAD: Final = "--no-memory-protection-keys"
# Pictures that wait for their turn, and those that are kept: twenty kilobytes each.
_MOST_KEPT: Final = 64
# Rounds that are drawn ahead: the very first picture is four times as slow as the third.
_WARMING_CNT: Final = 2


def warm_up(root: Path, words: bytes) -> None:
    """
    Start the engine and let it draw something, so that the first calendar is as quick as any.

    `words` are the messages of a calendar as JSON. Returns once that is done; whatever is wrong
    with the engine is logged, and pages come without their picture.
    """
    _studio().warm_up(root, words)


def render_markup(
    root: Path, key: str, asked: Mapping[str, Any], *, page: str = "calendar", is_kept: bool = True
) -> str:
    """
    Return the markup of a page; empty where it cannot be made, or not soon enough.

    `key` names what is `asked` for, `page` who draws it (`DRAWN_BY`). A picture that is not kept is
    one person's alone: it is gone once it was handed out. The first failure of each kind is logged.
    """
    return _studio().markup(root, key, asked, page, is_kept=is_kept)


def can_draw(root: Path) -> bool:
    """Return whether there is an engine: a picture that is not there now may be there next time."""
    return _studio().can_draw(root)


_making: Final = threading.Lock()


def _studio() -> "_Studio":
    with _making:
        # V8's threads do not outlive a fork: each process has its own.
        return _studio_of(os.getpid())


@lru_cache(maxsize=1)
def _studio_of(_pid: int) -> "_Studio":
    return _Studio()


class _Studio:
    """What draws, and what was drawn lately or is about to be, by its name."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._guard = threading.Lock()
        self._drawings: dict[str, Future[str]] = {}
        self._engine: tuple[str, MiniRacer] | None = None
        self._broken = ""
        self._failed: set[str] = set()
        # V8 waits for a thread of Python's, which no longer runs once the interpreter goes.
        atexit.register(self.close)

    def close(self) -> None:
        """End the engine; the next picture starts another."""
        if self._engine is not None:
            self._engine[1].close()
            self._engine = None

    def warm_up(self, root: Path, words: bytes) -> None:
        self._thread.submit(self._warm_up, root, words).result()

    def markup(
        self, root: Path, key: str, asked: Mapping[str, Any], page: str = "calendar", *, is_kept: bool = True
    ) -> str:
        drawing = self._drawing(root, key, asked, page)
        try:
            markup = drawing.result(PATIENCE) if drawing else ""
        except TimeoutError:
            markup, is_late = "", True
        else:
            is_late = False
        if drawing and not (is_kept and (markup or is_late)):
            self._forget(key, drawing)
        return markup

    def can_draw(self, root: Path) -> bool:
        tag = _tag(root)
        return tag != "" and tag != self._broken

    def _drawing(self, root: Path, key: str, asked: Mapping[str, Any], page: str) -> "Future[str] | None":
        """Return a drawing that was begun, None where too many wait or nothing can draw."""
        with self._guard:
            found = self._drawings.get(key)
            if found is None and self.can_draw(root):
                if len(self._drawings) >= _MOST_KEPT:
                    done = next((name for name, one in self._drawings.items() if one.done()), None)
                    if done is None:
                        return None
                    del self._drawings[done]
                found = self._drawings[key] = self._thread.submit(self._draw, root, asked, page)
            return found

    def _forget(self, key: str, drawing: "Future[str]") -> None:
        """Have the next one who asks for it try again."""
        with self._guard:
            if self._drawings.get(key) is drawing:
                del self._drawings[key]

    # From here on everything runs in the thread that draws.

    def _warm_up(self, root: Path, words: bytes) -> None:
        context = self._context(root)
        if context is None:
            return
        try:
            context.eval(f"warmUp({words.decode()}, {_WARMING_CNT})", timeout_sec=_START_SECONDS)
        except Exception:
            log.exception("the first calendars may come without their pictures: nothing could be drawn ahead")

    def _draw(self, root: Path, asked: Mapping[str, Any], page: str) -> str:
        context = self._context(root)
        if context is None:
            return ""
        try:
            markup = context.eval(
                f"{DRAWN_BY[page]}({orjson.dumps(asked).decode()})",
                timeout_sec=_CALL_SECONDS,
                max_memory=_MOST_BYTES,
            )
            if not isinstance(markup, str):
                raise TypeError(f"not markup: {type(markup)}")
        except Exception as error:
            if context.was_hard_memory_limit_reached():
                # It would refuse everything from here on.
                self.close()
            kind = f"{page}: {type(error).__name__}"
            if kind not in self._failed:
                self._failed.add(kind)
                log.exception("a %s was sent without its first picture", page)
            return ""
        return markup

    def _context(self, root: Path) -> "MiniRacer | None":
        """Return V8 with the scripts of this build in it."""
        tag = _tag(root)
        if self._engine is not None and self._engine[0] == tag:
            return self._engine[1]
        self.close()
        try:
            from py_mini_racer import DEFAULT_V8_FLAGS, MiniRacer, init_mini_racer

            init_mini_racer(flags=[*DEFAULT_V8_FLAGS, _ANY_THREAD], ignore_duplicate_init=True)
            context = MiniRacer()
            for script in _scripts(root):
                context.eval(script.read_text(), timeout_sec=_START_SECONDS, max_memory=_MOST_BYTES)
        except Exception:
            # Whatever is wrong with it: a page without its picture is a page.
            log.exception("pages come without their first picture: V8 does not start")
            self._broken = tag
            return None
        self._engine = (tag, context)
        return context


def _scripts(root: Path) -> list[Path]:
    files = (root / "server" / f"{page}.js" for page in DRAWN_BY)
    return [file for file in files if file.is_file()]


def _tag(root: Path) -> str:
    """Return what changes with the scripts of a build, "" where there is none."""
    stats = [script.stat() for script in _scripts(root)]
    return "-".join(f"{stat.st_mtime_ns:x}-{stat.st_size:x}" for stat in stats)
