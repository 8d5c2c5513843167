"""What one person booked: sums, the next trip, guests, and what is told of them on request."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Aggregate, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from outfitter.db.lists import Column, Listing, ListReader
from outfitter.db.statements import Param
from outfitter.kit.person_names import full_name
from outfitter_tenants.trips.lists import TRIPS
from outfitter_tenants.trips.models import Booking, Trip, TripNote
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES

SOLD: Final = ("reserved", "under_review")


@dataclass(frozen=True, slots=True)
class NextTrip:
    """The next departure of a customer."""

    id: int
    confirmation_code: str
    start_at: datetime
    experience_names: list[str]
    pax_cnt: int


@dataclass(frozen=True, slots=True)
class CustomerSummary:
    """Where a customer stands: money still owed over all trips (minor units), what comes next."""

    balance_due_amount: int
    upcoming_cnt: int
    trip_cnt: int
    booking_cnt: int
    next_trip: NextTrip | None


@dataclass(frozen=True, slots=True)
class LinkedTrip:
    """A trip as its customer is shown it among theirs, with the key of its page."""

    hash: str
    confirmation_code: str
    status: str
    start_at: datetime | None
    names: tuple[str, ...]


def linked_trips(*, customer_ids: Collection[int], limit: int) -> list[LinkedTrip]:
    """Return the sold trips of people, the latest first."""
    rows = Trip.objects.filter(customer_id__in=customer_ids, status__in=SOLD).order_by("-id")[:limit]
    return [
        LinkedTrip(
            row.hash,
            row.confirmation_code,
            row.status,
            row.first_start_at,
            tuple(dict.fromkeys(order.experience.name for order in row.orders.all())),
        )
        for row in rows.prefetch_related("orders__experience")
    ]


def sum_of_sold(what: Aggregate, *, default: int | None = None) -> Subquery | Coalesce:
    """
    Return what the sold trips of the customer `customer_id` come to, as an expression.

    A trip counts with its total, tips aside; drafts and deleted trips do not count.

    :param default: the answer for whom there are none
    """
    rows = Trip.objects.filter(customer_id=Param("customer_id"), status__in=SOLD).order_by()
    found = Subquery(rows.values("customer_id").annotate(found=what).values("found"))
    return found if default is None else Coalesce(found, Value(default))


def bookings_of(*, customer_ids: Collection[int]) -> "QuerySet[Booking]":
    """Return the tickets of people: those on their trips, and those in their own name."""
    mine = Q(trip_order__trip__customer_id__in=customer_ids) | Q(customer_id__in=customer_ids)
    return Booking.objects.filter(mine)


def with_any(*, customer_ids: Collection[int]) -> set[int]:
    """Return those of these customers in whose name any trip or ticket is, sold or not."""
    trips = Trip.objects.filter(customer_id__in=customer_ids).values_list("customer_id", flat=True)
    tickets = Booking.objects.filter(customer_id__in=customer_ids).values_list("customer_id", flat=True)
    return {pk for pk in (*trips.distinct(), *tickets.distinct()) if pk is not None}


def standing(*, customer_id: int, at: datetime) -> CustomerSummary:
    """Return what a customer owes and what comes next."""
    trips = Trip.objects.filter(customer_id=customer_id)
    sold = trips.filter(status__in=SOLD)
    owed = sold.annotate(owed=CUSTOMER_OWES).filter(owed__gt=0).aggregate(sum=Sum("owed"))
    coming = sold.filter(first_start_at__gte=at).order_by("first_start_at", "pk")
    first = coming.prefetch_related("orders__experience").first()
    return CustomerSummary(
        balance_due_amount=owed["sum"] or 0,
        upcoming_cnt=coming.count(),
        trip_cnt=trips.exclude(status="deleted").count(),
        booking_cnt=bookings_of(customer_ids=[customer_id])
        .exclude(trip_order__trip__status="deleted")
        .count(),
        next_trip=_next(first) if first else None,
    )


def _next(trip: Trip) -> NextTrip:
    assert trip.first_start_at is not None  # noqa: S101  (filtered by the caller)
    orders = [order for order in trip.orders.all() if order.status == "active"]
    names = list(dict.fromkeys(order.experience.name for order in orders))
    return NextTrip(trip.pk, trip.confirmation_code, trip.first_start_at, names, trip.pax_cnt)


def listing_of(*, customer_id: int) -> Listing:
    """Return the list of one customer's trips, with all that the list of trips offers."""
    rows = TRIPS.rows

    def mine(reader: ListReader) -> "QuerySet[Any]":
        return rows(reader).filter(customer_id=customer_id)

    return replace(TRIPS, rows=mine)


def bookings_listing(*, customer_id: int) -> Listing:
    """Return the list of one customer's tickets, the latest departure first."""

    def mine(_reader: ListReader) -> "QuerySet[Any]":
        found = bookings_of(customer_ids=[customer_id])
        return found.exclude(trip_order__trip__status="deleted")

    return Listing(
        name="customer_bookings",
        permission="customer.view",
        columns=(
            Column(
                "start_at", "instant", "trip_order__timeslot__start_at", is_sortable=True, is_nullable=True
            ),
        ),
        default_sort="-start_at",
        rows=mine,
        shape=_shape_bookings,
    )


def _shape_bookings(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    whole = Booking.objects.select_related(
        "trip_order__trip",
        "trip_order__experience",
        "trip_order__timeslot",
        "experience_customer_type__customer_type",
        "booking_status",
    ).in_bulk([row.pk for row in rows])
    return [_shape_booking(whole[row.pk]) for row in rows if row.pk in whole]


def _shape_booking(row: Booking) -> dict[str, Any]:
    order, kind, status = row.trip_order, row.experience_customer_type, row.booking_status
    return {
        "id": row.pk,
        "trip_id": order.trip_id,
        "confirmation_code": order.trip.confirmation_code,
        "trip_status": order.trip.status,
        "experience": order.experience,
        "start_at": order.timeslot.start_at if order.timeslot else None,
        "customerType": {"id": kind.customer_type_id, "name": kind.label or kind.customer_type.name},
        "guest_name": full_name(row.guest_first_name, row.guest_last_name),
        "bookingStatus": status,
        "is_cancelled": row.cancelled_at is not None or order.status == "cancelled",
        "ticket_code": row.ticket_code,
        "unit_amount": 0 if row.is_comped or order.is_comped else row.unit_amount,
        "currency": order.trip.currency,
    }


def abandoned_by(*, emails: Collection[str]) -> "QuerySet[Trip]":
    """Return carts and deleted trips under somebody's address that became nobody's booking."""
    return Trip.objects.filter(
        status__in=["draft", "deleted"], customer__isnull=True, contact_email__in=emails
    )


def notes_of(*, trip_ids: Collection[int]) -> list[TripNote]:
    """Return the words about trips, oldest first."""
    return list(TripNote.objects.filter(trip_id__in=trip_ids).order_by("pk"))


def trips_of(*, customer_ids: Collection[int], limit: int) -> list[Trip]:
    """Return whole trips of people for an export, newest first, at most `limit`."""
    found = Trip.objects.filter(customer_id__in=customer_ids).order_by("-pk")
    return list(found.prefetch_related("orders__experience", "orders__timeslot")[:limit])
