"""Availability: departures and days."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Final

from django.core.cache import cache

from outfitter.sdk import channels
from outfitter.sdk.channels import Connection, Day, Departure, Option, Product, UnitRequest, UnknownOption
from outfitter_octo.amounts import pricing, unit_pricing
from outfitter_octo.offer_serializer import add_offers
from outfitter_octo.pickups import pickups_of, serialize_points
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import start_of
from outfitter_octo.settings import OctoMapping
from outfitter_octo.times import clock, local, utc
from outfitter_octo.types import AvailabilityShape, CalendarShape, OpeningHoursShape, Status

# Days further apart than this are read by themselves.
GAP: Final = timedelta(days=31)
# Start times are told of four weeks, and looked up every quarter of an hour.
LOOKED_AHEAD: Final = timedelta(days=27)
KEPT_SECONDS: Final = 900


def availability_id_of(departure: Departure) -> str:
    """Return the id of a departure; one of opening hours is known by when it opens."""
    return local(departure.starts_at)


def find_by_availability_ids(
    connection: Connection,
    *,
    product_id: str,
    option_id: str,
    ids: Sequence[str],
    units: Sequence[UnitRequest],
    currency: str | None,
    offer_code: str | None = None,
    has_offers: bool = False,
) -> list[Departure]:
    """Return the departures with these ids; ids of nothing are left out."""
    starts = {start for one in ids if (start := start_of(connection, one)) is not None}
    if not starts:
        require_option(connection, product_id, option_id)
    found: list[Departure] = []
    for first, last in _spans({start.date() for start in starts}):
        found += channels.availability(
            connection,
            product_id=product_id,
            option_id=option_id,
            date_from=first,
            date_to=last,
            units=units,
            currency=currency,
            offer_code=offer_code,
            has_offers=has_offers,
        )
    return [one for one in found if one.starts_at in starts]


def require_option(connection: Connection, product_id: str, option_id: str) -> None:
    """
    Say what is wrong with the names of a product and an option before anything else.

    :raises UnknownProduct, UnknownOption: as named
    """
    if channels.product(connection, product_id).option(option_id) is None:
        raise UnknownOption(option_id)


def _spans(days: Iterable[date]) -> Iterator[tuple[date, date]]:
    ordered = sorted(days)
    if not ordered:
        return
    begin = ordered[0]
    for before, after in pairwise(ordered):
        if after - before > GAP:
            yield begin, before
            begin = after
    yield begin, ordered[-1]


def local_times(connection: Connection, product: Product, option: Option, at: datetime) -> list[str]:
    """Return the local times at which an option begins; opening hours have none."""
    if option.is_all_day:
        return []
    if option.start_times:
        return [clock(one) for one in option.start_times]
    name = f"octo-times:{connection.uuid}:{option.mapping_id}"
    known: list[str] | None = cache.get(name)
    if known is None:
        today = at.astimezone(connection.zone).date()
        coming = channels.availability(
            connection,
            product_id=product.product_id,
            option_id=option.option_id,
            date_from=today,
            date_to=today + LOOKED_AHEAD,
        )
        known = sorted({clock(one.starts_at) for one in coming})
        cache.set(name, known, timeout=KEPT_SECONDS)
    return known


_STATUS: Final[dict[str, Status]] = {
    "available": "AVAILABLE",
    "limited": "LIMITED",
    "freesale": "FREESALE",
    "sold_out": "SOLD_OUT",
    "closed": "CLOSED",
}
_REFUSED: Final[dict[str, Status]] = {
    "sold_out": "SOLD_OUT",
    "too_few_seats": "SOLD_OUT",
    "past_cutoff": "CLOSED",
    "not_yet_on_sale": "CLOSED",
    "closed": "CLOSED",
}
_OVER: Final = frozenset({"SOLD_OUT", "CLOSED"})


def serialize_availability(
    departure: Departure, asked: RequestContext, product: Product | None = None
) -> AvailabilityShape:
    """
    Return a departure. With units in the request it says whether that party can have it.

    A party of the wrong make leaves the status as it is: others may well come.
    """
    refusal = departure.refusal
    start, end = _whole_day(departure) if departure.is_all_day else _exact(departure)
    status = _STATUS[departure.status]
    if refusal is not None and status not in _OVER:
        status = _REFUSED.get(refusal, status)
    found: AvailabilityShape = {
        "id": availability_id_of(departure),
        "localDateTimeStart": local(start),
        "localDateTimeEnd": local(end),
        "utcCutoffAt": utc(departure.cutoff_at),
        "allDay": departure.is_all_day,
        "available": refusal is None and status not in _OVER,
        "status": status,
        "vacancies": departure.vacancies,
        "capacity": departure.capacity,
        "maxUnits": departure.most_units,
        "openingHours": _hours(departure),
    }
    if asked.has_pricing:
        is_net_told = asked.settings.is_net_told
        found["unitPricing"] = unit_pricing(departure.prices, is_net_told=is_net_told)
        if departure.total is not None:
            found["pricing"] = pricing(departure.total, is_net_told=is_net_told)
    if asked.has_content:
        found["title"] = None
        found["shortDescription"] = ""
    if asked.has_pickups:
        offered = pickups_of(product) if product is not None else OctoMapping()
        found["pickupAvailable"] = offered.pickup != "none"
        found["pickupRequired"] = offered.pickup == "required"
        found["pickupPoints"] = serialize_points(offered, departure.starts_at)
    if asked.has_offers:
        add_offers(found, departure)
    return found


def _exact(departure: Departure) -> tuple[datetime, datetime]:
    return departure.starts_at, departure.ends_at


def _whole_day(departure: Departure) -> tuple[datetime, datetime]:
    # Midnight to midnight on the clocks there, also when these are moved in between.
    zone = departure.starts_at.tzinfo
    day = datetime.combine(departure.date, time.min, zone)
    return day, datetime.combine(departure.date + timedelta(days=1), time.min, zone)


def _hours(departure: Departure) -> list[OpeningHoursShape]:
    if not departure.is_all_day:
        return []
    begin, end = clock(departure.starts_at), clock(departure.ends_at)
    # A day that is open to its end ends a minute before the next one.
    return [{"from": begin, "to": "23:59" if end == "00:00" else end}]


def serialize_calendar(days: Sequence[Day], asked: RequestContext) -> list[CalendarShape]:
    """Return one row for every day."""
    return [_day(day, asked) for day in days]


def _day(day: Day, asked: RequestContext) -> CalendarShape:
    status = _STATUS[day.status]
    found: CalendarShape = {
        "localDate": day.date.isoformat(),
        "available": status not in _OVER,
        "status": status,
        "vacancies": day.vacancies,
        "capacity": day.capacity,
        "openingHours": [{"from": clock(begin), "to": clock(end)} for begin, end in day.hours],
    }
    if asked.has_pricing:
        is_net_told = asked.settings.is_net_told
        found["unitPricingFrom"] = unit_pricing(day.prices_from, is_net_told=is_net_told)
        if day.total_from is not None:
            found["pricingFrom"] = pricing(day.total_from, is_net_told=is_net_told)
    if asked.has_offers:
        add_offers(found, day)
    return found
