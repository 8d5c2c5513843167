"""What a channel changes on its bookings, and how they end."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.db.statements import all_fields, write_together
from outfitter.kit.clock import utc_now
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.channels.booking_types import (
    AddonRequest,
    AmendRequest,
    Booking,
    BookingDetails,
    BookingKey,
    DepartureRef,
    UnitRequest,
)
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.errors import (
    AlreadyCancelled,
    CancellationRefused,
    ChangeRefused,
    HoldExpired,
)
from outfitter_tenants.audit.actor import acting
from outfitter_tenants.channels.error_mapping import to_channel_error
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import (
    guaranteed_seats,
    holds,
    question_answers,
    request_resolution,
)
from outfitter_tenants.channels.queries import addons, booking_responses, bookings, mappings
from outfitter_tenants.channels.rules import addon_names, request_validation
from outfitter_tenants.channels.rules.party_mapping import pax_of
from outfitter_tenants.channels.rules.question_answers import merged
from outfitter_tenants.checkout import channel_sales as checkout


def amend(connection: Connection, key: BookingKey, wish: AmendRequest) -> Booking:
    """Change a booking, all of it or nothing; see `outfitter.sdk.channels.amend`."""
    now = utc_now()
    request_validation.require_details(wish.details)
    with to_channel_error(), acting(request_resolution.actor_of(connection)), read_cache(), atomic():
        row = bookings.lock(connection_id=connection.id, key=key)
        before = booking_responses.serialize_booking(row, at=now)
        if before.state in {"cancelled", "rejected"}:
            raise AlreadyCancelled("This booking has ended.")
        if before.state == "expired":
            raise HoldExpired("The seats are no longer held.")
        if before.state == "redeemed":
            raise ChangeRefused("The guests have already arrived.")
        change(connection, row, wish, now)
        row.version += 1
        write_together(changed=[(row, all_fields(ExternalBooking))])
        return booking_responses.serialize_booking(row, at=now)


def change(connection: Connection, row: ExternalBooking, wish: AmendRequest, now: datetime) -> None:
    """Change a locked booking in the caller's transaction; the caller saves the row."""
    terms, is_held = request_resolution.ConnectionTerms.of(connection), row.state == "on_hold"
    place = _place(connection, row, wish, now)
    units = _units(row, wish.units)
    request_validation.require_units(units)
    party = request_resolution.party(place, units)
    asking = request_resolution.price_request_of(connection, wish.details, wish.units or ())
    answers = question_answers.sort(place.option.experience_id, wish.details, units, region=terms.region)
    until = request_resolution.until_of(connection, wish.minutes, now) if is_held and wish.minutes else None
    _make_room(connection, row, place, pax_of(place.kinds, party), now)
    held = checkout.amend(
        wish=checkout.AmendmentRequest(
            trip_id=row.trip_id,
            trip_order_id=row.trip_order_id,
            timeslot_id=place.slot.id,
            guests=_guests(connection, row, place, units, terms),
            details=_with_addons(
                trip_details(row, wish.details, terms, asking, answers.lines),
                wish.details.addons,
                place.option.experience_id,
            ),
            until=until,
        ),
        by=request_resolution.BY,
        at=now,
    )
    left = row.timeslot_id if row.timeslot_id != place.slot.id else None
    row.mapping_id, row.timeslot_id, row.date = place.option.id, place.slot.id, place.slot.date
    row.pax_cnt, row.total_amount = held.pax_cnt, held.trip.total_amount
    row.units = request_validation.rows_of(_with_contacts(row, units), held.booking_ids)
    if until is not None:
        row.expires_at = max(until, row.expires_at or until)
        scheduled_jobs.schedule(holds.LAPSE, key=str(row.pk), due_at=row.expires_at, payload={"id": row.pk})
    set_partner_note(row, wish.details, asking)
    question_answers.keep(row, answers, held.booking_ids, at=now)
    row.changed_at = now
    row.save()
    for timeslot_id in {left, row.timeslot_id}:
        guaranteed_seats.restore_guarantee(connection_id=connection.id, timeslot_id=timeslot_id, at=now)


