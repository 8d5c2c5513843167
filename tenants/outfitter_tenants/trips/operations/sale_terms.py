"""How a locked trip is sold and what its guests are asked for then."""

from collections.abc import Mapping

from outfitter_tenants.trips.models import Booking, Trip, TripMethod, TripOrder
from outfitter_tenants.trips.operations.drafts import Ticket

__all__ = ["Ticket", "set_method", "set_prices"]


def set_method(*, trip: Trip, method_id: int) -> None:
    """Make this the way a trip is sold; the caller saves."""
    trip.trip_method = TripMethod.objects.get(pk=method_id)


def set_prices(*, order: TripOrder, tickets: Mapping[int, Ticket]) -> None:
    """Store new prices of an order's guests by experience customer type; overrides stay."""
    rows = list(order.bookings.filter(cancelled_at__isnull=True))
    for row in rows:
        ticket = tickets.get(row.experience_customer_type_id)
        if ticket is not None:
            row.unit_amount = ticket.unit_amount
            row.price_source = ticket.price_source
            row.rate_sheet_id = ticket.rate_sheet_id
    Booking.objects.bulk_update(rows, ["unit_amount", "price_source", "rate_sheet_id"])
