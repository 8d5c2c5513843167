"""Where an error comes from: it remembers on its way out, as whoever reports it stands outside."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, Final

_NAMES: Final = ("schema", "plugin", "job")
_plugin: ContextVar[str] = ContextVar("reported_plugin", default="")


@contextmanager
def raised_in(**place: str) -> Iterator[None]:
    """Let errors that leave the block remember its `schema`, `plugin` or `job`; the innermost counts."""
    try:
        yield
    except Exception as problem:
        remember(problem, **place)
        raise


@contextmanager
def plugin_at_work(slug: str) -> Iterator[None]:
    """The same for a plugin, whose log lines are known as its own as well."""
    token = _plugin.set(slug)
    try:
        with raised_in(plugin=slug):
            yield
    finally:
        _plugin.reset(token)


def remember(problem: BaseException, **place: str) -> None:
    """Note where an error comes from, unless that is known."""
    known = origin_of(problem)
    with suppress(AttributeError):
        problem.outfitter_origin = {**place, **known}  # type: ignore[attr-defined]


def origin_of(problem: BaseException | None) -> dict[str, str]:
    """Return the places that an error remembers."""
    found: Any = getattr(problem, "outfitter_origin", None)
    return {name: str(found[name]) for name in _NAMES if name in found} if isinstance(found, dict) else {}


def plugin() -> str:
    """Return the slug of the plugin that is at work right now, "" for none."""
    return _plugin.get()
