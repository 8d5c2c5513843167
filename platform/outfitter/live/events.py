"""
News for browsers that are open right now: said after the commit, heard within milliseconds, kept nowhere.

An event names what changed and never what it is now: whoever hears it asks the ordinary routes, with their
own permissions. One that gets lost is found when the browser asks the next time (docs/adr/0110).
"""

import json
import logging
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import redis
from django.conf import settings
from django.db import connection, transaction

from outfitter.db.tenant_schema import current_schema
from outfitter.live.stream_grants import END, channel_of

log = logging.getLogger(__name__)
Kind = Literal["call.ringing", "call.changed", "notification.new", "inbox.changed"]
# After a failure nobody waits for the broker again for so many seconds.
REST: Final = 5.0
_LIFE: Final = 7 * 24 * 3600
# The number of an event is the next of its operator; numbering begins at the clock, so that a broker that
# forgot everything repeats none.
_PUBLISH: Final = (
    "redis.call('SET', KEYS[1], ARGV[2], 'NX', 'EX', ARGV[3])"
    " local id = redis.call('INCR', KEYS[1])"
    " redis.call('EXPIRE', KEYS[1], ARGV[3])"
    " redis.call('PUBLISH', KEYS[1], id .. ' ' .. ARGV[1])"
    " return id"
)


@dataclass(frozen=True)
class Audience:
    """Whom an event concerns. Everything that is named must hold."""

    permission: str | None = None
    avatar_ids: tuple[int, ...] | None = None
    # Not for roles that show some bookings only.
    is_unscoped: bool = False


def publish(kind: Kind, audience: Audience, *, schema_name: str | None = None, **facts: int | str) -> None:
    """
    Tell the browsers of an operator (this one) that something changed, once the transaction commits.

    `facts` are ids and states, nothing that a permission hides. The same event said twice in a
    transaction is one.
    """
    _publish_on_commit(_LiveEvent(schema_name or current_schema(), _text(kind, audience, facts)))


def end_streams(*, schema_name: str, session_ids: Iterable[int] | None = None) -> None:
    """End the streams of sessions that ended, or all of an operator, once the transaction commits."""
    ids = None if session_ids is None else tuple(session_ids)
    if ids != ():
        _publish_on_commit(_LiveEvent(schema_name, _text(END, Audience(), {"session_ids": ids})))


def _text(kind: str, audience: Audience, facts: dict[str, Any]) -> str:
    event = {
        "kind": kind,
        "permission": audience.permission,
        "avatar_ids": audience.avatar_ids,
        "is_unscoped": audience.is_unscoped,
        "data": facts,
    }
    return json.dumps(event, separators=(",", ":"), sort_keys=True)


@dataclass(frozen=True)
class _LiveEvent:
    """One event on its way; equal ones of a transaction are said once."""

    schema_name: str
    text: str

    def __call__(self) -> None:
        BROKER.send(channel_of(self.schema_name), self.text)


def _publish_on_commit(event: _LiveEvent) -> None:
    # A savepoint that is undone takes its entries along, so what is waiting here will be said.
    if not any(waiting[1] == event for waiting in connection.run_on_commit):
        transaction.on_commit(event, robust=True)


@dataclass
class Broker:
    """The connection of this process to Valkey, which may be away: then nothing is said."""

    _client: "redis.Redis | None" = None
    _away_until: float = 0.0
    _lock: Any = field(default_factory=threading.Lock)

    def send(self, channel: str, text: str) -> None:
        """Say something on a channel; never raises."""
        if not settings.LIVE_URL or time.monotonic() < self._away_until:
            return
        try:
            self._connected().eval(_PUBLISH, 1, channel, text, int(time.time() * 1000), _LIFE)
        except (redis.RedisError, OSError) as problem:
            self._away_until = time.monotonic() + REST
            log.warning("live events are not said for %d s: %r", REST, problem)

    def _connected(self) -> "redis.Redis":
        with self._lock:
            if self._client is None:
                self._client = redis.Redis.from_url(
                    settings.LIVE_URL, socket_timeout=1, socket_connect_timeout=1
                )
            return self._client


BROKER: Final = Broker()
