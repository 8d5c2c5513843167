"""Reads of timeslots: frozen rows with everything the rules of availability need."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Count, DateTimeField
from psycopg.types.numeric import Int8

from outfitter.db.prepared_statements import one_line, prepared_cursor
from outfitter.db.statements import Param, Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot
from outfitter_tenants.scheduling.queries.resource_capacity import resource_room
from outfitter_tenants.scheduling.queries.resource_capacity_range import Rooms, load_rooms
from outfitter_tenants.scheduling.queries.timeslot_sql import COLUMNS, NAMES, NEXT_DATES
from outfitter_tenants.scheduling.rules.availability import (
    AUDIENCES,
    Audience,
    Day,
    Pool,
    Remaining,
    Seats,
    Slot,
    Window,
    remaining,
)

_NEVER: Final = date(1900, 1, 1)
# Strangers are told of so few seats, where no restriction says from how few on.
FEW_SEATS: Final = 6


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
    # Until when staff with `timeslot.book_past` may still sell it (domain.md 4.2.6).
    late_until: datetime
    is_flex: bool
    status: str
    capacity: int | None
    booked_pax_cnt: int
    held_pax_cnt: int
    note: str
    min_price: int | None
    price_override: dict[str, int] | None
    windows: Mapping[Audience, Window]
    min_pax: int
    max_pax: int
    is_allow_manual_overbooking: bool
    capacity_type: str
    is_blacked_out: bool
    is_day_limited: bool
    # Whether a sale takes something of a resource group as well (scheduling.operations.claims).
    needs_resources: bool
    is_pooled: bool
    is_edited: bool
    cancel_reason: str | None
    # Seats of the smallest party that waits for it; None: nobody does (docs/adr/0088).
    waiting_pax_min: int | None
    capacity_by_type: dict[str, int]
    channel_allotments: dict[str, int]
    version: int
    seats: Seats
    day: Day
    # Party sizes that the restriction sets: audience -> (smallest, largest), None: as above.
    parties: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    # How strangers see it (domain.md 4.2.4): from how few seats on they are told, and sold out.
    countdown_from: int = FEW_SEATS
    sold_out_display: str = "show"

    @property
    def remaining(self) -> Remaining:
        """Return the seats left, by audience."""
        return remaining(self.seats, self.day)

    @property
    def slot(self) -> Slot:
        """Return what the counters of a day need."""
        return Slot(self.seats, self.status, self.windows, self.is_blacked_out)

    def party(self, audience: Audience) -> tuple[int, int]:
        """Return the smallest and the largest party for an audience, in pax."""
        least, most = self.parties.get(audience, (None, None))
        return (self.min_pax if least is None else least, self.max_pax if most is None else most)


@dataclass(frozen=True, slots=True)
class DateRow:
    """One experience on one local date."""

    id: int
    experience_id: int
    date: date
    status: str
    capacity: int | None
    note: str
    version: int = 1


def get_timeslot(*, timeslot_id: int, at: datetime | None = None) -> TimeslotRow:
    """
    Return one timeslot as of `at` (now, by the database's clock, when not given).

    :raises TimeslotNotFound: there is none
    """
    rows = _named([timeslot_id], at)
    if not rows:
        raise TimeslotNotFound("Time not found.")
    return rows[0]


def get_timeslot_refs(*, ids: Iterable[int], at: datetime | None = None) -> dict[int, TimeslotRow]:
    """Return timeslots by id."""
    return {row.id: row for row in _named(list(ids), at)}


def list_timeslots(
    *, experience_id: int, first: date, last: date, at: datetime | None = None
) -> list[TimeslotRow]:
    """Return an experience's timeslots from one local day to another, by start."""
    where = """t.experience_id = %(experience_id)s AND t.date BETWEEN %(first)s AND %(last)s
               ORDER BY t.start_at, t.id"""
    return _read(where, at, experience_id=experience_id, first=first, last=last)


def timeslots_of_experiences(
    *, experience_ids: Iterable[int], first: date, last: date, at: datetime | None = None
) -> list[TimeslotRow]:
    """Return the timeslots of several experiences on some local days, by start."""
    where = """t.experience_id = ANY(%(ids)s) AND t.date BETWEEN %(first)s AND %(last)s
               ORDER BY t.start_at, t.id"""
    return _read(where, at, ids=list(experience_ids), first=first, last=last)


def timeslots_of_day(*, date: date, at: datetime | None = None) -> list[TimeslotRow]:
    """Return every timeslot of a day in one query: by start, then the experiences' order."""
    return _read("t.date = %(day)s ORDER BY t.start_at, e.position, t.id", at, day=date)


def resource_timeslots(*, first: date, last: date, at: datetime | None = None) -> list[TimeslotRow]:
    """Return the departures of some local days that use resources or need some, by start."""
    where = """t.date BETWEEN %(first)s AND %(last)s AND t.status <> 'cancelled'
       AND (EXISTS (SELECT FROM scheduling_resourceusage u
                     WHERE u.experience_id = t.experience_id AND u.is_required)
            OR EXISTS (SELECT FROM scheduling_bookingresource b WHERE b.timeslot_id = t.id))
     ORDER BY t.start_at, t.id"""
    return _read(where, at, first=first, last=last)


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
    return dict(next_dates(experience_ids=experience_ids, at=at).days)


@dataclass(frozen=True, slots=True)
class NextDates:
    """
    Experience id -> first local day with a seat for strangers; none: left out.

    `until` is how long that holds if nothing is written; null: as long as one likes.
    """

    days: Mapping[int, date]
    until: datetime | None


def next_dates(*, experience_ids: Sequence[int], at: datetime, rooms: Rooms | None = None) -> NextDates:
    """
    Return the first days on which strangers can book, in one statement.

    Experiences that need resources take `rooms` (open-ended) or one more.
    """
    with connection.cursor() as cursor:
        cursor.execute(NEXT_DATES, {"ids": list(experience_ids), "at": at})
        rows = cursor.fetchall()
    changes = [instant for _, _, instant, _ in rows if instant is not None]
    days = {pk: day for pk, day, _, is_limited in rows if day is not None and not is_limited}
    limited = [pk for pk, day, _, is_limited in rows if is_limited and day is not None]
    if limited:
        found = rooms or load_rooms(
            experience_ids=limited, first=_NEVER, last=_NEVER, at=at, is_open_ended=True
        )
        days |= found.next_days()
    return NextDates(days, min(changes, default=None))


def upcoming_counts(*, at: datetime, days: int = 30) -> dict[int, int]:
    """Return experience id -> how many timeslots begin in that many days."""
    rows = Timeslot.objects.filter(start_at__gte=at, start_at__lt=at + timedelta(days=days)).exclude(
        status="cancelled"
    )
    return dict(rows.order_by().values_list("experience_id").annotate(Count("pk")))


# Whether anything is scheduled after `at`.
ANY_FUTURE_TIMESLOT: Final = Statement(
    lambda: Timeslot.objects.filter(start_at__gt=Param("at", DateTimeField()), status="open").values_list(
        "pk"
    )[:1]
)


def has_sale() -> bool:
    """Return whether a seat was ever sold."""
    return Timeslot.objects.filter(booked_pax_cnt__gt=0).exists()


def zone_of(*, time_zone: str | None) -> str:
    """Return the zone that applies: the location's, else the operator's."""
    return time_zone or people.get_properties().time_zone


def _read(where: str, at: datetime | None, **values: Any) -> list[TimeslotRow]:
    with connection.cursor() as cursor:
        cursor.execute(f"{COLUMNS} WHERE {where}", {"at": at, **values})
        rows = [timeslot_row(row) for row in cursor.fetchall()]
    return with_room(rows, at)


_ONE: Final = one_line(f"{COLUMNS} WHERE t.id = %(id)s")
_SEVERAL: Final = one_line(f"{COLUMNS} WHERE t.id = ANY(%(ids)s::bigint[])")


def _named(ids: list[int], at: datetime | None) -> list[TimeslotRow]:
    """Return timeslots by id, as every sale asks for them: the server keeps the plan."""
    with prepared_cursor() as cursor:
        if len(ids) == 1:
            cursor.execute(_ONE, {"at": at, "id": Int8(ids[0])})
        else:
            cursor.execute(_SEVERAL, {"at": at, "ids": ids})
        rows = [timeslot_row(row) for row in cursor.fetchall()]
    return with_room(rows, at)


def with_room(rows: list[TimeslotRow], at: datetime | None) -> list[TimeslotRow]:
    """
    Limit departures by what the resources they need still take, whatever their own capacity.

    Four statements more, only where there are such departures (domain.md 4.2.2).
    """
    limited = [row for row in rows if row.needs_resources]
    if not limited:
        return rows
    room = resource_room(departures=limited, at=at)
    return [replace(row, seats=replace(row.seats, room=room.get(row.id))) for row in rows]


def timeslot_row(row: Sequence[Any]) -> TimeslotRow:
    """Return what `slot_sql.COLUMNS` read."""
    named: dict[str, Any] = dict(zip(NAMES, row, strict=False))
    cells = iter(row[len(NAMES) :])
    times = [next(cells) for _ in range(4 * len(AUDIENCES))]
    parties, by_type, allotments, rule_prices, slot_prices = (_loaded(next(cells)) for _ in range(5))
    pools = tuple(Pool(*values) for values in _loaded(next(cells)) or ())
    booked, held, allotment, online_booked, online_held, overbook = (next(cells) for _ in range(6))
    lapsed, online_lapsed = next(cells), next(cells)
    return TimeslotRow(
        **named,
        windows={
            audience: Window(*times[4 * place : 4 * place + 4]) for place, audience in enumerate(AUDIENCES)
        },
        booked_pax_cnt=booked,
        held_pax_cnt=held - lapsed,
        price_override=_override(rule_prices, slot_prices),
        capacity_by_type=by_type or {},
        channel_allotments=allotments or {},
        parties={name: (row[0], row[1]) for name, row in (parties or {}).items()},
        **_shown_online((parties or {}).get("online")),
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
            pools=pools,
        ),
        day=Day(*cells),
    )


def _shown_online(row: Sequence[Any] | None) -> dict[str, Any]:
    """Return what of a restriction's row for strangers is about how a departure is shown."""
    countdown, display = row[2:4] if row else (None, "show")
    return {"countdown_from": FEW_SEATS if countdown is None else countdown, "sold_out_display": display}


def _loaded(text: str | None) -> Any:
    return json.loads(text) if text else None


def _override(rule: dict[str, int] | None, own: dict[str, int] | None) -> dict[str, int] | None:
    return None if rule is None and own is None else {**(rule or {}), **(own or {})}


def _date(row: ExperienceDate) -> DateRow:
    return DateRow(row.pk, row.experience_id, row.date, row.status, row.capacity, row.note, row.version)
