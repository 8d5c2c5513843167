"""Holds and bookings: made, found, given up. A basket of several parts is all or nothing."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final
from uuid import UUID, uuid4, uuid5

import orjson

from outfitter.sdk.channels import (
    BookedUnit,
    Booking,
    BookingDetails,
    BookingKey,
    BookingSearch,
    CancellationRefused,
    ChannelError,
    Connection,
    Contact,
    DepartureRef,
    HoldRequest,
    UnitRequest,
    UnknownBooking,
    book,
    booking,
    bookings,
    cancel,
    confirm,
    hold,
)
from outfitter_redeam.booking_parts import BookingPart, booked_in, in_utc, parts_of, sold_in
from outfitter_redeam.errors import bad_request, conflict, gone, not_found
from outfitter_redeam.requests import BookingIn, HoldIn, ItemIn, RequestContext
from outfitter_redeam.settings import is_hold_required

# What is kept on our bookings for our own use.
PART: Final = "part"
HOLD: Final = "hold"
HOLD_ID: Final = "holdId"
SALE: Final = "booking"
EXT: Final = "ext."
ITEM_EXT: Final = "itemExt"
BARCODE: Final = "barcode."
_LONGEST_EXTRA: Final = 2000
_ENDED: Final = frozenset({"cancelled", "expired", "rejected"})


def place_hold(asked: RequestContext, form: HoldIn) -> Sequence[Booking]:
    """
    Set seats aside. The same request id gets the same hold, where that was agreed.

    :raises RedeamError: the request makes no sense
    :raises ChannelError: the platform's own refusals
    """
    name = asked.request_id if asked.settings.is_hold_repeatable else str(uuid4())
    reference = f"hold:{name}"
    group = str(uuid5(UUID(asked.connection.uuid), reference))
    extra = {HOLD: "yes", **_ext(form.ext), **_item_ext(form.items)}
    details = BookingDetails(extra=extra, group=group)
    return _held(asked, parts_of(asked, form.items), reference, details)


def _held(
    asked: RequestContext, parts: Sequence[BookingPart], reference: str, details: BookingDetails
) -> Sequence[Booking]:
    made: list[Booking] = []
    try:
        for number, part in enumerate(parts):
            request = _request(asked, part, f"{reference}.{number}", _of_part(details, number))
            made.append(hold(asked.connection, replace(request, may_renew=True)))
    except Exception:
        # Whatever happened: seats without the others are of no use to anybody.
        _give_back(asked.connection, made)
        raise
    return made


def _request(
    asked: RequestContext, part: BookingPart, reference: str, details: BookingDetails
) -> HoldRequest:
    return HoldRequest(
        reference=reference,
        product_id=part.product.product_id,
        option_id=part.option.option_id,
        departure=DepartureRef(starts_at=part.starts_at),
        units=part.units,
        details=details,
        is_test=asked.connection.state == "testing",
    )


def _of_part(details: BookingDetails, number: int) -> BookingDetails:
    return replace(details, extra={**(details.extra or {}), PART: str(number)})


def _give_back(connection: Connection, made: Iterable[Booking]) -> None:
    for one in made:
        with suppress(ChannelError):
            cancel(connection, BookingKey(uuid=one.uuid), is_forced=True)


def find_hold(connection: Connection, hold_id: str) -> Sequence[Booking]:
    """
    Return the parts of a hold as they stand, also when it became a booking.

    :raises RedeamError: NOT_FOUND; another connection's is not known either
    """
    found = bookings(connection, BookingSearch(group=hold_id))
    parts = _newest(one for one in found if one.extra.get(HOLD))
    if not parts:
        raise not_found("Hold not found.", holdId=hold_id)
    return parts


def _newest(found: Iterable[Booking]) -> Sequence[Booking]:
    """Return the parts of a basket in order; of a part that was made anew, the last."""
    newest: dict[int, Booking] = {}
    for one in sorted(found, key=lambda one: one.created_at):
        newest[int(one.extra.get(PART, "0"))] = one
    return [newest[number] for number in sorted(newest)]


def is_released(one: Booking) -> bool:
    """Tell whether a hold was given up before it was booked."""
    return one.state == "cancelled" and one.confirmed_at is None


def release_hold(asked: RequestContext, hold_id: str) -> Sequence[Booking]:
    """
    Give a hold up. Doing so again gives the same answer.

    :raises RedeamError: NOT_FOUND, GONE when it has run out, CONFLICT when it became a booking
    """
    parts = find_hold(asked.connection, hold_id)
    if all(is_released(one) for one in parts):
        return parts
    if any(one.state == "expired" for one in parts):
        raise gone("The hold has run out.", holdId=hold_id)
    if any(one.state != "on_hold" and not is_released(one) for one in parts):
        raise conflict("The hold became a booking.", holdId=hold_id)
    return [one if is_released(one) else cancel(asked.connection, BookingKey(uuid=one.uuid)) for one in parts]


def create_booking(asked: RequestContext, form: BookingIn) -> Sequence[Booking]:
    """
    Make a booking once, however often it is asked for: `resellerBookingRef` and `holdId` name it.

    :raises RedeamError: the request makes no sense, or was used for another booking
    :raises ChannelError: the platform's own refusals
    """
    before = _before(asked.connection, form)
    if before:
        if sold_in(parts_of(asked, form.items, before)) != booked_in(before):
            raise conflict("resellerBookingRef and holdId were used for other items.")
        return before
    if form.hold_id is not None:
        return _from_hold(asked, form, find_hold(asked.connection, form.hold_id))
    parts = parts_of(asked, form.items)
    if any(is_hold_required(asked.settings, part.product) for part in parts):
        raise bad_request("holdId is required.", holdId="required")
    return _at_once(asked, form, parts)


def _before(connection: Connection, form: BookingIn) -> Sequence[Booking]:
    """Return the booking that was made of the same references; none is no booking."""
    if form.reseller_booking_ref is None:
        return ()
    search = BookingSearch(channel_reference=form.reseller_booking_ref)
    found = [one for one in bookings(connection, search) if one.extra.get(SALE)]
    same = [one for one in found if one.extra.get(HOLD_ID, "") == (form.hold_id or "")]
    if same:
        return _newest(same)
    if any(one.state not in _ENDED for one in found):
        raise conflict(
            "resellerBookingRef was used for another booking.", resellerBookingRef=form.reseller_booking_ref
        )
    return ()


def _reference(asked: RequestContext, form: BookingIn) -> str:
    name = form.reseller_booking_ref or (asked.request_id if form.hold_id is None else "")
    return f"booking:{name}|{form.hold_id or ''}"


def said_of(form: BookingIn) -> BookingDetails:
    """Return what a booking says beside its seats."""
    customer = form.customer
    guests = [item.traveler for item in form.items if item.traveler]
    lead = next((guest for guest in guests if guest.is_lead), guests[0] if guests else None)
    lang = lead.lang if lead and lead.lang else None
    extra = {SALE: "yes", **_ext(form.ext), **_item_ext(form.items)}
    if form.hold_id:
        extra[HOLD_ID] = form.hold_id
    if form.barcode and form.barcode.value:
        extra[BARCODE + "value"] = form.barcode.value
        extra[BARCODE + "format"] = form.barcode.format or ""
    contact = Contact(
        customer.first_name,
        customer.last_name,
        email=customer.email or "",
        phone=customer.phone or "",
        locales=(lang,) if lang else (),
    )
    return BookingDetails(
        contact=contact, channel_reference=form.reseller_booking_ref, locale=lang, extra=extra
    )


def _ext(ext: Mapping[str, str] | None) -> dict[str, str]:
    return {EXT + name: text for name, text in (ext or {}).items()}


def _item_ext(items: Sequence[ItemIn]) -> dict[str, str]:
    told = {str(index): item.ext for index, item in enumerate(items) if item.ext}
    text = orjson.dumps(told).decode() if told else ""
    return {ITEM_EXT: text} if 0 < len(text) <= _LONGEST_EXTRA else {}


def _at_once(asked: RequestContext, form: BookingIn, parts: Sequence[BookingPart]) -> Sequence[Booking]:
    reference = _reference(asked, form)
    details = replace(said_of(form), group=str(uuid5(UUID(asked.connection.uuid), reference)))
    if len(parts) == 1:
        request = _request(asked, parts[0], f"{reference}.0", _of_part(details, 0))
        return [book(asked.connection, request)]
    held = _held(asked, parts, reference, details)
    return _confirmed(asked, parts, held, details, None)


def _from_hold(asked: RequestContext, form: BookingIn, held: Sequence[Booking]) -> Sequence[Booking]:
    if any(is_released(one) or one.state in ("expired", "rejected") for one in held):
        raise gone("The hold is over.", holdId=form.hold_id or "")
    parts = parts_of(asked, form.items, held)
    if sold_in(parts) != booked_in(held):
        raise conflict("The items are not those of the hold.", holdId=form.hold_id or "")
    if any(one.state != "on_hold" for one in held):
        if form.reseller_booking_ref is None and all(one.extra.get(SALE) for one in held):
            return held
        raise conflict("The hold became another booking.", holdId=form.hold_id or "")
    return _confirmed(asked, parts, held, said_of(form), _reference(asked, form))


def _confirmed(
    asked: RequestContext,
    parts: Sequence[BookingPart],
    held: Sequence[Booking],
    details: BookingDetails,
    reference: str | None,
) -> Sequence[Booking]:
    wanted = {(part.option.option_id, part.starts_at): part for part in parts}
    made: list[Booking] = []
    try:
        for number, one in enumerate(held):
            part = wanted[(one.option_id, in_utc(one.departure.starts_at))]
            own = replace(details, group=None, extra={**one.extra, **(details.extra or {})})
            made.append(
                confirm(
                    asked.connection,
                    BookingKey(uuid=one.uuid),
                    details=_of_part(own, number),
                    units=_guests(part, one.units),
                    reference=f"{reference}.{number}" if reference else None,
                )
            )
    except Exception:
        _give_back(asked.connection, held if made else ())
        raise
    return made


def _guests(part: BookingPart, held: Sequence[BookedUnit]) -> tuple[UnitRequest, ...]:
    """Return the tickets of a part with the uuids of those that are held: the same seats."""
    free: dict[str, list[str]] = {}
    for unit in held:
        free.setdefault(unit.unit_id, []).append(unit.uuid)
    return tuple(replace(unit, uuid=free[unit.unit_id].pop(0)) for unit in part.units)


def find(connection: Connection, name: str) -> Sequence[Booking]:
    """
    Return the parts of a booking, by our id, the reseller's reference or the operator's code.

    :raises RedeamError: NOT_FOUND; another connection's is not known either
    """
    one = _by_id(connection, name) or _by_reference(connection, name)
    if one is None:
        raise not_found("Booking not found.", booking=name)
    if one.group is None:
        return [one]
    group = bookings(connection, BookingSearch(group=one.group))
    return _newest(other for other in group if other.extra.get(SALE)) or [one]


def _by_id(connection: Connection, name: str) -> Booking | None:
    try:
        found = booking(connection, BookingKey(uuid=str(UUID(name))))
    except (UnknownBooking, ValueError):
        return None
    return found if found.extra.get(SALE) else None


def _by_reference(connection: Connection, name: str) -> Booking | None:
    for search in (BookingSearch(channel_reference=name), BookingSearch(supplier_reference=name)):
        found = [one for one in bookings(connection, search) if one.extra.get(SALE)]
        if found:
            return max(found, key=lambda one: one.created_at)
    return None


def cancel_booking(asked: RequestContext, name: str) -> Sequence[Booking]:
    """
    Cancel a booking, all of its parts. Doing so again gives the same answer.

    :raises RedeamError: NOT_FOUND
    :raises CancellationRefused: it cannot be cancelled (any more)
    """
    parts = find(asked.connection, name)
    alive = [one for one in parts if one.state not in _ENDED]
    if len(alive) > 1 and any(not one.is_cancellable for one in alive):
        raise CancellationRefused("The booking can no longer be canceled.", reason="past_cutoff")
    ended = {one.uuid: cancel(asked.connection, BookingKey(uuid=one.uuid)) for one in alive}
    return [ended.get(one.uuid, one) for one in parts]
