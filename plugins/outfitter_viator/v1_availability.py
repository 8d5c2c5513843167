"""
Availability and prices as v1 asks for them: three requests that Viator calls deprecated, kept up
for accounts that have not moved to v2.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from outfitter.sdk.channels import (
    ChannelError,
    Connection,
    Departure,
    DepartureRef,
    HoldRequest,
    Product,
    UnitRequest,
    UnknownUnit,
    availability,
    hold,
    product,
    products,
)
from outfitter_viator import errors, product_ids, times, v1_bookings, v2_availability, v2_prices
from outfitter_viator.amounts import to_viator
from outfitter_viator.errors import V1Error
from outfitter_viator.product_ids import ProductOption
from outfitter_viator.settings import ViatorSettings
from outfitter_viator.unit_types import PEOPLE, UNIT, title
from outfitter_viator.v1_requests import AvailabilityIn, BatchAvailabilityIn, BatchPricingIn, Options

MOST_DAYS: Final = 550
REASONS: Final = {
    "sold_out": "SOLD_OUT",
    "too_few_seats": "TRAVELLER_MISMATCH",
    "party": "TRAVELLER_MISMATCH",
    "past_cutoff": "PAST_CUTOFF_DATE",
    "not_yet_on_sale": "BLOCKED_OUT",
    "closed": "BLOCKED_OUT",
}
MISMATCH: Final = "TRAVELLER_MISMATCH"
NO_EVENT: Final = "NO_EVENT"


@dataclass(frozen=True, slots=True)
class DepartureMatch:
    """A departure of a way to book, and why it cannot be had, None when it can."""

    way: ProductOption
    departure: Departure
    why: str | None


def span(first: date, last: date | None) -> tuple[date, date]:
    """
    Return a closed range of dates, no longer than what is answered at once.

    :raises V1Error: TGDS0023 when it runs backwards
    """
    last = last or first
    if last < first:
        raise V1Error(errors.INVALID_DATA, "EndDate lies before StartDate.")
    if times.days(first, last) > MOST_DAYS:
        last = first + timedelta(days=MOST_DAYS - 1)
    return first, last


def answer_availability(
    connection: Connection, form: AvailabilityIn, settings: ViatorSettings, at: datetime
) -> dict[str, Any]:
    """
    Answer what a product has, of all options or of one; with `AvailabilityHold` keep the seats.

    :raises V1Error: no such product or option, or the request makes no sense
    """
    found_product = _product(connection, form, settings)
    first, last = span(form.start_date, form.end_date)
    mix = form.traveller_mix.counts() if form.traveller_mix else {}
    found = [
        one
        for way in _ways(found_product, form.tour_options)
        for one in _departures(connection, way, first, last, mix)
        if _is_at(one.departure, form.tour_options)
    ]
    rows = [_row(one, at) for one in found]
    if form.availability_hold is not None:
        length = _length(form.availability_hold.expiry)
        free = [index for index, one in enumerate(found) if one.why is None]
        if len(free) == 1:
            rows[free[0]] = _held(connection, found[free[0]], rows[free[0]], mix, length, at)
    return {
        "SupplierProductCode": form.supplier_product_code,
        "TourAvailability": rows or [_nothing(form, day) for day in _each(first, last)],
    }


def _product(connection: Connection, form: AvailabilityIn, settings: ViatorSettings) -> Product:
    code = form.supplier_product_code
    try:
        return product(connection, code)
    except ChannelError as problem:
        raise errors.unknown_product(settings.unknown_product_code, code, form.supplier_id) from problem


def _ways(found: Product, options: Options | None) -> list[ProductOption]:
    if options is None or options.supplier_option_code is None:
        return [ProductOption(found, option) for option in found.options]
    try:
        return [product_ids.way_of(found, options.supplier_option_code)]
    except ChannelError as problem:
        raise V1Error(errors.INVALID_OPTION, options.supplier_option_code) from problem


def _is_at(departure: Departure, options: Options | None) -> bool:
    start = v1_bookings.start_of(options.tour_departure_time if options else None)
    return start is None or departure.is_all_day or departure.starts_at.time() == start


def _wanted(way: ProductOption, mix: dict[str, int]) -> list[UnitRequest]:
    people = sum(mix.values())
    if way.option.unit(UNIT) is not None and not any(way.option.unit(band) for band in mix):
        return [UnitRequest(UNIT, group_size=people)] if people else []
    return [UnitRequest(band, quantity) for band, quantity in mix.items()]


def _departures(
    connection: Connection, way: ProductOption, first: date, last: date, mix: dict[str, int]
) -> list[DepartureMatch]:
    wanted = _wanted(way, mix)
    is_sold = all(way.option.unit(unit.unit_id) for unit in wanted)
    is_full = bool(way.option.unit(UNIT)) and v2_availability.is_over_full(
        way.option, {UNIT: 1}, sum(mix.values())
    )
    try:
        found = availability(
            connection,
            product_id=way.product.product_id,
            option_id=way.option.option_id,
            date_from=first,
            date_to=last,
            units=wanted if is_sold else (),
        )
    except UnknownUnit:
        return []
    rows = []
    for departure in found:
        why = REASONS[departure.refusal] if departure.refusal else None
        if not way.product.is_instant:
            why = "INACTIVE"
        elif why is None and (not is_sold or is_full):
            why = MISMATCH
        rows.append(DepartureMatch(way, departure, why))
    return rows


def _each(first: date, last: date) -> list[date]:
    return [first + timedelta(days=index) for index in range(times.days(first, last))]


def _nothing(form: AvailabilityIn, day: date) -> dict[str, Any]:
    return {
        "Date": day.isoformat(),
        **({"TourOptions": _as_asked(form.tour_options)} if form.tour_options else {}),
        "AvailabilityStatus": {"Status": "UNAVAILABLE", "UnavailabilityReason": NO_EVENT},
    }


def _as_asked(options: Options) -> dict[str, Any]:
    return {
        name: value
        for name, value in (
            ("SupplierOptionCode", options.supplier_option_code),
            ("SupplierOptionName", options.supplier_option_name),
            ("TourDepartureTime", options.tour_departure_time),
        )
        if value
    }


def option_of(way: ProductOption, departure: Departure | None) -> dict[str, Any]:
    """Return how v1 names an option, and a departure of it."""
    named = {
        "SupplierOptionCode": way.option.option_id,
        "SupplierOptionName": way.option.title or way.product.content.title,
    }
    if departure is not None and not departure.is_all_day:
        named["TourDepartureTime"] = times.long(departure.starts_at.time())
    return named


def status(one: DepartureMatch) -> dict[str, Any]:
    """Return whether a departure can be had, and if not, why."""
    if one.why is None:
        return {"Status": "AVAILABLE"}
    return {"Status": "UNAVAILABLE", "UnavailabilityReason": one.why}


def _by_band(one: DepartureMatch) -> dict[str, bool]:
    is_boat = one.way.option.unit(UNIT) is not None
    sold = {"ADULT"} if is_boat else {unit.unit_id for unit in one.way.option.units}
    return {title(band): band in sold and one.why is None for band in PEOPLE}


def _row(one: DepartureMatch, at: datetime) -> dict[str, Any]:
    departure = one.departure
    row = {
        "Date": departure.date.isoformat(),
        "TourOptions": option_of(one.way, departure),
        "AvailabilityStatus": {**status(one), "TravellerMixAvailability": _by_band(one)},
        "BookingCutoff": {"DateTime": times.instant(departure.cutoff_at)},
        "VersionTag": {"Timestamp": times.precise(at)},
    }
    items = prices(one)
    if items:
        row["Price"] = {"CurrencyCode": one.way.product.currency, "Item": items}
    if departure.vacancies is not None:
        row["Capacity"] = {"Simple": _simple(one)}
    return row


def prices(one: DepartureMatch) -> list[dict[str, Any]]:
    """Return what each band costs; v1 has no word for the price of a boat."""
    return [
        {"RetailPrice": to_viator(price.price.retail, price.price.currency), "AgeBand": title(band)}
        for band in PEOPLE
        for price in one.departure.prices
        if price.unit_id == band
    ]


def _simple(one: DepartureMatch) -> dict[str, Any]:
    units = v2_prices.sold_bands(one.way.option)
    taking = [unit.unit_id for unit in units if unit.pax and unit.unit_id != UNIT]
    return {"Remaining": max(one.departure.vacancies or 0, 0), "ConsumedBy": taking or ["ADULT"]}


def _length(text: str) -> timedelta:
    try:
        return times.read_duration(text)
    except times.NotATime as problem:
        raise V1Error(errors.FIELD_VALIDATION, f"AvailabilityHold.Expiry: {text[:40]}") from problem


def _held(
    connection: Connection,
    one: DepartureMatch,
    row: dict[str, Any],
    mix: dict[str, int],
    length: timedelta,
    at: datetime,
) -> dict[str, Any]:
    wanted = _wanted(one.way, mix)
    if not wanted:
        raise V1Error(errors.MISSING_PARAMETER, "TravellerMix is required to keep seats.")
    request = HoldRequest(
        reference=f"RES-{uuid.uuid4().hex}",
        product_id=one.way.product.product_id,
        option_id=one.way.option.option_id,
        departure=DepartureRef(departure_id=one.departure.id),
        units=tuple(wanted),
        minutes=max(-(-int(length.total_seconds()) // 60), 1),
    )
    try:
        kept = hold(connection, request)
    except ChannelError:
        refused = {"Status": "UNAVAILABLE", "UnavailabilityReason": "SOLD_OUT"}
        return {**row, "AvailabilityStatus": refused}
    rest = (kept.expires_at or at) - at
    return {**row, "AvailabilityHold": {"Expiry": times.duration(rest), "Reference": kept.reference}}


def _all(connection: Connection, codes: Sequence[str], first: date, last: date) -> list[DepartureMatch]:
    wanted = set(codes)
    return [
        one
        for found in products(connection)
        if (not wanted or found.product_id in wanted) and not product_ids.problems(found)
        for option in found.options
        for one in _departures(connection, ProductOption(found, option), first, last, {})
    ]


def batch(connection: Connection, form: BatchAvailabilityIn, at: datetime) -> dict[str, Any]:
    """
    Answer what all products have on some dates.

    :raises V1Error: the dates run backwards
    """
    found = _all(connection, (), *span(form.start_date, form.end_date))
    tag = {"Timestamp": times.precise(at)}
    return {
        "BatchTourAvailability": [
            {**_named(one), "AvailabilityStatus": status(one), "VersionTag": tag} for one in found
        ]
    }


def _named(one: DepartureMatch) -> dict[str, Any]:
    return {
        "Date": one.departure.date.isoformat(),
        "SupplierProductCode": one.way.product.product_id,
        "TourOptions": option_of(one.way, one.departure),
    }


def batch_prices(connection: Connection, form: BatchPricingIn) -> dict[str, Any]:
    """
    Answer what products cost on some dates.

    :raises V1Error: the dates run backwards
    """
    codes = form.supplier_product_code
    found = _all(connection, codes, *span(form.start_date, form.end_date))
    return {
        "CurrencyCode": connection.currency,
        "BatchTourPricing": [
            {**_named(one), "AvailabilityStatus": status(one), "BatchPrice": {"Item": prices(one)}}
            for one in found
        ],
    }


def dated(
    connection: Connection, product_id: str, option_id: str, days: Sequence[date]
) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """
    Return, for every start time of an option, how v1 names it and what it has on some days.

    :raises UnknownProduct, UnknownOption: the connection does not sell it
    """
    way = product_ids.way_of(product(connection, product_id), option_id)
    at = times.precise(datetime.now(UTC))
    found: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {}
    wanted = set(days)
    for one in _departures(connection, way, min(days), max(days), {}):
        if one.departure.date not in wanted:
            continue
        named = {k: v for k, v in option_of(way, one.departure).items() if k != "SupplierOptionName"}
        row = {
            "Date": one.departure.date.isoformat(),
            "AvailabilityStatus": status(one),
            "VersionTag": {"Timestamp": at},
        }
        found.setdefault(named.get("TourDepartureTime", ""), (named, []))[1].append(row)
    return list(found.values())
