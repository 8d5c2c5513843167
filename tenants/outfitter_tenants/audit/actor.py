"""Who acts in this request or job; set by the edge, read by `operations.record`."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """The person, partner or job behind a change."""

    type: str = "system"
    avatar_id: int | None = None
    name: str = "Outfitter"
    ip: str | None = None
    user_agent: str = ""


SYSTEM = Actor()
_current: ContextVar[Actor] = ContextVar("actor", default=SYSTEM)


def current_actor() -> Actor:
    """Return who acts now; the system when nobody was named."""
    return _current.get()


def set_actor(actor: Actor) -> None:
    """Name the actor for the rest of this request; the edge resets it at the end."""
    _current.set(actor)


@contextmanager
def acting(actor: Actor) -> Iterator[None]:
    """Act as somebody inside the block."""
    token = _current.set(actor)
    try:
        yield
    finally:
        _current.reset(token)
