"""Rows of a trip as its price sees them, and the lines and totals that a quote leaves on them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from outfitter.db.statements import Bundle, Param, Statement, Writes
from outfitter_tenants.pricing.rules.adjustments import Adjust
from outfitter_tenants.pricing.rules.price_lines import ITEMS, QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote
from outfitter_tenants.trips.models import (
    Adjustment,
    Booking,
    BookingProduct,
    PriceLine,
    Trip,
    TripOrder,
    TripOrderAddon,
)

_SAME: Final = (
    "trip_order_id",
    "booking_id",
    "kind",
    "ref_id",
    "label",
    "qty",
    "unit_amount",
    "amount",
    "base_amount",
    "is_inclusive",
    "is_commission_base",
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


def _products() -> "QuerySet[BookingProduct]":
    return (
        BookingProduct.objects.select_related("booking__trip_order", "product")
        .filter(trip_id=Param("trip_id"))
        .exclude(booking__cancelled_at__isnull=False)
        .order_by("id")
    )


_ORDERS: Final[Mapping[str, Statement[Any]]] = {
    "priced_orders": Statement(
        lambda: (
            TripOrder.objects.select_related("timeslot")
            .filter(trip_id=Param("trip_id"))
            .order_by("position", "id")
        )
    ),
    "priced_guests": Statement(
        lambda: (
            Booking.objects.select_related("experience_customer_type__customer_type")
            .filter(trip_order__trip_id=Param("trip_id"), cancelled_at__isnull=True)
            .order_by("position", "id")
        )
    ),
    "priced_addons": Statement(_addons),
}
_ORDERS_OF: Final = Bundle(**_ORDERS)
_PRODUCTS: Final = Statement(_products)
_ADJUSTMENTS: Final = Statement(lambda: Adjustment.objects.filter(trip_id=Param("trip_id")).order_by("id"))
_LINES: Final[Statement[tuple[Any, ...]]] = Statement(
    lambda: (
        PriceLine.objects.filter(trip_id=Param("trip_id"), voided_at__isnull=True)
        .order_by("-id")
        .values_list("pk", *_SAME)
    )
)
# All that a price is made of and leaves behind, for callers that read something of their own with it.
PRICE_PARTS: Final[Mapping[str, Statement[Any]]] = {
    **_ORDERS,
    "priced_products": _PRODUCTS,
    "adjustments": _ADJUSTMENTS,
    "former_lines": _LINES,
}


def orders_of(trip: Trip) -> list[TripOrder]:
    """Return every order in its order, with `live_bookings` and `all_addons`."""
    rows = _ORDERS_OF.read(trip_id=trip.pk)
    orders: dict[int, Any] = {order.pk: order for order in rows["priced_orders"]}
    for order in orders.values():
        order.trip = trip
        order.live_bookings, order.all_addons = [], []
    for guest in rows["priced_guests"]:
        guest.trip_order = orders[guest.trip_order_id]
        guest.trip_order.live_bookings.append(guest)
    for addon in rows["priced_addons"]:
        addon.trip_order = orders[addon.trip_order_id]
        addon.trip_order.all_addons.append(addon)
    return list(orders.values())


def products_of(trip: Trip) -> list[BookingProduct]:
    """Return what was sold from the shelf with a trip; guests who are cancelled have nothing."""
    return _PRODUCTS.all(trip_id=trip.pk)


def save_prices(bookings: Sequence[Booking]) -> None:
    """Store the resolved prices of guests."""
    Booking.objects.bulk_update(bookings, ["unit_amount", "price_source", "rate_sheet_id"])


def adjusts_of(trip: Trip) -> list[Adjust]:
    """Return what was taken off a trip or put on top by hand, as the price reads it."""
    return [
        Adjust(row.pk, row.label or row.reason[:160], row.amount, row.ppm, row.trip_order_id, row.booking_id)
        for row in _ADJUSTMENTS.all(trip_id=trip.pk)
    ]


def write_quote(
    *, trip: Trip, orders: Sequence[TripOrder], quote: Quote, at: datetime, writes: Writes
) -> None:
    """
    Make the live lines of a trip those of a quote and set the totals of trip and orders.

    Lines that stay as they are stay the same rows. Lines that go are voided once the trip was
    sold, so that its story can be told; a cart's are deleted. New lines and the totals of orders
    are stored with `writes`; the caller saves the trip.
    """
    _write_lines(trip, quote.lines, at, writes)
    _write_orders(orders, quote.lines, writes)
    count(trip=trip, orders=orders)
    trip.subtotal_amount, trip.discount_amount = quote.subtotal, quote.discount
    trip.fee_amount, trip.tax_amount = quote.fee, quote.tax
    trip.booking_fee_amount, trip.total_amount = quote.booking_fee, quote.total
    trip.deposit_due_amount = quote.deposit_due


def count(*, trip: Trip, orders: Sequence[TripOrder]) -> None:
    """Set when a trip begins and how many guests it has, from its active orders."""
    active = [order for order in orders if order.status == "active"]
    starts = [order.timeslot.start_at for order in active if order.timeslot]
    trip.first_start_at = min(starts, default=None)
    trip.pax_cnt = sum(
        row.experience_customer_type.pax_per_booking
        for order in active
        for row in order.live_bookings  # type: ignore[attr-defined]
    )


def _write_orders(orders: Sequence[TripOrder], lines: Sequence[QuoteLine], writes: Writes) -> None:
    for order in orders:
        mine = [line for line in lines if line.trip_order_id == order.pk]
        sums = (sum(line.amount for line in mine if line.kind in ITEMS), sum(line.owed for line in mine))
        if sums != (order.subtotal_amount, order.total_amount):
            order.subtotal_amount, order.total_amount = sums
            writes.update(order, "subtotal_amount", "total_amount")


def _write_lines(trip: Trip, lines: Sequence[QuoteLine], at: datetime, writes: Writes) -> None:
    there: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for pk, *facts in _LINES.all(trip_id=trip.pk):
        there[tuple(facts)].append(pk)
    for line in lines:
        known = tuple(getattr(line, name) for name in _SAME)
        if there.get(known):
            there[known].pop()
        else:
            writes.insert(PriceLine(trip=trip, created_at=at, **dict(zip(_SAME, known, strict=True))))
    if any(there.values()):
        gone = PriceLine.objects.filter(pk__in=[pk for ids in there.values() for pk in ids])
        if trip.status == "draft":
            gone.delete()
        else:
            gone.update(voided_at=at)
