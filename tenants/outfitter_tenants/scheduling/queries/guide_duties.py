"""What guides have to do in a range of days, with what each departure asks of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from outfitter_tenants.scheduling.rules.guide_conflicts import Demand, Duty


@dataclass(frozen=True, slots=True)
class DutyRow:
    """
    A departure that a guide has; `is_whole` is false where they only take single orders of it.

    `is_conflict_accepted`: somebody assigned them knowing what spoke against it.
    """

    guide_id: int
    demand: Demand
    experience_color: str
    booked_pax_cnt: int
    role: str
    is_conflict_accepted: bool
    is_whole: bool


def duties_between(*, guide_ids: Iterable[int], begin: datetime, end: datetime) -> list[DutyRow]:
    """Return what these guides do in a half-open span, by start; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_DUTIES, {"ids": list(guide_ids), "begin": begin, "end": end})
        return [_row(*row) for row in cursor.fetchall()]


def _row(
    guide_id: int,
    color: str,
    pax_cnt: int,
    role: str,
    is_accepted: bool,
    is_whole: bool,
    skills: list[str],
    languages: list[str],
    *duty: int | str | datetime | timedelta,
) -> DutyRow:
    demand = Demand(Duty(*duty), tuple(skills), tuple(languages))  # type: ignore[arg-type]
    return DutyRow(guide_id, demand, color, pax_cnt, role, is_accepted, is_whole)


# Who has the departure and also takes one order of it is told once.
_DUTIES: Final = """
SELECT g.user_avatar_id, e.color, t.booked_pax_cnt, g.role, g.is_accepted, g.is_whole,
       e.required_skills, e.languages,
       t.id, t.experience_id, e.name, t.date, t.start_at, t.end_at,
       make_interval(mins => e.buffer_before_minutes), make_interval(mins => e.buffer_after_minutes)
  FROM (SELECT DISTINCT ON (user_avatar_id, timeslot_id)
               user_avatar_id, timeslot_id, role, is_accepted, is_whole
          FROM (SELECT user_avatar_id, timeslot_id, role, is_conflict_accepted AS is_accepted,
                       true AS is_whole
                  FROM scheduling_timeslotguide
                 WHERE user_avatar_id = ANY(%(ids)s) AND status <> 'declined'
                 UNION ALL
                SELECT user_avatar_id, timeslot_id, 'lead', bool_or(is_conflict_accepted), false
                  FROM scheduling_bookingguide
                 WHERE user_avatar_id = ANY(%(ids)s)
                 GROUP BY user_avatar_id, timeslot_id) parts
         ORDER BY user_avatar_id, timeslot_id, is_whole DESC) g
  JOIN scheduling_timeslot t ON t.id = g.timeslot_id
  JOIN catalog_experience e ON e.id = t.experience_id
 WHERE t.status <> 'cancelled' AND t.start_at < %(end)s AND t.end_at > %(begin)s
 ORDER BY t.start_at, t.id
"""
