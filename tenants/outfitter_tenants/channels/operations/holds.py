"""Seats that a channel has set aside, and what it books at once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from outfitter.db.configuration import configuration
from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.db.statements import Writes
from outfitter.kit.clock import utc_now
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.channels.booking_types import Booking, HoldRequest, UnitRequest
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.errors import AlreadyCancelled, ChangeRefused, DuplicateReference, HoldExpired
from outfitter_tenants.audit.actor import acting
from outfitter_tenants.channels.error_mapping import to_channel_error
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import guaranteed_seats, question_answers, request_resolution
from outfitter_tenants.channels.queries import booking_responses, bookings
from outfitter_tenants.channels.rules import request_validation
from outfitter_tenants.channels.rules.party_mapping import pax_of
from outfitter_tenants.checkout import channel_sales as checkout
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations import drafts

LAPSE: Final = "channels.lapse"
# Seats whose hold ran out are anybody's at once; the rows follow a moment later.
_PATIENCE: Final = timedelta(seconds=20)


def hold(connection: Connection, request: HoldRequest) -> Booking:
    """
    Set seats aside and keep their price for as long. Safe to repeat with the same reference.

    :raises DuplicateReference: the reference was used for something else, or has ended
    :raises UnknownProduct, UnknownOption, UnknownUnit, UnknownDeparture: as named
    :raises SoldOut, PastCutoff, NoAvailability, PartyRefused: as named
    :raises CurrencyMismatch, PriceChanged, Malformed, TemporarilyUnavailable: as named
    """
    return begin(connection, request, _hold)


Work = Callable[[Connection, HoldRequest, datetime], Booking]


def begin(connection: Connection, request: HoldRequest, work: Work) -> Booking:
    """Do work that may begin a booking in a transaction, once nobody else is at its reference."""
    request_validation.require_sane(request)
    now = utc_now()

    def in_line() -> Booking:
        version = bookings.lock_reference(connection_id=connection.id, reference=request.reference)
        with configuration(version), read_cache():
            return work(connection, request, now)

    with to_channel_error(), acting(request_resolution.actor_of(connection)):
        return drafts.with_free_code(in_line)


def _hold(connection: Connection, request: HoldRequest, now: datetime) -> Booking:
    known = _known(connection, request, now)
    if known is not None:
        return known
    writes = Writes()
    row = place(connection, request, now, writes).row
    writes.insert(row)
    writes.send()
    told = booking_responses.serialize_booking(row, at=now)
    row.answers = {"hold": booking_responses.stored_response(told)}
    writes.update(row, "answers")
    # Nobody can have scheduled it: it is named by the row's number.
    due_at = (row.expires_at or now) + _PATIENCE
    writes.insert(scheduled_jobs.new_job(LAPSE, key=str(row.pk), due_at=due_at, payload={"id": row.pk}))
    writes.send()
    return told


def _known(connection: Connection, request: HoldRequest, now: datetime) -> Booking | None:
    """Return what a repeated request gets; None for one that is new."""
    row = find_hold(connection, request)
    if row is None:
        return None
    is_held = row.state == "on_hold" and (row.expires_at is None or row.expires_at > now)
    if is_held or row.state == "confirmed":
        if row.asked_hash != request_validation.hash_of(request):
            raise DuplicateReference("This reference was already used for something else.")
        if is_held and row.version == 1 and "hold" in row.answers:
            return booking_responses.replay_response(row.answers["hold"])
        return booking_responses.serialize_booking(row, at=now)
    if not request.may_renew:
        raise DuplicateReference("This booking has ended.", state=row.state)
    place_order_hold(row, now)
    return None


def find_hold(connection: Connection, request: HoldRequest) -> ExternalBooking | None:
    """Return the booking that a reference has made, locked."""
    return bookings.find_by_reference(connection_id=connection.id, reference=request.reference)


def place_order_hold(row: ExternalBooking, now: datetime) -> None:
    """Let another booking take the reference of one that has ended."""
    if row.state == "on_hold":
        expire_hold(row, now)
    row.reference = f"{row.reference[:180]}#{row.pk}"
    row.late_reference = None
    row.save(update_fields=["reference", "late_reference"])


@dataclass(frozen=True, slots=True)
class Placed:
    """A hold that was just made: its row, which is not stored, and its cart."""

    row: ExternalBooking
    held: checkout.ChannelHold


def place(connection: Connection, request: HoldRequest, now: datetime, writes: Writes) -> Placed:
    """Hold what a new request wants, in the caller's transaction; the caller stores it with `writes`."""
    place = request_resolution.resolve_option(
        connection, product_id=request.product_id, option_id=request.option_id, at=request.departure, now=now
    )
    party = request_resolution.party(place, request.units)
    terms = request_resolution.ConnectionTerms.of(connection)
    asking = request_resolution.price_request_of(connection, request.details, request.units)
    units = request_validation.spread(request.units)
    answers = question_answers.sort(place.option.experience_id, request.details, units, region=terms.region)
    until = request_resolution.until_of(connection, request.minutes, now)
    offered = place.offered
    if guaranteed_seats.consume_guarantee(
        connection_id=connection.id, slot=place.slot, pax=pax_of(place.kinds, party), at=now
    ):
        offered = scheduling.get_timeslot_for_sale(timeslot_id=place.slot.id, at=now)
    guests = request_validation.guests_of(
        units, place.option.units, region=terms.region, is_theirs=connection.price_mode == "theirs"
    )
    sale = checkout.ChannelHoldRequest(
        reseller_id=terms.reseller_id,
        offered=offered,
        guests=guests,
        until=until,
        details=request_validation.trip_details_of(
            request.details,
            region=terms.region,
            total=asking.total,
            net=asking.net,
            texts=[*(request.details.note_lines or ()), *answers.lines],
        ),
        external=_external(connection, request),
    )
    held = checkout.hold(sale=sale, at=now, writes=writes)
    request_resolution.require_price(
        connection, request.details, total=held.trip.total_amount, net=held.net_amount
    )
    row = _row(connection, request, place, held, asking, units, until, now)
    question_answers.remember(row, request.details)
    question_answers.keep(row, answers, held.booking_ids, at=now)
    return Placed(row, held)


