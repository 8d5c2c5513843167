"""Reads that one use case asks for several times and that nobody changes under it: asked once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from outfitter.db.configuration import configuration, read_key

P = ParamSpec("P")
R = TypeVar("R")
_seen: ContextVar[dict[Any, Any] | None] = ContextVar("reads_of_this_use_case", default=None)


@contextmanager
def read_cache() -> Iterator[None]:
    """
    Answer reads marked `@cached_read` from memory when they were asked before inside this block.

    For use cases that read settings and the catalog and change neither: what they read of the
    configuration comes from what the process keeps of it (`outfitter.db.configuration`). A block
    inside another shares what that one has read.
    """
    if _seen.get() is not None:
        yield
        return
    with configuration():
        token = _seen.set({})
        try:
            yield
        finally:
            _seen.reset(token)


def cached_read(read: Callable[P, R]) -> Callable[P, R]:
    """
    Mark a read whose answer nobody changes: inside `read_cache()` it is asked once.

    Arguments that are collections count as sets. Outside of such a block nothing is remembered.
    """

    @wraps(read)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        seen = _seen.get()
        if seen is None:
            return read(*args, **kwargs)
        # What an iterator yields can be read once only: the read gets the copy, too.
        fixed, key = read_key(read, args, kwargs)
        if key not in seen:
            seen[key] = read(*args, **fixed)
        found: R = seen[key]
        return found

    return asked
