"""
An answer of the range call, written as text: a month is thousands of small alike objects.

What experiences have in common is written once; of each departure only its number, start and
price are filled in.
"""

import json
import math
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

import orjson

from outfitter.kit import zones
from outfitter_tenants.calendar import queries
from outfitter_tenants.calendar.from_prices import PriceBook, PriceQuery, Prices
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
    `hidden_experience_ids`: what their partner does not sell. `is_late`: they may sell what has
    departed, and are told of it.
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
    hidden_experience_ids: frozenset[int] = frozenset()


def build_response(*, wanted: RangeQuery, shelf: queries.CatalogSnapshot, at: datetime) -> CachedResponse:
    """Return the answer without its last brace: the request id is still to come."""
    rows = shelf.rows(wanted.languages)
    changes: list[float] = []
    rooms = _rooms(rows, wanted, shelf, at)
    parts = [b'{"dates":{']
    if wanted.first <= wanted.last and rows:
        parts += _dates(rows, wanted, shelf, at, changes, rooms)
    parts.append(b"}")
    if wanted.has_experiences:
        experiences = _experiences(rows, shelf, at, changes, rooms, wanted.languages)
        parts += [b',"experiences":', experiences]
    return CachedResponse(parts, min(changes, default=math.inf))


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
) -> bytes:
    dates = scheduling.next_dates(experience_ids=[row.id for row in rows], at=at, rooms=rooms)
    if dates.until is not None:
        changes.append(dates.until.timestamp())
    shown = shelf.shown
    names = catalog.guest_type_names(languages=languages)
    found = [queries.widget_experience(row, dates.days.get(row.id), shown, names) for row in rows]
    return orjson.dumps(found)


def _dates(
    rows: Sequence[ExperienceRow],
    wanted: RangeQuery,
    shelf: queries.CatalogSnapshot,
    at: datetime,
    changes: list[float],
    rooms: scheduling.Rooms | None,
) -> list[bytes]:
    """Return the days one by one: five megabytes are nowhere in one piece."""
    book = _book(shelf, _price_query(wanted, shelf, at), wanted.is_staff) if wanted.has_prices else None
    prices = Prices(book, first=wanted.first, last=wanted.last, at=at) if book is not None else None
    month = queries.Month(
        experiences=rows,
        first=wanted.first,
        last=wanted.last,
        at=at,
        parties=shelf.parties,
        rooms=rooms.of_shown() if rooms is not None else None,
        is_shared=rooms is not None,
        has_pools=shelf.has_pools,
        priced=book.asked if book is not None else None,
        late=timedelta(hours=shelf.properties.book_past_hours) if wanted.is_late else None,
    )
    if wanted.is_staff:
        entries = _staff_entries(month, prices, wanted)
    else:
        entries = _public_entries(month, prices, changes, shelf)
    days: list[list[tuple[int, str]]] = [[] for _ in range((wanted.last - wanted.first).days + 1)]
    # Each is written while the database makes the next ones.
    with closing(entries):
        for day, place, text in entries:
            days[day].append((place, text))
    if book is not None and prices is not None:
        changes.append(prices.until)
        if book.is_dated:
            # Who books tomorrow may be under other sheets.
            zone = shelf.properties.time_zone
            changes.append(zones.day_bounds(zones.local_day(at, zone), zone)[1].timestamp())
    return list(_by_day(days, wanted.first))


# Of (days after the first one, the experience's place, what stands there), in no order.
_Entries = Generator[tuple[int, int, str], None, None]


def _by_day(days: Sequence[list[tuple[int, str]]], first: date) -> Iterator[bytes]:
    before = ""
    for number, entries in enumerate(days):
        if entries:
            entries.sort()
            inside = ",".join([text for _, text in entries])
            yield f'{before}"{first + timedelta(days=number)}":[{inside}]'.encode()
            before = ","


def _heads(rows: Sequence[ExperienceRow]) -> list[str]:
    return [
        # Escaped, so that one accent does not double the whole answer's memory.
        f'{{"experience_id":{row.id},"experience":{{"id":{row.id},"name":'
        f'{json.dumps(row.name)}}},"total_availability_cnt":'
        for row in rows
    ]


def _public_entries(
    month: queries.Month, prices: Prices | None, changes: list[float], shelf: queries.CatalogSnapshot
) -> _Entries:
    """Yield entries for strangers: figures of staff are 0 (domain.md 4.2.4)."""
    heads, ids = _heads(month.experiences), [row.id for row in month.experiences]
    hidden_sold_out = shelf.hidden_sold_out
    countdowns = [shelf.countdowns[pk] for pk in ids]
    slots = ""
    for day, place, seats, open_cnt, departures, until in queries.online_days(month):
        if until is not None:
            changes.append(until)
        if not open_cnt and ids[place] in hidden_sold_out:
            continue
        if prices is not None and departures is not None:
            slots = prices.written(day, ids[place], departures)
        few = f',"few_left":{seats}' if open_cnt and 0 < seats <= countdowns[place] else ""
        text = (
            f'{heads[place]}0,"online_availability_cnt":{seats},"open_direct_timeslot_cnt":0,'
            f'"open_online_timeslot_cnt":{open_cnt},"pax_cnt":0{few}{slots}}}'
        )
        yield day, place, text


def _staff_entries(month: queries.Month, prices: Prices | None, wanted: RangeQuery) -> _Entries:
    rows = month.experiences
    full = frozenset(row.id for row in rows if wanted.is_full_shown and row.is_allow_manual_overbooking)
    heads = _heads(rows)
    for day, place, counters, departures in queries.staff_days(
        month, full_ids=full, is_agent=wanted.is_agent
    ):
        slots = ""
        if prices is not None and departures is not None:
            slots = prices.written(day, rows[place].id, departures)
        yield day, place, f"{_counted(heads[place], counters)}{slots}}}"


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


def _price_query(wanted: RangeQuery, shelf: queries.CatalogSnapshot, at: datetime) -> PriceQuery:
    return PriceQuery(
        method=_method(wanted, shelf),
        reseller_id=wanted.reseller_id,
        booked_on=zones.local_day(at, shelf.properties.time_zone),
    )


@lru_cache(maxsize=16)
def _book(shelf: queries.CatalogSnapshot, asking: PriceQuery, is_staff: bool) -> PriceBook:
    rows = [offer.row for offer in shelf.offers]
    ends = {row.id: _sellable(row, is_staff=is_staff) for row in rows}
    return PriceBook(rows=rows, shelf=shelf, asking=asking, ends=ends)


def forget() -> None:
    """Compute the next prices anew: measurements ask what that costs."""
    _book.cache_clear()


def _method(wanted: RangeQuery, shelf: queries.CatalogSnapshot) -> str:
    if wanted.reseller_id is not None:
        return "reseller"
    return shelf.properties.default_trip_method if wanted.is_staff else "ecommerce"
