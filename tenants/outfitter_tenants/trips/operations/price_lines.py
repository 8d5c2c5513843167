"""Rows of a trip as its price sees them, and the lines and totals that a quote leaves on them."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch

from outfitter_tenants.pricing.rules.adjustments import Adjust
from outfitter_tenants.pricing.rules.price_lines import ITEMS, QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote
from outfitter_tenants.trips.models import Booking, BookingProduct, PriceLine, Trip, TripOrder, TripOrderAddon


def orders_of(trip: Trip) -> list[TripOrder]:
    """
    Return every order in its order, with `live_bookings` and `all_addons`.

    Most trips have neither add-ons nor products: those are asked for only where there are any.
    """
    bookings = (
        Booking.objects.select_related("experience_customer_type__customer_type")
        .filter(cancelled_at__isnull=True)
        .order_by("position", "id")
    )
    addons = TripOrderAddon.objects.filter(trip_order=OuterRef("pk"))
    rows = (
        trip.orders.select_related("timeslot")
        .prefetch_related(Prefetch("bookings", queryset=bookings, to_attr="live_bookings"))
        .annotate(has_addons=Exists(addons))
        .order_by("position", "id")
    )
    orders: list[Any] = list(rows)
    chosen = _addons_of([order.pk for order in orders if order.has_addons])
    for order in orders:
        order.all_addons = chosen.get(order.pk, [])
        for row in order.all_addons:
            row.trip_order = order
    return orders


def _addons_of(trip_order_ids: Sequence[int]) -> dict[int, list[TripOrderAddon]]:
    found: dict[int, list[TripOrderAddon]] = {}
    if trip_order_ids:
        rows = TripOrderAddon.objects.select_related(
            "experience_addon", "value", "booking__experience_customer_type"
        )
        rows = rows.filter(trip_order_id__in=trip_order_ids)
        for row in rows.exclude(booking__cancelled_at__isnull=False).order_by("id"):
            found.setdefault(row.trip_order_id, []).append(row)
    return found


def products_of(trip: Trip) -> list[BookingProduct]:
    """Return what was sold from the shelf with a trip; guests who are cancelled have nothing."""
    rows = trip.products.select_related("booking__trip_order", "product")
    return list(rows.exclude(booking__cancelled_at__isnull=False).order_by("id"))


def save_prices(bookings: Sequence[Booking]) -> None:
    """Store the resolved prices of guests."""
    Booking.objects.bulk_update(bookings, ["unit_amount", "price_source", "rate_sheet_id"])


def adjusts_of(trip: Trip) -> list[Adjust]:
    """Return what was taken off a trip or put on top by hand, as the price reads it."""
    if trip.version == 1:
        return []
    return [
        Adjust(row.pk, row.label or row.reason[:160], row.amount, row.ppm, row.trip_order_id, row.booking_id)
        for row in trip.adjustments.order_by("id")
    ]


def write_quote(*, trip: Trip, orders: Sequence[TripOrder], quote: Quote, at: datetime) -> None:
    """
    Make the live lines of a trip those of a quote and store the totals on trip and orders.

    Lines that stay as they are stay the same rows. Lines that go are voided once the trip was
    sold, so that its story can be told; a cart's are deleted. The caller saves the trip.
    """
    _write_lines(trip, quote.lines, at)
    _write_orders(orders, quote.lines)
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


def _write_orders(orders: Sequence[TripOrder], lines: Sequence[QuoteLine]) -> None:
    changed = []
    for order in orders:
        mine = [line for line in lines if line.trip_order_id == order.pk]
        sums = (sum(line.amount for line in mine if line.kind in ITEMS), sum(line.owed for line in mine))
        if sums != (order.subtotal_amount, order.total_amount):
            order.subtotal_amount, order.total_amount = sums
            changed.append(order)
    TripOrder.objects.bulk_update(changed, ["subtotal_amount", "total_amount"])


_SAME = (
    "trip_order_id",
    "booking_id",
    "kind",
    "ref_id",
    "label",
    "qty",
    "unit_amount",
    "amount",
    "is_inclusive",
    "is_commission_base",
)


def _write_lines(trip: Trip, lines: Sequence[QuoteLine], at: datetime) -> None:
    there: dict[tuple[object, ...], list[int]] = defaultdict(list)
    # A trip at its first version has no lines yet.
    if trip.version > 1:
        live = PriceLine.objects.filter(trip=trip, voided_at__isnull=True).order_by("-id")
        for pk, *facts in live.values_list("pk", *_SAME):
            there[tuple(facts)].append(pk)
    new = []
    for line in lines:
        facts = tuple(getattr(line, name) for name in _SAME)
        if there.get(facts):
            there[facts].pop()
            continue
        values = dict(zip(_SAME, facts, strict=True))
        new.append(PriceLine(trip=trip, created_at=at, **values))
    gone = PriceLine.objects.filter(pk__in=[pk for ids in there.values() for pk in ids])
    if any(there.values()):
        if trip.status == "draft":
            gone.delete()
        else:
            gone.update(voided_at=at)
    PriceLine.objects.bulk_create(new)
