"""
An answer of the range call, written as text: a month is thousands of small alike objects.

What experiences have in common is written once; of each departure only its number, start and
price are filled in.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import orjson

from outfitter.kit import zones
from outfitter_tenants.calendar import queries
from outfitter_tenants.calendar.from_prices import PriceQuery, Prices
from outfitter_tenants.calendar.response_cache import CachedResponse
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.rules.availability import DayCounters


@dataclass(frozen=True, slots=True)
class RangeQuery:
    """
    What a calendar asks for.

    `reseller_id` is one whose rate sheets the caller may see. `is_agent`: staff of a reseller.
    `is_late`: they may sell what has departed, and are told of it.
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
    is_late: bool = False
    reseller_id: int | None = None
    languages: tuple[str, ...] = ()


def build_response(*, wanted: RangeQuery, shelf: queries.CatalogSnapshot, at: datetime) -> CachedResponse:
    """Return the answer without its last brace: the request id is still to come."""
    rows = shelf.rows(wanted.languages)
    changes: list[float] = []
    rooms = _rooms(rows, wanted, shelf, at)
    # Five megabytes are copied but once, at the end.
    parts = ['{"dates":{']
    if wanted.first <= wanted.last and rows:
        _write_dates(parts, rows, wanted, shelf, at, changes, rooms)
    parts.append("}")
    if wanted.has_experiences:
        parts += [',"experiences":', _experiences(rows, shelf, at, changes, rooms, wanted.languages)]
    return CachedResponse("".join(parts).encode(), min(changes, default=math.inf))


def _rooms(
    rows: Sequence[ExperienceRow], wanted: RangeQuery, shelf: queries.CatalogSnapshot, at: datetime
) -> scheduling.Rooms | None:
    """Return what boats and vans can take, where anything on the shelf needs some."""
    limited = [row.id for row in rows if row.id in shelf.resourced]
    if not limited:
        return None
    return scheduling.load_rooms(
        experience_ids=limited,
        first=wanted.first,
        last=wanted.last,
        at=at,
        is_open_ended=wanted.has_experiences,
    )


def _experiences(
    rows: Sequence[ExperienceRow],
    shelf: queries.CatalogSnapshot,
    at: datetime,
    changes: list[float],
    rooms: scheduling.Rooms | None,
    languages: Sequence[str],
) -> str:
    dates = scheduling.next_dates(experience_ids=[row.id for row in rows], at=at, rooms=rooms)
    if dates.until is not None:
        changes.append(dates.until.timestamp())
    shown = shelf.shown
    names = catalog.guest_type_names(languages=languages)
    found = [queries.widget_experience(row, dates.days.get(row.id), shown, names) for row in rows]
    return orjson.dumps(found).decode()


def _write_dates(
    parts: list[str],
    rows: Sequence[ExperienceRow],
    wanted: RangeQuery,
    shelf: queries.CatalogSnapshot,
    at: datetime,
    changes: list[float],
    rooms: scheduling.Rooms | None,
) -> None:
    prices = _prices(rows, wanted, shelf, at) if wanted.has_prices else None
    month = queries.Month(
        experiences=rows,
        first=wanted.first,
        last=wanted.last,
        at=at,
        parties=shelf.parties,
        rooms=rooms.of_shown() if rooms is not None else None,
        is_shared=rooms is not None,
        has_pools=shelf.has_pools,
        priced=prices.asked if prices is not None else None,
        late=timedelta(hours=shelf.properties.book_past_hours) if wanted.is_late else None,
    )
    entries = _staff_entries(month, wanted) if wanted.is_staff else _public_entries(month, changes, shelf)
    _write_days(parts, entries, prices, wanted.first)
    if prices is not None:
        changes.append(prices.until)
        if prices.is_dated:
            # Who books tomorrow may be under other sheets.
            zone = shelf.properties.time_zone
            changes.append(zones.day_bounds(zones.local_day(at, zone), zone)[1].timestamp())


# (days after the first one, id of the experience, its entry without the closing brace, what of it
# is on sale), by day
_Entry = tuple[int, int, str, queries.Departures | None]


def _write_days(parts: list[str], entries: Iterable[_Entry], prices: Prices | None, first: date) -> None:
    before = -1
    for day, experience_id, text, departures in entries:
        if day != before:
            end = "}]," if before >= 0 else ""
            parts.append(f'{end}"{first + timedelta(days=day)}":[')
            before = day
        else:
            parts.append("},")
        parts.append(text)
        if prices is not None and departures is not None:
            parts.append(',"timeslots":[')
            parts.append(prices.written(day, experience_id, departures))
            parts.append("]")
    if before >= 0:
        parts.append("}]")


def _heads(rows: Sequence[ExperienceRow]) -> list[str]:
    return [
        # Escaped, so that one accent does not double the whole answer's memory.
        f'{{"experience_id":{row.id},"experience":{{"id":{row.id},"name":'
        f'{json.dumps(row.name)}}},"total_availability_cnt":'
        for row in rows
    ]


def _public_entries(
    month: queries.Month, changes: list[float], shelf: queries.CatalogSnapshot
) -> Iterator[_Entry]:
    """Yield entries for strangers: figures of staff are 0 (domain.md 4.2.4)."""
    days = queries.online_days(month)
    changes.append(days.until)
    heads, ids = _heads(month.experiences), [row.id for row in month.experiences]
    hidden_sold_out, countdowns = shelf.hidden_sold_out, shelf.countdowns
    for day, place, seats, open_cnt, departures in days.rows:
        if not open_cnt and ids[place] in hidden_sold_out:
            continue
        text = (
            f'{heads[place]}0,"online_availability_cnt":{seats},"open_direct_timeslot_cnt":0,'
            f'"open_online_timeslot_cnt":{open_cnt},"pax_cnt":0'
        )
        if open_cnt and 0 < seats <= countdowns[ids[place]]:
            text += f',"few_left":{seats}'
        yield day, ids[place], text, departures


def _staff_entries(month: queries.Month, wanted: RangeQuery) -> Iterator[_Entry]:
    full = frozenset(
        row.id for row in month.experiences if wanted.is_full_shown and row.is_allow_manual_overbooking
    )
    heads = _heads(month.experiences)
    for day, place, counters, departures in queries.staff_days(
        month, full_ids=full, is_agent=wanted.is_agent
    ):
        yield day, month.experiences[place].id, _counted(heads[place], counters), departures


def _counted(head: str, it: DayCounters) -> str:
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


def _prices(
    rows: Sequence[ExperienceRow], wanted: RangeQuery, shelf: queries.CatalogSnapshot, at: datetime
) -> Prices:
    asking = PriceQuery(
        method=_method(wanted, shelf),
        reseller_id=wanted.reseller_id,
        booked_on=zones.local_day(at, shelf.properties.time_zone),
        first=wanted.first,
        at=at,
    )
    ends = {row.id: _sellable(row, is_staff=wanted.is_staff) for row in rows}
    return Prices(rows=rows, shelf=shelf, asking=asking, ends=ends)


def _method(wanted: RangeQuery, shelf: queries.CatalogSnapshot) -> str:
    if wanted.reseller_id is not None:
        return "reseller"
    return shelf.properties.default_trip_method if wanted.is_staff else "ecommerce"
