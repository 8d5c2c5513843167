"""
Departures as partners' systems ask for them: a year of an experience in one lean statement.

The same seats and instants as `slots.get_timeslot` tells partners of (`Remaining.of("reseller",
method)`, `Slot.is_open`), without what only screens show. Tests compare the two.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, Final, NamedTuple

import orjson

from outfitter.db.prepared_statements import one_line, prepared_cursor
from outfitter_tenants.scheduling.queries.resource_capacity import most_room, room_by_kind
from outfitter_tenants.scheduling.rules.availability import UNLIMITED_CNT

_PARTNERS: Final = "reseller"
_CLOSES: Final = f"""
CASE WHEN t.booked_pax_cnt >= t.smart_min_pax_{_PARTNERS}
     THEN greatest(t.cutoff_at_{_PARTNERS}, t.smart_cutoff_at_{_PARTNERS})
     ELSE t.cutoff_at_{_PARTNERS} END
"""
_LAPSED: Final = """
WITH lapsed AS MATERIALIZED (
  SELECT timeslot_id, sum(pax_cnt)::int AS pax,
         coalesce(sum(pax_cnt) FILTER (WHERE is_online), 0)::int AS online
    FROM scheduling_hold
   WHERE status = 'active' AND expires_at <= %(at)s
   GROUP BY timeslot_id)
"""
# The few departures with pools, capped days or an allotment pay for theirs alone.
_COLUMNS: Final = f"""
SELECT t.id, t.experience_id, t.date, t.start_time, t.start_at, t.end_at, t.is_flex,
       t.status = 'open' AND NOT t.is_blacked_out AS is_open,
       t.presale_at_{_PARTNERS}, {_CLOSES}, t.booked_pax_cnt,
       t.capacity,
       t.capacity - t.booked_pax_cnt - t.held_pax_cnt + coalesce(l.pax, 0),
       CASE WHEN t.online_allotment IS NOT NULL THEN
         t.online_allotment - t.online_booked_pax_cnt - t.online_held_pax_cnt
         + coalesce(l.online, 0) END,
       t.price_override::text, t.experience_timeslot_id,
       CASE WHEN t.is_pooled THEN (
         SELECT jsonb_agg(jsonb_build_array(p.experience_customer_type_id, p.method,
                  greatest(p.capacity - p.booked_pax_cnt - p.held_pax_cnt
                    + (SELECT coalesce(sum((h.pool_claims ->> p.id::text)::int), 0)
                         FROM scheduling_hold h
                        WHERE h.timeslot_id = t.id AND h.status = 'active'
                          AND h.expires_at <= %(at)s), 0)))
           FROM scheduling_timeslotpool p WHERE p.timeslot_id = t.id)::text END,
       CASE WHEN t.is_day_limited THEN (
         SELECT CASE WHEN d.status <> 'open' THEN -1
                     WHEN d.capacity IS NOT NULL
                     THEN greatest(0, d.capacity - d.booked_pax_cnt - d.held_pax_cnt
                            + (SELECT coalesce(sum(o.pax), 0)::int
                                 FROM lapsed o JOIN scheduling_timeslot s ON s.id = o.timeslot_id
                                WHERE s.experience_date_id = d.id)) END
           FROM scheduling_experiencedate d WHERE d.id = t.experience_date_id) END
  FROM scheduling_timeslot t
  LEFT JOIN lapsed l ON l.timeslot_id = t.id
 WHERE t.status <> 'cancelled'
"""  # noqa: S608
_BETWEEN: Final = one_line(
    f"""{_LAPSED} {_COLUMNS} AND t.date BETWEEN %(first)s::date AND %(last)s::date
        AND t.experience_id = %(experience)s::bigint ORDER BY t.start_at, t.id"""
)
_NAMED: Final = one_line(
    f"""{_LAPSED} {_COLUMNS} AND t.id = ANY(%(ids)s::bigint[]) ORDER BY t.start_at, t.id"""
)


class DepartureRow(NamedTuple):
    """
    One departure for partners; None is unlimited.

    `left` are the seats they may still take by their method: the least of `seats`, those there are
    for anybody, and `bound`, those their method may have. `left_by_type` where customer types
    have seats of their own. `override` are prices of its own (JSON), `rule_id` what made it.
    """

    id: int
    experience_id: int
    date: date
    start_time: time
    start_at: datetime
    end_at: datetime
    is_flex: bool
    is_open: bool
    opens_at: datetime | None
    closes_at: datetime
    booked_pax_cnt: int
    capacity: int | None
    left: int | None
    left_for_price: int | None
    override: str | None
    rule_id: int | None
    left_by_type: Mapping[int, int]
    seats: int | None
    bound: int | None


_IS_OPEN: Final = DepartureRow._fields.index("is_open")


@dataclass(frozen=True, slots=True)
class PartnerTimeslotQuery:
    """Which departures: of an experience on local days, or by id; `method` has pools of its own."""

    at: datetime
    method: str
    experience_id: int | None = None
    first: date | None = None
    last: date | None = None
    ids: Sequence[int] = field(default_factory=tuple)


def departures_for_partners(asked: PartnerTimeslotQuery) -> list[DepartureRow]:
    """Return departures that are not cancelled, by start; resources are counted in."""
    values: dict[str, Any] = {"at": asked.at}
    if asked.experience_id is not None:
        values |= {"first": asked.first, "last": asked.last, "experience": asked.experience_id}
        statement = _BETWEEN
    else:
        values["ids"] = list(asked.ids)
        statement = _NAMED
    with prepared_cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    return [_row(row, asked.method) for row in rows]


def with_resources(rows: Iterable[DepartureRow], *, at: datetime) -> list[DepartureRow]:
    """Return the same with no more seats than their boats and vans can still carry."""
    known = list(rows)
    rooms = room_by_kind(departures=known, at=at)
    return [_with_room(row, rooms[row.id]) if row.id in rooms else row for row in known]


def _with_room(row: DepartureRow, rooms: Mapping[int, int | None]) -> DepartureRow:
    room = most_room(rooms.values())
    by_type = row.left_by_type
    if len(set(rooms.values())) > 1:
        # Some tickets need a boat that others do not: each has seats of its own then.
        by_type = {
            kind: _least(by_type.get(kind, 0) if by_type else row.left, own, UNLIMITED_CNT) or 0
            for kind, own in rooms.items()
        }
    return row._replace(
        left=_least(row.left, room),
        left_for_price=_least(row.left_for_price, room),
        left_by_type=by_type,
        seats=_least(row.seats, room),
    )


def _row(row: Sequence[Any], method: str) -> DepartureRow:
    *plain, capacity, free, allotted, override, rule_id, pools, day = row
    if day is not None and day < 0:
        plain[_IS_OPEN], day = False, 0
    left = None if free is None else max(0, free)
    by_type: dict[int, int] = {}
    own: int | None = None
    if pools is not None:
        for kind, name, seats in orjson.loads(pools):
            if kind is not None:
                by_type[kind] = seats
            elif name == method:
                own = seats
        if by_type:
            left = _least(left, sum(by_type.values()))
    left = _least(left, day)
    online = left if allotted is None else _least(left, max(0, allotted))
    bound = own if own is not None else (None if allotted is None else max(0, allotted))
    return DepartureRow._make(
        (*plain, capacity, _least(left, bound), online, override, rule_id, by_type, left, bound)
    )


def _least(*counts: int | None) -> int | None:
    return min((count for count in counts if count is not None), default=None)
