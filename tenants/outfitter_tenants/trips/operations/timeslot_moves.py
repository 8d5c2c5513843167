"""Trips follow their departures when those are moved as a whole."""

from datetime import datetime

from django.db import connection

_FOLLOW = """
UPDATE trips_trip trip
   SET first_start_at = found.first_start_at,
       balance_due_at = trip.balance_due_at + (found.first_start_at - trip.first_start_at),
       changed_at = %(at)s,
       version = trip.version + 1
  FROM (SELECT o.trip_id, min(t.start_at) AS first_start_at
          FROM trips_triporder o
          JOIN scheduling_timeslot t ON t.id = o.timeslot_id
         WHERE o.status = 'active' AND t.start_at >= %(at)s - interval '2 days'
         GROUP BY o.trip_id) found
 WHERE found.trip_id = trip.id AND trip.first_start_at IS NOT NULL
   AND trip.first_start_at >= %(at)s - interval '2 days'
   AND trip.first_start_at <> found.first_start_at
"""


def follow_departures(*, at: datetime) -> int:
    """Store anew when trips to come begin; returns how many changed. The caller's transaction."""
    with connection.cursor() as cursor:
        cursor.execute(_FOLLOW, {"at": at})
        return int(cursor.rowcount)
