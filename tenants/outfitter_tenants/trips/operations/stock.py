"""
What a trip has off the shelf: products, and add-ons that use one up.

A trip remembers what it took. After every change the shelf is asked for the difference, so that
removing, cancelling, deleting and restoring need not think of it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.locks import atomic
from outfitter_tenants.catalog.operations.products import OutOfStock, return_stock, take_stock
from outfitter_tenants.trips.models import Trip, TripOrder
from outfitter_tenants.trips.operations import price_lines
from outfitter_tenants.trips.operations.addon_units import addon_units

BATCH: Final = 200
# A cart that nobody touched for so long keeps nothing from others.
PATIENCE: Final = timedelta(hours=24)


def settle_stock(
    *, trip: Trip, orders: Sequence[TripOrder], sold: Mapping[int, int], may_lack: bool = False
) -> None:
    """
    Take from the shelf what the trip needs beyond what it has, and put back what it needs no more.

    `orders` come from `quoted.orders_of`, `sold` maps products to pieces. Products are locked by
    ascending id, after everything else (outfitter.db.locks). The caller saves the trip.
    `may_lack`: what is not there any more stays missing.

    :raises OutOfStock: less is left than the trip needs
    """
    has = Counter({int(key): int(qty) for key, qty in trip.shelf.items()})
    needs = _needs(orders, sold) if trip.status != "deleted" else Counter()
    if has == needs:
        return
    for product_id in sorted({*has, *needs}):
        more = needs[product_id] - has[product_id]
        try:
            if more > 0:
                take_stock(quantities={product_id: more})
            elif more < 0:
                return_stock(quantities={product_id: -more})
        except OutOfStock:
            if not may_lack:
                raise
            needs[product_id] = has[product_id]
    trip.shelf = {str(key): qty for key, qty in sorted(needs.items()) if qty}


def _needs(orders: Sequence[TripOrder], sold: Mapping[int, int]) -> Counter[int]:
    pieces: Counter[int] = Counter(sold)
    for order in orders:
        if order.status == "active":
            for row in order.all_addons:  # type: ignore[attr-defined]
                product_id = row.experience_addon.stock_product_id
                if product_id is not None:
                    pieces[product_id] += addon_units(row, is_stock=True)
    return Counter({key: qty for key, qty in pieces.items() if qty})


def retake_stock(*, trip: Trip, at: datetime) -> None:
    """Take for a cart that is sold now what was put back because nobody had touched it."""
    if trip.changed_at > at - PATIENCE:
        return
    sold: Counter[int] = Counter()
    for row in price_lines.products_of(trip):
        sold[row.product_id] += row.qty
    settle_stock(trip=trip, orders=price_lines.orders_of(trip), sold=sold, may_lack=True)


def return_cart_stock(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Put back what carts took that nobody touched for a day; an operator's daily work."""
    left = Trip.objects.filter(status="draft", changed_at__lt=at - PATIENCE).exclude(shelf={})
    with atomic():
        rows = list(left.select_for_update(skip_locked=True, of=("self",)).order_by("pk")[:BATCH])
        pieces: Counter[int] = Counter()
        for row in rows:
            pieces.update({int(key): int(qty) for key, qty in row.shelf.items()})
            row.shelf = {}
        return_stock(quantities=pieces)
        Trip.objects.bulk_update(rows, ["shelf"])
    return {} if len(rows) == BATCH else None
