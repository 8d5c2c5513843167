"""What a connection asks about: what is on sale, and how its bookings stand."""

from collections.abc import Sequence
from datetime import date, time, timedelta
from itertools import groupby
from typing import Final, Literal, cast

from outfitter.db.read_cache import read_cache
from outfitter.kit.clock import utc_now
from outfitter.plugins.channels.booking_types import Booking, BookingKey, BookingSearch, Contact, UnitRequest
from outfitter.plugins.channels.catalog_types import (
    Addon,
    Connection,
    Day,
    Departure,
    DepartureStatus,
    MappedProduct,
    Offer,
    Product,
)
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.queries import addons as beside
from outfitter_tenants.channels.queries import availability as reading
from outfitter_tenants.channels.queries import booking_responses
from outfitter_tenants.channels.queries import bookings as stored
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.channels.queries import products as catalogue
from outfitter_tenants.channels.queries.availability import AvailabilityQuery
from outfitter_tenants.channels.rules.request_validation import contact_of
from outfitter_tenants.scheduling import cache_versions

# What stands for a day with several departures: the best of them.
_BEST: Final[tuple[DepartureStatus, ...]] = ("freesale", "available", "limited", "sold_out", "closed")


def products(connection: Connection, *, locale: str | None) -> tuple[Product, ...]:
    """Return what a connection sells."""
    with read_cache():
        return catalogue.list_products(
            connection_id=connection.id, reseller_id=_reseller(connection), locale=locale, at=utc_now()
        )


def product(connection: Connection, product_id: str, *, locale: str | None) -> Product:
    """Return one product."""
    with read_cache():
        return catalogue.get_product(
            connection_id=connection.id,
            reseller_id=_reseller(connection),
            product_ref=product_id,
            locale=locale,
            at=utc_now(),
        )


def addons(connection: Connection, product_id: str) -> tuple[Addon, ...]:
    """
    Return what a connection sells beside the tickets of a product, in the operator's order.

    What costs by the head, or needs a text from the guest, is not among it.

    :raises UnknownProduct: this connection does not sell it
    """
    with read_cache():
        found = beside.list_addons(
            connection_id=connection.id,
            reseller_id=_reseller(connection),
            product_ref=product_id,
            at=utc_now(),
        )
        return tuple(found)


def mapped_products(connection: Connection) -> tuple[MappedProduct, ...]:
    """Return what staff have mapped for a connection, on sale or not, in the order it was mapped."""
    rows = mapped.mappings_of(connection_ids=[connection.id]).values()
    names = catalog.list_experiences(ids={row.experience_id for row in rows})
    return tuple(
        MappedProduct(
            row.id,
            row.product_ref,
            row.option_ref,
            row.title or names[row.experience_id].name,
            cast("Literal['draft', 'live', 'paused', 'refused']", row.state),
        )
        for row in rows
    )


def availability(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None,
    date_from: date,
    date_to: date,
    units: Sequence[UnitRequest],
    currency: str | None,
    offer_code: str | None,
    has_offers: bool,
) -> tuple[Departure, ...]:
    """Return the departures of local days."""
    wanted = AvailabilityQuery(
        product_id,
        option_id,
        utc_now(),
        date_from,
        date_to,
        units=units,
        currency=currency,
        offer_code=offer_code,
        has_offers=has_offers,
    )
    return tuple(_read(connection, wanted))


def departures(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None,
    departure_ids: Sequence[str],
    units: Sequence[UnitRequest],
    currency: str | None,
    offer_code: str | None,
    has_offers: bool,
) -> tuple[Departure, ...]:
    """Return departures by their ids."""
    ids = [int(one) for one in departure_ids if one.isascii() and one.isdecimal() and len(one) < 19]
    wanted = AvailabilityQuery(
        product_id,
        option_id,
        utc_now(),
        timeslot_ids=ids[:500],
        units=units,
        currency=currency,
        offer_code=offer_code,
        has_offers=has_offers,
    )
    return tuple(_read(connection, wanted))


def _read(connection: Connection, wanted: AvailabilityQuery) -> list[Departure]:
    with read_cache():
        return reading.list_departures(
            connection_id=connection.id, reseller_id=_reseller(connection), wanted=wanted
        )


