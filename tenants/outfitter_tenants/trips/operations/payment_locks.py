"""A lock on what a trip costs, put on by the product itself (domain.md 3.4)."""

from datetime import datetime

from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import Trip

PAYING = "checkout_in_progress"


def lock_for_payment(*, trip: Trip, until: datetime, at: datetime) -> None:
    """
    Keep others from changing the price of a locked row while its customer pays.

    It ends by itself; a longer wait moves the end. Locks of another kind stay as they are.
    """
    is_held = trip.locked_reason is not None and (trip.locked_until is None or trip.locked_until > at)
    if is_held and trip.locked_reason != PAYING:
        return
    trip.locked_reason, trip.locked_until = PAYING, until
    trip.locked_at = trip.locked_at if is_held else at
    trip.save(update_fields=["locked_reason", "locked_until", "locked_at"])
    if not is_held:
        record(
            entity_type="trip",
            entity_id=trip.pk,
            trip_id=trip.pk,
            action="trip.locked",
            at=at,
            after={"locked_reason": PAYING},
        )


def end_payment_lock(*, trip: Trip) -> None:
    """Take that lock off again, because the payment has come to an end."""
    if trip.locked_reason == PAYING:
        trip.locked_reason = trip.locked_until = trip.locked_at = None
        trip.save(update_fields=["locked_reason", "locked_until", "locked_at"])
