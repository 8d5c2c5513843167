"""What is being worked at: a request or a job, whose, and what it cost the database so far."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Work:
    """
    One request or job.

    `route` is a template and never an address: addresses hold tokens. `seconds` are those that
    statements took.
    """

    operator: str = ""
    route: str = ""
    job: str = ""
    statement_cnt: int = 0
    seconds: float = 0.0

    def names(self) -> dict[str, str]:
        """Return where a line of the log or a slow statement comes from."""
        found = {"operator": self.operator, "route": self.route, "job": self.job}
        return {name: text for name, text in found.items() if text}


_current: ContextVar[Work | None] = ContextVar("work", default=None)


def current() -> Work | None:
    """Return what this thread is at, None between two pieces of work."""
    return _current.get()


@contextmanager
def at(work: Work) -> Iterator[Work]:
    """Be at a piece of work until the block ends."""
    token = _current.set(work)
    try:
        yield work
    finally:
        _current.reset(token)
