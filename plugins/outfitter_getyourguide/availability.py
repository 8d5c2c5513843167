"""Departures as GetYourGuide's availabilities, answered and told in the same form."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import Connection, Departure, Option, availability
from outfitter_getyourguide import errors, times, unit_types
from outfitter_getyourguide.amounts import to_gyg
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.product_ids import ProductOption
from outfitter_getyourguide.settings import MOST_VACANCIES, GetYourGuideSettings, settings_of

MOST_DAYS: Final = 550


def list_availability(
    connection: Connection, way: ProductOption, first: str, last: str
) -> list[dict[str, Any]]:
    """
    Return what a product has between two moments, both included.

    :raises GetYourGuideError: VALIDATION_FAILURE when they are no moments, or run backwards
    """
    try:
        start, end = times.read(first), times.read(last)
    except times.NotATime as problem:
        raise GetYourGuideError(
            errors.VALIDATION_FAILURE, f"Not a date and time with an offset: {problem}"
        ) from problem
    if end < start:
        raise GetYourGuideError(errors.VALIDATION_FAILURE, "toDateTime lies before fromDateTime")
    zone = ZoneInfo(way.product.time_zone)
    day, last_day = times.local_day(start, zone), times.local_day(end, zone)
    if (last_day - day).days >= MOST_DAYS:
        raise GetYourGuideError(errors.VALIDATION_FAILURE, f"More than {MOST_DAYS} days at once")
    found = availability(
        connection,
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        date_from=day,
        date_to=last_day,
    )
    settings = settings_of(connection)
    return [
        {
            **serialize_departure(way, departure, settings),
            "productId": way.product_id,
            "cutoffSeconds": cutoff(departure, zone),
        }
        for departure in found
        if start <= moment(departure, zone) <= end
    ]


def moment(departure: Departure, zone: ZoneInfo) -> datetime:
    """Return which moment names a departure: its start, or the midnight its day begins with."""
    if not departure.is_all_day:
        return departure.starts_at
    return times.day_start(departure.date, zone)


def cutoff(departure: Departure, zone: ZoneInfo) -> int:
    """Return how many seconds before its moment a departure can be booked for the last time."""
    # Two times of one zone are subtracted as clocks show them, which is wrong on two nights a year.
    length = moment(departure, zone).astimezone(UTC) - departure.cutoff_at.astimezone(UTC)
    return max(int(length.total_seconds()), 0)


def serialize_departure(
    way: ProductOption, departure: Departure, settings: GetYourGuideSettings
) -> dict[str, Any]:
    """Return one departure: when, how many, what it costs, and when it is open."""
    zone = ZoneInfo(way.product.time_zone)
    row: dict[str, Any] = {"dateTime": times.write(moment(departure, zone), zone)}
    if departure.is_all_day:
        row["openingTimes"] = [opening(departure, zone)]
    row.update(_seats(way, departure, settings))
    if settings.is_price_told:
        row.update(_prices(way.option, departure, settings))
    return row


def opening(departure: Departure, zone: ZoneInfo) -> dict[str, str]:
    """Return when a departure of a whole day is open."""
    start, end = departure.starts_at.astimezone(zone), departure.ends_at.astimezone(zone)
    last = times.clock(end.time()) if end.date() == start.date() else "23:59"
    return {"fromTime": times.clock(start.time()), "toTime": last}


def is_sold(way: ProductOption, departure: Departure) -> bool:
    """Tell whether anybody can book it; that a party is too small is no reason not to."""
    return way.product.is_instant and departure.refusal in (None, "party", "too_few_seats")


def vacancies(way: ProductOption, departure: Departure) -> int:
    """Return how many people, or groups, there is room for."""
    if not is_sold(way, departure):
        return 0
    if departure.vacancies is None:
        return MOST_VACANCIES
    left = max(departure.vacancies, 0)
    group = way.option.unit(unit_types.GROUP)
    if group is not None:
        left //= max(group.pax, 1)
    return min(left, MOST_VACANCIES)


def _seats(way: ProductOption, departure: Departure, settings: GetYourGuideSettings) -> dict[str, Any]:
    is_grouped = way.option.unit(unit_types.GROUP) is not None
    if not (settings.is_by_category and departure.unit_vacancies) or is_grouped:
        return {"vacancies": vacancies(way, departure)}
    whole = vacancies(way, departure)
    return {
        "vacanciesByCategory": [
            {"category": unit.unit_id, "vacancies": _left(departure, unit.unit_id, whole)}
            for unit in way.option.units
            if unit.unit_id in unit_types.PEOPLE
        ]
    }


def _left(departure: Departure, unit_id: str, whole: int) -> int:
    own = departure.unit_vacancies.get(unit_id)
    return whole if own is None else min(max(own, 0), whole)


def _prices(option: Option, departure: Departure, settings: GetYourGuideSettings) -> dict[str, Any]:
    known = [one for one in departure.prices if option.unit(one.unit_id) is not None]
    priced = [one for one in known if one.unit_id in unit_types.CATEGORIES]
    if not priced:
        return {}
    found: dict[str, Any] = {
        "currency": priced[0].price.currency,
        "pricesByCategory": {
            "retailPrices": [
                {"category": one.unit_id, "price": to_gyg(one.price.retail, one.price.currency)}
                for one in priced
            ]
        },
    }
    tiered = [one for one in priced if one.tiers]
    if settings.is_tier_told and tiered:
        found["tieredPricesByCategory"] = {
            "retailPrices": [
                {
                    "category": one.unit_id,
                    "tiers": [
                        {
                            "lowerBound": tier.least,
                            "upperBound": tier.most,
                            "price": to_gyg(tier.price.retail, tier.price.currency),
                        }
                        for tier in one.tiers
                    ],
                }
                for one in tiered
            ]
        }
    return found


def worth_telling(
    way: ProductOption,
    departures: Iterable[Departure],
    settings: GetYourGuideSettings,
    causes: frozenset[str],
) -> Sequence[Departure]:
    """
    Return the departures whose change GetYourGuide wants to hear of.

    It wants to hear that something sells out, can be had again, or runs low; not of every seat.
    """
    is_told_whole = bool(causes - {"capacity"}) or not causes or not settings.told_below
    return [
        departure
        for departure in departures
        if is_told_whole or vacancies(way, departure) < settings.told_below
    ]
