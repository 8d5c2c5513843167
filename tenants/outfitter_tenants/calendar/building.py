"""
An answer of the range call, written as text: a month is thousands of small alike objects.

What experiences have in common is written once; of each departure only its number, start and
price are filled in.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import orjson

from outfitter.kit import zones
from outfitter_tenants.calendar import by_resources, queries
from outfitter_tenants.calendar.kept import Built
from outfitter_tenants.calendar.pricing import Asking, Prices
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.availability import DayCounters


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What a calendar asks for.

    `reseller_id` is one whose rate sheets the caller may see. `is_agent`: staff of a reseller.
    """

    first: date
    last: date
    experience_id: int | None = None
    category: str | None = None
    has_prices: bool = False
    has_experiences: bool = False
    is_full_shown: bool = False
    is_staff: bool = False
    is_agent: bool = False
    reseller_id: int | None = None
    languages: tuple[str, ...] = ()


def built(*, wanted: Wanted, shelf: queries.Shelf, at: datetime) -> Built:
    """Return the answer without its last brace: the request id is still to come."""
    rows = shelf.rows(wanted.languages)
    changes: list[float] = []
    parts = ['{"dates":{', _dates(rows, wanted, shelf, at, changes), "}"]
    if wanted.has_experiences:
        parts += [',"experiences":', _experiences(rows, shelf, at, changes)]
    return Built("".join(parts).encode(), min(changes, default=math.inf))


def _experiences(
    rows: Sequence[ExperienceRow], shelf: queries.Shelf, at: datetime,
    changes: list[float],
) -> str:  # fmt: skip
    dates = scheduling.next_dates(experience_ids=[row.id for row in rows], at=at)
    if dates.until is not None:
        changes.append(dates.until.timestamp())
    shown = shelf.shown
    found = [queries.widget_experience(row, dates.days.get(row.id), shown) for row in rows]
    return orjson.dumps(found).decode()


def _dates(
    rows: Sequence[ExperienceRow], wanted: Wanted, shelf: queries.Shelf, at: datetime,
    changes: list[float],
) -> str:  # fmt: skip
    if wanted.last < wanted.first or not rows:
        return ""
    entries = (
        _staff_entries(rows, wanted, shelf, at)
        if wanted.is_staff
        else _public_entries(rows, wanted, shelf, at, changes)
    )
    slots = _timeslots(rows, wanted, shelf, at, changes) if wanted.has_prices else None
    return _by_day(entries, slots, [row.id for row in rows], wanted.first)


# (days after the first one, place of the experience, its entry without the closing brace)
_Entry = tuple[int, int, str]


def _by_day(
    entries: Sequence[_Entry],
    slots: Mapping[tuple[int, int], str] | None,
    ids: Sequence[int],
    first: date,
) -> str:
    days: dict[int, list[str]] = {}
    for day, place, text in entries:
        if slots is not None:
            text += f',"timeslots":[{slots.get((day, ids[place]), "")}]'
        days.setdefault(day, []).append(text + "}")
    return ",".join(
        f'"{first + timedelta(days=day)}":[{",".join(found)}]' for day, found in days.items()
    )


def _heads(rows: Sequence[ExperienceRow]) -> list[str]:
    return [
        f'{{"experience_id":{row.id},"experience":{{"id":{row.id},"name":'
        f'{orjson.dumps(row.name).decode()}}},"total_availability_cnt":'
        for row in rows
    ]


def _public_entries(
    rows: Sequence[ExperienceRow], wanted: Wanted, shelf: queries.Shelf, at: datetime,
    changes: list[float],
) -> list[_Entry]:  # fmt: skip
    """Return entries for strangers: figures of staff are 0 (domain.md 4.2.4)."""
    days = queries.online_days(
        experiences=rows, parties=shelf.parties, first=wanted.first, last=wanted.last, at=at,
        has_pools=shelf.has_pools,
    )  # fmt: skip
    changes.append(days.until)
    heads = _heads(rows)
    return [
        (
            day, place,
            f'{heads[place]}0,"online_availability_cnt":{seats},"open_direct_timeslot_cnt":0,'
            f'"open_online_timeslot_cnt":{open_cnt},"pax_cnt":0',
        )
        for day, place, seats, open_cnt in _with_resources(days.rows, rows, wanted, at)
    ]  # fmt: skip


