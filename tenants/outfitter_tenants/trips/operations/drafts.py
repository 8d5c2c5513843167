"""A trip while it is a cart: contact, orders, guests and the lines of its price."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Min, Sum

from outfitter.kit import ids
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import Booking, BookingStatus, Trip, TripOrder


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
    method_id: int,
    currency: str,
    locale: str,
    at: datetime,
    visitor: str | None = None,
    ip: str | None = None,
    created_by: int | None = None,
    utm: Mapping[str, Any] | None = None,
    referrer: str | None = None,
) -> Trip:
    """Begin a trip: an empty cart with a hash and a confirmation code of its own."""
    trip = Trip.objects.create(
        hash=ids.public_hash(),
        confirmation_code=_free_code(),
        trip_method_id=method_id,
        currency=currency,
        locale=locale,
        visitor=visitor,
        ip=ip,
        created_by=created_by,
        utm=dict(utm or {}),
        referrer=referrer,
        created_at=at,
        changed_at=at,
    )
    record(entity_type="trip", entity_id=trip.pk, trip_id=trip.pk, action="trip.created", at=at)
    return trip


def _free_code() -> str:
    while Trip.objects.filter(confirmation_code=(code := ids.confirmation_code())).exists():
        continue
    return code


def require_draft(trip: Trip) -> None:
    """
    Refuse changes of a cart that has become a booking.

    :raises NotADraft: it has
    """
    if trip.status != "draft":
        raise NotADraft("This trip is booked already.", status=trip.status)


def set_contact(*, trip: Trip, contact: Contact, at: datetime) -> None:
    """Write who the trip is for; recorded only when something changed."""
    after = {f"contact_{name}": getattr(contact, name) for name in Contact.__slots__}
    before = {name: getattr(trip, name) for name in after}
    if before == after:
        return
    for name, value in after.items():
        setattr(trip, name, value)
    trip.save(update_fields=list(after))
    record(
        entity_type="trip", entity_id=trip.pk, trip_id=trip.pk, action="trip.contact_changed",
        at=at, before=before, after=after,
    )  # fmt: skip


def add_order(
    *, trip: Trip, experience_id: int, timeslot_id: int, experience_date_id: int, position: int
) -> TripOrder:
    """Put one experience on one timeslot into the cart, still without guests."""
    return TripOrder.objects.create(
        trip=trip,
        experience_id=experience_id,
        timeslot_id=timeslot_id,
        experience_date_id=experience_date_id,
        original_timeslot_id=timeslot_id,
        position=position,
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


def set_guests(*, order: TripOrder, tickets: Sequence[Ticket]) -> None:
    """
    Make the order's guests these tickets, keeping those that stay (names, codes) as they are.
    """
    waiting = BookingStatus.objects.get(slug="not_checked_in")
    kept: dict[int, list[Booking]] = {}
    for booking in order.bookings.filter(cancelled_at__isnull=True).order_by("position", "id"):
        kept.setdefault(booking.experience_customer_type_id, []).append(booking)
    for position, ticket in enumerate(tickets):
        pool = kept.get(ticket.experience_customer_type_id) or []
        booking = pool.pop(0) if pool else Booking(trip_order=order, ticket_code=ids.public_hash())
        booking.experience_customer_type_id = ticket.experience_customer_type_id
        booking.booking_status = waiting
        booking.unit_amount = ticket.unit_amount
        booking.price_source = ticket.price_source
        booking.rate_sheet_id = ticket.rate_sheet_id
        booking.pax_cnt = ticket.pax_cnt
        booking.position = position
        booking.save()
    gone = [booking.pk for pool in kept.values() for booking in pool]
    order.bookings.filter(pk__in=gone).delete()


def keep_policies(*, trip: Trip, by_experience: Mapping[int, Mapping[str, Any]]) -> None:
    """Keep with each order the cancellation policy its customer agreed to (domain.md 3.2)."""
    for order in trip.orders.filter(status="active"):
        order.cancellation_policy = by_experience.get(order.experience_id)
        order.save(update_fields=["cancellation_policy"])


def refresh(*, trip: Trip, at: datetime) -> None:
    """Store what is computed from the orders, and step the version."""
    facts = TripOrder.objects.filter(trip=trip, status="active").aggregate(
        first=Min("timeslot__start_at"), last=Max("timeslot__end_at")
    )
    pax = Booking.objects.filter(
        trip_order__trip=trip, trip_order__status="active", cancelled_at__isnull=True
    ).aggregate(n=Sum("experience_customer_type__pax_per_booking"))
    trip.first_start_at = facts["first"]
    trip.pax_cnt = pax["n"] or 0
    trip.changed_at = at
    trip.version += 1
    trip.save()
