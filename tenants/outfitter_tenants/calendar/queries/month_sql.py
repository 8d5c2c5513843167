"""
The SQL of a calendar's days and departures: one statement, put together by what is asked.

Parameters: `at`, `first`, `last`, `ids` with `parties`, `led`, `late`, `rooms` by `room_ids`.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from outfitter_tenants.calendar.queries.sql import CLOSES, LAPSED, ON_SALE, POOLED


class Parts(NamedTuple):
    """
    What there is to look at; most operators have few of these, and each costs time.

    `is_agent`: staff who see no more seats than strangers. `is_led`: starts are told as instants.
    `is_late`: what has closed is told as well, as long as staff may still sell it.
    """

    is_staff: bool
    is_agent: bool = False
    has_pools: bool = True
    has_rooms: bool = False
    has_prices: bool = False
    has_rules: bool = False
    has_seats: bool = False
    is_led: bool = False
    is_late: bool = False


@lru_cache(maxsize=512)
def statement(parts: Parts) -> str:
    """Return the statement for these parts; its columns are `_COUNTED` and then `PRICED`."""
    grouped = _STAFF if parts.is_staff else _PUBLIC
    priced = _priced(parts) if parts.has_prices else {}
    more = "".join(f", {sql} AS {name}" for name, sql in priced.items())
    # Experience by experience: small sorts by start, where one over all of them would not fit. And
    # no order of all rows, for which the server would keep the first until it has the last.
    order = "ORDER BY t.date, t.start_time, t.id" if parts.has_prices else ""
    return f"""
WITH {LAPSED} {_LAPSED_DAY if parts.has_seats else ""} {POOLED if parts.has_pools else ""}
SELECT g.date - %(first)s::date, (p.place - 1)::int, p.party,
       {_COUNTED[parts.is_staff]} {"".join(f", g.{name}" for name in priced)}
  FROM unnest(%(ids)s::bigint[], %(parties)s::int[]) WITH ORDINALITY AS p(id, party, place)
 CROSS JOIN LATERAL (
  SELECT s.date, {grouped} {more}
    FROM ({_slot(parts)} {order}) s
   GROUP BY s.date
  HAVING bool_or(s.is_on)
 ) g
  LEFT JOIN scheduling_experiencedate d
    ON g.is_limited AND d.experience_id = p.id AND d.date = g.date
"""  # noqa: S608


def _slot(parts: Parts) -> str:
    online = f"t.status = 'open' AND {ON_SALE['online']}"
    seats = _online_seats(parts)
    if parts.is_staff:
        audience = f"""
         t.booked_pax_cnt,
         t.status IN ('open', 'closed_online') AND {ON_SALE["direct"]} AS is_sold,
         {online} AS is_online, {_direct_seats(parts)} AS seats, {seats} AS online_seats
         {_LATE if parts.is_late else ""}"""
    else:
        audience = f"""
         {online} AS is_sold, {seats} AS seats, t.presale_at_online AS opens,
         CASE WHEN t.status = 'open' THEN {CLOSES["online"]} END AS closes"""
    left = f", {_LEFT[parts.is_staff and not parts.is_agent](parts)} AS remaining"
    return f"""
  SELECT t.date, t.is_day_limited, t.status <> 'cancelled' AS is_on,
         coalesce(l.pax, 0) AS lapsed, {audience}
         {_OWN if parts.has_prices else ""} {left if parts.has_seats else ""}
    FROM scheduling_timeslot t
    LEFT JOIN lapsed l ON l.timeslot_id = t.id
    {"LEFT JOIN pooled o ON o.timeslot_id = t.id" if parts.has_pools else ""}
    {_JOIN_ROOMS if parts.has_rooms else ""}
    {_JOIN_DAYS if parts.has_seats else ""}
   WHERE t.date BETWEEN %(first)s AND %(last)s
     AND t.experience_id = p.id
