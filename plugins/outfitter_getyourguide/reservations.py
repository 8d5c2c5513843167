"""
Reservations: seats set aside while a customer pays.

What GetYourGuide calls a reservation is a hold of ours; its reference is our uuid. The same request
again gets the same reservation as long as that one is open. GetYourGuide changes a booking by
reserving and booking anew under its old reference, so a reference may have several of them, one
after another.
"""

import hashlib
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import (
    Booking,
    BookingDetails,
    BookingKey,
    Connection,
    DepartureRef,
    HoldRequest,
    PartyRefused,
    UnitRequest,
    UnknownBooking,
    booking,
    cancel,
    hold,
)
from outfitter_getyourguide import errors, times, unit_types
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.product_ids import ProductOption
from outfitter_getyourguide.products import people_in
from outfitter_getyourguide.requests import BookingItem, CancelReservationData, ReserveData
from outfitter_getyourguide.settings import settings_of

# How often one reference may be reserved for the same seats before something is wrong.
MOST_TURNS: Final = 40


def parse_units(
    connection: Connection, way: ProductOption, items: Iterable[BookingItem]
) -> tuple[UnitRequest, ...]:
    """
    Return the tickets of a party.

    :raises GetYourGuideError: a category that is not sold, or a group that is too large
    """
    found: list[UnitRequest] = []
    people: Counter[str] = Counter()
    for item in items:
        unit = way.option.unit(item.category)
        if unit is None:
            raise _strange(connection, item.category)
        if item.category != unit_types.GROUP:
            people[item.category] += item.count
            continue
        size = item.group_size or 1
        if size > people_in(unit):
            raise _too_large(way, size)
        found += [UnitRequest(unit_types.GROUP, group_size=size)] * item.count
    return (*(UnitRequest(name, quantity) for name, quantity in people.items()), *found)


def _strange(connection: Connection, category: str) -> GetYourGuideError:
    named = settings_of(connection).is_category_named
    return GetYourGuideError(
        errors.INVALID_TICKET_CATEGORY,
        f"{category} is not a ticket category of this product",
        {"ticketCategory": category} if named else {},
    )


def _too_large(way: ProductOption, size: int) -> GetYourGuideError:
    unit = way.option.unit(unit_types.GROUP)
    most = people_in(unit) if unit else None
    groups = unit.max_quantity if unit else None
    return errors.participants(
        f"The activity cannot be reserved for more than {most} participants per group", 1, most, groups or 1
    )


def party_refused(way: ProductOption, problem: PartyRefused) -> GetYourGuideError:
    """Return how a party that is too small or too large is told."""
    unit = way.option.unit(unit_types.GROUP)
    least = problem.least or way.option.min_pax
    if unit is None:
        return errors.participants(problem.message, least, problem.most or way.option.max_pax)
    most = problem.most_group_size or people_in(unit)
    return errors.participants(problem.message, least, most, unit.max_quantity or 1)


def when(way: ProductOption, text: str) -> DepartureRef:
    """
    Return which departure is meant.

    :raises GetYourGuideError: VALIDATION_FAILURE when it is no moment
    """
    found = read_moment(text)
    if way.option.is_all_day:
        return DepartureRef(date=times.local_day(found, ZoneInfo(way.product.time_zone)))
    return DepartureRef(starts_at=found.astimezone(UTC))


def read_moment(text: str) -> datetime:
    """
    Return a moment.

    :raises GetYourGuideError: VALIDATION_FAILURE when it is none
    """
    try:
        return times.read(text)
    except times.NotATime as problem:
        raise GetYourGuideError(
            errors.VALIDATION_FAILURE, f"Not a date and time with an offset: {problem}"
        ) from problem


def known(connection: Connection, key: BookingKey) -> Booking | None:
    """Return a booking of this connection, None when there is none."""
    try:
        return booking(connection, key)
    except UnknownBooking:
        return None


def place_hold(connection: Connection, way: ProductOption, form: ReserveData) -> Booking:
    """
    Set seats aside.

    :raises GetYourGuideError: the request makes no sense
    :raises ChannelError: the seats cannot be had
    """
    units = parse_units(connection, way, form.booking_items)
    at = when(way, form.date_time)
    request = HoldRequest(
        reference=_free_reference(connection, way, form, at),
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        departure=at,
        units=units,
        details=BookingDetails(
            channel_reference=form.gyg_booking_reference,
            extra={"gygActivityReference": form.gyg_activity_reference}
            if form.gyg_activity_reference
            else None,
        ),
    )
    return hold(connection, request)


def _free_reference(connection: Connection, way: ProductOption, form: ReserveData, at: DepartureRef) -> str:
    """Return the reference of the same reservation that is still open, else a new one."""
    base = f"{form.gyg_booking_reference}-{_digest(way, form, at)}"
    for turn in range(1, MOST_TURNS + 1):
        before = known(connection, BookingKey(reference=f"{base}-{turn}"))
        if before is None or before.state == "on_hold":
            return f"{base}-{turn}"
    raise GetYourGuideError(errors.VALIDATION_FAILURE, "Reserved too often under one reference")


def _digest(way: ProductOption, form: ReserveData, at: DepartureRef) -> str:
    items = sorted((one.category, one.group_size or 0, one.count) for one in form.booking_items)
    moment = at.starts_at.timestamp() if at.starts_at else at.date
    text = repr((way.product_id, moment, items, form.gyg_activity_reference))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def serialize_reservation(held: Booking, zone: ZoneInfo) -> dict[str, Any]:
    """Return the answer to a reservation."""
    found: dict[str, Any] = {"reservationReference": held.uuid}
    if held.expires_at is not None:
        found["reservationExpiration"] = times.write(held.expires_at, zone)
    return found


def find(connection: Connection, reference: str, gyg_reference: str) -> Booking:
    """
    Return what was reserved by our reference and by GetYourGuide's.

    :raises GetYourGuideError: INVALID_RESERVATION; another connection's is not known either
    """
    problem = GetYourGuideError(errors.INVALID_RESERVATION, f"Reservation {reference} not found")
    try:
        uuid.UUID(reference)
    except ValueError:
        raise problem from None
    found = known(connection, BookingKey(uuid=reference))
    if found is None or found.channel_reference != gyg_reference:
        raise problem
    return found


def release_hold(connection: Connection, form: CancelReservationData) -> Booking:
    """
    Give the seats of a reservation back. Doing it again is no mistake.

    :raises GetYourGuideError: INVALID_RESERVATION when there is none, it has run out or is booked
    """
    found = find(connection, form.reservation_reference, form.gyg_booking_reference)
    if found.state in ("cancelled", "rejected") and found.confirmed_at is None:
        return found
    if found.state != "on_hold":
        raise GetYourGuideError(
            errors.INVALID_RESERVATION, f"Reservation {form.reservation_reference} is {found.state}"
        )
    return cancel(connection, BookingKey(uuid=found.uuid))


def is_same_party(found: Booking, units: Sequence[UnitRequest]) -> bool:
    """Tell whether these are just the tickets that were reserved."""
    asked: Counter[str] = Counter()
    for unit in units:
        asked[unit.unit_id] += unit.quantity
    return asked == Counter(unit.unit_id for unit in found.units)
