"""Reads of timeslots: frozen rows with everything the rules of availability need."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Count

from outfitter.kit.errors import NotFound
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.availability import Day, Remaining, Seats, Slot, remaining
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot


class TimeslotNotFound(NotFound):
    """No such timeslot here."""


@dataclass(frozen=True, slots=True)
class TimeslotRow:
    """
    One departure. `held_pax_cnt` leaves out holds that have expired and are not swept yet.

    `price_override` maps experience customer type ids (JSON keys) to minor units.
    """

    id: int
    experience_id: int
    experience_name: str
    experience_color: str
    experience_hero_image: str | None
    experience_status: str
    experience_date_id: int
    experience_timeslot_id: int | None
    date: date
    start_time: time
    start_at: datetime
    end_at: datetime
    is_flex: bool
    status: str
    capacity: int | None
    booked_pax_cnt: int
    held_pax_cnt: int
    note: str
    min_price: int | None
    price_override: dict[str, int] | None
    cutoff_at_online: datetime
    cutoff_at_direct: datetime
    min_pax: int
    max_pax: int
    is_blacked_out: bool
    is_day_limited: bool
    # Whether a sale takes something of a resource group as well (scheduling.operations.claims).
    needs_resources: bool
    version: int
    seats: Seats
    day: Day

    @property
    def remaining(self) -> Remaining:
        """Return the seats left, by audience."""
        return remaining(self.seats, self.day)

    @property
    def slot(self) -> Slot:
        """Return what the counters of a day need."""
        return Slot(self.seats, self.status, self.cutoff_at_online, self.cutoff_at_direct)


@dataclass(frozen=True, slots=True)
class DateRow:
    """One experience on one local date."""

    id: int
    experience_id: int
    date: date
    status: str
    capacity: int | None
    note: str


def get_timeslot(*, timeslot_id: int, at: datetime | None = None) -> TimeslotRow:
    """
    Return one timeslot as of `at` (now, by the database's clock, when not given).

    :raises TimeslotNotFound: there is none
    """
    rows = _read("t.id = %(id)s", at, id=timeslot_id)
    if not rows:
        raise TimeslotNotFound("There is no such time.")
    return rows[0]


def get_timeslot_refs(*, ids: Iterable[int], at: datetime | None = None) -> dict[int, TimeslotRow]:
    """Return timeslots by id."""
    return {row.id: row for row in _read("t.id = ANY(%(ids)s)", at, ids=list(ids))}


def list_timeslots(
    *, experience_id: int, first: date, last: date, at: datetime | None = None
) -> list[TimeslotRow]:
    """Return an experience's timeslots from one local day to another, by start."""
    where = """t.experience_id = %(experience_id)s AND t.date BETWEEN %(first)s AND %(last)s
               ORDER BY t.start_at, t.id"""
    return _read(where, at, experience_id=experience_id, first=first, last=last)


def timeslots_of_day(*, date: date, at: datetime | None = None) -> list[TimeslotRow]:
    """Return every timeslot of a day in one query: by start, then the experiences' order."""
    return _read("t.date = %(day)s ORDER BY t.start_at, e.position, t.id", at, day=date)


def find_experience_date(*, experience_date_id: int) -> DateRow | None:
    """Return one experience date, None when there is none."""
    row = ExperienceDate.objects.filter(pk=experience_date_id).first()
    return _date(row) if row else None


def find_date(*, experience_id: int, day: date) -> DateRow | None:
    """Return the experience date of a local day, None when nothing was made for it."""
    row = ExperienceDate.objects.filter(experience_id=experience_id, date=day).first()
    return _date(row) if row else None


def next_available_dates(*, experience_ids: Sequence[int], at: datetime) -> dict[int, date]:
    """Return experience id -> first local day with a seat for strangers; none: left out."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT_DATES, {"ids": list(experience_ids), "at": at})
        return dict(cursor.fetchall())


# One walk along (experience, date) for each experience, up to its first open departure.
_NEXT_DATES: Final = """
SELECT e.id, next.date
  FROM catalog_experience e
 CROSS JOIN LATERAL (
   SELECT t.date
     FROM scheduling_timeslot t
     JOIN scheduling_experiencedate d ON d.id = t.experience_date_id
     LEFT JOIN LATERAL (
       SELECT sum(h.pax_cnt) pax, sum(h.pax_cnt) FILTER (WHERE h.is_online) online
         FROM scheduling_hold h
        WHERE h.timeslot_id = t.id AND h.status = 'active' AND h.expires_at <= %(at)s
     ) lapsed ON true
    WHERE t.experience_id = e.id
      AND t.status = 'open'
      AND t.cutoff_at_online > %(at)s
      AND t.date >= %(at)s::date - 1
      AND d.status = 'open'
      AND (t.capacity IS NULL OR t.capacity - t.booked_pax_cnt - t.held_pax_cnt
           + coalesce(lapsed.pax, 0) >= greatest(e.min_pax, 1))
      AND (t.online_allotment IS NULL OR t.online_allotment - t.online_booked_pax_cnt
           - t.online_held_pax_cnt + coalesce(lapsed.online, 0) >= greatest(e.min_pax, 1))
      AND (d.capacity IS NULL OR d.capacity - d.booked_pax_cnt - d.held_pax_cnt
           + (SELECT coalesce(sum(h.pax_cnt), 0)
                FROM scheduling_hold h JOIN scheduling_timeslot o ON o.id = h.timeslot_id
               WHERE o.experience_date_id = d.id
                 AND h.status = 'active' AND h.expires_at <= %(at)s)
           >= greatest(e.min_pax, 1))
    ORDER BY t.date
    LIMIT 1
 ) next
 WHERE e.id = ANY(%(ids)s)
"""


def upcoming_counts(*, at: datetime, days: int = 30) -> dict[int, int]:
    """Return experience id -> how many timeslots begin in that many days."""
    rows = Timeslot.objects.filter(
        start_at__gte=at, start_at__lt=at + timedelta(days=days)
    ).exclude(status="cancelled")
    return dict(rows.order_by().values_list("experience_id").annotate(Count("pk")))


def has_future_timeslot(*, at: datetime) -> bool:
    """Return whether anything is scheduled."""
    return Timeslot.objects.filter(start_at__gt=at, status="open").exists()


def has_sale() -> bool:
    """Return whether a seat was ever sold."""
    return Timeslot.objects.filter(booked_pax_cnt__gt=0).exists()


def zone_of(*, time_zone: str | None) -> str:
    """Return the zone that applies: the location's, else the operator's."""
    return time_zone or people.get_properties().time_zone


# Text and not the ORM: this is read before every hold, and building it took longer than running
# it. `lapsed` is what expired holds, not swept yet, still have on the counters.
_COLUMNS: Final = """
SELECT t.id, t.experience_id, e.name, e.color, e.hero_image, e.status, t.experience_date_id,
       t.experience_timeslot_id, t.date, t.start_time, t.start_at, t.end_at, t.is_flex, t.status,
       t.capacity, t.note, t.min_price, t.cutoff_at_online, t.cutoff_at_direct, e.min_pax,
       e.max_pax,
       EXISTS (SELECT FROM scheduling_blackout b
                WHERE b.experience_id = t.experience_id
                  AND b.start_at < t.end_at AND b.end_at > t.start_at),
       t.is_day_limited,
       EXISTS (SELECT FROM scheduling_resourceusage u
                WHERE u.experience_id = t.experience_id AND u.is_required),
       t.version, r.price_override, t.price_override,
       t.booked_pax_cnt, t.held_pax_cnt, t.online_allotment, t.online_booked_pax_cnt,
       t.online_held_pax_cnt, t.overbook_cnt, lapsed.pax, lapsed.online,
       d.status, d.capacity, d.booked_pax_cnt, d.held_pax_cnt,
       CASE WHEN d.capacity IS NULL THEN 0 ELSE (
         SELECT coalesce(sum(h.pax_cnt), 0)::int
           FROM scheduling_timeslot o JOIN scheduling_hold h ON h.timeslot_id = o.id
          WHERE o.experience_date_id = d.id AND h.status = 'active'
            AND h.expires_at <= coalesce(%(at)s, now())) END
  FROM scheduling_timeslot t
  JOIN catalog_experience e ON e.id = t.experience_id
  JOIN scheduling_experiencedate d ON d.id = t.experience_date_id
  LEFT JOIN scheduling_experiencetimeslot r ON r.id = t.experience_timeslot_id
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(h.pax_cnt), 0)::int AS pax,
          coalesce(sum(h.pax_cnt) FILTER (WHERE h.is_online), 0)::int AS online
     FROM scheduling_hold h
    WHERE h.timeslot_id = t.id AND h.status = 'active'
      AND h.expires_at <= coalesce(%(at)s, now())) lapsed
