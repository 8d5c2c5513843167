"""Seats, orders and guests that sold trips have on departures."""

from collections.abc import Collection

from django.db.models import Count, Q, Sum

from outfitter_tenants.scheduling.booking_port import SoldOrders, SoldSeats
from outfitter_tenants.trips.models import Booking, TripOrder


def sold_seats(timeslot_ids: Collection[int] | None = None) -> list[SoldSeats]:
    """Return the seats that bookings of sold trips take on these timeslots, or on all."""
    rows = Booking.objects.filter(
        cancelled_at__isnull=True,
        pax_cnt__gt=0,
        trip_order__status="active",
        trip_order__timeslot__isnull=False,
        trip_order__trip__status__in=["reserved", "under_review"],
    )
    if timeslot_ids is not None:
        rows = rows.filter(trip_order__timeslot_id__in=timeslot_ids)
    method = "trip_order__trip__trip_method"
    found = rows.order_by().values_list(
        "trip_order__timeslot_id", "experience_customer_type_id", f"{method}__audience", f"{method}__slug"
    )
    return [SoldSeats(*row) for row in found.annotate(Sum("pax_cnt"))]


def sold_orders(timeslot_ids: Collection[int]) -> list[SoldOrders]:
    """Return how many active orders and guests these timeslots have."""
    rows = TripOrder.objects.filter(
        timeslot_id__in=timeslot_ids, status="active", trip__status__in=["reserved", "under_review"]
    )
    guests = Sum("bookings__pax_cnt", filter=Q(bookings__cancelled_at__isnull=True))
    found = rows.order_by().values_list("timeslot_id")
    return [
        SoldOrders(slot, orders, pax or 0)
        for slot, orders, pax in found.annotate(orders=Count("pk", distinct=True), pax=guests)
    ]


def booked_pax_by_timeslot() -> dict[int, tuple[int, int]]:
    """Return what the counters must say: timeslot id -> (booked pax, of them sold online)."""
    found: dict[int, tuple[int, int]] = {}
    for row in sold_seats():
        booked, online = found.get(row.timeslot_id, (0, 0))
        more = row.pax_cnt if row.audience != "direct" else 0
        found[row.timeslot_id] = (booked + row.pax_cnt, online + more)
    return found
