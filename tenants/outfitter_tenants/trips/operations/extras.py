"""Rows of what is sold beside the ticket: add-ons of orders and guests, things from the shelf."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from outfitter.kit.errors import NotFound
from outfitter_tenants.trips.models import Booking, BookingProduct, Trip, TripOrder, TripOrderAddon


class ProductNotOnTrip(NotFound):
    """This trip has no such thing."""


@dataclass(frozen=True, slots=True)
class AddonLine:
    """One choice of an add-on: so many of a value at a unit price in minor units."""

    value_id: int | None
    qty: int
    unit_amount: int
    text_value: str = ""


def addons_of(
    *, order: TripOrder, booking: Booking | None, addon_id: int | None = None
) -> list[TripOrderAddon]:
    """Return what a guest (or, without one, the order as such) has of an add-on, or of all."""
    rows = TripOrderAddon.objects.filter(trip_order=order, booking=booking)
    if addon_id is not None:
        rows = rows.filter(experience_addon_id=addon_id)
    return list(rows.select_related("value", "experience_addon").order_by("id"))


def put_addon(
    *,
    order: TripOrder,
    booking: Booking | None,
    addon: Any,
    line: AddonLine,
    at: datetime,
    row: TripOrderAddon | None = None,
) -> None:
    """
    Write one line of an add-on (a `catalog.queries.AddonRow`), in place of `row` when given.

    The same value twice is one line: it gets the quantity of `line`.
    """
    same = TripOrderAddon.objects.filter(
        trip_order=order, booking=booking, experience_addon_id=addon.id, value_id=line.value_id
    )
    if row is not None:
        same.exclude(pk=row.pk).delete()
    found = (
        row
        or same.first()
        or TripOrderAddon(
            trip_order=order,
            booking=booking,
            experience_addon_id=addon.id,
            created_at=at,
            price_per=addon.price_per,
            counted_type_ids=list(addon.enabled_customer_type_ids),
        )
    )
    found.value_id, found.qty = line.value_id, line.qty
    found.unit_amount, found.text_value = line.unit_amount, line.text_value
    found.save()


def drop_addons(*, ids: list[int]) -> None:
    """Take chosen add-ons off."""
    TripOrderAddon.objects.filter(pk__in=ids).delete()


def sell_product(
    *, trip: Trip, booking: Booking | None, product: Any, qty: int, unit_amount: int, at: datetime
) -> BookingProduct:
    """
    Put things from the shelf on a trip or a guest; the same thing at the same price is one line.

    `product` is a `catalog.queries.ProductRow`, `unit_amount` in minor units.
    """
    row = BookingProduct.objects.filter(
        trip=trip, booking=booking, product_id=product.id, unit_amount=unit_amount
    ).first()
    if row is None:
        row = BookingProduct(
            trip=trip, booking=booking, product_id=product.id, unit_amount=unit_amount, qty=0, created_at=at
        )
    row.label, row.qty = product.name, row.qty + qty
    row.save()
    return row


def get_product(*, trip: Trip, booking_product_id: int) -> BookingProduct:
    """
    Return one thing that was sold on a trip, with its product.

    :raises ProductNotOnTrip: there is none
    """
    rows = BookingProduct.objects.select_related("product", "booking")
    row = rows.filter(pk=booking_product_id, trip=trip, booking__cancelled_at__isnull=True).first()
    if row is None:
        raise ProductNotOnTrip("Product not found on this trip.")
    return row


def products_of(*, trip: Trip, booking: Booking | None) -> list[BookingProduct]:
    """Return what a guest (or, without one, the trip as such) has from the shelf."""
    rows = BookingProduct.objects.select_related("product").filter(trip=trip, booking=booking)
    return list(rows.order_by("id"))


def save_product(*, row: BookingProduct, qty: int, unit_amount: int, booking: Booking | None) -> None:
    """Write how many, at what unit price in minor units, and for whom."""
    row.qty, row.unit_amount, row.booking = qty, unit_amount, booking
    row.save(update_fields=["qty", "unit_amount", "booking"])


def drop_products(*, ids: list[int]) -> None:
    """Take things from the shelf off a trip."""
    BookingProduct.objects.filter(pk__in=ids).delete()
