"""What is known of one person, JSON-ready, without what is ours alone (staff, gateway ids)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.kit.person_names import full_name
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.crm import guest_statements as statements
from outfitter_tenants.customers import person_records
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.giftcards import privacy as gift_cards
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.messaging import privacy as messages
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import TimeslotRow
from outfitter_tenants.trips import customer_history
from outfitter_tenants.waitlist import privacy as waitlist

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry

_PROFILE = (
    "first_name",
    "last_name",
    "email",
    "more_emails",
    "phone",
    "more_phones",
    "company",
    "address",
    "country",
    "locale",
    "birth_date",
    "is_vip",
    "tags",
    "notes",
    "marketing",
    "unsubscribed_at",
    "created_at",
    "trip_cnt",
    "lifetime_value_amount",
    "first_trip_at",
    "last_trip_at",
)


def collect(*, customer_ids: Sequence[int], max_trips: int) -> dict[str, Any]:
    """Return profile, trips with guests and payments, waiting lists, messages, cards, history of a person."""
    first = customers.get_exactly(customer_id=customer_ids[0])
    found = customer_history.trips_of(customer_ids=customer_ids, limit=max_trips)
    trip_ids = [trip.pk for trip in found]
    guests = _by_trip(customer_history.bookings_of(customer_ids=customer_ids), customer_ids)
    notes = customer_history.notes_of(trip_ids=trip_ids)
    paid = ledger.list_payments_of(trip_ids=trip_ids)
    rows = [first, *(customers.get_exactly(customer_id=pk) for pk in customer_ids[1:])]
    emails = sorted({mail for row in rows for mail in (row.email, *row.more_emails) if mail})
    waited = waitlist.entries_of(emails=emails, trip_ids=trip_ids)
    slots = scheduling.get_timeslot_refs(ids={one.timeslot_id for one in waited})
    return {
        "profile": customers.facts_of(first, _PROFILE),
        "trips": [_trip(trip, guests, notes, paid.get(trip.pk, [])) for trip in found],
        "messages": [
            _message(row)
            for row in messages.list_of(
                customer_ids=customer_ids,
                trip_ids=trip_ids,
                limit=20_000,
                waitlist_ids=[one.pk for one in waited],
                addresses=[*emails, *(one for row in rows for one in [row.phone, *row.more_phones] if one)],
            )
        ],
        "cards": [_card(row) for pk in customer_ids for row in customers.list_cards(customer_id=pk)],
        "gift_cards": [
            _gift_card(row) for row in gift_cards.cards_of(customer_ids=customer_ids, emails=emails)
        ],
        **_said(customer_ids, trip_ids),
        "waitlist": [_waited(row, slots[row.timeslot_id]) for row in waited],
        **person_records.export(person_records.person_of(rows)),
        "history": [
            {"at": item["at"].isoformat(), "action": item["action"], "changes": item["changes"]}
            for item in audit.list_of_entities(entity_type="customer", entity_ids=customer_ids, limit=2_000)
        ],
    }


def _said(customer_ids: Sequence[int], trip_ids: Sequence[int]) -> dict[str, list[dict[str, object]]]:
    """Return what a person told us; what is about an order is theirs on their own trips."""
    tickets = customer_history.bookings_of(customer_ids=customer_ids).select_related("trip_order")
    rows = list(tickets.order_by("pk"))
    booking_ids = [one.pk for one in rows]
    about = {
        "customer": customer_ids,
        "trip": trip_ids,
        "trip_order": {one.trip_order_id for one in rows if one.trip_order.trip_id in trip_ids},
        "booking": booking_ids,
    }
    return {
        "answers": statements.answers_of(about),
        "reviews": statements.reviews_of(customer_ids=customer_ids, trip_ids=trip_ids),
        "waivers": statements.waivers_of(booking_ids=booking_ids),
    }


def papers(*, customer_ids: Sequence[int]) -> dict[str, bytes]:
    """Return the signed waivers of a person on paper, by the names of their files."""
    tickets = customer_history.bookings_of(customer_ids=customer_ids)
    return statements.papers_of(booking_ids=list(tickets.values_list("pk", flat=True)))


def _by_trip(bookings: Any, customer_ids: Collection[int]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = {}
    rows = bookings.select_related(
        "trip_order__trip",
        "trip_order__experience",
        "trip_order__timeslot",
        "experience_customer_type__customer_type",
        "booking_status",
    )
    for row in rows.order_by("pk"):
        order, kind = row.trip_order, row.experience_customer_type
        # A ticket on somebody else's trip: this person's, the trip is not.
        owner = order.trip_id if order.trip.customer_id in customer_ids else 0
        found.setdefault(owner, []).append(
            {
                "experience": order.experience.name,
                "start_at": _iso(order.timeslot.start_at if order.timeslot else None),
                "ticket": kind.label or kind.customer_type.name,
                "guest": full_name(row.guest_first_name, row.guest_last_name),
                "guest_email": row.guest_email,
                "guest_phone": row.guest_phone,
                "guest_birth_date": row.guest_birth_date and row.guest_birth_date.isoformat(),
                "status": row.booking_status.slug,
                "unit_amount": row.unit_amount,
            }
        )
    return found


def _trip(
    trip: Any, guests: dict[int, list[dict[str, Any]]], notes: Sequence[Any], payments: Sequence[Any]
) -> dict[str, Any]:
    return {
        "confirmation_code": trip.confirmation_code,
        "status": trip.status,
        "created_at": _iso(trip.created_at),
        "reserved_at": _iso(trip.reserved_at),
        "first_start_at": _iso(trip.first_start_at),
        "contact": {
            "first_name": trip.contact_first_name,
            "last_name": trip.contact_last_name,
            "email": trip.contact_email,
            "phone": trip.contact_phone,
            "country": trip.contact_country,
        },
        "ip": trip.ip,
        "terms_accepted_at": _iso(trip.terms_accepted_at),
        "is_marketing_opt_in": trip.is_marketing_opt_in,
        "currency": trip.currency,
        "total_amount": trip.total_amount,
        "paid_amount": trip.paid_amount,
        "refunded_amount": trip.refunded_amount,
        "guests": guests.get(trip.pk, []),
        "payments": [
            {
                "kind": row.kind,
                "method": row.method,
                "amount": row.amount,
                "card_last4": row.card_last4,
                "received_at": _iso(row.received_at),
            }
            for row in payments
        ],
        "notes": [
            {"at": _iso(note.created_at), "body": note.body}
            for note in notes
            if note.trip_id == trip.pk and note.deleted_at is None
        ],
    }


def _waited(row: "WaitlistEntry", slot: TimeslotRow) -> dict[str, Any]:
    return {
        "experience": slot.experience_name,
        "start_at": _iso(slot.start_at),
        "guests": row.pax_cnt,
        "status": row.status,
        "first_name": row.first_name,
        "last_name": row.last_name,
        "email": row.email,
        "phone": row.phone,
        "created_at": _iso(row.created_at),
        "closed_at": _iso(row.closed_at),
    }


def _message(row: Any) -> dict[str, Any]:
    return {
        "at": _iso(row.sent_at or row.created_at),
        "direction": row.direction,
        "channel": row.channel,
        "to": row.to,
        "subject": row.subject,
        "body": row.body_text,
        "status": row.status,
    }


def _card(row: Any) -> dict[str, Any]:
    expires = f"{row.exp_year}-{row.exp_month:02}"
    return {"brand": row.brand, "last4": row.last4, "expires": expires}


def _gift_card(row: Any) -> dict[str, Any]:
    return {
        "last4": row.last4,
        "status": row.status,
        "recipient_name": row.recipient_name,
        "recipient_email": row.recipient_email,
        "sender_name": row.sender_name,
        "message": row.message,
        "currency": row.currency,
        "balance_amount": row.balance,
        "created_at": _iso(row.created_at),
        "delivered_at": _iso(row.delivered_at),
        "expires_at": _iso(row.expires_at),
    }


def _iso(instant: datetime | None) -> str | None:
    return instant.isoformat() if instant else None
