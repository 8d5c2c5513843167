"""Calls to a channel's own servers: one shape for all plugins, bounded, logged, replaceable."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson


@dataclass(frozen=True, slots=True)
class OutboundRequest:
    """
    A request to a channel. `url` is absolute; `json` is sent as JSON when given, else `body`.

    `operation` names it in the log of calls. `secrets` are names of headers, fields and query
    parameters that the log never shows, besides those the host knows.
    """

    operation: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    body: bytes | None = None
    seconds: float = 10.0
    most_bytes: int = 2 * 1024 * 1024
    secrets: tuple[str, ...] = ()
    references: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> bytes | None:
        """Return the body as it is sent."""
        return orjson.dumps(self.json) if self.json is not None else self.body


@dataclass(frozen=True, slots=True)
class OutboundResponse:
    """What the channel answered; `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """
        Return the body as JSON.

        :raises ValueError: it is none
        """
        return orjson.loads(self.body)


class NoAnswer(Exception):
    """
    The channel could not be reached in time, or may not be called; `reason` says why.

    Where the request `was_sent`, it may have been taken all the same: what must not happen twice is
    not sent again.
    """

    def __init__(self, reason: str, *, was_sent: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.was_sent = reason, was_sent
