"""Things from the shelf for a guest or a trip (domain.md 3.2, 5.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.trips.operations import extras

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, BookingProduct, Trip


@dataclass(frozen=True, slots=True)
class ProductRequest:
    """So many of a product; `unit_amount` in minor units where it is not the list price."""

    product_id: int
    qty: int
    unit_amount: int | None = None


def sell(
    *,
    trip_id: int,
    booking_id: int | None,
    wanted: ProductRequest,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Sell something from the shelf to a guest, or to the trip as such.

    :raises ProductNotFound: there is no such product
    :raises OutOfStock: less is left
    :raises Forbidden: another price than the list's, and the role may not set prices
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        booking = change.booking(booking_id) if booking_id is not None else None
        product = find(wanted.product_id)
        unit = price_of(product, wanted.unit_amount, may_reprice=by.can("booking.reprice"))
        row = extras.sell_product(
            trip=change.trip, booking=booking, product=product, qty=wanted.qty, unit_amount=unit, at=at
        )
        change.log("trip.product_sold", after={**facts_of(row), "qty": wanted.qty}, before={})
    return change.result


def find(product_id: int) -> catalog.ProductRow:
    """
    Return a product that is sold.

    :raises ProductNotFound: there is none, or it is archived
    """
    product = catalog.get_product(product_id=product_id)
    if not product.is_active:
        raise catalog.ProductNotFound("This product is no longer sold.")
    return product


def price_of(product: Any, unit_amount: int | None, *, may_reprice: bool) -> int:
    """
    Return the unit price in minor units: the list price, or one that this person may set.

    :raises Invalid: the price of this product is fixed
    :raises Forbidden: the role may not set prices
    """
    if unit_amount is None or unit_amount == product.price:
        return int(product.price)
    if not product.is_price_editable:
        raise Invalid({"unit_amount": ["The price of this product is fixed."]})
    if not may_reprice:
        raise Forbidden("Your role does not allow this.", permission="booking.reprice")
    return unit_amount


def facts_of(row: "BookingProduct") -> dict[str, Any]:
    """Return something from the shelf as the log has it."""
    return {
        "product": row.label,
        "qty": row.qty,
        "unit_amount": row.unit_amount,
        "booking_id": row.booking_id,
    }


def remove(
    *,
    trip_id: int,
    booking_id: int,
    product_id: int | None,
    qty: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Take so many of a product (all of it; everything, without a product) off a guest.

    :raises ProductNotOnTrip: the guest has no such thing
    :raises Invalid: the guest has fewer
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        booking = change.booking(booking_id)
        there = extras.products_of(trip=change.trip, booking=booking)
        mine = [row for row in there if product_id in {None, row.product_id}]
        if product_id is not None and not mine:
            raise extras.ProductNotOnTrip("This guest has no such product.")
        if mine:
            before = {"products": [facts_of(row) for row in mine]}
            _take(mine, qty)
            left = extras.products_of(trip=change.trip, booking=booking)
            after = {"products": [f for r in left if (f := facts_of(r)) and r in mine]}
            change.log("trip.product_removed", before=before, after=after)
    return change.result


def _take(rows: "Sequence[BookingProduct]", qty: int | None) -> None:
    there = sum(row.qty for row in rows)
    rest = there if qty is None else qty
    if rest > there:
        raise Invalid({"qty": [f"There are only {there}."]})
    for row in reversed(rows):
        part = min(rest, row.qty)
        rest -= part
        if part == row.qty:
            extras.drop_products(ids=[row.pk])
        elif part:
            left = row.qty - part
            extras.save_product(row=row, qty=left, unit_amount=row.unit_amount, booking=row.booking)


def update(
    *,
    trip_id: int,
    booking_product_id: int,
    values: dict[str, Any],
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Change how many, at what price or for whom; `values` may hold qty, unit_amount, booking_id.

    :raises ProductNotOnTrip: this trip has no such thing
    :raises OutOfStock: less is left
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        row = extras.get_product(trip=change.trip, booking_product_id=booking_product_id)
        before = facts_of(row)
        unit = row.unit_amount
        if values.get("unit_amount") not in {None, unit}:
            unit = price_of(row.product, values["unit_amount"], may_reprice=by.can("booking.reprice"))
        booking: Booking | None = row.booking
        if "booking_id" in values:
            wanted = values["booking_id"]
            booking = change.booking(wanted) if wanted is not None else None
        extras.save_product(row=row, qty=values.get("qty") or row.qty, unit_amount=unit, booking=booking)
        after = facts_of(row)
        if after != before:
            change.log("trip.product_changed", before=before, after=after)
    return change.result


def delete(
    *, trip_id: int, booking_product_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take something from the shelf off a trip.

    :raises ProductNotOnTrip: this trip has no such thing
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        row = extras.get_product(trip=change.trip, booking_product_id=booking_product_id)
        extras.drop_products(ids=[row.pk])
        change.log("trip.product_removed", before={"products": [facts_of(row)]})
    return change.result


def sync(*, trip: "Trip", wanted: Sequence[ProductRequest], may_reprice: bool, at: datetime) -> None:
    """
    Make what a cart has from the shelf without a guest exactly this; the caller prices the trip.

    :raises ProductNotFound: there is no such product
    :raises Invalid: a product is there twice, or its price is fixed
    """
    if len({one.product_id for one in wanted}) < len(wanted):
        raise Invalid({"products": ["Each product only once."]})
    there = {row.product_id: row for row in extras.products_of(trip=trip, booking=None)}
    amounts = {one.product_id: one for one in wanted if one.qty}
    extras.drop_products(ids=[r.pk for key, r in there.items() if key not in amounts])
    for product_id, one in amounts.items():
        row = there.get(product_id)
        if row is None:
            product = find(product_id)
            unit = price_of(product, one.unit_amount, may_reprice=may_reprice)
            extras.sell_product(
                trip=trip, booking=None, product=product, qty=one.qty, unit_amount=unit, at=at
            )
            continue
        unit = row.unit_amount
        if one.unit_amount not in {None, unit}:
            unit = price_of(row.product, one.unit_amount, may_reprice=may_reprice)
        extras.save_product(row=row, qty=one.qty, unit_amount=unit, booking=None)