"""  # noqa: S608


def _direct_seats(parts: Parts) -> str:
    # What staff allowed beyond the seats is no place on a boat.
    room = ", r.room" if parts.has_rooms else ""
    types = ", o.types" if parts.has_pools else ""
    return f"least(t.capacity + t.overbook_cnt - {_USED} {room} {types})"


def _online_seats(parts: Parts) -> str:
    room = ", r.room" if parts.has_rooms else ""
    if not parts.has_pools:
        return f"least(t.capacity - {_USED} {room}, {_ALLOTTED})"
    return f"""least(t.capacity - {_USED} {room}, o.online_types, o.own,
                     CASE WHEN o.own IS NULL THEN {_ALLOTTED} END)"""


def _priced(parts: Parts) -> dict[str, str]:
    """Return the columns about what is on sale: of one order, whichever it is."""
    told = "s.is_sold OR s.is_late" if parts.is_late else "s.is_sold"
    sold = f"FILTER (WHERE {told})"
    found = {
        "ids": f"string_agg(s.id::text, ',') {sold}",
        "starts": f"string_agg(s.start_time::text, ',') {sold}",
        "overrides": f"""CASE WHEN bool_or(s.price_override IS NOT NULL) {sold}
                              THEN array_agg(s.price_override::text) {sold} END""",
        "rule_ids": f"array_agg(s.rule_id) {sold}" if parts.has_rules else "NULL::bigint[]",
        "lefts": f"array_agg(s.remaining) {sold}" if parts.has_seats else "NULL::int[]",
        # Seconds are read ten times faster than instants.
        "instants": f"""array_agg(extract(epoch FROM s.start_at)::float8)
                          FILTER (WHERE ({told}) AND p.id = ANY(%(led)s))"""
        if parts.is_led
        else "NULL::float8[]",
    }
    return found


_USED: Final = "t.booked_pax_cnt - t.held_pax_cnt + coalesce(l.pax, 0)"
_ALLOTTED: Final = """
t.online_allotment - t.online_booked_pax_cnt - t.online_held_pax_cnt + coalesce(l.online, 0)"""
_OWN: Final = """,
         t.id, t.start_time, t.start_at, t.price_override, t.experience_timeslot_id AS rule_id"""
# Past its cut-off, and still sold by who may book late (domain.md 4.2.6).
_LATE: Final = """,
         t.status IN ('open', 'closed_online') AND NOT t.is_blacked_out
         AND t.end_at + %(late)s > %(at)s
         AND (t.presale_at_direct IS NULL OR t.presale_at_direct <= %(at)s) AS is_late"""
_JOIN_ROOMS: Final = """
    LEFT JOIN unnest(%(room_ids)s::bigint[], %(rooms)s::int[]) AS r(id, room) ON r.id = t.id"""
_JOIN_DAYS: Final = """
    LEFT JOIN scheduling_experiencedate d ON t.is_day_limited AND d.id = t.experience_date_id
    LEFT JOIN lapsed_day ld ON t.is_day_limited AND ld.id = t.experience_date_id"""
_LAPSED_DAY: Final = """,
lapsed_day AS MATERIALIZED (
  SELECT o.experience_date_id AS id, sum(l.pax)::int AS pax
    FROM lapsed l JOIN scheduling_timeslot o ON o.id = l.timeslot_id
   GROUP BY o.experience_date_id)
"""
_DAY: Final = """
CASE WHEN d.id IS NULL THEN NULL WHEN d.status <> 'open' THEN 0
     WHEN d.capacity IS NOT NULL
     THEN greatest(d.capacity {beyond} - d.booked_pax_cnt - d.held_pax_cnt
                   + coalesce(ld.pax, 0), 0) END
