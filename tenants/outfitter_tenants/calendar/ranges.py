"""The range call of the widget: days with counters and prices, kept while nothing changes."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

import orjson
from django.core.cache import cache

from outfitter.db.current import current_schema
from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter_tenants.calendar import bodies, by_resources, queries
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.display import AllIn
from outfitter_tenants.scheduling import freshness
from outfitter_tenants.scheduling import queries as scheduling

MAX_DAYS: Final = 62
# Cut-offs pass without anything being written, and a crash may swallow a change of version.
KEPT_SECONDS: Final = 30
_BUILD_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a calendar asks for; `first` is not before the operator's today."""

    first: date
    last: date
    experience_id: int | None
    category: str | None
    has_prices: bool
    has_experiences: bool
    is_full_shown: bool
    is_staff: bool

    @property
    def key(self) -> str:
        """Return what tells kept answers of one operator apart, versions aside."""
        parts = (
            self.first, self.last, self.experience_id, self.category, self.has_prices,
            self.has_experiences,
        )  # fmt: skip
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def clamp(*, first: date, last: date, at: datetime) -> tuple[date, date]:
    """
    Return the range from the operator's today on; it may be empty.

    :raises Invalid: backwards, or longer than 62 days
    """
    if last < first:
        raise Invalid({"lastDay": ["The last day lies before the first."]})
    today = zones.local_day(at, people.get_properties().time_zone)
    first = max(first, today)
    if (last - first).days >= MAX_DAYS:
        raise Invalid({"lastDay": [f"Ask for at most {MAX_DAYS} days."]})
    return first, last


def public_answer(
    *, wanted: Wanted, at: datetime, before_build: Callable[[], None] | None = None
) -> bodies.Packed:
    """
    Return the answer to a stranger, from what is kept when nothing has changed since.

    One caller builds it anew at a time; others get the one before meanwhile. `before_build` may
    raise to refuse that work.
    """
    schema = current_schema()
    moved = "-".join(freshness.versions(first=wanted.first, last=wanted.last))
    latest = f"range:{schema}:{wanted.key}"
    current = f"{latest}:{moved}"
    if (found := cache.get(current)) is not None:
        return bodies.Packed(*found)
    lock = f"{current}:lock"
    is_builder = cache.add(lock, 1, _BUILD_SECONDS)
    if not is_builder and (found := cache.get(latest)) is not None:
        return bodies.Packed(*found)
    if before_build is not None:
        before_build()
    packed = bodies.pack(head(wanted=wanted, at=at))
    kept = (packed.data, packed.crc, packed.size)
    cache.set_many({current: kept, latest: kept}, timeout=KEPT_SECONDS)
    if is_builder:
        cache.delete(lock)
    return packed


def head(*, wanted: Wanted, at: datetime) -> bytes:
    """Return the answer as JSON, without its last brace: the request id is still to come."""
    return orjson.dumps(answer(wanted=wanted, at=at), option=orjson.OPT_NON_STR_KEYS)[:-1]


def answer(*, wanted: Wanted, at: datetime) -> dict[str, Any]:
    """Return days with their entries, in the order of the experiences."""
    rows = _experiences(wanted)
    shown = prices.from_prices()
    body: dict[str, Any] = {"dates": _dates(rows, wanted, at, shown)}
    if wanted.has_experiences:
        dates = scheduling.next_available_dates(experience_ids=[row.id for row in rows], at=at)
        body["experiences"] = [
            queries.widget_experience(row, dates.get(row.id), shown) for row in rows
        ]
    return body


def _experiences(wanted: Wanted) -> list[catalog.ExperienceRow]:
    if wanted.experience_id is not None:
        one = catalog.get_experience(
            experience_id=wanted.experience_id, is_public=not wanted.is_staff
        )
        rows = [one]
    else:
        rows = catalog.list_live()
    if wanted.category is None:
        return rows
    shelf = catalog.get_category(category=wanted.category, is_public=not wanted.is_staff)
    return [row for row in rows if shelf.id in row.category_ids]


def _dates(
    rows: list[catalog.ExperienceRow], wanted: Wanted, at: datetime, shown: AllIn
) -> dict[str, list[dict[str, Any]]]:
    if wanted.last < wanted.first:
        return {}
    full = frozenset(row.id for row in rows if row.is_allow_manual_overbooking)
    full_ids = full if wanted.is_staff and wanted.is_full_shown else frozenset()
    days = queries.days_in_range(
        experiences=rows, first=wanted.first, last=wanted.last, at=at, full_ids=full_ids
    )
    days = by_resources.counted(
        days, experiences=rows, first=wanted.first, last=wanted.last, at=at, full_ids=full_ids
    )
    place = {row.id: (number, row.name) for number, row in enumerate(rows)}
    days.sort(key=lambda day: (day.date, place[day.experience_id][0]))
    priced = _timeslots(rows, wanted, at, shown) if wanted.has_prices else None
    found: dict[str, list[dict[str, Any]]] = {}
    for day in days:
        entry = _entry(day, place[day.experience_id][1], is_staff=wanted.is_staff)
        if priced is not None:
            entry["timeslots"] = priced.get((day.date, day.experience_id), [])
        found.setdefault(day.date.isoformat(), []).append(entry)
    return found


def _entry(day: queries.DayRow, name: str, *, is_staff: bool) -> dict[str, Any]:
    counters = day.counters
    return {
        "experience_id": day.experience_id,
        "experience": {"id": day.experience_id, "name": name},
        "total_availability_cnt": counters.total_availability_cnt if is_staff else 0,
        "online_availability_cnt": counters.online_availability_cnt,
        "open_direct_timeslot_cnt": counters.open_direct_timeslot_cnt if is_staff else 0,
        "open_online_timeslot_cnt": counters.open_online_timeslot_cnt,
        "pax_cnt": counters.pax_cnt if is_staff else 0,
    }


def _timeslots(
    rows: list[catalog.ExperienceRow], wanted: Wanted, at: datetime, shown: AllIn
) -> dict[tuple[date, int], list[dict[str, Any]]]:
    kinds = {
        row.id: [
            {"customer_type": {"id": kind.customer_type_id}}
            for kind in (row.customer_types if wanted.is_staff else row.online_types)
        ]
        for row in rows
    }
    sold = {row.id: row.online_types for row in rows}
    slots = queries.prices_in_range(
        experience_ids=list(kinds), first=wanted.first, last=wanted.last, at=at,
        is_staff=wanted.is_staff,
    )  # fmt: skip
    found: dict[tuple[date, int], list[dict[str, Any]]] = {}
    for slot in slots:
        found.setdefault((slot.date, slot.experience_id), []).append(
            {
                "id": slot.id,
                "start_time": slot.start_time,
                "min_price": shown.lowest(
                    experience_id=slot.experience_id,
                    price=slot.min_price,
                    kinds=sold[slot.experience_id],
                    day=slot.date,
                ),
                "availabilities": kinds[slot.experience_id],
            }
        )
    return found
