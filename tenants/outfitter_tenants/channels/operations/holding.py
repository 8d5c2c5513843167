"""Seats that a channel has set aside, and what it books at once."""

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from outfitter.db.locks import atomic
from outfitter.db.once import reading_once
from outfitter.kit.clock import utc_now
from outfitter.plugins import due
from outfitter.plugins.channels.bookings import Booking, HoldRequest, WantedUnit
from outfitter.plugins.channels.offers import Connection
from outfitter.plugins.channels.problems import (
    AlreadyCancelled,
    ChangeRefused,
    DuplicateReference,
    HoldExpired,
)
from outfitter_tenants.audit.actor import acting
from outfitter_tenants.channels import saying
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import guarantees, wishes
from outfitter_tenants.channels.partying import pax_of
from outfitter_tenants.channels.queries import answers, bookings
from outfitter_tenants.channels.refusing import neutral
from outfitter_tenants.checkout.operations import channel as checkout
from outfitter_tenants.scheduling import queries as scheduling

LAPSE: Final = "channels.lapse"
# Seats whose hold ran out are anybody's at once; the rows follow a moment later.
_PATIENCE: Final = timedelta(seconds=20)


def hold(connection: Connection, request: HoldRequest) -> Booking:
    """Set seats aside; see `outfitter.sdk.channels.hold`."""
    saying.require_sane(request)
    now = utc_now()
    with neutral(), acting(wishes.actor_of(connection)), reading_once(), atomic():
        known = _known(connection, request, now)
        if known is not None:
            return known
        row = place(connection, request, now)
        told = answers.told_one(row, at=now)
        row.answers = {"hold": answers.kept(told)}
        row.save(update_fields=["answers"])
        return told


def _known(connection: Connection, request: HoldRequest, now: datetime) -> Booking | None:
    """Return what a repeated request gets; None for one that is new."""
    row = find_again(connection, request)
    if row is None:
        return None
    is_held = row.state == "on_hold" and (row.expires_at is None or row.expires_at > now)
    if is_held or row.state == "confirmed":
        if row.asked_hash != saying.hash_of(request):
            raise DuplicateReference("This reference was used for something else.")
        if is_held and row.version == 1 and "hold" in row.answers:
            return answers.given_again(row.answers["hold"])
        return answers.told_one(row, at=now)
    if not request.may_renew:
        raise DuplicateReference("This booking has ended.", state=row.state)
    put_aside(row, now)
    return None


def find_again(connection: Connection, request: HoldRequest) -> ExternalBooking | None:
    """Return the booking that a reference has made, once nobody else is at it."""
    bookings.stand_in_line(connection_id=connection.id, reference=request.reference)
    return bookings.find_by_reference(connection_id=connection.id, reference=request.reference)


def put_aside(row: ExternalBooking, now: datetime) -> None:
    """Let another booking take the reference of one that has ended."""
    if row.state == "on_hold":
        lapse(row, now)
    row.reference = f"{row.reference[:180]}#{row.pk}"
    row.late_reference = None
    row.save(update_fields=["reference", "late_reference"])


def place(connection: Connection, request: HoldRequest, now: datetime) -> ExternalBooking:
    """Hold what a new request wants, in the caller's transaction."""
    place = wishes.find_place(
        connection, product_id=request.product_id, option_id=request.option_id, at=request.at,
        now=now,
    )  # fmt: skip
    party = wishes.party(place, request.units)
    terms = wishes.Terms.of(connection)
    asking = wishes.asking_of(connection, request.said, request.units)
    units = saying.spread(request.units)
    until = wishes.until_of(connection, request.minutes, now)
    slot = scheduling.get_timeslot(timeslot_id=place.slot.id, at=now)
    guarantees.spend(connection_id=connection.id, slot=slot, pax=pax_of(place.kinds, party), at=now)
    texts = saying.answered(request.said, wishes.labels_of(place.option.experience_id))
    sale = checkout.Sale(
        reseller_id=terms.reseller_id, timeslot_id=place.slot.id,
        guests=saying.guests_of(
            units, place.option.units, region=terms.region,
            is_theirs=connection.price_mode == "theirs",
        ),
        until=until,
        told=saying.told_of(
            request.said, region=terms.region, total=asking.total, net=asking.net,
            texts=[*texts, *_group_sizes(units)],
        ),
        external={
            "channel": connection.channel, "connection_id": connection.id,
            "reference": request.reference, "is_test": request.is_test,
        },
    )  # fmt: skip
    held = checkout.hold(sale=sale, at=now)
    row = _written(connection, request, place, held, asking, units, until, now)
    if request.said.is_amount_binding:
        price = answers.told_one(row, at=now).price
        wishes.require_price(connection, request.said, total=price.retail, net=price.net or 0)
    due.schedule(LAPSE, key=str(row.pk), due_at=until + _PATIENCE, payload={"id": row.pk})
    return row