"""
# Null when nothing limits them: greatest() would take the 0.
_AT_LEAST_NONE: Final = "CASE WHEN ({seats}) IS NOT NULL THEN greatest({seats}, 0) END"


def _left_of_staff(parts: Parts) -> str:
    seats = _AT_LEAST_NONE.format(seats=_direct_seats(parts))
    return f"least({seats}, {_DAY.format(beyond='+ d.overbook_cnt')})"


def _left_of_others(parts: Parts) -> str:
    # A method of its own has seats of its own, which sheets do not look at.
    room = ", r.room" if parts.has_rooms else ""
    types = ", o.online_types" if parts.has_pools else ""
    seats = _AT_LEAST_NONE.format(seats=f"least(t.capacity - {_USED} {room} {types}, {_ALLOTTED})")
    return f"least({seats}, {_DAY.format(beyond='')})"


# The seats before the purchase (domain.md 4.5), for staff and for others.
_LEFT: Final = {True: _left_of_staff, False: _left_of_others}
_LIMIT: Final = """
CASE WHEN d.id IS NULL THEN NULL
     WHEN d.status <> 'open' THEN 0
     ELSE d.capacity {beyond} - d.booked_pax_cnt - d.held_pax_cnt + g.lapsed END
"""
_PUBLIC: Final = """
         coalesce(sum(greatest(s.seats, 0)) FILTER (WHERE is_sold), 0)::int AS seats,
         count(*) FILTER (WHERE is_sold AND s.seats IS NULL) AS unlimited,
         count(*) FILTER (WHERE is_sold AND coalesce(s.seats, p.party) >= p.party) AS free_cnt,
         bool_or(s.is_day_limited) AS is_limited,
         sum(s.lapsed)::int AS lapsed,
         least(min(s.closes) FILTER (WHERE s.closes > %(at)s),
               min(s.opens) FILTER (WHERE s.opens > %(at)s)) AS soon
"""
_STAFF: Final = """
         coalesce(sum(greatest(s.seats, 0)) FILTER (WHERE is_sold), 0)::int AS total,
         count(*) FILTER (WHERE is_sold AND s.seats IS NULL) AS total_unlimited,
         coalesce(sum(greatest(s.online_seats, 0)) FILTER (WHERE is_online), 0)::int AS online,
         count(*) FILTER (WHERE is_online AND s.online_seats IS NULL) AS online_unlimited,
         count(*) FILTER (WHERE is_sold) AS direct_cnt,
         count(*) FILTER (WHERE is_sold AND coalesce(s.seats, 1) > 0) AS direct_free_cnt,
         count(*) FILTER (WHERE is_online AND coalesce(s.online_seats, p.party) >= p.party)
           AS online_free_cnt,
         coalesce(sum(s.booked_pax_cnt) FILTER (WHERE is_on), 0)::int AS pax,
         bool_or(s.is_day_limited) AS is_limited,
         sum(s.lapsed)::int AS lapsed
"""
# A limit within keeps the planner from hashing a whole month's departures for a few holds.
# With the next instants at which the figures of strangers change if nothing is written.
_COUNTED: Final = {
    True: f"""
       g.total, g.total_unlimited, g.online, g.online_unlimited, g.direct_cnt, g.direct_free_cnt,
       g.online_free_cnt, g.pax, {_LIMIT.format(beyond="")},
       {_LIMIT.format(beyond="+ d.overbook_cnt")}""",
    False: f"""
       g.seats, g.unlimited, g.free_cnt, {_LIMIT.format(beyond="")},
       extract(epoch FROM least(g.soon, (
         SELECT h.expires_at
           FROM scheduling_hold h
          CROSS JOIN LATERAL (
                  SELECT FROM scheduling_timeslot o
                   WHERE o.id = h.timeslot_id
                     AND (%(is_shared)s OR (o.date BETWEEN %(first)s AND %(last)s
                                            AND o.experience_id = ANY(%(ids)s)))
                   LIMIT 1) mine
          WHERE h.status = 'active' AND h.expires_at > %(at)s
          ORDER BY h.expires_at LIMIT 1
       )))::float8""",  # noqa: S608
}
PRICED: Final = 6
