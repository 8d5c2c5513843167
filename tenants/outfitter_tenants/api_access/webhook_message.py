"""What is told of an event to whom, and when it is tried again. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import orjson

from outfitter.plugins.event_names import EVENTS

# What an endpoint is told so that its owner sees it arrive; not an event of the product.
TEST: Final = "webhook.test"
# What of events is told whose facts are the message to a guest: what it is about.
_ABOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "trip_order.cancelled": ("trip_id", "trip_order_id"),
    "trip_order.rebooked": ("trip_id", "trip_order_id"),
}
# How long a message waits after each attempt that failed; after the last it is given up.
PAUSES: Final = tuple(
    timedelta(seconds=one) for one in (5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
# How long an endpoint is left alone after so many failures in a row.
_LONGEST_REST: Final = timedelta(minutes=15)
# What takes longer than this to fail is over: nothing has arrived since.
FAILING_FOR: Final = timedelta(days=5)


def facts_of(event: str) -> tuple[str, ...]:
    """Return the names of what an event's message says."""
    return _ABOUT.get(event) or EVENTS.get(event, ())


def told(event: str, payload: Mapping[str, object]) -> dict[str, object]:
    """Return what is told of an event: what is promised of it, and nothing that is ours alone."""
    return {name: payload.get(name) for name in facts_of(event)}


def message_id(event_id: UUID) -> str:
    """Return a message's id: ordered in time, and of whatever is sent again the same."""
    return f"msg_{event_id.hex}"


def body(*, event: str, occurred_at: datetime, data: Mapping[str, object]) -> bytes:
    """Return a message as it goes out; the same every time."""
    said = {"type": event, "timestamp": occurred_at.isoformat().replace("+00:00", "Z"), "data": dict(data)}
    return orjson.dumps(said, option=orjson.OPT_SORT_KEYS)


def pause_after(attempt: int, *, asked_for: timedelta = timedelta()) -> timedelta | None:
    """
    Return how long a message waits after its failed attempt of this number (from 1), None: for good.

    :param asked_for: how long the endpoint wants to be left alone
    """
    if attempt > len(PAUSES):
        return None
    return max(PAUSES[attempt - 1], min(asked_for, PAUSES[-1]))


def rest_after(failures: int) -> timedelta:
    """Return how long an endpoint is left alone after so many failures in a row."""
    rest: timedelta = timedelta(seconds=5) * (1 << min(max(failures - 1, 0), 10))
    return min(rest, _LONGEST_REST)
