"""What follows from the rows: counters, customers' sums, the log, the mails that went out."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection

from outfitter.kit import ids
from outfitter.plugins import contexts
from outfitter_demo.trip_rows import Rows
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.messaging import letters, subscribers
from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip

_CUSTOMER_SUMS: Final = """
    UPDATE customers_customer SET trip_cnt = s.cnt, lifetime_value_amount = s.value,
        first_trip_at = s.first, last_trip_at = s.last, created_at = s.made
    FROM (
        SELECT customer_id, count(*) AS cnt, sum(total_amount) AS value,
            min(first_start_at) AS first, max(first_start_at) AS last, min(created_at) AS made
        FROM trips_trip WHERE customer_id IS NOT NULL GROUP BY customer_id
    ) s WHERE s.customer_id = customers_customer.id
"""


def count_seats() -> None:
    """Make the counters of timeslots say what the bookings add up to."""
    sold = trips.booked_pax_by_timeslot()
    slots = list(Timeslot.objects.filter(pk__in=sold))
    for slot in slots:
        slot.booked_pax_cnt, slot.online_booked_pax_cnt = sold[slot.pk]
    Timeslot.objects.bulk_update(slots, ["booked_pax_cnt", "online_booked_pax_cnt"])


def sum_up_customers() -> None:
    """Store on customers how often they came and what they spent."""
    with connection.cursor() as cursor:
        cursor.execute(_CUSTOMER_SUMS)


def regulars() -> list[Customer]:
    """Return the customers, who came most often first."""
    return list(Customer.objects.order_by("-trip_cnt", "pk")[:60])


def log(rows: Rows, *, staff: dict[int, str]) -> None:
    """Write the history of every trip as it would have been written on the way."""
    entries = [entry for trip in rows.trips for entry in _history(trip, staff)]
    for payment in [*rows.books.payments, *rows.books.refunds]:
        action = "payment.captured" if payment.kind == "payment" else "payment.refunded"
        after = {"amount": payment.amount, "method": payment.method, "currency": payment.currency}
        entries.append(
            _entry(payment.created_at, action, payment.trip_id, after, entity=("payment", payment.pk))
        )
    AuditLog.objects.bulk_create(sorted(entries, key=lambda entry: entry.at), batch_size=1000)


def _history(trip: Trip, staff: dict[int, str]) -> list[AuditLog]:
    by = trip.created_by
    made = [_entry(trip.created_at, "trip.created", trip.pk, None, by=by, staff=staff)]
    if trip.reserved_at:
        after = {"status": trip.status}
        made.append(_entry(trip.reserved_at, "trip.converted", trip.pk, after, by=by, staff=staff))
    if trip.deleted_at:
        gone = {"status": "deleted", "reason": trip.delete_reason}
        made.append(_entry(trip.deleted_at, "trip.deleted", trip.pk, gone))
    return made


def _entry(
    at: datetime,
    action: str,
    trip_id: int,
    after: dict[str, Any] | None,
    *,
    by: int | None = None,
    staff: dict[int, str] | None = None,
    entity: tuple[str, int] | None = None,
) -> AuditLog:
    kind, entity_id = entity or ("trip", trip_id)
    named = (staff or {}).get(by or 0)
    return AuditLog(
        at=at,
        actor_type="staff" if named else "customer",
        user_avatar_id=by if named else None,
        actor_name=named or "Customer",
        entity_type=kind,
        entity_id=entity_id,
        trip_id=trip_id,
        action=action,
        after=after,
    )


def keep_mails(rows: Rows, *, schema_name: str, at: datetime) -> int:
    """Keep the confirmations of trips around today, as sent; returns how many."""
    operator = subscribers.operator_of(contexts.context_for(schema_name=schema_name))
    near = (at - timedelta(days=1), at + timedelta(days=3))
    wanted = [
        trip
        for trip in rows.trips
        if trip.status == "reserved"
        and trip.first_start_at is not None
        and near[0] < trip.first_start_at < near[1]
    ]
    messages = [_message(trip, operator) for trip in wanted]
    Message.objects.bulk_create(messages)
    return len(messages)


def _message(trip: Trip, operator: confirmation.Operator) -> Message:
    data = confirmation.from_payload(trips.confirmation_of(trips.get_trip(trip_id=trip.pk)))
    assert trip.reserved_at is not None  # noqa: S101  (only reserved trips come here)
    rendered = renderer.confirmation(data=data, operator=operator)
    return Message(
        hash=ids.public_hash(),
        category="confirmation",
        dedupe_key=letters.key_of(trip.pk),
        customer_id=trip.customer_id,
        trip_id=trip.pk,
        status="sent",
        attempt_cnt=1,
        to=f"{data.contact_name} <{data.contact_email}>",
        from_address=letters.sender_of(operator),
        reply_to=operator.reply_to or "",
        locale=rendered.locale,
        subject=rendered.subject,
        body_text=rendered.text,
        body_html=rendered.html,
        sent_at=trip.reserved_at + timedelta(seconds=3),
        created_at=trip.reserved_at,
    )
