"""Which experiences people book in one trip."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection

# What sold together before says little about today's catalogue.
LOOKS_BACK: Final = timedelta(days=365)


def booked_together(*, experience_ids: Sequence[int], at: datetime) -> dict[int, int]:
    """Return other experience -> in how many sold trips of the last year it came along."""
    if not experience_ids:
        return {}
    values: dict[str, Any] = {"ids": list(experience_ids), "since": at - LOOKS_BACK}
    with connection.cursor() as cursor:
        cursor.execute(_TOGETHER, values)
        return {experience_id: cnt for experience_id, cnt in cursor.fetchall()}


_TOGETHER = """
SELECT other.experience_id, count(DISTINCT other.trip_id)
  FROM trips_triporder mine
  JOIN trips_trip trip ON trip.id = mine.trip_id
  JOIN trips_triporder other ON other.trip_id = trip.id
 WHERE mine.experience_id = ANY(%(ids)s) AND mine.status = 'active'
   AND other.experience_id <> ALL(%(ids)s) AND other.status = 'active'
   AND trip.status IN ('reserved', 'under_review') AND trip.created_at >= %(since)s
 GROUP BY other.experience_id
"""
