"""A trip once it is sold: reserving it, what was paid, guests on the day."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins import outbox
from outfitter_tenants.audit.actions import ACTIONS
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import Booking, BookingStatus, Trip, TripOrder
from outfitter_tenants.trips.states import transition


class NotSold(DomainError):
    """Only guests of reserved trips arrive."""

    code = "not_reserved"
    status = 409


class UnknownBooking(NotFound):
    """A booking of another order, or none at all."""


class UnknownStatus(NotFound):
    """No such guest status here."""


def reserve(*, trip: Trip, needs_review: bool, conversion: dict[str, Any], at: datetime) -> None:
    """
    Turn a draft into a sold trip.

    :raises IllegalTransition: the trip is no draft
    """
    before = trip.status
    trip.status = transition(trip.status, "submit_for_review" if needs_review else "reserve")
    trip.reserved_at = trip.converted_at = at
    trip.conversion = conversion
    trip.locked_at = trip.locked_reason = None
    trip.changed_at = at
    trip.version += 1
    trip.save()
    record(
        entity_type="trip", entity_id=trip.pk, trip_id=trip.pk, action="trip.converted", at=at,
        before={"status": before}, after={"status": trip.status},
    )  # fmt: skip


def set_paid(*, trip: Trip, paid: int, refunded: int, tip: int, at: datetime) -> None:
    """Store the sums of the ledger on the trip, in minor units."""
    trip.paid_amount, trip.refunded_amount, trip.tip_amount = paid, refunded, tip
    trip.changed_at = at
    trip.version += 1
    trip.save(
        update_fields=["paid_amount", "refunded_amount", "tip_amount", "changed_at", "version"]
    )


def mark_attention(*, trip: Trip, attention: str | None, at: datetime) -> None:
    """Say on the trip what a person has to look at, or that nothing is left."""
    before = trip.attention
    trip.attention, trip.changed_at = attention, at
    trip.version += 1
    trip.save(update_fields=["attention", "changed_at", "version"])
    record(
        entity_type="trip", entity_id=trip.pk, trip_id=trip.pk, action="trip.attention", at=at,
        before={"attention": before}, after={"attention": attention},
    )  # fmt: skip
    if attention is not None:
        outbox.publish(
            "trip.attention", at=at, trip_id=trip.pk, hash=trip.hash, attention=attention,
            confirmation_code=trip.confirmation_code,
            contact_name=f"{trip.contact_first_name} {trip.contact_last_name}".strip(),
        )  # fmt: skip


def keep_without_seats(*, trip: Trip, at: datetime) -> None:
    """
    Keep a paid trip whose seats are gone for a person to decide on: under review, unscheduled.

    :raises IllegalTransition: the trip is no draft
    """
    TripOrder.objects.filter(trip=trip, status="active").update(
        timeslot=None, schedule_state="unscheduled"
    )
    trip.first_start_at = None
    reserve(trip=trip, needs_review=True, conversion={"kind": "late_payment"}, at=at)
    mark_attention(trip=trip, attention="paid_without_seats", at=at)


def set_booking_status(
    *,
    trip: Trip,
    trip_order_id: int,
    status_id: int | None = None,
    status_slug: str | None = None,
    booking_ids: Sequence[int] | None = None,
    by: int | None,
    at: datetime,
    occurred_at: datetime | None = None,
) -> int:
    """
    Give guests of one order a status; returns how many changed.

    Idempotent: guests that have the status keep the time they got it. All guests of the order
    when `booking_ids` is None. The caller holds the trip's lock.

    :raises NotSold: the trip is a draft, deleted, or the order cancelled
    :raises UnknownBooking: an id that is not of this order
    :raises UnknownStatus: no such status
    """
    order = TripOrder.objects.filter(pk=trip_order_id, trip=trip).first()
    if order is None or order.status != "active" or trip.status not in {"reserved", "under_review"}:
        raise NotSold("Only guests of a booked trip can be checked in.", status=trip.status)
    status = _status(status_id, status_slug)
    rows = list(order.bookings.filter(cancelled_at__isnull=True).order_by("id"))
    if booking_ids is not None:
        wanted = set(booking_ids)
        rows = [row for row in rows if row.pk in wanted]
        if len(rows) != len(wanted):
            raise UnknownBooking("There is no such guest on this order.")
    changed = [row for row in rows if row.booking_status_id != status.pk]
    before = {str(row.pk): row.booking_status_id for row in changed}
    for row in changed:
        row.booking_status = status
        arrived = status.kind == "arrived"
        row.checked_in_at = (occurred_at or at) if arrived else None
        row.checked_in_by = by if arrived else None
    Booking.objects.bulk_update(changed, ["booking_status", "checked_in_at", "checked_in_by"])
    if changed:
        trip.version += 1
        trip.changed_at = at
        trip.save(update_fields=["version", "changed_at"])
        record(
            entity_type="trip_order", entity_id=order.pk, trip_id=trip.pk,
            action=_action_of(status), at=at, before={"statuses": before},
            after={"status": status.slug, "booking_ids": [row.pk for row in changed]},
        )  # fmt: skip
    return len(changed)


def _action_of(status: BookingStatus) -> str:
    # An operator's own statuses have no action of their own.
    own = f"booking.{status.slug}"
    return own if own in ACTIONS else "booking.status_changed"


def _status(status_id: int | None, slug: str | None) -> BookingStatus:
    wanted = {"pk": status_id} if status_id is not None else {"slug": slug}
    found = BookingStatus.objects.filter(archived_at__isnull=True, **wanted).first()
    if found is None:
        raise UnknownStatus("There is no such guest status.")
    return found
