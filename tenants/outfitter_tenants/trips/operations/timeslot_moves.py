"""Trips follow their departures when those are moved as a whole."""

from datetime import datetime

from django.db import connection

# A balance that was due as a local day began is due as many days ahead on the new calendar; any other
# stays as long ahead as it was.
_FOLLOW = """
UPDATE trips_trip trip
   SET first_start_at = found.first_start_at,
       balance_due_at = CASE
         WHEN (trip.balance_due_at AT TIME ZONE %(was)s::text)::time = time '00:00'
         THEN ((found.first_start_at AT TIME ZONE %(now)s::text)::date
               - ((trip.first_start_at AT TIME ZONE %(was)s::text)::date
                  - (trip.balance_due_at AT TIME ZONE %(was)s::text)::date)
              )::timestamp AT TIME ZONE %(now)s::text
         ELSE trip.balance_due_at + (found.first_start_at - trip.first_start_at)
       END,
       changed_at = %(at)s,
       version = trip.version + 1
  FROM (SELECT o.trip_id, min(t.start_at) AS first_start_at
          FROM trips_triporder o
          JOIN scheduling_timeslot t ON t.id = o.timeslot_id
         WHERE o.status = 'active' AND t.start_at >= %(at)s - interval '2 days'
         GROUP BY o.trip_id) found
 WHERE found.trip_id = trip.id AND trip.first_start_at IS NOT NULL
   AND trip.first_start_at >= %(at)s - interval '2 days'
   AND (trip.first_start_at <> found.first_start_at
        OR (%(was)s::text <> %(now)s::text
            AND (trip.balance_due_at AT TIME ZONE %(was)s::text)::time = time '00:00'))
"""


def follow_departures(*, was: str, now: str, at: datetime) -> int:
    """
    Store anew when trips to come begin and their balance is due; returns how many changed.

    `was` and `now` are the operator's time zone before and after. The caller's transaction.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FOLLOW, {"at": at, "was": was, "now": now})
        return int(cursor.rowcount)