def calendar(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None,
    date_from: date,
    date_to: date,
    units: Sequence[UnitRequest],
    currency: str | None,
    offer_code: str | None,
    has_offers: bool,
) -> tuple[Day, ...]:
    """Return one row for every local day."""
    found = availability(
        connection,
        product_id=product_id,
        option_id=option_id,
        date_from=date_from,
        date_to=date_to,
        units=units,
        currency=currency,
        offer_code=offer_code,
        has_offers=has_offers,
    )
    ordered = sorted(found, key=lambda one: (one.date, one.starts_at))
    by_day = {day: list(rows) for day, rows in groupby(ordered, key=lambda one: one.date)}
    days = (date_to - date_from).days + 1
    return tuple(
        _day(day, by_day.get(day, ())) for day in (date_from + timedelta(days=n) for n in range(days))
    )


def _day(day: date, rows: Sequence[Departure]) -> Day:
    if not rows:
        return Day(day, "closed", 0, 0, 0)
    able = [one for one in rows if one.refusal is None]
    totals = [one.total for one in able if one.total is not None]
    return Day(
        date=day,
        status=min((one.status for one in rows), key=_BEST.index),
        vacancies=_sum([one.vacancies for one in able]),
        capacity=_sum([one.capacity for one in rows]),
        departures=len(rows),
        hours=tuple(_hours(one) for one in rows if one.is_all_day),
        prices_from=reading.prices_from(rows),
        total_from=min(totals, key=lambda price: price.retail, default=None),
        offers=_offers(rows),
        offer=_offer(rows),
    )


def _offers(rows: Sequence[Departure]) -> tuple[Offer, ...]:
    """Return the codes of a day; one is usable that is so on any of its departures."""
    found: dict[str, Offer] = {}
    for one in (offer for row in rows for offer in row.offers):
        if one.code not in found or one.is_usable:
            found[one.code] = one
    return tuple(found.values())


def _offer(rows: Sequence[Departure]) -> Offer | None:
    found = [row.offer for row in rows if row.offer is not None]
    return next((one for one in found if one.is_usable), found[0] if found else None)


def _hours(one: Departure) -> tuple[time, time]:
    return one.starts_at.time(), one.ends_at.time()


def _sum(counts: Sequence[int | None]) -> int | None:
    return None if None in counts else sum(count for count in counts if count is not None)


def booking(connection: Connection, key: BookingKey) -> Booking:
    """
    Return how a booking stands now, also when staff have changed it meanwhile.

    :raises UnknownBooking: this connection has none by that name
    """
    row = stored.find(connection_id=connection.id, key=key)
    return booking_responses.serialize_booking(row, at=utc_now())


def contact(connection: Connection, key: BookingKey) -> Contact:
    """
    Return who booked, as the channel has said it so far: the contact of `booking`, alone.

    :raises UnknownBooking: this connection has none by that name
    """
    return contact_of(stored.find(connection_id=connection.id, key=key).contact)


def bookings(connection: Connection, search: BookingSearch) -> tuple[Booking, ...]:
    """Return the connection's bookings that match, oldest first."""
    at = utc_now()
    rows = stored.search(connection_id=connection.id, wanted=search, at=at)
    found = booking_responses.serialize_bookings(rows, at=at)
    return tuple(one for one in found if not search.states or one.state in search.states)


def bookings_of_trip(*, channel: str, trip_id: int) -> tuple[tuple[Connection, Booking], ...]:
    """Return what a channel has on a trip; for plugins that hear of trips by events."""
    rows = stored.of_trip(trip_id=trip_id, channel=channel)
    found = booking_responses.serialize_bookings(rows, at=utc_now())
    return tuple(
        (connected.serialize_connection(row.connection), one) for row, one in zip(rows, found, strict=True)
    )


def forget_cached(connection: Connection) -> None:
    """Have whatever was kept of answers read anew: nothing is kept of this engine's own."""
    cache_versions.touch_everything()


def _reseller(connection: Connection) -> int:
    return connected.get_row(connection_id=connection.id).reseller_id
