"""Whose seats change with a departure's: everybody's who may sail on the same boats."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db import connection

from outfitter_tenants.scheduling.queries.auto_assignment import AUTO_ASSIGNED

# A claim begins and ends at most this far (offset, length, buffer) from its departure; no
# departure and no claim lasts longer than forty days, so nothing further off is looked at.
_SHARING: Final = f"""
WITH fleet AS (
  SELECT u.resource_group_id AS id
    FROM scheduling_resourceusage u
    JOIN scheduling_resourcegroup g ON g.id = u.resource_group_id
   WHERE u.experience_id = %(experience)s AND u.is_required AND {AUTO_ASSIGNED}
   UNION
  SELECT r.group_id
    FROM scheduling_timeslot t
    JOIN scheduling_bookingresource b ON b.timeslot_id = t.id
    JOIN scheduling_resource r ON r.id = b.resource_id
   WHERE t.experience_id = %(experience)s AND t.date = ANY(%(dates)s)
), usage AS (
  SELECT * FROM scheduling_resourceusage WHERE resource_group_id IN (SELECT id FROM fleet)
), reach AS (
  SELECT make_interval(mins => coalesce(
           (SELECT max(abs(offset_minutes) + coalesce(duration_minutes, 0)) FROM usage), 0)
         + coalesce((SELECT max(buffer_minutes) FROM scheduling_resource
                      WHERE group_id IN (SELECT id FROM fleet)), 0)) AS length
)
SELECT o.experience_id, array_agg(DISTINCT o.date ORDER BY o.date)
  FROM reach, scheduling_timeslot t
  JOIN scheduling_timeslot o
    ON o.date BETWEEN t.date - 60 AND t.date + 60
   AND o.experience_id IN (SELECT experience_id FROM usage WHERE is_required)
 WHERE t.experience_id = %(experience)s AND t.date = ANY(%(dates)s)
   AND o.status <> 'cancelled'
   AND o.start_at < t.end_at + 2 * reach.length AND o.end_at > t.start_at - 2 * reach.length
 GROUP BY o.experience_id
"""  # noqa: S608


def days_sharing(*, experience_id: int, dates: Sequence[date]) -> dict[int, list[date]]:
    """
    Return experience id -> the days on which its departures may share a boat with these days'.

    The experience's own other days are among them; nobody is when it needs no resources.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SHARING, {"experience": experience_id, "dates": list(dates)})
        return dict(cursor.fetchall())