def _with_resources(
    days: Sequence[tuple[int, int, int, int]], rows: Sequence[ExperienceRow], wanted: Wanted,
    at: datetime,
) -> Sequence[tuple[int, int, int, int]]:  # fmt: skip
    """Count anew what experiences can sell whose resources are their capacity."""
    if all(row.capacity_type != "resource" for row in rows):
        return days
    first = wanted.first
    counted = by_resources.counted(
        [
            queries.DayRow(
                first + timedelta(days=day), rows[place].id, DayCounters(0, seats, 0, open_cnt, 0)
            )
            for day, place, seats, open_cnt in days
        ],
        experiences=rows, first=first, last=wanted.last, at=at, full_ids=(),
    )  # fmt: skip
    return [
        (
            day[0], day[1], new.counters.online_availability_cnt,
            new.counters.open_online_timeslot_cnt,
        )
        for day, new in zip(days, counted, strict=True)
    ]  # fmt: skip


def _staff_entries(
    rows: Sequence[ExperienceRow], wanted: Wanted, shelf: queries.Shelf, at: datetime
) -> list[_Entry]:
    full = frozenset(
        row.id for row in rows if wanted.is_full_shown and row.is_allow_manual_overbooking
    )
    days = queries.days_in_range(
        experiences=rows, first=wanted.first, last=wanted.last, at=at, full_ids=full,
        parties=shelf.parties, has_pools=shelf.has_pools,
    )  # fmt: skip
    days = by_resources.counted(
        days, experiences=rows, first=wanted.first, last=wanted.last, at=at, full_ids=full
    )
    places = {row.id: place for place, row in enumerate(rows)}
    heads = _heads(rows)
    found = [
        (
            (day.date - wanted.first).days, places[day.experience_id],
            _counted(heads[places[day.experience_id]], day),
        )
        for day in days
    ]  # fmt: skip
    return sorted(found)


def _counted(head: str, day: queries.DayRow) -> str:
    it = day.counters
    return (
        f"{head}{it.total_availability_cnt},"
        f'"online_availability_cnt":{it.online_availability_cnt},'
        f'"open_direct_timeslot_cnt":{it.open_direct_timeslot_cnt},'
        f'"open_online_timeslot_cnt":{it.open_online_timeslot_cnt},"pax_cnt":{it.pax_cnt}'
    )


def _sellable(row: ExperienceRow, *, is_staff: bool) -> str:
    kinds = row.customer_types if is_staff else row.online_types
    inside = ",".join(f'{{"customer_type":{{"id":{kind.customer_type_id}}}}}' for kind in kinds)
    return f',"availabilities":[{inside}]}}'


def _timeslots(
    rows: Sequence[ExperienceRow], wanted: Wanted, shelf: queries.Shelf, at: datetime,
    changes: list[float],
) -> dict[tuple[int, int], str]:  # fmt: skip
    """Return the departures of each (day, experience) as JSON, by start."""
    local = zones.local_day(at, shelf.properties.time_zone)
    asking = Asking(
        method=_method(wanted, shelf), reseller_id=wanted.reseller_id, booked_on=local,
        first=wanted.first, at=at,
    )  # fmt: skip
    ends = {row.id: _sellable(row, is_staff=wanted.is_staff) for row in rows}
    prices = Prices(rows=rows, shelf=shelf, asking=asking, ends=ends)
    asked = queries.Asked(
        is_staff=wanted.is_staff, is_direct=wanted.is_staff and not wanted.is_agent,
        has_rules=bool(shelf.rule_prices), has_seats=prices.looks_at_seats,
        has_pools=shelf.has_pools, led_ids=prices.led_ids,
    )  # fmt: skip
    found = queries.departures_in_range(
        experience_ids=[row.id for row in rows], first=wanted.first, last=wanted.last, at=at,
        asked=asked,
    )  # fmt: skip
    slots = _written(found, prices)
    changes.append(prices.until)
    if prices.is_dated:
        # Who books tomorrow may be under other sheets.
        changes.append(zones.day_bounds(local, shelf.properties.time_zone)[1].timestamp())
    return slots


def _written(rows: Sequence[tuple[Any, ...]], prices: Prices) -> dict[tuple[int, int], str]:
    slots: dict[tuple[int, int], list[str]] = {}
    ruled = prices.rule_prices
    day, experience_id = -1, -1
    parts: list[str] = []
    for row in rows:
        if row[0] != day or row[1] != experience_id:
            day, experience_id = row[:2]
            kind = prices.day_kind(day, experience_id)
            parts, texts = [], kind.texts
            slots[day, experience_id] = parts
        start = row[3]
        text = None
        if row[4] is None and not (ruled and row[5] in ruled):
            text = texts[start] if start in texts else prices.plain(kind, experience_id, start)
        if text is None:
            text = prices.special(kind, experience_id, *row[3:])
        parts.append(f'{{"id":{row[2]}{text}')
    return {key: ",".join(found) for key, found in slots.items()}


def _method(wanted: Wanted, shelf: queries.Shelf) -> str:
    if wanted.reseller_id is not None:
        return "reseller"
    return shelf.properties.default_trip_method if wanted.is_staff else "ecommerce"
