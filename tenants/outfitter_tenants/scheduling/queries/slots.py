"""Reads of timeslots: frozen rows with everything the rules of availability need."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Now

from outfitter.kit.errors import NotFound
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.availability import Day, Remaining, Seats, Slot, remaining
from outfitter_tenants.scheduling.models import Blackout, ExperienceDate, Hold, Timeslot


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
    row = _timeslots(at).filter(pk=timeslot_id).first()
    if row is None:
        raise TimeslotNotFound("There is no such time.")
    return _row(row)


def get_timeslot_refs(*, ids: Iterable[int], at: datetime | None = None) -> dict[int, TimeslotRow]:
    """Return timeslots by id."""
    return {row.pk: _row(row) for row in _timeslots(at).filter(pk__in=list(ids))}


def list_timeslots(
    *, experience_id: int, first: date, last: date, at: datetime | None = None
) -> list[TimeslotRow]:
    """Return an experience's timeslots from one local day to another, by start."""
    rows = _timeslots(at).filter(experience_id=experience_id, date__range=(first, last))
    return [_row(row) for row in rows.order_by("start_at", "pk")]


def timeslots_of_day(*, date: date, at: datetime | None = None) -> list[TimeslotRow]:
    """Return every timeslot of a day in one query: by start, then the experiences' order."""
    rows = _timeslots(at).filter(date=date)
    return [_row(row) for row in rows.order_by("start_at", "experience__position", "pk")]


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


_SAME: Final = (
    "id", "experience_id", "experience_date_id", "experience_timeslot_id", "date", "start_time",
    "start_at", "end_at", "is_flex", "status", "capacity", "booked_pax_cnt", "note", "min_price",
    "cutoff_at_online", "cutoff_at_direct", "is_blacked_out", "is_day_limited", "version",
)  # fmt: skip


def _timeslots(at: datetime | None) -> "QuerySet[Any]":
    lapsed = Hold.objects.filter(status="active", expires_at__lte=Now() if at is None else at)
    on_slot = lapsed.filter(timeslot_id=OuterRef("pk")).order_by().values("timeslot_id")
    on_day = (
        lapsed.filter(timeslot__experience_date_id=OuterRef("experience_date_id"))
        .order_by()
        .values("timeslot__experience_date_id")
    )
    blackouts = Blackout.objects.filter(
        experience_id=OuterRef("experience_id"),
        start_at__lt=OuterRef("end_at"),
        end_at__gt=OuterRef("start_at"),
    )
    return Timeslot.objects.select_related(
        "experience", "experience_date", "experience_timeslot"
    ).annotate(
        lapsed=_sum(on_slot),
        online_lapsed=_sum(on_slot.filter(is_online=True)),
        day_lapsed=_sum(on_day),
        is_blacked_out=Exists(blackouts),
    )


def _sum(rows: "QuerySet[Any]") -> Coalesce:
    total = rows.annotate(pax=Sum("pax_cnt")).values("pax")
    return Coalesce(Subquery(total, output_field=IntegerField()), 0)


def _row(row: Any) -> TimeslotRow:
    rule = row.experience_timeslot
    override = {**((rule.price_override if rule else None) or {}), **(row.price_override or {})}
    day = row.experience_date
    return TimeslotRow(
        **{name: getattr(row, name) for name in _SAME},
        held_pax_cnt=row.held_pax_cnt - row.lapsed,
        experience_name=row.experience.name,
        experience_color=row.experience.color,
        experience_hero_image=row.experience.hero_image,
        experience_status=row.experience.status,
        min_pax=row.experience.min_pax,
        max_pax=row.experience.max_pax,
        price_override=override or None,
        seats=_seats(row),
        day=Day(day.status, day.capacity, day.booked_pax_cnt, day.held_pax_cnt, row.day_lapsed),
    )


def _seats(row: Any) -> Seats:
    return Seats(
        capacity=row.capacity,
        booked_pax_cnt=row.booked_pax_cnt,
        held_pax_cnt=row.held_pax_cnt,
        online_allotment=row.online_allotment,
        online_booked_pax_cnt=row.online_booked_pax_cnt,
        online_held_pax_cnt=row.online_held_pax_cnt,
        overbook_cnt=row.overbook_cnt,
        lapsed_cnt=row.lapsed,
        online_lapsed_cnt=row.online_lapsed,
    )


def _date(row: ExperienceDate) -> DateRow:
    return DateRow(row.pk, row.experience_id, row.date, row.status, row.capacity, row.note)
