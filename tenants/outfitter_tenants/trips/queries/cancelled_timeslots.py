"""Trips that have guests on departures which do not take place."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Sum

from outfitter.kit.money import PPM
from outfitter_tenants.trips.models import Adjustment, Booking, BookingProduct, Trip, TripOrder
from outfitter_tenants.trips.queries.manifest import SOLD


@dataclass(frozen=True, slots=True)
class TripOn:
    """
    A sold trip and its active orders on some departures, by departure; the pax of those orders.

    `paid_amount` is what is paid for the whole trip, refunds taken off, in minor units.
    """

    trip_id: int
    confirmation_code: str
    name: str
    email: str | None
    currency: str
    paid_amount: int
    order_ids: tuple[int, ...]
    pax_cnt: int


@dataclass(frozen=True, slots=True)
class OrderOn:
    """An active order of a sold trip on a departure."""

    id: int
    trip_id: int
    timeslot_id: int
    pax_cnt: int


def orders_on(*, timeslot_ids: Collection[int], after_trip: int = 0) -> list[OrderOn]:
    """Return active orders of sold trips on these departures, by trip, then departure."""
    rows = TripOrder.objects.filter(
        timeslot_id__in=timeslot_ids, status="active", trip__status__in=SOLD, trip_id__gt=after_trip
    ).order_by("trip_id", "timeslot_id", "pk")
    found = list(rows.values_list("pk", "trip_id", "timeslot_id"))
    live = Booking.objects.filter(trip_order_id__in=[row[0] for row in found], cancelled_at__isnull=True)
    pax = dict(live.order_by().values_list("trip_order_id").annotate(Sum("pax_cnt")))
    return [OrderOn(pk, trip, slot or 0, pax.get(pk) or 0) for pk, trip, slot in found]


def trips_on(*, timeslot_ids: Collection[int]) -> list[TripOn]:
    """Return the trips of `orders_on`, by id, in two statements more."""
    orders: dict[int, list[OrderOn]] = {}
    for order in orders_on(timeslot_ids=timeslot_ids):
        orders.setdefault(order.trip_id, []).append(order)
    rows = TripOrder.objects.filter(trip_id__in=orders).order_by("trip_id").distinct("trip_id")
    facts = rows.annotate(paid=F("trip__paid_amount") - F("trip__refunded_amount")).values_list(
        "trip_id",
        "trip__confirmation_code",
        "trip__contact_first_name",
        "trip__contact_last_name",
        "trip__contact_email",
        "trip__currency",
        "paid",
    )
    return [
        TripOn(
            trip_id,
            code,
            f"{first} {last}".strip(),
            email,
            currency,
            paid,
            tuple(order.id for order in orders[trip_id]),
            sum(order.pax_cnt for order in orders[trip_id]),
        )
        for trip_id, code, first, last, email, currency, paid in facts
    ]


@dataclass(frozen=True, slots=True)
class CancelledTrip:
    """What a trip comes to that has nothing but orders which are called off; minor units."""

    total_amount: int
    booking_fee_amount: int
    # Paid beyond a total of nothing, the tip aside.
    overpaid_amount: int


def orders_without_weather_credit(*, timeslot_ids: Collection[int]) -> list[int]:
    """Return the orders of `orders_on` whose policy gives no store credit because of the weather."""
    rows = TripOrder.objects.filter(
        timeslot_id__in=timeslot_ids,
        status="active",
        trip__status__in=SOLD,
        cancellation_policy__is_weather_credit_allowed=False,
    )
    return list(rows.order_by("pk").values_list("pk", flat=True))


def whole_trips(*, trips: Collection[TripOn], is_weather: bool = False) -> dict[int, CancelledTrip]:
    """
    Return those of these trips that consist of their called-off orders alone, by id, in one read.

    Nothing is left to be priced on them: no other order, active or cancelled, nothing from the
    shelf, nothing adjusted by hand; and nobody has locked them. `is_weather` leaves those out of
    which something is kept because of the weather.
    """
    mine = {order_id for trip in trips for order_id in trip.order_ids}
    others = TripOrder.objects.filter(trip=OuterRef("pk")).exclude(pk__in=mine)
    rows = Trip.objects.filter(pk__in=[trip.trip_id for trip in trips], locked_reason__isnull=True)
    rows = rows.filter(
        ~Exists(others),
        ~Exists(BookingProduct.objects.filter(trip=OuterRef("pk"))),
        ~Exists(Adjustment.objects.filter(trip=OuterRef("pk"))),
    )
    if is_weather:
        keeping = TripOrder.objects.filter(
            trip=OuterRef("pk"), cancellation_policy__weather_refund_ppm__lt=PPM
        )
        rows = rows.filter(~Exists(keeping))
    return {
        row.pk: CancelledTrip(
            row.total_amount, row.booking_fee_amount, row.paid_amount - row.refunded_amount - row.tip_amount
        )
        for row in rows
    }


def next_trip_on(*, timeslot_ids: Collection[int], after_trip: int) -> int | None:
    """Return the next trip by id that has an active order on these departures."""
    rows = TripOrder.objects.filter(
        timeslot_id__in=timeslot_ids, status="active", trip__status__in=SOLD, trip_id__gt=after_trip
    )
    found: int | None = rows.order_by("trip_id").values_list("trip_id", flat=True).first()
    return found
