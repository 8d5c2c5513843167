"""What can be chosen beside the tickets of an order, and what was."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.api.principal import Principal
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.addons.rules import AddonTarget, fits
from outfitter_tenants.checkout.trip_response.serializers.orders import addon as line
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import TripOrder


def order_addons(
    *, trip_id: int, trip_order_id: int, at: datetime, principal: Principal
) -> dict[str, object]:
    """
    Return the add-ons of an order's experience that fit the order or one of its guests, and what
    was chosen (domain.md 5.25).

    :raises OrderNotFound: the trip has no such order
    """
    trip = trips.get_trip(trip_id=trip_id)
    every = trip.all_orders  # type: ignore[attr-defined]
    order = next((one for one in every if one.pk == trip_order_id), None)
    if order is None:
        raise trips.OrderNotFound("Order not found on this trip.")
    sold = catalog.list_addons(experience_id=order.experience_id)
    offered = [_offered(addon, order, trip.trip_method.slug) for addon in sold]
    shown = [one for one in offered if one is not None]
    return {
        "available": shown if principal.is_staff else [_for_strangers(one) for one in shown],
        "chosen": [{**line(row), "booking_id": row.booking_id} for row in order.all_addons],
    }


def _offered(addon: catalog.AddonRow, order: "TripOrder", method: str) -> dict[str, object] | None:
    guests = order.live_bookings  # type: ignore[attr-defined]
    kinds = {row.pk: row.experience_customer_type.customer_type_id for row in guests}
    if addon.scope == "trip_order":
        is_for_them = fits(addon, AddonTarget("trip_order", method, set(kinds.values()))) is None
        ids: list[int] = []
    else:
        ids = [
            row.pk
            for row in guests
            if fits(addon, AddonTarget("booking", method, {kinds[row.pk]}, row.enabled_addon_ids)) is None
        ]
        is_for_them = bool(ids)
    if not is_for_them:
        return None
    facts = {name: getattr(addon, name) for name in catalog.AddonRow.__slots__}
    return {**facts, "booking_ids": ids}


def _for_strangers(offered: dict[str, Any]) -> dict[str, object]:
    """Return an add-on without what is nobody else's business; what is left bounds the number."""
    most, left = offered["max_qty"], offered["stock_left"]
    if left is not None:
        most = left if most is None else min(most, left)
    hidden = ("tax_ids", "is_commissionable", "stock_product_id", "stock_left")
    return {**offered, **dict.fromkeys(hidden), "max_qty": most}
