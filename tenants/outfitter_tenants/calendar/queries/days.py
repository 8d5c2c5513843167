"""The counters of days (domain.md 4.2.4), by one statement each for staff and for strangers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import connection

from outfitter_tenants.calendar.queries.sql import CLOSES, LAPSED, ON_SALE, POOLED
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.scheduling.availability import UNLIMITED_CNT, DayCounters


@dataclass(frozen=True, slots=True)
class DayRow:
    """The counters of one experience on one local day."""

    date: date
    experience_id: int
    counters: DayCounters


@dataclass(frozen=True, slots=True)
class OnlineDays:
    """
    What strangers are told of some days, and until when it holds if nothing is written.

    `rows` are (days after the first one, place of the experience, seats, open departures), by day
    and place. `until` is in POSIX seconds, infinite when nothing passes with time.
    """

    rows: Sequence[tuple[int, int, int, int]]
    until: float


def days_in_range(
    *,
    experiences: Sequence[ExperienceRow],
    first: date,
    last: date,
    at: datetime,
    full_ids: frozenset[int] = frozenset(),
    parties: Mapping[int, int] | None = None,
    has_pools: bool = True,
) -> list[DayRow]:
    """
    Return the counters of every day on which something happens, in one query.

    For experiences in `full_ids` staff's count of open departures takes in full ones. `parties`
    are the fewest guests that strangers may come with, where it is not the experience's own.
    """
    if not experiences:
        return []
    sold_online = {row.id: bool(row.online_types) for row in experiences}
    values = _values(experiences, parties or {}, first, last, at)
    return [
        DayRow(
            row[0],
            row[1],
            _counters(row[2:], is_sold_online=sold_online[row[1]], is_full=row[1] in full_ids),
        )
        for row in _fetch(_DAYS[has_pools], values)
    ]


def online_days(
    *,
    experiences: Sequence[ExperienceRow],
    parties: Mapping[int, int],
    first: date,
    last: date,
    at: datetime,
    has_pools: bool = True,
) -> OnlineDays:
    """Return what strangers are told of every day on which something happens, in one query."""
    if not experiences:
        return OnlineDays((), math.inf)
    values = _values(experiences, parties, first, last, at)
    closed = {place for place, row in enumerate(experiences) if not row.online_types}
    found: list[tuple[int, int, int, int]] = []
    until = math.inf
    for day, place, seats, unlimited_cnt, open_cnt, limit, party, soon in _fetch(
        _ONLINE[has_pools], values
    ):
        if soon is not None and soon < until:
            until = soon
        if place in closed:
            found.append((day, place, 0, 0))
            continue
        is_full = limit is not None and limit < party
        shown = _capped(seats, unlimited_cnt, limit)
        found.append((day, place, shown, 0 if is_full else open_cnt))
    return OnlineDays(found, until)


def _values(
    experiences: Sequence[ExperienceRow],
    parties: Mapping[int, int],
    first: date,
    last: date,
    at: datetime,
) -> dict[str, Any]:
    return {
        "ids": [row.id for row in experiences],
        # What others hold of shared resources counts here as well.
        "is_shared": any(row.capacity_type == "resource" for row in experiences),
        "parties": [parties.get(row.id) or max(1, row.min_pax) for row in experiences],
        "first": first,
        "last": last,
        "at": at,
    }


def _fetch(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _counters(row: Sequence[Any], *, is_sold_online: bool, is_full: bool) -> DayCounters:
    (
        total, total_unlimited, online, online_unlimited, direct_cnt, direct_free_cnt,
        online_free_cnt, pax, limit, direct_limit, party,
    ) = row  # fmt: skip
    is_closed_online = not is_sold_online
    if direct_limit is not None and direct_limit <= 0:
        direct_free_cnt = 0
    if is_closed_online or (limit is not None and limit < party):
        online_free_cnt = 0
    return DayCounters(
        total_availability_cnt=_capped(total, total_unlimited, direct_limit),
        online_availability_cnt=0 if is_closed_online else _capped(online, online_unlimited, limit),
        open_direct_timeslot_cnt=direct_cnt if is_full else direct_free_cnt,
        open_online_timeslot_cnt=online_free_cnt,
        pax_cnt=pax,
    )


def _capped(seats: int, unlimited_cnt: int, limit: int | None) -> int:
    whole = UNLIMITED_CNT if unlimited_cnt else seats
    return whole if limit is None else min(whole, max(0, limit))


_SEATS: Final = """
least(t.capacity {beyond} - t.booked_pax_cnt - t.held_pax_cnt + coalesce(l.pax, 0){types})
"""
# By whether any departure has pools.
_ONLINE_SEATS: Final = {
    True: """
      least(t.capacity - t.booked_pax_cnt - t.held_pax_cnt + coalesce(l.pax, 0),
            o.online_types, o.own,
            CASE WHEN o.own IS NULL
                 THEN t.online_allotment - t.online_booked_pax_cnt - t.online_held_pax_cnt
                      + coalesce(l.online, 0) END)""",
    False: """
      least(t.capacity - t.booked_pax_cnt - t.held_pax_cnt + coalesce(l.pax, 0),
            t.online_allotment - t.online_booked_pax_cnt - t.online_held_pax_cnt
            + coalesce(l.online, 0))""",
}
_POOLS: Final = {True: POOLED, False: ""}
_JOIN_POOLS: Final = {True: "LEFT JOIN pooled o ON o.timeslot_id = t.id", False: ""}
_LIMIT: Final = """
CASE WHEN d.id IS NULL THEN NULL
     WHEN d.status <> 'open' THEN 0
     ELSE d.capacity {beyond} - d.booked_pax_cnt - d.held_pax_cnt + g.lapsed END