def _external(connection: Connection, request: HoldRequest) -> dict[str, object]:
    return {
        "channel": connection.channel,
        "connection_id": connection.id,
        "reference": request.reference,
        "is_test": request.is_test,
    }


def _row(
    connection: Connection,
    request: HoldRequest,
    place: request_resolution.ResolvedOption,
    held: checkout.ChannelHold,
    asking: request_resolution.PriceRequest,
    units: list[UnitRequest],
    until: datetime,
    now: datetime,
) -> ExternalBooking:
    details = request.details
    return ExternalBooking(
        uuid=uuid4(),
        connection_id=connection.id,
        mapping_id=place.option.id,
        reference=request.reference,
        channel_reference=details.channel_reference,
        group_ref=details.group,
        sold_by=details.sold_by,
        confirmation_code=held.trip.confirmation_code,
        trip_id=held.trip.pk,
        trip_order_id=held.trip_order_id,
        timeslot_id=place.slot.id,
        date=place.slot.date,
        pax_cnt=held.pax_cnt,
        state="on_hold",
        is_test=request.is_test or connection.state == "testing",
        expires_at=until,
        currency=held.trip.currency,
        total_amount=held.trip.total_amount,
        their_amount=asking.theirs,
        is_their_net=asking.is_net,
        asked_hash=request_validation.hash_of(request),
        units=request_validation.rows_of(units, held.booking_ids),
        contact=request_validation.kept_contact(details.contact),
        notes=request_validation.clean(details.notes or "")[:8000],
        extra=dict(details.extra or {}),
        created_at=now,
        changed_at=now,
    )


def require_held(row: ExternalBooking, now: datetime) -> None:
    """
    Refuse to change what is no longer, or not only, held.

    :raises HoldExpired, AlreadyCancelled, ChangeRefused: as named
    """
    if row.state == "confirmed":
        raise ChangeRefused("This booking is already confirmed.")
    if row.state in {"cancelled", "rejected"}:
        raise AlreadyCancelled("This booking has ended.")
    if row.state == "expired" or (row.expires_at is not None and row.expires_at <= now):
        raise HoldExpired("The seats are no longer held.")


def extend(connection: Connection, key: Any, *, minutes: int | None) -> Booking:
    """Keep a hold longer; see `outfitter.sdk.channels.extend`."""
    now = utc_now()
    with to_channel_error(), acting(request_resolution.actor_of(connection)), read_cache(), atomic():
        row = bookings.lock(connection_id=connection.id, key=key)
        require_held(row, now)
        until = request_resolution.until_of(connection, minutes, now)
        if row.expires_at is None or until > row.expires_at:
            checkout.extend(trip_id=row.trip_id, until=until, at=now)
            row.expires_at, row.changed_at = until, now
            row.version += 1
            row.save(update_fields=["expires_at", "changed_at", "version"])
            scheduled_jobs.schedule(LAPSE, key=str(row.pk), due_at=until + _PATIENCE, payload={"id": row.pk})
        return booking_responses.serialize_booking(row, at=now)


def expire_hold(row: ExternalBooking, now: datetime) -> None:
    """End a locked hold that has run out: its seats and its cart are given up."""
    row.state, row.cancelled_at, row.changed_at = "expired", row.expires_at or now, now
    row.save(update_fields=["state", "cancelled_at", "changed_at"])
    checkout.release(trip_id=row.trip_id, reason="channel_hold_expired", by=request_resolution.BY, at=now)
    guaranteed_seats.restore_guarantee(connection_id=row.connection_id, timeslot_id=row.timeslot_id, at=now)


def expire_due_holds(payload: dict[str, Any], at: datetime) -> None:
    """End a hold that has run out; a due job that may run twice."""
    with atomic():
        rows = ExternalBooking.objects.select_for_update(of=("self",))
        row = rows.filter(pk=int(payload["id"]), state="on_hold").first()
        if row is None:
            return
        if row.expires_at is not None and row.expires_at > at:
            scheduled_jobs.schedule(
                LAPSE, key=str(row.pk), due_at=row.expires_at + _PATIENCE, payload=payload
            )
            return
        expire_hold(row, at)
