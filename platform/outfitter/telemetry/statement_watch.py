"""Around every statement: counted for its request or job, traced when that is, named when it is slow."""

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from outfitter.error_reports.personal_data import hide, hide_literals
from outfitter.telemetry import traces, work

log = logging.getLogger("outfitter.slow_statements")
LONGEST_TEXT: Final = 2000
Execute = Callable[..., Any]


def install() -> None:
    """Stand around every connection that is made from now on."""
    connection_created.connect(_watch, dispatch_uid="outfitter.telemetry.statement_watch")


def _watch(connection: BaseDatabaseWrapper, **_sent: Any) -> None:
    if around not in connection.execute_wrappers:
        connection.execute_wrappers.append(around)


def around(execute: Execute, sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Run a statement and note what it took. Its parameters are nobody's business."""
    if traces.is_recorded():
        text = shown(sql)
        name = text.split(" ", 1)[0].upper()
        facts = {"db.system.name": "postgresql", "db.operation.name": name, "db.query.text": text}
        with traces.span(name, "CLIENT", attributes=facts):
            return _timed(execute, sql, params, many, context)
    return _timed(execute, sql, params, many, context)


def _timed(execute: Execute, sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        seconds = time.perf_counter() - began
        current = work.current()
        if current is not None:
            current.statement_cnt += 1
            current.seconds += seconds
        if seconds * 1000 >= settings.SLOW_STATEMENT_MS > 0:
            _name(sql, seconds, current)


def _name(sql: Any, seconds: float, current: "work.Work | None") -> None:
    """Write a slow statement into the log, with whose it was and what asked for it."""
    names = current.names() if current else {}
    log.warning(
        "a statement took %d ms: %s",
        round(seconds * 1000),
        shown(sql),
        extra={"facts": {"statement": shown(sql), "milliseconds": round(seconds * 1000), **names}},
    )


def shown(sql: Any) -> str:
    """Return a statement in one line, without the values that are written into it, cut to 2,000 letters."""
    text = sql if isinstance(sql, str) else str(sql)
    return hide(hide_literals(" ".join(text.split())))[:LONGEST_TEXT]
