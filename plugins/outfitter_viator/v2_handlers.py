"""The four questions of v2: check, calendar, reserve and special offers."""

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from outfitter.sdk.channels import (
    Booking,
    BookingDetails,
    ChannelError,
    Connection,
    Departure,
    DepartureRef,
    HoldRequest,
    NoAvailability,
    PartyRefused,
    PastCutoff,
    Price,
    SoldOut,
    UnknownDeparture,
    UnknownOption,
    UnknownProduct,
    UnknownUnit,
    availability,
    hold,
)
from outfitter_viator import errors, product_ids, push, times, v2_availability, v2_prices
from outfitter_viator.product_ids import ProductOption
from outfitter_viator.settings import LEAST_HOLD_MINUTES, ViatorSettings, settings_of
from outfitter_viator.unit_types import merge
from outfitter_viator.v2_requests import CalendarIn, CheckIn, OffersIn, ReserveIn

# The engine answers so many days at most; what lies beyond is simply not told.
MOST_DAYS: Final = 550


def check_availability(connection: Connection, form: CheckIn) -> dict[str, Any]:
    """
    Answer whether options can be had on a day. Options that are not sold here are left out.

    :raises V2Error: not this operator's supplier id
    """
    settings = _settings(connection, form.supplier_id)
    tickets = merge((ticket.type, ticket.quantity) for ticket in form.tickets)
    found = []
    for asked in form.product_options:
        way = _way(connection, asked.product_option_id)
        if way is None:
            continue
        starts = None if asked.start_times is None else set(asked.start_times)
        events = _checked(connection, way, form, tickets, settings, starts)
        found.append(_option(asked.product_option_id, way, {"events": events}))
    return {"productOptions": found}


def _option(name: str, way: ProductOption, rest: dict[str, Any]) -> dict[str, Any]:
    return {"productOptionId": name, "currency": way.product.currency, **rest}


def _checked(
    connection: Connection,
    way: ProductOption,
    form: CheckIn,
    tickets: dict[str, int],
    settings: ViatorSettings,
    starts: set[str] | None,
) -> list[dict[str, Any]]:
    wanted = v2_availability.wanted(way.option, tickets, form.total_travelers)
    found = availability(
        connection,
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        date_from=form.travel_date,
        date_to=form.travel_date,
        units=wanted or (),
    )
    is_over_full = v2_availability.is_over_full(way.option, tickets, form.total_travelers)
    events = []
    for departure in found:
        if starts is not None and not _is_at(departure, starts):
            continue
        why = v2_availability.reason(departure)
        if why in (None, v2_availability.NO_COMBINATION) and wanted is None:
            why = v2_availability.NO_COMBINATION
        elif why in (None, v2_availability.NO_COMBINATION) and is_over_full:
            why = v2_availability.LIMITED
        if why != "":
            events.append(v2_availability.checked(way.option, departure, settings.offers, why=why))
    return events


def _is_at(departure: Departure, starts: set[str]) -> bool:
    if departure.is_all_day:
        return True
    return departure.starts_at.time() in {times.read_start(text) for text in starts if text}


def list_calendar(connection: Connection, form: CalendarIn) -> dict[str, Any]:
    """
    Answer what options have on the days of a range, and begin to tell Viator of their changes.

    :raises V2Error: not this operator's supplier id
    """
    settings = _settings(connection, form.supplier_id)
    last = min(form.end_date, times.later(form.start_date, MOST_DAYS - 1))
    found = []
    for name in dict.fromkeys(form.product_option_ids):
        way = _way(connection, name)
        if way is None:
            continue
        departures = availability(
            connection,
            product_id=way.product.product_id,
            option_id=way.option.option_id,
            date_from=form.start_date,
            date_to=last,
        )
        found.append(_option(name, way, {"dates": _dates(way, departures, settings)}))
        push.subscribe_option(connection, way)
    return {"productOptions": found}


