"""
When the operator's or a place's time zone is corrected.

Departures keep their date and time of day: nine o'clock on the ticket is nine o'clock at the
pier. Their instants move instead, with everything that was counted from them: cut-offs, and from
when to when resources serve them.
"""

from datetime import datetime

from django.db import connection

from outfitter.kit.zones import to_instant
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import blackout_projection

_MOVE = """
WITH moved AS (UPDATE scheduling_timeslot t
   SET start_at = wanted.start_at,
       end_at = t.end_at + (wanted.start_at - t.start_at),
       cutoff_at_online = t.cutoff_at_online + (wanted.start_at - t.start_at),
       cutoff_at_direct = t.cutoff_at_direct + (wanted.start_at - t.start_at),
       cutoff_at_reseller = t.cutoff_at_reseller + (wanted.start_at - t.start_at),
       presale_at_online = t.presale_at_online + (wanted.start_at - t.start_at),
       smart_cutoff_at_online = t.smart_cutoff_at_online + (wanted.start_at - t.start_at),
       presale_at_direct = t.presale_at_direct + (wanted.start_at - t.start_at),
       smart_cutoff_at_direct = t.smart_cutoff_at_direct + (wanted.start_at - t.start_at),
       presale_at_reseller = t.presale_at_reseller + (wanted.start_at - t.start_at),
       smart_cutoff_at_reseller = t.smart_cutoff_at_reseller + (wanted.start_at - t.start_at),
       version = t.version + 1
  FROM unnest(%(dates)s::date[], %(times)s::time[], %(instants)s::timestamptz[])
       AS wanted(date, start_time, start_at)
 WHERE t.date = wanted.date AND t.start_time = wanted.start_time
   AND t.experience_id = ANY(%(ids)s) AND t.start_at >= %(at)s
   AND t.start_at <> wanted.start_at
RETURNING t.id, t.start_at), served AS (
UPDATE scheduling_bookingresource b
   SET start_at = b.start_at + (moved.start_at - before.start_at),
       end_at = b.end_at + (moved.start_at - before.start_at)
  FROM moved JOIN scheduling_timeslot before ON before.id = moved.id
 WHERE b.timeslot_id = moved.id)
SELECT count(*) FROM moved
"""


def rezone(*, experience_ids: list[int], time_zone: str, at: datetime) -> int:
    """
    Put the departures to come of these experiences into a zone; returns how many moved.

    The caller's transaction holds it, and lets trips follow (trips.operations.follow_departures).
    """
    coming = Timeslot.objects.filter(experience_id__in=experience_ids, start_at__gte=at)
    pairs = sorted(set(coming.values_list("date", "start_time")))
    with connection.cursor() as cursor:
        cursor.execute(
            _MOVE,
            {
                "dates": [day for day, _ in pairs],
                "times": [start for _, start in pairs],
                "instants": [to_instant(day, start, time_zone) for day, start in pairs],
                "ids": experience_ids,
                "at": at,
            },
        )
        moved = int(cursor.fetchall()[0][0])
    if pairs:
        first, last = pairs[0][0], pairs[-1][0]
        blackout_projection.mark(experience_ids=experience_ids, first=first, last=last)
    cache_versions.touch_everything()
    return moved


def count_in_operator_zone(*, at: datetime) -> int:
    """Return how many departures to come follow the operator's zone."""
    ids = experiences_in_operator_zone()
    return Timeslot.objects.filter(experience_id__in=ids, start_at__gte=at).count()


def experiences_in_operator_zone() -> list[int]:
    """Return the experiences whose place has no zone of its own."""
    return [row.id for row in catalog.list_all() if row.time_zone is None]
