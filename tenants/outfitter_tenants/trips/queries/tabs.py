"""What a trip's guests owe, line by line, as the tab wants it."""

from outfitter_tenants.pricing.rules.tabs import TabLine
from outfitter_tenants.trips.models import Booking, PriceLine


def lines_for_tab(*, trip_id: int) -> tuple[list[TabLine], dict[int, int]]:
    """Return the exclusive lines of a trip in minor units, and the order of each live guest."""
    rows = PriceLine.objects.filter(trip_id=trip_id, voided_at__isnull=True, is_inclusive=False)
    lines = [TabLine(*row) for row in rows.values_list("amount", "trip_order_id", "booking_id")]
    guests = Booking.objects.filter(
        trip_order__trip_id=trip_id, trip_order__status="active", cancelled_at__isnull=True
    )
    return lines, dict(guests.values_list("pk", "trip_order_id"))