def _group_sizes(units: list[WantedUnit]) -> list[str]:
    return [f"{unit.unit_id}: {unit.group_size}" for unit in units if unit.group_size]


def _written(
    connection: Connection, request: HoldRequest, place: wishes.Place, held: checkout.Held,
    asking: wishes.Asking, units: list[WantedUnit], until: datetime, now: datetime,
) -> ExternalBooking:  # fmt: skip
    said = request.said
    return ExternalBooking.objects.create(
        uuid=uuid4(), connection_id=connection.id, mapping_id=place.option.id,
        reference=request.reference, channel_reference=said.channel_reference,
        group_ref=said.group, sold_by=said.sold_by, confirmation_code=held.confirmation_code,
        trip_id=held.trip_id, trip_order_id=held.trip_order_id, timeslot_id=place.slot.id,
        date=place.slot.date, pax_cnt=held.pax_cnt, state="on_hold",
        is_test=request.is_test or connection.state == "testing", expires_at=until,
        currency=held.currency, total_amount=held.total_amount, their_amount=asking.theirs,
        is_their_net=asking.is_net, asked_hash=saying.hash_of(request),
        units=saying.rows_of(units, held.booking_ids),
        contact=saying.kept_contact(said.contact), notes=saying.clean(said.notes or "")[:8000],
        extra=dict(said.extra or {}), created_at=now, changed_at=now,
    )  # fmt: skip


def require_held(row: ExternalBooking, now: datetime) -> None:
    """
    Refuse to change what is no longer, or not only, held.

    :raises HoldExpired, AlreadyCancelled, ChangeRefused: as named
    """
    if row.state == "confirmed":
        raise ChangeRefused("This booking is confirmed already.")
    if row.state in {"cancelled", "rejected"}:
        raise AlreadyCancelled("This booking has ended.")
    if row.state == "expired" or (row.expires_at is not None and row.expires_at <= now):
        raise HoldExpired("The seats are no longer held.")


def extend(connection: Connection, key: Any, *, minutes: int | None) -> Booking:
    """Keep a hold longer; see `outfitter.sdk.channels.extend`."""
    now = utc_now()
    with neutral(), acting(wishes.actor_of(connection)), atomic():
        row = bookings.lock(connection_id=connection.id, key=key)
        require_held(row, now)
        until = wishes.until_of(connection, minutes, now)
        if row.expires_at is None or until > row.expires_at:
            checkout.extend(trip_id=row.trip_id, until=until, at=now)
            row.expires_at, row.changed_at = until, now
            row.version += 1
            row.save(update_fields=["expires_at", "changed_at", "version"])
            due.schedule(LAPSE, key=str(row.pk), due_at=until + _PATIENCE, payload={"id": row.pk})
        return answers.told_one(row, at=now)


def lapse(row: ExternalBooking, now: datetime) -> None:
    """End a locked hold that has run out: its seats and its cart are given up."""
    row.state, row.cancelled_at, row.changed_at = "expired", row.expires_at or now, now
    row.save(update_fields=["state", "cancelled_at", "changed_at"])
    checkout.let_go(trip_id=row.trip_id, reason="channel_hold_expired", by=wishes.BY, at=now)
    guarantees.restore(connection_id=row.connection_id, timeslot_id=row.timeslot_id, at=now)


def lapse_due(payload: dict[str, Any], at: datetime) -> None:
    """End a hold that has run out; a due job that may run twice."""
    with atomic():
        rows = ExternalBooking.objects.select_for_update(of=("self",))
        row = rows.filter(pk=int(payload["id"]), state="on_hold").first()
        if row is None:
            return
        if row.expires_at is not None and row.expires_at > at:
            due.schedule(LAPSE, key=str(row.pk), due_at=row.expires_at + _PATIENCE, payload=payload)
            return
        lapse(row, at)