"""
_OF_DAY: Final = """
  LEFT JOIN scheduling_experiencedate d
    ON g.is_limited AND d.experience_id = g.experience_id AND d.date = g.date
"""
# Slots are grouped before their days are joined to them.
_DAYS: Final = {
    has_pools: f"""
WITH {LAPSED} {_POOLS[has_pools]}, slot AS (
  SELECT t.date, t.experience_id, t.booked_pax_cnt, t.is_day_limited,
         t.status <> 'cancelled' AS is_on,
         t.status IN ('open', 'closed_online') AND {ON_SALE["direct"]} AS is_direct,
         t.status = 'open' AND {ON_SALE["online"]} AS is_online,
         coalesce(l.pax, 0) AS lapsed,
         {_SEATS.format(beyond="+ t.overbook_cnt", types=", o.types" if has_pools else "")}
           AS seats,
         {_ONLINE_SEATS[has_pools]} AS online_seats
    FROM scheduling_timeslot t
    LEFT JOIN lapsed l ON l.timeslot_id = t.id
    {_JOIN_POOLS[has_pools]}
   WHERE t.date BETWEEN %(first)s AND %(last)s
     AND t.experience_id = ANY(%(ids)s)
), g AS (
  SELECT s.date, s.experience_id, p.party,
         coalesce(sum(greatest(s.seats, 0)) FILTER (WHERE is_direct), 0)::int AS total,
         count(*) FILTER (WHERE is_direct AND s.seats IS NULL) AS total_unlimited,
         coalesce(sum(greatest(s.online_seats, 0)) FILTER (WHERE is_online), 0)::int AS online,
         count(*) FILTER (WHERE is_online AND s.online_seats IS NULL) AS online_unlimited,
         count(*) FILTER (WHERE is_direct) AS direct_cnt,
         count(*) FILTER (WHERE is_direct AND coalesce(s.seats, 1) > 0) AS direct_free_cnt,
         count(*) FILTER (WHERE is_online AND coalesce(s.online_seats, p.party) >= p.party)
           AS online_free_cnt,
         coalesce(sum(s.booked_pax_cnt) FILTER (WHERE is_on), 0)::int AS pax,
         bool_or(s.is_day_limited) AS is_limited,
         sum(s.lapsed)::int AS lapsed
    FROM slot s
    JOIN unnest(%(ids)s::bigint[], %(parties)s::int[]) AS p(id, party) ON p.id = s.experience_id
   GROUP BY s.date, s.experience_id, p.party
  HAVING bool_or(is_on)
)
SELECT g.date, g.experience_id, g.total, g.total_unlimited, g.online, g.online_unlimited,
       g.direct_cnt, g.direct_free_cnt, g.online_free_cnt, g.pax,
       {_LIMIT.format(beyond="")}, {_LIMIT.format(beyond="+ d.overbook_cnt")}, g.party
  FROM g {_OF_DAY}
 ORDER BY g.date
"""  # noqa: S608
    for has_pools in (True, False)
}
# The same without what strangers never see, and with the next instants at which it changes.
_ONLINE: Final = {
    has_pools: f"""
WITH {LAPSED} {_POOLS[has_pools]}, slot AS (
  SELECT t.date, t.experience_id, t.is_day_limited,
         t.status <> 'cancelled' AS is_on,
         t.status = 'open' AND {ON_SALE["online"]} AS is_online,
         CASE WHEN t.status = 'open' THEN {CLOSES["online"]} END AS closes,
         t.presale_at_online AS opens,
         coalesce(l.pax, 0) AS lapsed,
         {_ONLINE_SEATS[has_pools]} AS seats
    FROM scheduling_timeslot t
    LEFT JOIN lapsed l ON l.timeslot_id = t.id
    {_JOIN_POOLS[has_pools]}
   WHERE t.date BETWEEN %(first)s AND %(last)s
     AND t.experience_id = ANY(%(ids)s)
), g AS (
  SELECT s.date, s.experience_id, p.party, p.place,
         coalesce(sum(greatest(s.seats, 0)) FILTER (WHERE is_online), 0)::int AS online,
         count(*) FILTER (WHERE is_online AND s.seats IS NULL) AS unlimited,
         count(*) FILTER (WHERE is_online AND coalesce(s.seats, p.party) >= p.party) AS free_cnt,
         bool_or(s.is_day_limited) AS is_limited,
         sum(s.lapsed)::int AS lapsed,
         least(min(s.closes) FILTER (WHERE s.closes > %(at)s),
               min(s.opens) FILTER (WHERE s.opens > %(at)s)) AS soon
    FROM slot s
    JOIN unnest(%(ids)s::bigint[], %(parties)s::int[]) WITH ORDINALITY AS p(id, party, place)
      ON p.id = s.experience_id
   GROUP BY s.date, s.experience_id, p.party, p.place
  HAVING bool_or(is_on)
)
SELECT g.date - %(first)s::date, (g.place - 1)::int, g.online, g.unlimited, g.free_cnt,
       {_LIMIT.format(beyond="")}, g.party,
       extract(epoch FROM least(g.soon, (
         SELECT min(h.expires_at)
           FROM scheduling_hold h JOIN scheduling_timeslot o ON o.id = h.timeslot_id
          WHERE h.status = 'active' AND h.expires_at > %(at)s
            AND (%(is_shared)s OR (o.date BETWEEN %(first)s AND %(last)s
                                   AND o.experience_id = ANY(%(ids)s)))
       )))::float8
  FROM g {_OF_DAY}
 ORDER BY g.date, g.place
"""  # noqa: S608
    for has_pools in (True, False)
}
