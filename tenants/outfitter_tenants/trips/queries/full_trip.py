"""One trip with everything below it."""

from collections.abc import Collection
from typing import Any, Final

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, prefetch_related_objects

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


class TripNotFound(NotFound):
    """No such trip here."""


def get_trip(*, trip_id: int) -> Trip:
    """
    Return one trip with everything below it.

    Four statements, and one more for each kind of thing that most trips have none of.

    :raises TripNotFound: there is none
    """
    rows: QuerySet[Any] = Trip.objects.select_related("trip_method", "trip_source", "customer")
    found: Any = rows.annotate(**_HAS).filter(pk=trip_id).first()
    if found is None:
        raise TripNotFound("Trip not found.")
    lines = PriceLine.objects.filter(voided_at__isnull=True).order_by("id")
    has_addons = bool(found.has_addons)
    wanted: list[Any] = [
        Prefetch("orders", queryset=_orders(has_addons=has_addons), to_attr="all_orders"),
        Prefetch("price_lines", queryset=lines, to_attr="live_lines"),
    ]
    for name, (attribute, rows_of) in _SELDOM.items():
        if getattr(found, f"has_{name}"):
            wanted.append(Prefetch(name, queryset=rows_of.all(), to_attr=attribute))
        else:
            setattr(found, attribute, [])
    prefetch_related_objects([found], *wanted)
    if not has_addons:
        for order in found.all_orders:
            order.all_addons = []
    trip: Trip = found
    return trip


def briefs(*, ids: Collection[int]) -> dict[int, Trip]:
    """Return trips by id, without anything below them."""
    return Trip.objects.in_bulk(list(ids)) if ids else {}


def _orders(*, has_addons: bool) -> "QuerySet[TripOrder]":
    bookings = (
        Booking.objects.select_related("booking_status", "experience_customer_type__customer_type")
        .filter(cancelled_at__isnull=True)
        .order_by("position", "id")
    )
    wanted: list[Any] = [Prefetch("bookings", queryset=bookings, to_attr="live_bookings")]
    if has_addons:
        addons = (
            TripOrderAddon.objects.select_related(
                "experience_addon", "value", "booking__experience_customer_type"
            )
            .exclude(booking__cancelled_at__isnull=False)
            .order_by("id")
        )
        wanted.append(Prefetch("addons", queryset=addons, to_attr="all_addons"))
    rows = TripOrder.objects.select_related("experience", "timeslot")
    return rows.prefetch_related(*wanted).order_by("position", "id")


_SELDOM: Final[dict[str, tuple[str, "QuerySet[Any]"]]] = {
    "notes": ("live_notes", TripNote.objects.filter(deleted_at__isnull=True).order_by("-is_pinned", "-id")),
    "flags": ("open_flags", Flag.objects.select_related("reason").filter(cleared_at__isnull=True)),
    "products": (
        "all_products",
        BookingProduct.objects.select_related("product")
        .exclude(booking__cancelled_at__isnull=False)
        .order_by("id"),
    ),
    "adjustments": ("all_adjustments", Adjustment.objects.order_by("id")),
}
_HAS: Final = {
    "has_notes": Exists(TripNote.objects.filter(trip=OuterRef("pk"))),
    "has_flags": Exists(Flag.objects.filter(trip=OuterRef("pk"), cleared_at__isnull=True)),
    "has_products": Exists(BookingProduct.objects.filter(trip=OuterRef("pk"))),
    "has_adjustments": Exists(Adjustment.objects.filter(trip=OuterRef("pk"))),
    "has_addons": Exists(TripOrderAddon.objects.filter(trip_order__trip=OuterRef("pk"))),
}
