"""Bookings of v1: made, changed, cancelled, and asked whether anybody came."""

import hashlib
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import (
    AlreadyCancelled,
    AmendRequest,
    Booking,
    BookingDetails,
    BookingKey,
    CancellationRefused,
    ChangeRefused,
    ChannelError,
    Connection,
    DepartureRef,
    DuplicateReference,
    HoldExpired,
    HoldRequest,
    NoAvailability,
    PartyRefused,
    PastCutoff,
    PriceChanged,
    SoldOut,
    UnitRequest,
    UnknownBooking,
    UnknownDeparture,
    UnknownOption,
    UnknownProduct,
    UnknownUnit,
    amend,
    availability,
    book,
    booking,
    cancel,
    confirm,
    product,
)
from outfitter_viator import errors, product_ids, v1_travelers
from outfitter_viator import times as clocks
from outfitter_viator.errors import V1Error
from outfitter_viator.product_ids import ProductOption
from outfitter_viator.settings import ViatorSettings
from outfitter_viator.v1_requests import AmendmentIn, BookingFields, BookingIn, CancellationIn, RedemptionIn

NOT_OPERATING: Final = "NOT_OPERATING"
# Where a booking keeps what it was asked as, beside what it has become.
ASKED: Final = "asked"
OTHER_DATES: Final = "BOOKED_OUT_ALT_DATES"
OTHER_TIMES: Final = "BOOKED_OUT_ALT_TIMES"
OTHER: Final = "OTHER"
CANCEL_REASONS: Final = {
    "past_cutoff": "PAST_CANCEL_DATE",
    "past_departure": "PAST_TOUR_DATE",
    "redeemed": "TOUR_REDEEMED",
}
# How far ahead other dates are offered in place of one that is sold out, and how many.
_AHEAD_DAYS: Final = 14
_MOST_OFFERED: Final = 5


@dataclass(eq=False)
class BookingRejected(Exception):
    """A business refusal: the request was fine, the answer is no."""

    reason: str
    details: str


def way_of(connection: Connection, form: BookingFields, settings: ViatorSettings) -> ProductOption:
    """
    Return what is booked.

    :raises V1Error: no such product or option
    """
    code = form.supplier_product_code
    try:
        found = product(connection, code)
        options = form.tour_options
        return product_ids.way_of(found, options.supplier_option_code if options else None)
    except UnknownProduct as problem:
        raise errors.unknown_product(settings.unknown_product_code, code, form.supplier_id) from problem
    except UnknownOption as problem:
        raise V1Error(
            errors.INVALID_OPTION, f"No option '{problem.option_id}' of product '{code}'."
        ) from problem


def departure_of(way: ProductOption, form: BookingFields) -> DepartureRef:
    """
    Return which departure is meant.

    :raises V1Error: TGDS0020 for a time that is none
    """
    text = form.tour_options.tour_departure_time if form.tour_options else None
    return DepartureRef(date=form.travel_date, time=None if way.option.is_all_day else start_of(text))


def start_of(text: str | None) -> time | None:
    """
    Return a departure's time, None where none is told.

    :raises V1Error: TGDS0020 for a time that is none
    """
    if not text:
        return None
    try:
        return clocks.read_start(text)
    except clocks.NotATime as problem:
        raise V1Error(errors.FIELD_VALIDATION, f"TourDepartureTime: {text[:40]}") from problem


def create_booking(connection: Connection, form: BookingIn, settings: ViatorSettings) -> Booking:
    """
    Make a booking once, however often it is asked for.

    :raises V1Error: nothing was made, because the request makes no sense
    :raises BookingRejected: nothing was made, because it cannot be had
    """
    way = way_of(connection, form, settings)
    at = departure_of(way, form)
    before = find_booking(connection, form.booking_reference)
    if before is not None:
        return _again(before, way, form, at)
    if not way.product.is_instant:
        raise BookingRejected(OTHER, "Bookings of this tour are confirmed manually.")
    try:
        if form.availability_hold_reference:
            return _from_hold(connection, way, form, at)
        return _at_once(connection, way, form, at)
    except DuplicateReference:
        # The same message came twice at the same moment, and the other one was first.
        before = find_booking(connection, form.booking_reference)
        if before is None:
            raise
        return _again(before, way, form, at)
    except ChannelError as problem:
        raise rejected(connection, way, form, at, problem) from problem


