"""What can be had: departures as Redeam's availabilities."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from outfitter.sdk.channels import Connection, Departure, SoldOut, availability
from outfitter_redeam import times
from outfitter_redeam.errors import bad_request, not_found
from outfitter_redeam.requests import Moment, Window
from outfitter_redeam.settings import RedeamSettings

# A departure that is refused for another reason is not told of at all: nobody can book it.
TOLD: Final = frozenset({None, "sold_out", "too_few_seats", "party"})
FULL: Final = frozenset({"sold_out", "too_few_seats"})
# The widest window; the platform itself answers a little more.
MOST: Final = timedelta(days=548)
UNSET: Final = -1


def availability_id(connection: Connection, departure: Departure) -> str:
    """Return Redeam's uuid of a departure of a rate; the same one every time."""
    return str(uuid5(UUID(connection.uuid), f"{departure.option_id}/{departure.id}"))


def capacity_of(departure: Departure, settings: RedeamSettings) -> int:
    """Return how many seats are left."""
    if departure.refusal in FULL:
        return 0
    left = departure.vacancies
    return settings.unlimited_capacity if left is None else max(left, 0)


def serialize_departure(
    connection: Connection, departure: Departure, settings: RedeamSettings
) -> dict[str, Any]:
    """Return one availability."""
    capacity = departure.capacity
    return {
        "id": availability_id(connection, departure),
        "start": times.local(departure.starts_at, connection.zone),
        "end": times.local(departure.ends_at, connection.zone),
        "capacity": capacity_of(departure, settings),
        "maxCapacity": UNSET if capacity is None else capacity,
    }


def days(connection: Connection, start: datetime, end: datetime) -> tuple[date, date]:
    """
    Return the local days of a window.

    :raises RedeamError: BAD_REQUEST for a window that ends before it starts, or is too wide
    """
    if end < start:
        raise bad_request("end is before start.")
    if end - start > MOST:
        raise bad_request(f"At most {MOST.days} days can be asked for at once.")
    try:
        return start.astimezone(connection.zone).date(), end.astimezone(connection.zone).date()
    except OverflowError as problem:
        raise bad_request("start or end is out of bounds.") from problem


def between(
    connection: Connection, product_id: str, rate_id: str | None, start: datetime, end: datetime
) -> list[Departure]:
    """
    Return the departures that start in a window, both ends included.

    :raises RedeamError: BAD_REQUEST for a window that makes no sense
    :raises UnknownProduct, UnknownOption: as named
    """
    first, last = days(connection, start, end)
    found = availability(connection, product_id=product_id, option_id=rate_id, date_from=first, date_to=last)
    return [departure for departure in found if start <= departure.starts_at <= end]


def listed(
    connection: Connection, product_id: str, window: Window, settings: RedeamSettings, at: datetime
) -> dict[str, Any]:
    """Return the availabilities of a window, by rate and of the product as a whole."""
    near = between(connection, product_id, window.rate_id, window.start, window.end)
    found = [departure for departure in near if departure.refusal in TOLD]
    by_rate: dict[str, list[dict[str, Any]]] = {window.rate_id: []} if window.rate_id else {}
    for departure in found:
        rows = by_rate.setdefault(departure.option_id, [])
        rows.append(serialize_departure(connection, departure, settings))
    whole = [serialize_departure(connection, departure, settings) for departure in best_of(found, settings)]
    return {
        "availabilities": {
            "byProduct": {"availability": whole},
            "byRate": {rate: {"availability": rows} for rate, rows in by_rate.items()},
            "productId": product_id,
            "retrieved": times.utc(at),
            "expires": times.utc(at + timedelta(seconds=settings.cache_seconds)),
        }
    }


def best_of(found: Iterable[Departure], settings: RedeamSettings) -> Sequence[Departure]:
    """Return one departure for each start: the one with most seats, since rates share them."""
    best: dict[datetime, Departure] = {}
    for departure in found:
        other = best.get(departure.starts_at)
        if other is None or capacity_of(departure, settings) > capacity_of(other, settings):
            best[departure.starts_at] = departure
    return [best[start] for start in sorted(best)]


def one(connection: Connection, product_id: str, moment: Moment, settings: RedeamSettings) -> dict[str, Any]:
    """
    Return the availability that starts exactly then.

    :raises RedeamError: NOT_FOUND when nothing does
    :raises SoldOut: fewer seats are left than are asked for
    """
    near = between(connection, product_id, moment.rate_id, moment.at, moment.at)
    best = best_of([departure for departure in near if departure.refusal in TOLD], settings)
    if not best:
        raise not_found("Nothing starts at that time.", at=moment.at.isoformat())
    left = capacity_of(best[0], settings)
    if left < moment.qty:
        raise SoldOut("Not enough seats are left.", left=left)
    return {"availability": serialize_departure(connection, best[0], settings)}
