"""Guests arrive, or do not."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import booked

LONGEST_OFFLINE: Final = timedelta(hours=48)


def set_statuses(
    *,
    trip_order_id: int,
    status_id: int | None,
    status_slug: str | None,
    booking_ids: Sequence[int] | None,
    by: int | None,
    at: datetime,
    occurred_at: datetime | None = None,
) -> int:
    """
    Give guests of an order a status and return the trip's id; repeating it changes nothing.

    `occurred_at` is when a device without signal noted it: at most 48 hours ago (domain.md 4.23).

    :raises OrderNotFound: no such order
    :raises NotSold: the trip is not booked
    :raises Invalid: `occurred_at` lies in the future or too far back
    """
    if occurred_at is not None:
        if occurred_at.tzinfo is None:
            raise Invalid({"occurred_at": ["Please send a UTC instant."]})
        if not at - LONGEST_OFFLINE <= occurred_at <= at + timedelta(minutes=5):
            raise Invalid({"occurred_at": ["This is not within the last 48 hours."]})
    trip_id = trips.trip_of_order(trip_order_id=trip_order_id)
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        changed = booked.set_booking_status(
            trip=trip, trip_order_id=trip_order_id, status_id=status_id, status_slug=status_slug,
            booking_ids=booking_ids, by=by, at=at, occurred_at=occurred_at,
        )  # fmt: skip
        if changed:
            outbox.publish(
                "booking.changed", at=at, trip_id=trip_id, trip_order_id=trip_order_id,
                guests_cnt=changed,
            )  # fmt: skip
    return trip_id
