"""
Items of a hold or a booking, put together to what is booked at once.

Redeam names rates, prices and starts item by item; a booking of ours is of one option and one
departure. Items that belong together become one part, and a basket may have several parts.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from outfitter.sdk.channels import (
    Booking,
    Connection,
    Contact,
    CurrencyMismatch,
    Departure,
    Option,
    Product,
    Unit,
    UnitRequest,
    UnknownOption,
    UnknownUnit,
    product,
    products,
)
from outfitter_redeam import availability
from outfitter_redeam.errors import bad_request, not_found
from outfitter_redeam.requests import BookingItemIn, ItemIn, RequestContext, TravelerIn


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One item: its place among the items, which ticket, how many, and who was named."""

    index: int
    unit: Unit
    quantity: int
    contact: Contact | None


@dataclass(frozen=True, slots=True)
class BookingPart:
    """Items of one option and one departure."""

    product: Product
    option: Option
    starts_at: datetime
    lines: tuple[ItemLine, ...]

    @property
    def units(self) -> tuple[UnitRequest, ...]:
        """Return the tickets, one by one; the reference of each is the place of its item."""
        return tuple(
            UnitRequest(
                line.unit.unit_id, reference=str(line.index), contact=line.contact if number == 0 else None
            )
            for line in self.lines
            for number in range(line.quantity)
        )


def parts_of(
    asked: RequestContext, items: Sequence[ItemIn], held: Sequence[Booking] = ()
) -> tuple[BookingPart, ...]:
    """
    Return what items ask for, in the order in which it was named.

    `held` says when, for items that do not.

    :raises RedeamError: another supplier, no such availability, or no start at all
    :raises UnknownProduct, UnknownOption, UnknownUnit, CurrencyMismatch: as named
    """
    found: dict[tuple[str, str, datetime], BookingPart] = {}
    for index, item in enumerate(items):
        check(asked, item)
        sold, option = rate_of(asked.connection, item)
        line = ItemLine(index, unit_of(option, item), item.quantity, contact_of(item))
        starts_at = start_of(asked, sold, option, item, held)
        key = (sold.product_id, option.option_id, starts_at)
        before = found.get(key)
        lines = (*(before.lines if before else ()), line)
        found[key] = BookingPart(sold, option, starts_at, lines)
    return tuple(found.values())


def check(asked: RequestContext, item: ItemIn) -> None:
    """
    Check whose item it is, and in which currency.

    :raises RedeamError: NOT_FOUND for another supplier
    :raises CurrencyMismatch: prices in another currency were named
    """
    asked.check_supplier(item.supplier_id)
    ours = asked.connection.currency
    for currency in sorted(item.currencies()):
        if currency != ours:
            raise CurrencyMismatch(ours=ours, theirs=currency)


def rate_of(connection: Connection, item: ItemIn) -> tuple[Product, Option]:
    """
    Return the product and the option that an item names by its rate.

    :raises UnknownProduct, UnknownOption: as named
    """
    named = (product(connection, item.product_id),) if item.product_id else products(connection)
    for sold in named:
        option = sold.option(item.rate_id)
        if option is not None:
            return sold, option
    raise UnknownOption(item.rate_id)


def unit_of(option: Option, item: ItemIn) -> Unit:
    """
    Return the ticket that an item names: by its price, or by its age band where we were mapped so.

    :raises UnknownUnit: the rate has no such price
    """
    found = option.unit(item.price_id) or (option.unit(item.band.upper()) if item.band else None)
    if found is None:
        raise UnknownUnit(item.price_id)
    return found


def start_of(
    asked: RequestContext, sold: Product, option: Option, item: ItemIn, held: Sequence[Booking]
) -> datetime:
    """
    Return when an item is, in UTC.

    :raises RedeamError: NOT_FOUND for an availability that is not that start's, BAD_REQUEST for none
    """
    if item.starts_at is not None:
        if item.availability_id is not None:
            found = availability.between(
                asked.connection, sold.product_id, None, item.starts_at, item.starts_at
            )
            _named(asked.connection, found, item.availability_id)
        return in_utc(item.starts_at)
    of_hold = [one for one in held if one.option_id == option.option_id]
    if of_hold:
        return in_utc(of_hold[0].departure.starts_at)
    if item.availability_id is None:
        raise bad_request("startTime or availabilityId is required.")
    found = availability.between(
        asked.connection, sold.product_id, None, asked.call.at, asked.call.at + availability.MOST
    )
    return in_utc(_named(asked.connection, found, item.availability_id).starts_at)


def in_utc(at: datetime) -> datetime:
    """
    Return a time in UTC, so that equal starts are the same key.

    :raises RedeamError: BAD_REQUEST for one that no clock shows
    """
    try:
        return at.astimezone(UTC)
    except OverflowError as problem:
        raise bad_request("A time is out of bounds.") from problem


def _named(connection: Connection, found: Iterable[Departure], availability_id: str) -> Departure:
    for departure in found:
        if availability.availability_id(connection, departure) == availability_id.lower():
            return departure
    raise not_found("Availability not found.", availabilityId=availability_id)


def sold_in(parts: Iterable[BookingPart]) -> Counter[tuple[str, datetime, str]]:
    """Return how many tickets of each kind parts ask for."""
    found: Counter[tuple[str, datetime, str]] = Counter()
    for part in parts:
        for line in part.lines:
            found[(part.option.option_id, part.starts_at, line.unit.unit_id)] += line.quantity
    return found


def booked_in(bookings: Iterable[Booking]) -> Counter[tuple[str, datetime, str]]:
    """Return how many tickets of each kind bookings have."""
    return Counter(
        (one.option_id, in_utc(one.departure.starts_at), unit.unit_id)
        for one in bookings
        for unit in one.units
    )


def contact_of(item: ItemIn) -> Contact | None:
    """Return the guest that an item names, None where it names nobody."""
    guest = item.traveler if isinstance(item, BookingItemIn) else None
    if guest is None or not (guest.first_name or guest.last_name):
        return None
    country = guest.country or ""
    return Contact(
        guest.first_name or "",
        guest.last_name or "",
        email=guest.email or "",
        phone=guest.phone or "",
        country=country.upper() if len(country) == 2 else "",
        locales=(guest.lang,) if guest.lang else (),
        notes=_notes(guest),
    )


def _notes(guest: TravelerIn) -> str:
    age = f"Age {guest.age}" if guest.age is not None else ""
    return ", ".join(text for text in (age, guest.gender or "") if text)
