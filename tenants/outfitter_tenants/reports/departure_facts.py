"""
Adding up departures, once, and again when something of them changed (ADR 146).

Marks are read first, with the departures they are about, sums are taken in a later statement, and only marks
that were read are deleted: what commits meanwhile leaves a mark of its own. One worker at a time: sums of an
earlier moment never replace those of a later one.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from outfitter.db.locks import atomic
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.reports.lists.departure_figures import MARKED, WRITE
from outfitter_tenants.reports.models import DepartureFact, DepartureMark

KIND: Final = "reports.departure_facts"
# Those of a step; each step is a transaction.
MOST_MARKS: Final = 5_000
MOST_NEW: Final = 2_000
# How long changes wait to be added up, where there are any: until then they are read from their rows.
AGAIN: Final = timedelta(hours=1)
# Key of a lock that lasts as long as its transaction; every operator has one.
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext(current_schema() || '.departure_facts'))"
_READ: Final = f"""
WITH reports_departuremark AS MATERIALIZED (
  SELECT id, kind, about_id FROM reports_departuremark ORDER BY id LIMIT %(most)s)
SELECT (SELECT array_agg(id) FROM reports_departuremark),
       (SELECT coalesce(bool_or(kind = 'all'), false) FROM reports_departuremark),
       (SELECT array_agg(marked.id) FROM ({MARKED}) marked)
"""  # noqa: S608  # our own text
_NEW: Final = """
SELECT t.id
  FROM scheduling_timeslot t LEFT JOIN reports_departurefact f ON f.timeslot_id = t.id
   AND f.currency = (SELECT currency FROM people_properties LIMIT 1)
 WHERE f.timeslot_id IS NULL LIMIT %(most)s
"""


def add_up(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Add up a stretch of what was marked and of what is new; the daily work of an operator."""
    read, new = _step()
    if read == MOST_MARKS or new == MOST_NEW:
        return {}
    if read:
        scheduled_jobs.schedule(KIND, key="", due_at=at + AGAIN)
    return None


def go_on(_payload: Mapping[str, object], at: datetime) -> None:
    """Add up what changed within the last hour, and again in an hour where there was anything."""
    if add_up({}, at) is not None:
        scheduled_jobs.schedule(KIND, key="", due_at=at)


def _step() -> tuple[int, int]:
    """Return how many marks were read, and how many departures were new."""
    with atomic(), connection.cursor() as cursor:
        cursor.execute(_LOCK)
        cursor.execute(_READ, {"most": MOST_MARKS})
        [(marks, is_all, marked)] = cursor.fetchall()
        if is_all:
            DepartureFact.objects.all().delete()
        cursor.execute(_NEW, {"most": MOST_NEW})
        new = [row[0] for row in cursor.fetchall()]
        ids = sorted({one for one in marked or () if one is not None} | set(new))
        DepartureFact.objects.filter(pk__in=ids).delete()
        cursor.execute(WRITE, {"ids": ids})
        DepartureMark.objects.filter(pk__in=marks or []).delete()
    return len(marks or ()), len(new)
