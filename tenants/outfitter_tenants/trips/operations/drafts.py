"""A trip while it is a cart: contact, orders, guests and the lines of its price."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.kit import ids
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import Booking, Trip, TripMethod, TripOrder
from outfitter_tenants.trips.queries import MethodRow, list_statuses


class NotADraft(DomainError):
    """The trip is booked already; a cart's calls no longer apply."""

    code = "already_done"
    status = 409


@dataclass(frozen=True, slots=True)
class Contact:
    """Whom the trip is for."""

    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    country: str | None


@dataclass(frozen=True, slots=True)
class Ticket:
    """One guest to be: type, price in minor units, and the seats it takes."""

    experience_customer_type_id: int
    unit_amount: int
    price_source: str
    pax_cnt: int
    rate_sheet_id: int | None = None


def create_draft(
    *,
    method: MethodRow,
    currency: str,
    locale: str,
    at: datetime,
    code: str | None = None,
    contact: Contact | None = None,
    visitor: str | None = None,
    ip: str | None = None,
    created_by: int | None = None,
    utm: Mapping[str, object] | None = None,
    referrer: str | None = None,
) -> Trip:
    """
    Begin a trip: an empty cart with a hash and a confirmation code of its own.

    `code` is one that `free_code` found before the transaction began.
    """
    who = _contact_fields(contact) if contact else {}
    trip = Trip.objects.create(
        hash=ids.public_hash(),
        confirmation_code=code or free_code(),
        trip_method=TripMethod(method.id, method.slug, method.name, method.audience),
        currency=currency,
        locale=locale,
        visitor=visitor,
        ip=ip,
        created_by=created_by,
        utm=dict(utm or {}),
        referrer=referrer,
        created_at=at,
        changed_at=at,
        **who,
    )
    record(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action="trip.created",
        at=at,
        after=who or None,
    )
    return trip


def free_code() -> str:
    """Return a confirmation code that no trip has."""
    while Trip.objects.filter(confirmation_code=(code := ids.confirmation_code())).exists():
        continue
    return code


def require_draft(trip: Trip) -> None:
    """
    Refuse changes of a cart that has become a booking.

    :raises NotADraft: it has
    """
    if trip.status != "draft":
        raise NotADraft("This trip is already booked.", status=trip.status)


def set_contact(*, trip: Trip, contact: Contact, at: datetime) -> None:
    """Write who the trip is for; recorded only when something changed."""
    after = _contact_fields(contact)
    before = {name: getattr(trip, name) for name in after}
    if before == after:
        return
    for name, value in after.items():
        setattr(trip, name, value)
    trip.save(update_fields=list(after))
    record(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action="trip.contact_changed",
        at=at,
        before=before,
        after=after,
    )


def set_consent(*, trip: Trip, may_remind: bool, at: datetime) -> None:
    """
    Write whether a visitor may be written to about this cart when they leave it.

    Once it is taken back, who they are is not kept with the cart either.
    """
    before = trip.reminder_consent_at
    if may_remind == (before is not None):
        return
    trip.reminder_consent_at = at if may_remind else None
    trip.save(update_fields=["reminder_consent_at"])
    record(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action="trip.contact_changed",
        at=at,
        before={"may_remind": before is not None},
        after={"may_remind": may_remind},
    )


NOBODY: Final = Contact("", "", None, None, None)


def _contact_fields(contact: Contact) -> dict[str, object]:
    return {f"contact_{name}": getattr(contact, name) for name in Contact.__slots__}


def add_order(
    *,
    trip: Trip,
    experience_id: int,
    timeslot_id: int,
    experience_date_id: int,
    position: int,
    cancellation_policy: Mapping[str, object] | None = None,
) -> TripOrder:
    """Put one experience on one timeslot into the cart, still without guests."""
    return TripOrder.objects.create(
        trip=trip,
        experience_id=experience_id,
        timeslot_id=timeslot_id,
        experience_date_id=experience_date_id,
        original_timeslot_id=timeslot_id,
        position=position,
        cancellation_policy=cancellation_policy,
    )


def move_order(*, order: TripOrder, timeslot_id: int, experience_date_id: int) -> None:
    """Point a cart's order at another timeslot of its experience."""
    order.timeslot_id = timeslot_id
    order.experience_date_id = experience_date_id
    order.original_timeslot_id = timeslot_id
    order.save(update_fields=["timeslot", "experience_date", "original_timeslot_id"])


def remove_order(*, order: TripOrder) -> None:
    """Take an order out of a cart; its guests and lines go with it."""
    order.delete()


def tickets_of(order: TripOrder) -> list[Ticket]:
    """Return the guests of an order as tickets, at the prices they have."""
    rows = order.bookings.filter(cancelled_at__isnull=True).order_by("position", "id")
    return [
        Ticket(
            row.experience_customer_type_id, row.unit_amount, row.price_source, row.pax_cnt, row.rate_sheet_id
        )
        for row in rows
    ]


def set_guests(*, order: TripOrder, tickets: Sequence[Ticket], is_new: bool = False) -> None:
    """
    Make the order's guests these tickets, keeping those that stay (names, codes) as they are.

    A new order has none to look for.
    """
    kept: dict[int, list[Booking]] = {}
    if not is_new:
        there = order.bookings.filter(cancelled_at__isnull=True).order_by("position", "id")
        for booking in there:
            kept.setdefault(booking.experience_customer_type_id, []).append(booking)
    made: list[Booking] = []
    stay: list[Booking] = []
    for position, ticket in enumerate(tickets):
        pool = kept.get(ticket.experience_customer_type_id) or []
        booking = pool.pop(0) if pool else Booking(trip_order=order, ticket_code=ids.public_hash())
        (stay if booking.pk else made).append(booking)
        booking.experience_customer_type_id = ticket.experience_customer_type_id
        booking.booking_status_id = _waiting_id()
        booking.unit_amount, booking.price_source = ticket.unit_amount, ticket.price_source
        booking.rate_sheet_id, booking.pax_cnt = ticket.rate_sheet_id, ticket.pax_cnt
        booking.position = position
    Booking.objects.bulk_create(made)
    Booking.objects.bulk_update(stay, _OF_TICKET)
    if gone := [booking.pk for pool in kept.values() for booking in pool]:
        order.bookings.filter(pk__in=gone).delete()


_OF_TICKET = (
    "experience_customer_type",
    "booking_status",
    "unit_amount",
    "price_source",
    "rate_sheet_id",
    "pax_cnt",
    "position",
)


def _waiting_id() -> int:
    return next(row.id for row in list_statuses() if row.slug == "not_checked_in")


def keep_policies(*, orders: Sequence[TripOrder], by_experience: Mapping[int, Mapping[str, object]]) -> None:
    """Keep with each order the cancellation policy its customer agreed to (domain.md 3.2)."""
    changed = []
    for order in orders:
        policy = by_experience.get(order.experience_id)
        if order.cancellation_policy != policy:
            order.cancellation_policy = policy
            changed.append(order)
    TripOrder.objects.bulk_update(changed, ["cancellation_policy"])


def refresh(*, trip: Trip, at: datetime) -> None:
    """Store the trip as it was changed, and step the version."""
    trip.changed_at = at
    trip.version += 1
    trip.save()