def find_booking(connection: Connection, reference: str) -> Booking | None:
    """Return the booking that Viator knows by this reference."""
    try:
        return booking(connection, BookingKey(reference=reference))
    except UnknownBooking:
        return None


def _again(before: Booking, way: ProductOption, form: BookingIn, at: DepartureRef) -> Booking:
    if before.state in ("cancelled", "expired", "rejected"):
        raise BookingRejected(OTHER, f"Booking {form.booking_reference} was {before.state}.")
    if before.extra.get(ASKED) == idempotency_key_of(form):
        # It may have been amended since: a late retry undoes nothing.
        return before
    wanted = v1_travelers.units(way.option, form, boats=len(before.units))
    if not is_same(before, way, at) or not v1_travelers.is_same_party(before, wanted):
        raise V1Error(
            errors.INVALID_DATA,
            f"Booking {form.booking_reference} exists and is another; please amend it.",
            errors.MESSAGES[errors.INVALID_DATA],
        )
    return before


def idempotency_key_of(form: BookingIn) -> str:
    """Return what tells the bookings apart that one reference could mean: what, when, for whom."""
    options = form.tour_options
    option = (options.supplier_option_code, options.tour_departure_time) if options else ()
    seats = (form.supplier_product_code, option, form.travel_date, sorted(v1_travelers.counts(form).items()))
    return hashlib.sha256(repr(seats).encode()).hexdigest()


def _said(connection: Connection, way: ProductOption, form: BookingIn) -> BookingDetails:
    return replace(
        v1_travelers.parse_details(connection, way.product, form), extra={ASKED: idempotency_key_of(form)}
    )


def is_same(before: Booking, way: ProductOption, at: DepartureRef) -> bool:
    """Tell whether a booking is of this product, option and departure."""
    if (before.product_id, before.option_id) != (way.product.product_id, way.option.option_id):
        return False
    starts_at = before.departure.starts_at.astimezone(ZoneInfo(way.product.time_zone))
    return starts_at.date() == at.date and (at.time is None or starts_at.time() == at.time)


def _at_once(connection: Connection, way: ProductOption, form: BookingIn, at: DepartureRef) -> Booking:
    request = HoldRequest(
        reference=form.booking_reference,
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        departure=at,
        units=v1_travelers.units(way.option, form),
        details=_said(connection, way, form),
    )
    return book(connection, request)


def _from_hold(connection: Connection, way: ProductOption, form: BookingIn, at: DepartureRef) -> Booking:
    reference = form.availability_hold_reference
    held = find_booking(connection, reference or "")
    if held is None or held.state in ("cancelled", "rejected"):
        # What it was is gone; the seats may still be there.
        return _at_once(connection, way, form, at)
    wanted = v1_travelers.units(way.option, form, boats=len(held.units))
    if not is_same(held, way, at) or not v1_travelers.is_same_party(held, wanted):
        raise V1Error(errors.INVALID_DATA, f"What was reserved as {reference} is not what is booked.")
    try:
        return confirm(
            connection,
            BookingKey(uuid=held.uuid),
            details=_said(connection, way, form),
            units=v1_travelers.same_guests(wanted, held.units),
            reference=form.booking_reference,
            may_retake=True,
        )
    except HoldExpired:
        return _at_once(connection, way, form, at)


def rejected(
    connection: Connection, way: ProductOption, form: BookingFields, at: DepartureRef, problem: ChannelError
) -> Exception:
    """Return how a refusal of the engine's is told: as a rejection, or as it is."""
    if isinstance(problem, SoldOut):
        wanted = v1_travelers.units(way.option, form)
        return BookingRejected(*alternatives(connection, way, form.travel_date, wanted))
    if isinstance(problem, PastCutoff):
        return BookingRejected(OTHER, "Sales of this departure have ended.")
    if isinstance(problem, NoAvailability | UnknownDeparture):
        return BookingRejected(NOT_OPERATING, "Nothing leaves then.")
    if isinstance(problem, HoldExpired):
        return BookingRejected(OTHER, "The seats are no longer held.")
    if isinstance(problem, UnknownUnit):
        return V1Error(errors.IMPOSSIBLE_MIX, f"{problem.unit_id} is not sold on this option.")
    if isinstance(problem, PartyRefused | PriceChanged | ChangeRefused | AlreadyCancelled):
        return BookingRejected(OTHER, problem.message)
    return problem