"""


def _read(where: str, at: datetime | None, **values: Any) -> list[TimeslotRow]:
    with connection.cursor() as cursor:
        cursor.execute(f"{_COLUMNS} WHERE {where}", {"at": at, **values})
        return [_row(row) for row in cursor.fetchall()]


# The fields that the first columns are, in their order.
_NAMES: Final = (
    "id", "experience_id", "experience_name", "experience_color", "experience_hero_image",
    "experience_status", "experience_date_id", "experience_timeslot_id", "date", "start_time",
    "start_at", "end_at", "is_flex", "status", "capacity", "note", "min_price",
    "cutoff_at_online", "cutoff_at_direct", "min_pax", "max_pax", "is_blacked_out",
    "is_day_limited", "needs_resources", "version",
)  # fmt: skip


def _row(row: Sequence[Any]) -> TimeslotRow:
    named: dict[str, Any] = dict(zip(_NAMES, row, strict=False))
    rule_prices, slot_prices, *counters = row[len(_NAMES) :]
    booked, held, allotment, online_booked, online_held, overbook, lapsed, online_lapsed = counters[
        :8
    ]
    return TimeslotRow(
        **named,
        booked_pax_cnt=booked,
        held_pax_cnt=held - lapsed,
        price_override=_override(rule_prices, slot_prices),
        seats=Seats(
            capacity=named["capacity"],
            booked_pax_cnt=booked,
            held_pax_cnt=held,
            online_allotment=allotment,
            online_booked_pax_cnt=online_booked,
            online_held_pax_cnt=online_held,
            overbook_cnt=overbook,
            lapsed_cnt=lapsed,
            online_lapsed_cnt=online_lapsed,
        ),
        day=Day(*counters[8:]),
    )


def _override(rule: str | None, own: str | None) -> dict[str, int] | None:
    if rule is None and own is None:
        return None
    return {**json.loads(rule or "{}"), **json.loads(own or "{}")}


def _date(row: ExperienceDate) -> DateRow:
    return DateRow(row.pk, row.experience_id, row.date, row.status, row.capacity, row.note)