def _with_addons(
    told: checkout.ChannelBookingDetails, wanted: Sequence[AddonRequest] | None, experience_id: int
) -> checkout.ChannelBookingDetails:
    if wanted is None:
        return told
    offered = addons.offered_of(experience_id=experience_id)
    return replace(told, addons=addon_names.requested(offered, wanted))


def _guests(
    connection: Connection,
    row: ExternalBooking,
    place: request_resolution.ResolvedOption,
    units: Sequence[UnitRequest],
    terms: request_resolution.ConnectionTerms,
) -> list[checkout.ChannelGuest]:
    return request_validation.guests_of(
        units,
        place.option.units,
        region=terms.region,
        known={one["uuid"]: one["booking_id"] for one in row.units},
        is_theirs=connection.price_mode == "theirs",
    )


def trip_details(
    row: ExternalBooking,
    details: BookingDetails,
    terms: request_resolution.ConnectionTerms,
    asking: request_resolution.PriceRequest,
    lines: Sequence[str],
) -> checkout.ChannelBookingDetails:
    """Return what is written on the trip of a booking; its note stays where nothing is said for it."""
    texts = [*(details.note_lines or ()), *lines]
    is_more = details.note_lines is not None or bool(lines)
    said = replace(details, notes=row.notes) if is_more and details.notes is None else details
    told = request_validation.trip_details_of(
        said, region=terms.region, total=asking.total, net=asking.net, texts=texts
    )
    return told if said.notes is not None else replace(told, note=None)


def _place(
    connection: Connection, row: ExternalBooking, wish: AmendRequest, now: datetime
) -> request_resolution.ResolvedOption:
    known = mappings.mappings_of(connection_ids=[connection.id])[row.mapping_id]
    # An empty name is a wrong one, and not none.
    product_id = known.product_ref if wish.product_id is None else wish.product_id
    option_id = wish.option_id
    if option_id is None and wish.product_id in {None, known.product_ref}:
        option_id = known.option_ref
    at = wish.departure or DepartureRef(departure_id=str(row.timeslot_id))
    return request_resolution.resolve_option(
        connection, product_id=product_id, option_id=option_id, at=at, now=now
    )


def _units(row: ExternalBooking, wanted: tuple[UnitRequest, ...] | None) -> list[UnitRequest]:
    """
    Return the party that is wanted; units without a name stand for those that are there.

    Who named no unit would otherwise get other tickets with every change.
    """
    if wanted is None:
        return [
            UnitRequest(one["unit_ref"], 1, one["uuid"], one.get("reference"), None, one.get("group_size"))
            for one in row.units
        ]
    named = {unit.uuid for unit in wanted if unit.uuid}
    free = [one for one in row.units if one["uuid"] not in named]
    found: list[UnitRequest] = []
    for unit in wanted:
        for _ in range(unit.quantity):
            uuid = unit.uuid
            if uuid is None:
                same = next((one for one in free if one["unit_ref"] == unit.unit_id), None)
                if same is not None:
                    free.remove(same)
                    uuid = same["uuid"]
            found.append(replace(unit, quantity=1, uuid=uuid))
    return [one if one.uuid else request_validation.spread([one])[0] for one in found]


def _with_contacts(row: ExternalBooking, units: list[UnitRequest]) -> list[UnitRequest]:
    known = {one["uuid"]: one for one in row.units}
    found = []
    for unit in units:
        old = known.get(unit.uuid)
        if old is not None:
            contact = unit.contact
            if contact is None and old.get("contact"):
                contact = request_validation.contact_of(old["contact"])
            unit = replace(
                unit,
                contact=contact,
                reference=unit.reference or old.get("reference"),
                group_size=unit.group_size or old.get("group_size"),
                answers=merged(old.get("answers", {}), unit.answers),
            )
        found.append(unit)
    return found


