"""
A plugin's secrets stay out of what is written down: logs, stored errors, answers.

While a plugin works, whatever is logged in its thread is searched for the secrets of its settings.
What the host keeps of its errors goes through `hide`.
"""

import logging
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, Final
from urllib.parse import quote

from outfitter.error_reports import origin

HIDDEN: Final = "***"
# Shorter ones are no secrets, and hiding them would eat ordinary words.
_SHORTEST: Final = 6
_secrets: ContextVar[tuple[str, ...]] = ContextVar("plugin_secrets", default=())


@contextmanager
def redact_secrets(values: Mapping[str, Any], names: tuple[str, ...] | None = None) -> Iterator[None]:
    """Hide these values (those of `names` alone, when given) until the block ends."""
    found = [value for name, value in values.items() if names is None or name in names]
    token = _secrets.set((*_secrets.get(), *_spellings(found)))
    try:
        yield
    finally:
        _secrets.reset(token)


def _spellings(values: list[Any]) -> list[str]:
    texts: list[str] = []
    for value in values:
        if isinstance(value, Mapping):
            texts += _spellings(list(value.values()))
        elif isinstance(value, list | tuple):
            texts += _spellings(list(value))
        elif value is not None and len(str(value)) >= _SHORTEST:
            # Escaped as `repr` and JSON do it, and as an address does it.
            texts += [str(value), repr(str(value))[1:-1], quote(str(value), safe="")]
    return sorted(dict.fromkeys(texts), key=len, reverse=True)


def redact(text: str) -> str:
    """Return a text without the secrets of the plugin that is at work."""
    for secret in _secrets.get():
        text = text.replace(secret, HIDDEN)
    return text


def describe_error(problem: BaseException, most: int = 2000) -> str:
    """Return an error as it may be kept and shown, also after its plugin has ended."""
    return str(getattr(problem, "outfitter_told", "") or redact(repr(problem)))[:most]


@contextmanager
def redact_errors(slug: str) -> Iterator[None]:
    """Let errors that leave the block remember how they may be told, and which plugin they are of."""
    try:
        with origin.plugin_at_work(slug):
            yield
    except Exception as problem:
        with suppress(AttributeError):
            problem.outfitter_told = describe_error(problem)  # type: ignore[attr-defined]
        raise


def install() -> None:
    """Search every log record that is made while a plugin works."""
    make = logging.getLogRecordFactory()
    if getattr(make, "hides_secrets", False):
        return

    def factory(*arguments: Any, **named: Any) -> logging.LogRecord:
        record = make(*arguments, **named)
        return _clean(record) if _secrets.get() else record

    factory.hides_secrets = True  # type: ignore[attr-defined]  # asked for above
    logging.setLogRecordFactory(factory)


def _clean(record: logging.LogRecord) -> logging.LogRecord:
    # What was logged before anything was put into it: error reports tell that alone.
    record.template = redact(str(record.msg))
    record.msg, record.args = redact(record.getMessage()), ()
    if record.exc_info and record.exc_info[0] is not None:
        # The text of a traceback is all that is written; the objects would be read again.
        record.exc_text = redact("".join(traceback.format_exception(*record.exc_info)).rstrip())
        record.exc_info = None
    return record
