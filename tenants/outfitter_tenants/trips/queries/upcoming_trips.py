"""Trips that are still to come on an experience."""

from datetime import datetime

from outfitter_tenants.trips.models import TripOrder


def find(*, experience_id: int, since: datetime, after: int, limit: int) -> list[int]:
    """
    Return ids above `after`, ascending, of trips with an active order of the experience.

    Its departure ends after `since`, or it has none yet; carts count too.
    """
    rows = TripOrder.objects.filter(
        experience_id=experience_id, status="active", trip__status__in=["draft", "under_review", "reserved"]
    ).exclude(timeslot__end_at__lt=since)
    ids = rows.filter(trip_id__gt=after).order_by("trip_id").values_list("trip_id", flat=True).distinct()
    return list(ids[:limit])
