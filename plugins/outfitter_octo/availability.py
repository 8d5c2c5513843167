"""Availability: departures and days."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Final

from outfitter.sdk.channels import Day, Departure
from outfitter_octo.amounts import pricing, unit_pricing
from outfitter_octo.availability_ids import availability_id_of
from outfitter_octo.request_context import RequestContext
from outfitter_octo.times import clock, local, utc
from outfitter_octo.types import AvailabilityShape, CalendarShape, OpeningHoursShape, Status

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


def serialize_availability(departure: Departure, asked: RequestContext) -> AvailabilityShape:
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
    return found
