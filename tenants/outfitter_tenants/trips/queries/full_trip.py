"""One trip with everything below it."""

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from django.db.models import QuerySet

from outfitter.db.statements import Bundle, Param, Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.trips.models import (
    Adjustment,
    Booking,
    BookingProduct,
    Flag,
    PriceLine,
    Trip,
    TripNote,
    TripOrder,
    TripOrderAddon,
)
from outfitter_tenants.trips.queries.orders import LONG_TEXTS

# Ids for a statement whose parameter is `trip_id`, as `filter(…__in=…)` takes them.
IdRows: TypeAlias = "QuerySet[Any, Any]"


class TripNotFound(NotFound):
    """No such trip here."""


def get_trip(*, trip_id: int) -> Trip:
    """
    Return one trip with everything below it, in one statement.

    Orders (`all_orders`) have their guests (`live_bookings`) and `all_addons`; the trip has
    `live_lines`, `live_notes`, `open_flags`, `all_products` and `all_adjustments`.

    :raises TripNotFound: there is none
    """
    rows = _WHOLE.read(trip_id=trip_id)
    if not rows["trip"]:
        raise TripNotFound("Trip not found.")
    trip: Any = rows["trip"][0]
    orders = {order.pk: order for order in rows["orders"]}
    for order in orders.values():
        order.trip = trip
        order.live_bookings, order.all_addons = [], []
    for guest in rows["guests"]:
        guest.trip_order = orders[guest.trip_order_id]
        guest.trip_order.live_bookings.append(guest)
    for addon in rows["addons"]:
        addon.trip_order = orders[addon.trip_order_id]
        addon.trip_order.all_addons.append(addon)
    trip.all_orders = list(orders.values())
    for attribute in ("live_lines", "live_notes", "open_flags", "all_products", "all_adjustments"):
        setattr(trip, attribute, rows[attribute])
    found: Trip = trip
    return found


def _lines() -> "QuerySet[PriceLine]":
    return PriceLine.objects.filter(trip_id=Param("trip_id"), voided_at__isnull=True).order_by("id")


def _guests() -> "QuerySet[Booking]":
    return (
        Booking.objects.select_related("booking_status", "experience_customer_type__customer_type")
        .filter(trip_order__trip_id=Param("trip_id"), cancelled_at__isnull=True)
        .order_by("position", "id")
    )


def _addons() -> "QuerySet[TripOrderAddon]":
    return (
        TripOrderAddon.objects.select_related(
            "experience_addon", "value", "booking__experience_customer_type"
        )
        .filter(trip_order__trip_id=Param("trip_id"))
        .exclude(booking__cancelled_at__isnull=False)
        .order_by("id")
    )


def _notes() -> "QuerySet[TripNote]":
    rows = TripNote.objects.filter(trip_id=Param("trip_id"), deleted_at__isnull=True)
    return rows.order_by("-is_pinned", "-id")


def _products() -> "QuerySet[BookingProduct]":
    return (
        BookingProduct.objects.select_related("product")
        .filter(trip_id=Param("trip_id"))
        .exclude(booking__cancelled_at__isnull=False)
        .order_by("id")
    )


# For callers that read something of their own in the same statement.
TRIP_PARTS: Final[Mapping[str, Statement[Any]]] = {
    "trip": Statement(
        lambda: Trip.objects.select_related("trip_method", "trip_source", "customer").filter(
            pk=Param("trip_id")
        )
    ),
    "orders": Statement(
        lambda: (
            TripOrder.objects.select_related("experience", "timeslot")
            .defer(*LONG_TEXTS)
            .filter(trip_id=Param("trip_id"))
            .order_by("position", "id")
        )
    ),
    "guests": Statement(_guests),
    "addons": Statement(_addons),
    "live_lines": Statement(_lines),
    "live_notes": Statement(_notes),
    "open_flags": Statement(
        lambda: Flag.objects.select_related("reason").filter(
            trip_id=Param("trip_id"), cleared_at__isnull=True
        )
    ),
    "all_products": Statement(_products),
    "all_adjustments": Statement(lambda: Adjustment.objects.filter(trip_id=Param("trip_id")).order_by("id")),
}
_WHOLE: Final = Bundle(**TRIP_PARTS)


def this_trip() -> IdRows:
    """Return the id of a trip."""
    return Trip.objects.filter(pk=Param("trip_id")).values("pk")


def orders_of_this_trip() -> IdRows:
    """Return the ids of its orders, likewise."""
    return TripOrder.objects.filter(trip_id=Param("trip_id")).values("pk")


def guests_of_this_trip() -> IdRows:
    """Return the ids of its guests who are not canceled, likewise."""
    rows = Booking.objects.filter(trip_order__trip_id=Param("trip_id"), cancelled_at__isnull=True)
    return rows.values("pk")


def customer_of_this_trip() -> IdRows:
    """Return the id of its customer, likewise; nothing where it has none."""
    return Trip.objects.filter(pk=Param("trip_id"), customer_id__isnull=False).values("customer_id")


def timeslots_of_this_trip() -> IdRows:
    """Return the ids of the departures of its orders, likewise."""
    rows = TripOrder.objects.filter(trip_id=Param("trip_id"), timeslot_id__isnull=False)
    return rows.values("timeslot_id")


def briefs(*, ids: Collection[int]) -> dict[int, Trip]:
    """Return trips by id, without anything below them."""
    return Trip.objects.in_bulk(list(ids)) if ids else {}
