"""Holds that become bookings, and bookings without one."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.db.once import reading_once
from outfitter.kit.clock import utc_now
from outfitter.plugins import due
from outfitter.plugins.channels.bookings import (
    Amendment,
    Booking,
    HoldRequest,
    Key,
    Said,
    WantedUnit,
)
from outfitter.plugins.channels.offers import Connection
from outfitter.plugins.channels.problems import (
    AlreadyCancelled,
    DuplicateReference,
    HoldExpired,
)
from outfitter_tenants.audit.actor import acting
from outfitter_tenants.channels import saying
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import amending, holding, wishes
from outfitter_tenants.channels.queries import answers, bookings
from outfitter_tenants.channels.refusing import neutral
from outfitter_tenants.checkout.operations import channel as checkout
from outfitter_tenants.trips.operations.orders import GuestName


def confirm(
    connection: Connection,
    key: Key,
    *,
    said: Said | None = None,
    units: tuple[WantedUnit, ...] | None = None,
    reference: str | None = None,
    may_retake: bool = False,
) -> Booking:
    """Make a hold a booking; see `outfitter.sdk.channels.confirm`."""
    now = utc_now()
    if said is not None:
        saying.require_said(said)
    if reference is not None:
        saying.require_name(reference, field="reference")
    with neutral(), acting(wishes.actor_of(connection)), reading_once(), atomic():
        known = _known(connection, reference, now)
        if known is not None:
            return known
        row = bookings.lock(connection_id=connection.id, key=key)
        if row.state == "confirmed":
            return _again(row, reference, now)
        _require_open(row, now, may_retake=may_retake)
        if units is not None:
            wish = Amendment(units=units, said=said or Said())
            amending.change(connection, row, wish, now)
        row.late_reference = reference or row.late_reference
        return sell(connection, row, said or Said(), now)


def _known(connection: Connection, reference: str | None, now: datetime) -> Booking | None:
    """Return what a reference that comes with the confirmation has confirmed before."""
    if reference is None:
        return None
    bookings.stand_in_line(connection_id=connection.id, reference=reference)
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
    told = answers.told_one(row, at=now)
    first = row.answers.get("confirm")
    if first is not None and first["version"] == told.version:
        return answers.given_again(first)
    return told


def _require_open(row: ExternalBooking, now: datetime, *, may_retake: bool) -> None:
    if row.state in {"cancelled", "rejected"}:
        raise AlreadyCancelled("This booking has ended.", state=row.state)
    is_late = row.state == "expired" or (row.expires_at is not None and row.expires_at <= now)
    if is_late and (row.state == "expired" or not may_retake):
        # What was swept is gone with its cart: a channel that may, books anew.
        raise HoldExpired("The seats are no longer held.")


def book(connection: Connection, request: HoldRequest) -> Booking:
    """Hold and confirm at once; see `outfitter.sdk.channels.book`."""
    saying.require_sane(request)
    now = utc_now()
    with neutral(), acting(wishes.actor_of(connection)), reading_once(), atomic():
        row = holding.find_again(connection, request)
        if row is not None and row.state in {"cancelled", "expired", "rejected"}:
            _renew(row, request, now)
            row = None
        if row is None:
            row = holding.place(connection, request, now)
        elif row.asked_hash != saying.hash_of(request):
            raise DuplicateReference("This reference was used for something else.")
        elif row.state == "confirmed":
            return _given(row, now)
        else:
            _require_open(row, now, may_retake=True)
        return sell(connection, row, request.said, now)


def _renew(row: ExternalBooking, request: HoldRequest, now: datetime) -> None:
    if row.state != "expired" and not request.may_renew:
        raise AlreadyCancelled("This booking has ended.", state=row.state)
    holding.put_aside(row, now)


def sell(connection: Connection, row: ExternalBooking, said: Said, now: datetime) -> Booking:
    """Make the trip of a locked booking a sold one, in the caller's transaction."""
    terms = wishes.Terms.of(connection)
    asking = wishes.asking_of(connection, said, ())
    names: dict[int, GuestName] = {}
    told = saying.told_of(said, region=terms.region, total=asking.total, net=asking.net)
    if said.notes is None:
        told = amending.without_note(told)
    checkout.sell(trip_id=row.trip_id, told=told, names=names, is_told=terms.is_guest_told, at=now)
    amending.note_said(row, said, asking)
    row.state, row.confirmed_at, row.expires_at, row.changed_at = "confirmed", now, None, now
    row.version += 1
    row.save()
    due.cancel(holding.LAPSE, key=str(row.pk))
    done = answers.told_one(row, at=now)
    wishes.require_price(connection, said, total=done.price.retail, net=done.price.net or 0)
    row.total_amount = done.price.retail
    row.answers = {**row.answers, "confirm": answers.kept(done)}
    row.save(update_fields=["answers", "total_amount"])
    return done
