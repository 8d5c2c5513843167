"""The log for OpenTelemetry: the same lines as on the console, without what is left out there."""

import logging
from typing import Any

from outfitter.telemetry import work
from outfitter.telemetry.log_lines import message_of


class Lines(logging.Handler):
    """Hands records on to a logger provider, made anew of what may be told."""

    def __init__(self, provider: Any) -> None:
        super().__init__(level=logging.INFO)
        self._provider = provider

    def emit(self, record: logging.LogRecord) -> None:
        """Send one record; what the exporter itself says is not sent by it again."""
        if record.name.startswith(("opentelemetry", "urllib3", "requests")):
            return
        from opentelemetry._logs import LogRecord, SeverityNumber

        current = work.current()
        names = {f"outfitter.{k}": v for k, v in (current.names() if current else {}).items()}
        problem = record.exc_info[1] if record.exc_info else None
        if problem is not None:
            names["exception.type"] = type(problem).__qualname__
        self._provider.get_logger(record.name).emit(
            LogRecord(
                timestamp=int(record.created * 1_000_000_000),
                severity_text=record.levelname,
                severity_number=SeverityNumber(_severity(record.levelno)),
                body=message_of(record),
                attributes=names,
            )
        )


def _severity(level: int) -> int:
    """Return OpenTelemetry's number of a level: 5 debug, 9 info, 13 warning, 17 error, 21 fatal."""
    return min(max(level // 10, 1), 5) * 4 + 1
