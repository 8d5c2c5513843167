"""
Lines of the log as JSON: one object a line, with whose work it was, and nobody's personal data (ADR 157).

A line is what a programmer wrote, a template; of what was put into it numbers and our own words stay
(slugs, codes, names of jobs), the rest is left out, as it is of an exception's text.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any, Final

from outfitter.error_reports.allow_list import LEFT_OUT, is_ours, text_of
from outfitter.error_reports.personal_data import hide
from outfitter.telemetry import traces, work

# A slug, a code, a schema, the name of a job or of a route: no space, nothing of an address.
_WORD: Final = re.compile(r"[a-z][a-z0-9]*(?:[._:/-][a-z0-9]+)*")
_LONGEST_WORD: Final = 80
_PLAIN = (int, float, bool, type(None), datetime)


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        current = work.current()
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message_of(record),
            **(current.names() if current else {}),
            **traces.ids(),
            **(getattr(record, "facts", None) or {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = _exception(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def message_of(record: logging.LogRecord) -> str:
    """Return what a record says, without what may be somebody's."""
    if not is_ours(record.name):
        # Without arguments it may be a text that was put together; with them it is a template.
        return hide(str(record.msg)) if record.args else LEFT_OUT
    args = record.args
    try:
        if isinstance(args, tuple) and args:
            return hide(str(record.msg) % tuple(_shown(one) for one in args))
        if isinstance(args, dict):
            return hide(str(record.msg) % {name: _shown(one) for name, one in args.items()})
    except (TypeError, ValueError):
        # A template that wants a number and was given what is left out.
        return hide(str(record.msg))
    return hide(str(record.msg))


def _shown(value: object) -> object:
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, tuple) and all(isinstance(one, _PLAIN) for one in value):
        return value
    text = str(value)
    return text if len(text) <= _LONGEST_WORD and _WORD.fullmatch(text) else "…"


def _exception(problem: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(problem.__traceback__)
    return {
        "type": type(problem).__qualname__,
        "text": text_of(problem),
        "stack": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }
