"""All departures of some days as the operator's calendar draws them: one statement."""

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection

from outfitter_tenants.scheduling.rules.resource_needs import MAX_LENGTH


@dataclass(frozen=True, slots=True)
class AgendaGuide:
    """A guide of a departure; `id` is the user avatar."""

    id: int
    role: str


@dataclass(frozen=True, slots=True)
class AgendaRow:
    """
    One departure, `minutes` long, on a local day; held seats are those of live holds.

    `order_guide_ids` take single orders of it. `resource_ids` serve what is sold, not what is held.
    `is_conflict_accepted`: a guide or resource is on it knowingly against something.
    """

    id: int
    experience_id: int
    date: date
    start_time: str
    minutes: int
    is_flex: bool
    status: str
    is_day_closed: bool
    capacity: int | None
    booked_pax_cnt: int
    held_pax_cnt: int
    needs_resources: bool
    is_blacked_out: bool
    is_conflict_accepted: bool
    note: str
    version: int
    guides: tuple[AgendaGuide, ...]
    order_guide_ids: tuple[int, ...]
    resource_ids: tuple[int, ...]

    def is_guided_by(self, avatar_id: int) -> bool:
        """Return whether somebody guides it or an order of it."""
        return avatar_id in self.order_guide_ids or any(row.id == avatar_id for row in self.guides)


def agenda(*, first: date, last: date, begin: datetime, at: datetime) -> list[AgendaRow]:
    """
    Return the departures of some local days by start, those that began before and still run too.

    `begin` is the instant at which the first day begins.
    """
    values = {
        "first": first,
        "last": last,
        "begin": begin,
        "at": at,
        "earliest": first - timedelta(days=MAX_LENGTH.days),
    }
    with connection.cursor() as cursor:
        cursor.execute(_AGENDA, values)
        return [_row(*row) for row in cursor.fetchall()]


def _row(*cells: Any) -> AgendaRow:
    *same, guides, order_guides, resources = cells
    lists = (
        tuple(AgendaGuide(*pair) for pair in json.loads(guides or "[]")),
        tuple(order_guides or ()),
        tuple(resources or ()),
    )
    return AgendaRow(*[*same, *lists])


_AGENDA: Final = """
SELECT t.id, t.experience_id, t.date, to_char(t.start_time, 'HH24:MI'),
       (extract(epoch FROM t.end_at - t.start_at) / 60)::int, t.is_flex, t.status,
       d.status = 'closed', t.capacity, t.booked_pax_cnt,
       t.held_pax_cnt - coalesce((
         SELECT sum(h.pax_cnt) FROM scheduling_hold h
          WHERE h.timeslot_id = t.id AND h.status = 'active' AND h.expires_at <= %(at)s), 0)::int,
       EXISTS (SELECT FROM scheduling_resourceusage u
                WHERE u.experience_id = t.experience_id AND u.is_required),
       t.is_blacked_out,
       coalesce(crew.is_accepted, false) OR coalesce(uses.is_accepted, false),
       t.note, t.version, crew.guides, orders.guides, uses.resources
  FROM scheduling_timeslot t
  JOIN scheduling_experiencedate d ON d.id = t.experience_date_id
  JOIN catalog_experience e ON e.id = t.experience_id
 CROSS JOIN LATERAL (
   SELECT jsonb_agg(jsonb_build_array(g.user_avatar_id, g.role) ORDER BY g.id) AS guides,
          bool_or(g.is_conflict_accepted) AS is_accepted
     FROM scheduling_timeslotguide g
    WHERE g.timeslot_id = t.id AND g.status <> 'declined') crew
 CROSS JOIN LATERAL (
   SELECT array_agg(DISTINCT g.user_avatar_id) AS guides
     FROM scheduling_bookingguide g
    WHERE g.timeslot_id = t.id) orders
 CROSS JOIN LATERAL (
   SELECT array_agg(DISTINCT b.resource_id) AS resources,
          bool_or(b.is_conflict_accepted) AS is_accepted
     FROM scheduling_bookingresource b
    WHERE b.timeslot_id = t.id AND b.hold_id IS NULL) uses
 WHERE t.date BETWEEN %(first)s AND %(last)s
    OR (t.date >= %(earliest)s AND t.date < %(first)s AND t.end_at > %(begin)s)
 ORDER BY t.date, t.start_time, e.position, t.id
"""
