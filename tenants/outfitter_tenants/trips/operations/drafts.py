"""A trip while it is a cart: contact, orders, guests and the lines of its price."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from django.db import IntegrityError
from django.db.models import Model

from outfitter.db.locks import atomic
from outfitter.db.statements import IdOf, Writes
from outfitter.kit import ids
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import new_entry, record
from outfitter_tenants.trips.models import Booking, Trip, TripMethod, TripOrder
from outfitter_tenants.trips.queries import MethodRow, list_statuses

T = TypeVar("T")


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
    """One guest to be: type, price in minor units, the seats it takes, and the waivers to sign."""

    experience_customer_type_id: int
    unit_amount: int
    price_source: str
    pax_cnt: int
    rate_sheet_id: int | None = None
    waivers_cnt: int = 0


def new_draft(
    *,
    method: MethodRow,
    currency: str,
    locale: str,
    at: datetime,
    code: str,
    contact: Contact | None = None,
    visitor: str | None = None,
    ip: str | None = None,
    created_by: int | None = None,
    utm: Mapping[str, object] | None = None,
    referrer: str | None = None,
) -> tuple[Trip, Model]:
    """
    Return the rows of a trip that begins, its own and the log's, to be written with what it holds.

    An empty cart with a hash and a confirmation code of its own; see `with_free_code`.
    """
    who = _contact_fields(contact) if contact else {}
    trip = Trip(
        hash=ids.public_hash(),
        confirmation_code=code,
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
    entry = new_entry(
        entity_type="trip",
        entity_id=IdOf(trip),
        trip_id=IdOf(trip),
        action="trip.created",
        at=at,
        after=who or None,
    )
    return trip, entry


def free_code() -> str:
    """Return a confirmation code that no trip has."""
    while Trip.objects.filter(confirmation_code=(code := ids.confirmation_code())).exists():
        continue
    return code


def with_free_code(work: Callable[[], T]) -> T:
    """
    Do work that begins a trip in a transaction; again when its confirmation code is another trip's.

    One in a hundred thousand sales of a million trips: it is not worth asking each time.
    """
    while True:
        try:
            with atomic():
                return work()
        except IntegrityError as problem:
            diag = getattr(problem.__cause__, "diag", None)
            if "confirmation_code" not in (getattr(diag, "constraint_name", None) or ""):
                raise


def require_draft(trip: Trip) -> None:
    """
    Refuse changes of a cart that has become a booking.

    :raises NotADraft: it has
    """
    if trip.status != "draft":
        raise NotADraft("This trip is already booked.", status=trip.status)


def set_contact(*, trip: Trip, contact: Contact, at: datetime, writes: Writes | None = None) -> None:
    """Write who the trip is for, now or with these writes; recorded only when something changed."""
    after = _contact_fields(contact)
    before = {name: getattr(trip, name) for name in after}
    if before == after:
        return
    for name, value in after.items():
        setattr(trip, name, value)
    sent = writes or Writes()
    sent.update(trip, *after)
    sent.insert(
        new_entry(
            entity_type="trip",
            entity_id=trip.pk,
            trip_id=trip.pk,
            action="trip.contact_changed",
            at=at,
            before=before,
            after=after,
        )
    )
    if writes is None:
        sent.send()


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


def new_order(
    *,
    trip: Trip,
    experience_id: int,
    timeslot_id: int,
    experience_date_id: int,
    position: int,
    cancellation_policy: Mapping[str, object] | None = None,
) -> TripOrder:
    """Return the row of an order that puts one experience on one timeslot into a cart, without guests."""
    return TripOrder(
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
            row.experience_customer_type_id,
            row.unit_amount,
            row.price_source,
            row.pax_cnt,
            row.rate_sheet_id,
            row.waiver_required_cnt,
        )
        for row in rows
    ]


def set_guests(*, order: TripOrder, tickets: Sequence[Ticket]) -> None:
    """Make the order's guests these tickets, keeping those that stay (names, codes) as they are."""
    kept: dict[int, list[Booking]] = {}
    there = order.bookings.filter(cancelled_at__isnull=True).order_by("position", "id")
    for booking in there:
        kept.setdefault(booking.experience_customer_type_id, []).append(booking)
    made: list[Booking] = []
    stay: list[Booking] = []
    for position, ticket in enumerate(tickets):
        pool = kept.get(ticket.experience_customer_type_id) or []
        booking = pool.pop(0) if pool else Booking(trip_order=order, ticket_code=ids.public_hash())
        (stay if booking.pk else made).append(booking)
        _write_ticket(booking, ticket, position)
    Booking.objects.bulk_create(made)
    Booking.objects.bulk_update(stay, _OF_TICKET)
    if gone := [booking.pk for pool in kept.values() for booking in pool]:
        order.bookings.filter(pk__in=gone).delete()


def new_guests(*, order: TripOrder, tickets: Sequence[Ticket]) -> list[Booking]:
    """Return the rows of the guests of a new order."""
    guests = []
    for position, ticket in enumerate(tickets):
        guest = Booking(trip_order=order, ticket_code=ids.public_hash())
        _write_ticket(guest, ticket, position)
        guests.append(guest)
    return guests


def _write_ticket(booking: Booking, ticket: Ticket, position: int) -> None:
    booking.experience_customer_type_id = ticket.experience_customer_type_id
    booking.booking_status_id = _waiting_id()
    booking.unit_amount, booking.price_source = ticket.unit_amount, ticket.price_source
    booking.rate_sheet_id, booking.pax_cnt = ticket.rate_sheet_id, ticket.pax_cnt
    booking.position = position
    if booking.pk is None:
        booking.waiver_required_cnt = ticket.waivers_cnt
        booking.waiver_state = "unsigned" if ticket.waivers_cnt else "none_required"


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


def refresh(*, trip: Trip, at: datetime, writes: Writes | None = None) -> None:
    """Store the trip as it was changed, and step the version: now, or with these writes."""
    trip.changed_at = at
    trip.version += 1
    if writes is None:
        trip.save()
    else:
        writes.update(trip)
