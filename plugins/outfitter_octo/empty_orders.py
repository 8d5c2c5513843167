"""
Orders that have no booking yet (octo/cart).

The platform knows an order by the bookings in it. Until there is one, an order is only a promise
of this plugin: it is remembered for as long as it holds, and no longer.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

from outfitter.sdk.channels import Contact
from outfitter_octo.request_context import RequestContext

# Told for a day after it has run out, so that a late reseller reads EXPIRED and not "unknown".
AFTERWARDS: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class EmptyOrder:
    """An order without bookings."""

    expires_at: datetime
    contact: Contact
    is_cancelled: bool = False


def find_empty_order(asked: RequestContext, order_id: str) -> EmptyOrder | None:
    """Return what is known of an order of this connection, None when nothing is."""
    found = cache.get(_name(asked, order_id))
    return found if isinstance(found, EmptyOrder) else None


def store_empty_order(asked: RequestContext, order_id: str, promise: EmptyOrder) -> EmptyOrder:
    """Keep it until it has run out, and a day more."""
    keep = promise.expires_at - asked.call.at + AFTERWARDS
    cache.set(_name(asked, order_id), promise, timeout=max(1, int(keep.total_seconds())))
    return promise


def calculate_expiry(asked: RequestContext, minutes: int | None) -> datetime:
    """Return when an order runs out that is wanted for `minutes`, within what was agreed."""
    connection = asked.connection
    wanted = min(minutes or connection.hold_minutes, connection.most_hold_minutes)
    return asked.call.at + timedelta(minutes=wanted)


def extend_empty_order(promise: EmptyOrder, at: datetime) -> EmptyOrder:
    """Return the promise with a later end; never an earlier one."""
    return replace(promise, expires_at=max(promise.expires_at, at))


def _name(asked: RequestContext, order_id: str) -> str:
    return f"octo-order:{asked.call.ctx.schema}:{asked.connection.uuid}:{order_id}"