def alternatives(
    connection: Connection, way: ProductOption, day: date, wanted: tuple[UnitRequest, ...]
) -> tuple[str, str]:
    """Return why a party finds no seats, and when it would: other times, else other dates."""
    plain = [UnitRequest(one.unit_id, one.quantity, group_size=one.group_size) for one in wanted]
    found = availability(
        connection,
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        date_from=day,
        date_to=clocks.later(day, _AHEAD_DAYS),
        units=plain,
    )
    free = [departure for departure in found if departure.refusal is None]
    times = [clocks.short(one.starts_at.time()) for one in free if one.date == day]
    if times:
        return OTHER_TIMES, "Sold out. Still to be had at: " + ", ".join(times[:_MOST_OFFERED])
    dates = list(dict.fromkeys(one.date.isoformat() for one in free))
    if dates:
        return OTHER_DATES, "Sold out. Still to be had on: " + ", ".join(dates[:_MOST_OFFERED])
    return OTHER, "Sold out."


def amend_booking(connection: Connection, form: AmendmentIn, settings: ViatorSettings) -> Booking:
    """
    Make a booking what the request describes: it is the whole picture.

    :raises V1Error: no such booking, or the request makes no sense; nothing was changed
    :raises BookingRejected: it cannot be changed like this; nothing was changed
    """
    before = require_booking(connection, form.booking_reference, form.supplier_confirmation_number, form)
    way = way_of(connection, form, settings)
    at = departure_of(way, form)
    if at.time is None and is_same(before, way, at):
        at = DepartureRef(departure_id=before.departure.id)
    wanted = v1_travelers.units(way.option, form, boats=len(before.units))
    is_same_option = before.option_id == way.option.option_id
    amendment = AmendRequest(
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        departure=at,
        units=v1_travelers.same_guests(wanted, before.units if is_same_option else ()),
        details=v1_travelers.parse_details(connection, way.product, form),
    )
    try:
        return amend(connection, BookingKey(uuid=before.uuid), amendment)
    except ChannelError as problem:
        raise rejected(connection, way, form, at, problem) from problem


def require_booking(
    connection: Connection, reference: str, number: str, form: AmendmentIn | CancellationIn | RedemptionIn
) -> Booking:
    """
    Return a booking that Viator names by its own reference and by our number.

    :raises V1Error: TGDS0026 when there is none; another connection's is not known either
    """
    found = find_booking(connection, reference)
    if found is None or found.supplier_reference.casefold() != number.strip().casefold():
        raise V1Error(
            errors.INVALID_REQUEST,
            f"No booking exists with BookingReference '{reference}' for SupplierId {form.supplier_id}.",
        )
    return found


def cancel_booking(connection: Connection, form: CancellationIn, settings: ViatorSettings) -> Booking:
    """
    Cancel a booking; cancelling it again gets the same answer.

    :raises V1Error: no such booking
    :raises BookingRejected: it cannot be cancelled
    """
    before = require_booking(connection, form.booking_reference, form.supplier_confirmation_number, form)
    words = ": ".join(text.strip() for text in (form.author, form.reason) if text.strip())
    try:
        return cancel(
            connection,
            BookingKey(uuid=before.uuid),
            reason=words[:1000],
            is_forced=settings.is_late_cancellation_accepted,
        )
    except CancellationRefused as problem:
        reason = CANCEL_REASONS.get(problem.reason, OTHER)
        raise BookingRejected(reason, problem.message) from problem


def rejection(problem: BookingRejected) -> dict[str, Any]:
    """Return the `TransactionStatus` of a refusal; its details are never empty."""
    return {
        "Status": "REJECTED",
        "RejectionReason": problem.reason,
        "RejectionReasonDetails": problem.details or problem.reason,
    }
