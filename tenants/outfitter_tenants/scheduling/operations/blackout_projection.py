"""
Blackouts of experiences on the rows of their departures.

Whoever changes a blackout, or makes or moves departures, marks them in the same transaction.
Marking locks the departure as a sale does: of a blackout and a sale at once one comes first, and
whoever is second knows it.
"""

from collections.abc import Collection
from datetime import date
from typing import Any, Final

from django.db import connection

_DARKEN: Final = """
WITH hit AS (
  SELECT t.id
    FROM scheduling_timeslot t
   WHERE t.experience_id = ANY(%(ids)s) AND t.date BETWEEN %(first)s AND %(last)s
     AND NOT t.is_blacked_out
     AND EXISTS (SELECT FROM scheduling_blackout b
                  WHERE b.experience_id = t.experience_id
                    AND b.start_at < t.end_at AND b.end_at > t.start_at)
   ORDER BY t.id FOR NO KEY UPDATE OF t)
UPDATE scheduling_timeslot t SET is_blacked_out = true FROM hit WHERE t.id = hit.id
"""
_LIGHTEN: Final = """
WITH hit AS (
  SELECT t.id
    FROM scheduling_timeslot t
   WHERE t.experience_id = ANY(%(ids)s) AND t.date BETWEEN %(first)s AND %(last)s
     AND t.is_blacked_out
     AND NOT EXISTS (SELECT FROM scheduling_blackout b
                      WHERE b.experience_id = t.experience_id
                        AND b.start_at < t.end_at AND b.end_at > t.start_at)
   ORDER BY t.id FOR NO KEY UPDATE OF t)
UPDATE scheduling_timeslot t SET is_blacked_out = false FROM hit WHERE t.id = hit.id
"""
_HAS_ANY: Final = """
SELECT EXISTS (SELECT FROM scheduling_blackout WHERE experience_id = ANY(%(ids)s))
"""


def mark(*, experience_ids: Collection[int], first: date, last: date) -> int:
    """
    Say on the departures of these local days whether they are blacked out; tells how many changed.

    The caller holds the locks of the experiences: only their holders change their blackouts.
    """
    values: dict[str, Any] = {"ids": sorted(set(experience_ids)), "first": first, "last": last}
    with connection.cursor() as cursor:
        cursor.execute(_DARKEN, values)
        changed = int(cursor.rowcount)
        cursor.execute(_LIGHTEN, values)
        return changed + int(cursor.rowcount)


def mark_made(*, experience_id: int, first: date, last: date) -> None:
    """Do the same for departures just made or changed; most experiences have no blackouts."""
    with connection.cursor() as cursor:
        cursor.execute(_HAS_ANY, {"ids": [experience_id]})
        has_any = bool(cursor.fetchall()[0][0])
    if has_any:
        mark(experience_ids=[experience_id], first=first, last=last)
