"""Reads that one use case asks for several times and that nobody changes under it: asked once."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
_seen: ContextVar[dict[Any, Any] | None] = ContextVar("reads_of_this_use_case", default=None)


@contextmanager
def read_cache() -> Iterator[None]:
    """
    Answer reads marked `@once` from memory when they were asked before inside this block.

    For use cases that read settings and the catalogue and change neither. A block inside another
    shares what that one has read.
    """
    if _seen.get() is not None:
        yield
        return
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
        fixed = {name: _fixed(value) for name, value in kwargs.items()}
        key = (read, args, tuple(sorted((name, _key(value)) for name, value in fixed.items())))
        if key not in seen:
            seen[key] = read(*args, **fixed)  # type: ignore[arg-type]
        found: R = seen[key]
        return found

    return asked


def _fixed(value: object) -> object:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return list(value)
    return value


def _key(value: object) -> object:
    return frozenset(value) if isinstance(value, list) else value
