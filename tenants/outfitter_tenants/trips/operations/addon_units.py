"""How often an add-on counts: by piece, by head, or once for the order (domain.md 3.2)."""

from outfitter_tenants.trips.models import Booking, TripOrderAddon


def addon_units(row: TripOrderAddon, *, is_stock: bool = False) -> int:
    """
    Return by how much the unit price of a chosen add-on is multiplied.

    By head it counts the guest it is for, or the live guests of its order (only those of the
    customer types it is for). `is_stock` asks for the pieces it uses up: once for the order is
    still so many pieces.
    """
    if row.price_per == "order":
        return int(row.qty) if is_stock else 1
    if row.price_per == "unit":
        return int(row.qty)
    return int(row.qty) * sum(_heads(one) for one in _guests(row))


def _guests(row: TripOrderAddon) -> list[Booking]:
    if row.booking is not None:
        return [row.booking]
    loaded = getattr(row.trip_order, "live_bookings", None)
    if loaded is None:
        rows = row.trip_order.bookings.filter(cancelled_at__isnull=True)
        loaded = list(rows.select_related("experience_customer_type"))
    kinds = row.counted_type_ids
    return [one for one in loaded if not kinds or one.experience_customer_type.customer_type_id in kinds]


def _heads(booking: Booking) -> int:
    return int(booking.experience_customer_type.pax_per_booking)
