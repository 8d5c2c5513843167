"""A trip once it is sold: reserving it, what was paid."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.db.statements import Writes
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import new_entry, record
from outfitter_tenants.trips.models import Booking, Trip, TripMethod, TripOrder
from outfitter_tenants.trips.operations.drafts import Ticket
from outfitter_tenants.trips.states import transition


def reserve(
    *,
    trip: Trip,
    needs_review: bool,
    conversion: dict[str, object],
    at: datetime,
    action: str = "trip.converted",
    writes: Writes | None = None,
) -> None:
    """
    Turn a draft into a sold trip; `action` is what the log calls it.

    Stored together with what has come together in `writes`.

    :raises IllegalTransition: the trip is no draft
    """
    before = trip.status
    trip.status = transition(trip.status, "submit_for_review" if needs_review else "reserve")
    trip.reserved_at = trip.converted_at = at
    trip.conversion = conversion
    trip.locked_at = trip.locked_reason = trip.locked_until = None
    trip.changed_at = at
    trip.version += 1
    entry = new_entry(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action=action,
        at=at,
        before={"status": before},
        after={"status": trip.status},
    )
    sent = writes or Writes()
    sent.insert(entry)
    sent.update(trip)
    sent.send()


def set_paid(*, trip: Trip, paid: int, refunded: int, tip: int, at: datetime) -> None:
    """Store the sums of the ledger on the trip, in minor units."""
    trip.paid_amount, trip.refunded_amount, trip.tip_amount = paid, refunded, tip
    trip.changed_at = at
    trip.version += 1
    trip.save(update_fields=["paid_amount", "refunded_amount", "tip_amount", "changed_at", "version"])


def mark_attention(*, trip: Trip, attention: str | None, at: datetime, is_told: bool = True) -> None:
    """
    Say on the trip what a person has to look at, or that nothing is left.

    Without `is_told` nobody is called: whoever had it done knows.
    """
    before = trip.attention
    trip.attention, trip.changed_at = attention, at
    trip.version += 1
    trip.save(update_fields=["attention", "changed_at", "version"])
    record(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action="trip.attention",
        at=at,
        before={"attention": before},
        after={"attention": attention},
    )
    if attention is not None and is_told:
        outbox.publish(
            "trip.attention",
            at=at,
            trip_id=trip.pk,
            hash=trip.hash,
            attention=attention,
            confirmation_code=trip.confirmation_code,
            contact_name=full_name(trip.contact_first_name, trip.contact_last_name),
        )


def keep_without_seats(*, trip: Trip, at: datetime) -> None:
    """
    Keep a paid trip whose seats are gone for a person to decide on: under review, unscheduled.

    :raises IllegalTransition: the trip is no draft
    """
    TripOrder.objects.filter(trip=trip, status="active").update(
        timeslot=None, schedule_state="unscheduled", unscheduled_at=at
    )
    trip.first_start_at = None
    reserve(trip=trip, needs_review=True, conversion={"kind": "late_payment"}, at=at)
    mark_attention(trip=trip, attention="paid_without_seats", at=at)


def set_method(*, trip: Trip, method_id: int) -> None:
    """Make this the way a trip is sold; the caller saves."""
    trip.trip_method = TripMethod.objects.get(pk=method_id)


def set_prices(*, order: TripOrder, tickets: Mapping[int, Ticket]) -> None:
    """Store new prices of an order's guests by experience customer type; overrides stay."""
    rows = list(order.bookings.filter(cancelled_at__isnull=True))
    for row in rows:
        ticket = tickets.get(row.experience_customer_type_id)
        if ticket is not None:
            row.unit_amount = ticket.unit_amount
            row.price_source = ticket.price_source
            row.rate_sheet_id = ticket.rate_sheet_id
    Booking.objects.bulk_update(rows, ["unit_amount", "price_source", "rate_sheet_id"])
