"""How many bookings were made."""

from datetime import datetime

from outfitter_tenants.trips.models import Trip


def count_reserved(*, since: datetime) -> int:
    """Return how many trips were reserved since then; what was imported or deleted is not counted."""
    rows = Trip.objects.filter(reserved_at__gte=since).exclude(status__in=["draft", "deleted"])
    return rows.exclude(trip_method__slug="import").count()