def _make_room(
    connection: Connection,
    row: ExternalBooking,
    place: request_resolution.ResolvedOption,
    pax: int,
    now: datetime,
) -> None:
    is_moved = row.timeslot_id != place.slot.id
    more = pax if is_moved else pax - row.pax_cnt
    if more > 0:
        guaranteed_seats.consume_guarantee(connection_id=connection.id, slot=place.slot, pax=more, at=now)


def set_partner_note(
    row: ExternalBooking, details: BookingDetails, asking: request_resolution.PriceRequest
) -> None:
    """Keep beside a booking what was said of it; the caller saves."""
    if details.contact is not None:
        row.contact = {**row.contact, **request_validation.kept_contact(details.contact)}
    if details.notes is not None:
        row.notes = request_validation.clean(details.notes)[:8000]
    for name, text in (
        ("channel_reference", details.channel_reference),
        ("group_ref", details.group),
        ("sold_by", details.sold_by),
    ):
        if text is not None:
            setattr(row, name, text)
    question_answers.remember(row, details)
    if details.extra is not None:
        row.extra = {**row.extra, **details.extra}
    if asking.theirs is not None:
        row.their_amount, row.is_their_net = asking.theirs, asking.is_net


def cancel(connection: Connection, key: BookingKey, *, reason: str | None, is_forced: bool) -> Booking:
    """Give up a hold, or cancel a booking; see `outfitter.sdk.channels.cancel`."""
    now = utc_now()
    with to_channel_error(), acting(request_resolution.actor_of(connection)), read_cache(), atomic():
        row = bookings.lock(connection_id=connection.id, key=key)
        before = booking_responses.serialize_booking(row, at=now)
        if before.state in {"cancelled", "rejected"}:
            return before
        if before.state == "expired":
            raise HoldExpired("The seats were already released.")
        if before.state == "on_hold":
            checkout.release(trip_id=row.trip_id, reason="channel", by=request_resolution.BY, at=now)
            scheduled_jobs.cancel(holds.LAPSE, key=str(row.pk))
            row.refund, row.refund_amount = "full", 0
        else:
            _require_cancellable(before, now, is_forced=is_forced)
            _call_off(row, before, now)
        row.state, row.cancelled_at, row.changed_at = "cancelled", now, now
        row.cancel_reason, row.expires_at = (
            (request_validation.clean(reason)[:500] if reason else None),
            None,
        )
        row.version += 1
        write_together(changed=[(row, all_fields(ExternalBooking))])
        guaranteed_seats.restore_guarantee(connection_id=connection.id, timeslot_id=row.timeslot_id, at=now)
        return booking_responses.serialize_booking(row, at=now)


def _require_cancellable(before: Booking, now: datetime, *, is_forced: bool) -> None:
    if before.redeemed_at is not None:
        raise CancellationRefused("The guests have already arrived.", reason="redeemed")
    if now >= before.departure.starts_at:
        raise CancellationRefused("The departure has begun.", reason="past_departure")
    until = before.cancellable_until
    if is_forced or until is None or now <= until:
        return
    # Who books within the cut-off comes too late from the start; the product is refundable still.
    raise CancellationRefused(
        "This booking can no longer be canceled.",
        reason="not_refundable" if until == booking_responses.NEVER else "past_cutoff",
    )


def _call_off(row: ExternalBooking, before: Booking, now: datetime) -> None:
    row.total_amount = before.price.retail
    if before.state == "pending":
        checkout.release(trip_id=row.trip_id, reason="channel", by=request_resolution.BY, at=now)
        row.refund, row.refund_amount = "full", before.price.retail
        return
    found = checkout.cancel(
        trip_id=row.trip_id, trip_order_id=row.trip_order_id, by=request_resolution.BY, at=now
    )
    row.refund_amount = max(0, found.gross - found.kept)
    row.refund = "full" if found.kept <= 0 else ("none" if found.kept >= found.gross else "partial")
