"""
Availability ids: the start of a departure in ISO 8601 with its offset, as everybody expects them.

They outlive a schedule that is made anew, which ids of rows do not.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Final

from django.core.cache import cache

from outfitter.sdk import channels
from outfitter.sdk.channels import (
    Connection,
    Departure,
    DepartureRef,
    Option,
    Product,
    UnitRequest,
    UnknownOption,
)
from outfitter_octo.errors import invalid_availability
from outfitter_octo.times import clock, local

# Days further apart than this are read by themselves.
GAP: Final = timedelta(days=31)
# Start times are told of four weeks, and looked up every quarter of an hour.
LOOKED_AHEAD: Final = timedelta(days=27)
KEPT_SECONDS: Final = 900


def availability_id_of(departure: Departure) -> str:
    """Return the id of a departure; one of opening hours is known by when it opens."""
    return local(departure.starts_at)


def start_of(connection: Connection, availability_id: str) -> datetime | None:
    """Return the start that an id names, None when it is none; without an offset it is local."""
    try:
        found = datetime.fromisoformat(availability_id.strip())
    except ValueError:
        return None
    if found.tzinfo is None:
        return found.replace(tzinfo=connection.zone)
    return found.astimezone(connection.zone)


def parse_departure_ref(connection: Connection, availability_id: str) -> DepartureRef:
    """
    Return which departure an id means.

    :raises Refused: it is no id of ours
    """
    start = start_of(connection, availability_id)
    if start is None:
        raise invalid_availability(availability_id)
    return DepartureRef(starts_at=start)


def find_by_availability_ids(
    connection: Connection,
    *,
    product_id: str,
    option_id: str,
    ids: Sequence[str],
    units: Sequence[UnitRequest],
    currency: str | None,
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
