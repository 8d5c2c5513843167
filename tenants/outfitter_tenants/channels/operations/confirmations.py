"""Holds that become bookings, and bookings without one."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.db.statements import Writes, all_fields, insert_together, write_together
from outfitter.kit.clock import utc_now
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.channels.booking_types import (
    AmendRequest,
    Booking,
    BookingDetails,
    BookingKey,
    HoldRequest,
    UnitRequest,
)
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.errors import AlreadyCancelled, DuplicateReference, HoldExpired
from outfitter_tenants.audit.actor import acting
from outfitter_tenants.channels.error_mapping import to_channel_error
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import amendments, holds, question_answers, request_resolution
from outfitter_tenants.channels.queries import booking_responses, bookings, mappings
from outfitter_tenants.channels.rules import request_validation
from outfitter_tenants.checkout import channel_sales as checkout


def confirm(
    connection: Connection,
    key: BookingKey,
    *,
    details: BookingDetails | None = None,
    units: tuple[UnitRequest, ...] | None = None,
    reference: str | None = None,
    may_retake: bool = False,
) -> Booking:
    """
    Make a hold a booking. Confirming again gives the same answer.

    `reference` is another idempotency key that the channel names only now: the same one again gets
    the first booking. `may_retake`: when the hold has run out, take the seats once more if they
    are there, at the price that was told.

    :raises UnknownBooking, HoldExpired, AlreadyCancelled, SoldOut, PriceChanged: as named
    """
    now = utc_now()
    if details is not None:
        request_validation.require_details(details)
    if reference is not None:
        request_validation.require_name(reference, field="reference")
    with to_channel_error(), acting(request_resolution.actor_of(connection)), read_cache(), atomic():
        known = _known(connection, reference, now)
        if known is not None:
            return known
        row = bookings.lock(connection_id=connection.id, key=key)
        if row.state == "confirmed":
            return _again(row, reference, now)
        _require_open(row, now, may_retake=may_retake)
        told = details or BookingDetails()
        if units is not None or told.offer_code is not None or told.addons is not None:
            amendments.change(connection, row, AmendRequest(units=units, details=told), now)
        row.late_reference = reference or row.late_reference
        return sell(connection, row, told, now)


def _known(connection: Connection, reference: str | None, now: datetime) -> Booking | None:
    """Return what a reference that comes with the confirmation has confirmed before."""
    if reference is None:
        return None
    bookings.lock_reference(connection_id=connection.id, reference=reference)
    row = bookings.find_by_reference(connection_id=connection.id, reference=reference)
    if row is None or row.state == "on_hold":
        return None
    if row.state == "confirmed":
        return _given(row, now)
    raise AlreadyCancelled("This booking has ended.", state=row.state)


def _again(row: ExternalBooking, reference: str | None, now: datetime) -> Booking:
    if reference is not None and row.late_reference not in {None, reference}:
        raise DuplicateReference("This hold was confirmed as another booking.")
    return _given(row, now)


def _given(row: ExternalBooking, now: datetime) -> Booking:
    """Return the first answer again, as long as nobody has changed the booking since."""
    told = booking_responses.serialize_booking(row, at=now)
    first = row.answers.get("confirm")
    if first is not None and first["version"] == told.version:
        return booking_responses.replay_response(first)
    return told


def _require_open(row: ExternalBooking, now: datetime, *, may_retake: bool) -> None:
    if row.state in {"cancelled", "rejected"}:
        raise AlreadyCancelled("This booking has ended.", state=row.state)
    is_late = row.state == "expired" or (row.expires_at is not None and row.expires_at <= now)
    if is_late and (row.state == "expired" or not may_retake):
        # What was swept is gone with its cart: a channel that may, books anew.
        raise HoldExpired("The seats are no longer held.")


def book(connection: Connection, request: HoldRequest) -> Booking:
    """
    Hold and confirm at once. Safe to repeat with the same reference; see `hold` for refusals.

    A hold of the same reference and content that is still open is confirmed.
    """
    return holds.begin(connection, request, _book)


def _book(connection: Connection, request: HoldRequest, now: datetime) -> Booking:
    row = holds.find_hold(connection, request)
    if row is not None and row.state in {"cancelled", "expired", "rejected"}:
        _renew(row, request, now)
        row = None
    if row is None:
        writes = Writes()
        with outbox.together():
            placed = holds.place(connection, request, now, writes)
            if request.details.addons:
                return _sell_with_addons(connection, placed, request, now, writes)
            return sell(connection, placed.row, request.details, now, own=placed.held, writes=writes)
    if row.asked_hash != request_validation.hash_of(request):
        raise DuplicateReference("This reference was already used for something else.")
    if row.state == "confirmed":
        return _given(row, now)
    _require_open(row, now, may_retake=True)
    if request.details.addons is not None:
        amendments.change(
            connection, row, AmendRequest(details=BookingDetails(addons=request.details.addons)), now
        )
    return sell(connection, row, request.details, now)


def _sell_with_addons(
    connection: Connection, placed: holds.Placed, request: HoldRequest, now: datetime, writes: Writes
) -> Booking:
    """Store what was placed, put its add-ons on it, and sell it as what was held."""
    writes.insert(placed.row)
    writes.send()
    wish = AmendRequest(details=BookingDetails(addons=request.details.addons))
    amendments.change(connection, placed.row, wish, now)
    return sell(connection, placed.row, request.details, now)


def _renew(row: ExternalBooking, request: HoldRequest, now: datetime) -> None:
    if row.state != "expired" and not request.may_renew:
        raise AlreadyCancelled("This booking has ended.", state=row.state)
    holds.place_order_hold(row, now)


def sell(
    connection: Connection,
    row: ExternalBooking,
    details: BookingDetails,
    now: datetime,
    own: checkout.ChannelHold | None = None,
    writes: Writes | None = None,
) -> Booking:
    """
    Make the trip of a locked booking a sold one, in the caller's transaction.

    `own` is its cart where this transaction has made it, and `writes` what that has left: then the
    row is not stored yet either.
    """
    terms = request_resolution.ConnectionTerms.of(connection)
    asking = request_resolution.price_request_of(connection, details, ())
    sold = mappings.mappings_of(connection_ids=[connection.id])[row.mapping_id].experience_id
    question_answers.require_answers(row, sold, details)
    answers = question_answers.sort(sold, details, region=terms.region)
    if own is None:
        question_answers.keep(row, answers, at=now)
    told = amendments.trip_details(row, details, terms, asking, answers.lines)
    with outbox.together():
        checkout.sell(
            trip_id=row.trip_id,
            details=told,
            names={},
            is_told=terms.is_guest_told,
            at=now,
            own=own,
            writes=writes,
        )
    amendments.set_partner_note(row, details, asking)
    question_answers.keep_of_customer(row, sold, region=terms.region, at=now)
    row.state, row.confirmed_at, row.expires_at, row.changed_at = "confirmed", now, None, now
    row.version += 1
    done = booking_responses.serialize_booking(row, at=now)
    request_resolution.require_price(connection, details, total=done.price.retail, net=done.price.net or 0)
    row.total_amount = done.price.retail
    row.answers = {**row.answers, "confirm": booking_responses.stored_response(done)}
    if own is not None:
        insert_together(row)
    else:
        write_together(changed=[(row, all_fields(ExternalBooking))])
        scheduled_jobs.cancel(holds.LAPSE, key=str(row.pk))
    return done
