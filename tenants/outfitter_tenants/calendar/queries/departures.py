"""What is on sale on some days, by start: for prices."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from outfitter_tenants.calendar.queries.sql import LAPSED, ON_SALE, POOLED


class DepartureRow(NamedTuple):
    """
    A departure on sale; `day` counts from the first day asked for, `start` is "HH:MM:SS".

    `price_override` is JSON. The last three are read only when asked for: its rule, the seats that
    rate sheets see (null: no limit), its start in POSIX seconds.
    """

    day: int
    experience_id: int
    id: int
    start: str
    price_override: str | None
    rule_id: int | None = None
    remaining: int | None = None
    start_at: float | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """
    What of departures somebody looks at; a month is thousands of rows, so the rest is not read.

    `is_direct` asks for the seats that staff see; experiences in `led_ids` also tell their starts.
    """

    is_staff: bool = False
    is_direct: bool = False
    has_rules: bool = False
    has_seats: bool = False
    has_pools: bool = True
    led_ids: frozenset[int] = frozenset()


def departures_in_range(
    *, experience_ids: Sequence[int], first: date, last: date, at: datetime, asked: Asked
) -> list[tuple[Any, ...]]:
    """Return what is on sale to strangers (or to staff) by day and start, as `DepartureRow`s."""
    values: dict[str, Any] = {
        "ids": list(experience_ids), "led": list(asked.led_ids), "first": first, "last": last,
        "at": at,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_statement(asked), values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _statement(asked: Asked) -> str:
    audience = "direct" if asked.is_staff else "online"
    columns = ["t.date - %(first)s::date", "t.experience_id", "t.id", "t.start_time::text",
               "t.price_override"]  # fmt: skip
    if asked.has_rules or asked.has_seats or asked.led_ids:
        columns.append("t.experience_timeslot_id" if asked.has_rules else "NULL")
    if asked.has_seats or asked.led_ids:
        columns.append(_LEFT[asked.is_direct] if asked.has_seats else "NULL")
        columns.append(_START)
    counted = (
        f"WITH {LAPSED}, {_LAPSED_DAY} {POOLED if asked.has_pools else _NO_POOLS}"
        if asked.has_seats
        else ""
    )
    return f"""
    {counted}
    SELECT {", ".join(columns)}
      FROM scheduling_timeslot t {_JOINS if asked.has_seats else ""}
     WHERE t.date BETWEEN %(first)s AND %(last)s
       AND t.experience_id = ANY(%(ids)s)
       AND t.status {_STATES[asked.is_staff]} AND {ON_SALE[audience]}
     ORDER BY t.date, t.experience_id, t.start_time, t.id
    """  # noqa: S608


# Seconds are read ten times faster than instants.
_START: Final = """
CASE WHEN t.experience_id = ANY(%(led)s) THEN extract(epoch FROM t.start_at)::float8 END
"""
_STATES: Final = {True: "IN ('open', 'closed_online')", False: "= 'open'"}
_LAPSED_DAY: Final = """
lapsed_day AS MATERIALIZED (
  SELECT o.experience_date_id AS id, sum(l.pax)::int AS pax
    FROM lapsed l JOIN scheduling_timeslot o ON o.id = l.timeslot_id
   GROUP BY o.experience_date_id)
"""
_NO_POOLS: Final = """
, pooled AS (SELECT NULL::bigint AS timeslot_id, NULL::int AS types, NULL::int AS online_types)
"""
_JOINS: Final = """
  LEFT JOIN lapsed l ON l.timeslot_id = t.id
  LEFT JOIN pooled o ON o.timeslot_id = t.id
  LEFT JOIN scheduling_experiencedate d ON t.is_day_limited AND d.id = t.experience_date_id
  LEFT JOIN lapsed_day ld ON t.is_day_limited AND ld.id = t.experience_date_id
"""
_DAY: Final = """
CASE WHEN d.id IS NULL THEN NULL WHEN d.status <> 'open' THEN 0
     WHEN d.capacity IS NOT NULL
     THEN greatest(d.capacity {beyond} - d.booked_pax_cnt - d.held_pax_cnt
                   + coalesce(ld.pax, 0), 0) END
"""
# Null when nothing limits them: greatest() would take the 0.
_SEATS: Final = """
CASE WHEN t.capacity IS NOT NULL
     THEN greatest(t.capacity {beyond} - t.booked_pax_cnt - t.held_pax_cnt
                   + coalesce(l.pax, 0), 0) END
"""
_ALLOTTED: Final = """
CASE WHEN t.online_allotment IS NOT NULL
     THEN greatest(t.online_allotment - t.online_booked_pax_cnt - t.online_held_pax_cnt
                   + coalesce(l.online, 0), 0) END
"""
# The seats before the purchase (domain.md 4.5), for staff and for others.
_LEFT: Final = {
    True: f"""least({_SEATS.format(beyond="+ t.overbook_cnt")}, o.types,
                    {_DAY.format(beyond="+ d.overbook_cnt")})""",
    False: f"""least({_SEATS.format(beyond="")}, o.online_types, {_DAY.format(beyond="")},
                     {_ALLOTTED})""",
}