def _dates(
    way: ProductOption, departures: Sequence[Departure], settings: ViatorSettings
) -> list[dict[str, Any]]:
    events: dict[date, list[dict[str, Any]]] = {}
    for departure in departures:
        why = v2_availability.reason(departure)
        if why == v2_availability.LIMITED:
            why = v2_availability.SOLD_OUT
        if why in (None, v2_availability.SOLD_OUT, v2_availability.PAST_CUTOFF):
            row = v2_availability.listed(way.option, departure, settings.offers, why=why)
            events.setdefault(departure.date, []).append(row)
    return [{"travelDate": day.isoformat(), "events": rows} for day, rows in sorted(events.items())]


def place_hold(connection: Connection, form: ReserveIn) -> tuple[dict[str, Any], Booking | None]:
    """
    Set seats aside and freeze their price, for a quarter of an hour at least.

    :returns: the answer, and the hold when there is one
    :raises V2Error: not this operator's supplier id, or no such option
    """
    _settings(connection, form.supplier_id)
    way = _way(connection, form.product_option_id)
    if way is None:
        raise errors.invalid_option(form.product_option_id)
    tickets = merge((ticket.type, ticket.quantity) for ticket in form.tickets)
    wanted = v2_availability.wanted(way.option, tickets, form.total_travelers)
    if not wanted:
        return _not_reserved(v2_availability.NO_COMBINATION), None
    if v2_availability.is_over_full(way.option, tickets, form.total_travelers):
        return _not_reserved(v2_availability.LIMITED), None
    start = times.read_start(form.start_time) if form.start_time else None
    request = HoldRequest(
        reference=f"RES-{uuid.uuid4().hex}",
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        departure=DepartureRef(date=form.travel_date, time=None if way.option.is_all_day else start),
        units=tuple(wanted),
        minutes=max(connection.hold_minutes, LEAST_HOLD_MINUTES),
        details=BookingDetails(),
    )
    try:
        held = hold(connection, request)
    except ChannelError as problem:
        why = why_not_reserved(problem)
        if why is None:
            raise
        return _not_reserved(why), None
    return reserved(way, held), held


def why_not_reserved(problem: ChannelError) -> str | None:
    """Return Viator's reason for a refusal of the engine's, None when it is no answer to this."""
    if isinstance(problem, SoldOut):
        return v2_availability.LIMITED if problem.left else v2_availability.SOLD_OUT
    if isinstance(problem, PastCutoff):
        return v2_availability.PAST_CUTOFF
    if isinstance(problem, NoAvailability | UnknownDeparture):
        return "NO_EVENT"
    if isinstance(problem, PartyRefused | UnknownUnit):
        return v2_availability.NO_COMBINATION
    return None


def _not_reserved(why: str) -> dict[str, Any]:
    return {"status": "NOT_RESERVED", "reason": why}


def reserved(way: ProductOption, held: Booking) -> dict[str, Any]:
    """Return the answer to seats that are set aside."""
    prices: dict[str, Price] = {}
    for unit in held.units:
        prices.setdefault(unit.unit_id, unit.price)
    return {
        "status": "RESERVED",
        "expiration": times.instant(held.expires_at or held.created_at),
        "reference": held.reference,
        "currency": held.price.currency,
        "price": v2_prices.frozen(way.option, prices),
    }


def special_offers(connection: Connection, form: OffersIn) -> dict[str, Any]:
    """
    Answer what is known of offers. One that is left out is no offer to Viator any more.

    :raises V2Error: not this operator's supplier id
    """
    settings = _settings(connection, form.supplier_id)
    wanted = set(form.special_offer_ids)
    return {
        "specialOffers": [
            {
                "specialOfferId": offer.offer_id,
                "name": offer.name,
                "type": "STANDARD",
                "validFrom": times.instant(offer.valid_from),
                **({"validUntil": times.instant(offer.valid_until)} if offer.valid_until else {}),
            }
            for offer in settings.offers
            if offer.offer_id in wanted
        ]
    }


def _settings(connection: Connection, supplier_id: int) -> ViatorSettings:
    settings = settings_of(connection)
    if settings.supplier_id is not None and settings.supplier_id != supplier_id:
        raise errors.invalid_supplier(supplier_id)
    return settings


def _way(connection: Connection, name: str) -> ProductOption | None:
    try:
        return product_ids.find_option(connection, name)
    except (UnknownProduct, UnknownOption):
        return None
