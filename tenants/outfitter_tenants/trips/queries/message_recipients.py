"""Whom a message about departures goes to: the parties on them, as their trips say how to reach them."""

from collections.abc import Collection
from dataclasses import dataclass

from outfitter.kit.person_names import full_name
from outfitter_tenants.trips.models import Booking, TripOrder
from outfitter_tenants.trips.queries.manifest import SOLD


@dataclass(frozen=True, slots=True)
class PartyOn:
    """
    One sold trip on some departures, by its first active order there.

    `statuses` are those of its guests there, by slug; addresses may be missing.
    """

    trip_id: int
    order_id: int
    customer_id: int | None
    confirmation_code: str
    name: str
    email: str | None
    phone: str | None
    locale: str
    statuses: frozenset[str]


def parties_on(
    *, timeslot_ids: Collection[int], after_trip: int = 0, limit: int | None = None
) -> list[PartyOn]:
    """Return the parties on these departures, by trip, in two statements."""
    rows = TripOrder.objects.filter(
        timeslot_id__in=timeslot_ids, status="active", trip__status__in=SOLD, trip_id__gt=after_trip
    )
    found = list(
        rows.order_by("trip_id", "timeslot__start_at", "pk")
        .distinct("trip_id")
        .values_list(
            "trip_id",
            "pk",
            "trip__customer_id",
            "trip__confirmation_code",
            "trip__contact_first_name",
            "trip__contact_last_name",
            "trip__contact_email",
            "trip__contact_phone",
            "trip__locale",
        )[:limit]
    )
    statuses = _statuses(timeslot_ids, [row[0] for row in found])
    return [
        PartyOn(
            trip_id,
            order_id,
            customer_id,
            code,
            full_name(first, last),
            email or None,
            phone or None,
            locale,
            frozenset(statuses.get(trip_id, ())),
        )
        for trip_id, order_id, customer_id, code, first, last, email, phone, locale in found
    ]


def _statuses(timeslot_ids: Collection[int], trip_ids: Collection[int]) -> dict[int, set[str]]:
    rows = Booking.objects.filter(
        trip_order__timeslot_id__in=timeslot_ids,
        trip_order__trip_id__in=trip_ids,
        trip_order__status="active",
        cancelled_at__isnull=True,
    )
    found: dict[int, set[str]] = {}
    pairs = rows.order_by().values_list("trip_order__trip_id", "booking_status__slug").distinct()
    for trip_id, slug in pairs:
        found.setdefault(trip_id, set()).add(slug)
    return found
