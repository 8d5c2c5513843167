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
from outfitter_octo.request_context import Asked

# Told for a day after it has run out, so that a late reseller reads EXPIRED and not "unknown".
AFTERWARDS: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Promise:
    """An order without bookings."""

    expires_at: datetime
    contact: Contact
    is_cancelled: bool = False


def remembered(asked: Asked, order_id: str) -> Promise | None:
    """Return what is known of an order of this connection, None when nothing is."""
    found = cache.get(_name(asked, order_id))
    return found if isinstance(found, Promise) else None


def remember(asked: Asked, order_id: str, promise: Promise) -> Promise:
    """Keep it until it has run out, and a day more."""
    keep = promise.expires_at - asked.call.at + AFTERWARDS
    cache.set(_name(asked, order_id), promise, timeout=max(1, int(keep.total_seconds())))
    return promise


def until(asked: Asked, minutes: int | None) -> datetime:
    """Return when an order runs out that is wanted for `minutes`, within what was agreed."""
    connection = asked.connection
    wanted = min(minutes or connection.hold_minutes, connection.most_hold_minutes)
    return asked.call.at + timedelta(minutes=wanted)


def prolonged(promise: Promise, at: datetime) -> Promise:
    """Return the promise with a later end; never an earlier one."""
    return replace(promise, expires_at=max(promise.expires_at, at))


def _name(asked: Asked, order_id: str) -> str:
    return f"octo-order:{asked.call.ctx.schema}:{asked.connection.uuid}:{order_id}"
