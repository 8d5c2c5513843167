"""Guests sign, staff assign what was signed, mark what is on paper, or say that nothing is needed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from outfitter.kit import zones
from outfitter.kit.errors import DomainError, NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.checkout.sale_terms.waiver_requirements import asked_of, recount
from outfitter_tenants.checkout.trip_changes.change import Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.checkout.waivers.guest_match import Guest, Person, match
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import guests as rows
from outfitter_tenants.waivers import operations as waivers
from outfitter_tenants.waivers import queries as signed
from outfitter_tenants.waivers.rules import requirements
from outfitter_tenants.waivers.types import Circumstances, SignRequest

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking
    from outfitter_tenants.waivers.models import BookingWaiver, Waiver, WaiverSignature

State = Literal["marked_signed", "required", "not_applicable"]


class WaiverNotAssigned(NotFound):
    """The guest has no such signed waiver."""


class WaiverTaken(DomainError):
    """The guest has signed this waiver already."""

    code = "already_done"
    status = 409


class WaiverVoid(DomainError):
    """The waiver was voided: it counts for nobody."""

    code = "waiver_void"
    status = 409


@dataclass(frozen=True, slots=True)
class SignerOrigin:
    """
    Where a signature comes from: a trip's own link, a guest shown on a tablet, or neither.

    `booking_id` is the guest whom the signer named as themselves.
    """

    trip_id: int | None = None
    booking_id: int | None = None
    ip: str | None = None
    user_agent: str = ""
    device_id: int | None = None


def sign(
    *, request: SignRequest, origin: SignerOrigin, by: TripActor, at: datetime
) -> "tuple[WaiverSignature, int]":
    """
    Keep what was signed and let it count for the trip's guests whom it fits (domain.md 4.20).

    Returns the signature and how many of its waivers count for a guest now; the others are on the
    day's list of waivers that belong to nobody yet.

    :raises TripNotFound: there is no such trip
    :raises WrongState: the trip is over or was canceled
    :raises WaiverTemplateNotFound: there is no such waiver to sign
    :raises Invalid: something is missing or wrong, field by field
    """
    settings = people.get_properties()
    where = Circumstances(
        at=at,
        day=zones.local_day(at, settings.time_zone),
        zone=settings.time_zone,
        majority=settings.waiver_majority_age,
        retention_years=settings.waiver_retention_years,
        ip=origin.ip,
        user_agent=origin.user_agent,
        device_id=origin.device_id,
        trip_id=origin.trip_id,
    )
    if origin.trip_id is None:
        return waivers.sign(request, where), 0
    with change_trip(trip_id=origin.trip_id, by=by, at=at, is_money=False, agents_need=None) as change:
        guests = _guests_of(change)
        asked = [one for one in guests if _asks(one, request.template_id)]
        signature = waivers.sign(request, replace(where, day=_day(asked or guests, where.day)))
        done = _assign_all(change, signature, asked, chosen=origin.booking_id)
    return signature, done


def _guests_of(change: Change) -> "list[Booking]":
    return [guest for order in trips.active_orders(trip=change.trip) for guest in order.live_bookings]


def _asks(guest: "Booking", template_id: int) -> bool:
    return template_id in asked_of(guest, experience_id=guest.trip_order.experience_id)


def _day(guests: "Sequence[Booking]", otherwise: date) -> date:
    """Return the first day of the activity, which ages count on."""
    slots = [one.trip_order.timeslot for one in guests]
    return min((slot.date for slot in slots if slot is not None), default=otherwise)


def _assign_all(
    change: Change, signature: "WaiverSignature", asked: "Sequence[Booking]", *, chosen: int | None
) -> int:
    known = signed.booking_rows(booking_ids=[one.pk for one in asked])
    mine: Sequence[Waiver] = signature.all_waivers  # type: ignore[attr-defined]
    ids = {one.pk for one in mine}
    counted = {row.waiver_id for found in known.values() for row in found}
    if ids & counted:
        # Sent again: it counts for whom it counted the first time.
        return len(ids & counted)
    free = [one for one in asked if not _is_given(known.get(one.pk, ()), signature.template_id)]
    found = match([_person(one) for one in mine], [_guest(one) for one in free], chosen=chosen)
    by_id = {one.pk: one for one in free}
    done: list[Booking] = []
    for place, booking_id in found.items():
        guest, waiver = by_id[booking_id], mine[place]
        if waivers.assign(booking_id=booking_id, waiver=waiver, by=change.by.avatar_id, at=change.at):
            _name_guest(guest, waiver, signature)
            _warn_of_age(change, guest, waiver, signature.day)
            done.append(guest)
    _recount(done)
    if done:
        change.log(
            "booking.waiver_signed",
            entity_type="booking",
            entity_id=done[0].pk,
            after={
                "template": signature.template.name,
                "booking_ids": [one.pk for one in done],
                "waiver_ids": [mine[place].pk for place in found],
            },
        )
    return len(done)


def _recount(guests: "Sequence[Booking]") -> None:
    by_order: dict[int, list[Booking]] = {}
    for one in guests:
        by_order.setdefault(one.trip_order.experience_id, []).append(one)
    for experience_id, these in by_order.items():
        recount(these, experience_id=experience_id)


def _is_given(known: "Sequence[BookingWaiver]", template_id: int) -> bool:
    return any(row.template_id == template_id and row.state in requirements.DONE for row in known)


def _person(waiver: "Waiver") -> Person:
    return Person(full_name(waiver.first_name, waiver.last_name), waiver.email, waiver.is_minor)


def _guest(one: "Booking") -> Guest:
    name = full_name(one.guest_first_name, one.guest_last_name)
    kind = one.experience_customer_type
    return Guest(one.pk, name, one.guest_email, kind.requires_waiver == "minor")


def _name_guest(guest: "Booking", waiver: "Waiver", signature: "WaiverSignature") -> None:
    """Take over who signed where nobody has said who travels on the ticket."""
    if guest.guest_first_name or guest.guest_last_name:
        return
    known = {
        "first_name": waiver.first_name,
        "last_name": waiver.last_name,
        "email": guest.guest_email or waiver.email,
        "phone": guest.guest_phone or (None if waiver.is_minor else signature.phone),
        "birth_date": guest.guest_birth_date or waiver.birth_date,
    }
    rows.write_guest(booking=guest, guest=known, customer_id=guest.customer_id, pickup=guest.pickup)


def _warn_of_age(change: Change, guest: "Booking", waiver: "Waiver", day: date) -> None:
    asked = guest.experience_customer_type.requires_waiver
    if asked == "none" or waiver.is_minor == (asked == "minor"):
        return
    name = full_name(waiver.first_name, waiver.last_name)
    kind = "minors" if asked == "minor" else "adults"
    change.warn(
        "age_mismatch",
        f"{name} signed as a{' minor' if waiver.is_minor else 'n adult'}, but the ticket is for {kind}.",
    )


def assign(
    *, trip_id: int, booking_id: int, waiver_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Let a signed waiver count for a guest, as staff decide; what was signed stays as it is.

    :raises WaiverNotFound: nothing of that number was signed
    :raises WaiverVoid: it was voided
    :raises WaiverTaken: the guest has signed the same waiver already
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        booking = change.booking(booking_id)
        waiver = signed.lock_waiver(waiver_id=waiver_id)
        if waiver.voided_at is not None:
            raise WaiverVoid("This waiver was voided. Ask the guest to sign again.")
        there = signed.waiver_of_booking(booking_id=booking_id, waiver_id=waiver_id)
        if there is not None:
            return change.result
        if not waivers.assign(booking_id=booking_id, waiver=waiver, by=by.avatar_id, at=at):
            raise WaiverTaken("This guest has already signed this waiver. Take that one off first.")
        before = {name: getattr(booking, name) for name in rows.WAIVER}
        _name_guest(booking, waiver, waiver.signature)
        _warn_of_age(change, booking, waiver, waiver.signature.day)
        recount([booking], experience_id=booking.trip_order.experience_id)
        _log(change, booking, before, {"waiver_id": waiver_id})
    return change.result


def set_state(
    *,
    trip_id: int,
    booking_id: int,
    state: State,
    template_id: int | None,
    note: str | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Say that a guest signed on paper, has to sign, or need not: one template, or all that are asked.

    :raises WaiverTemplateNotFound: there is no such template
    """
    template = signed.get_template(template_id=template_id) if template_id else None
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        booking = change.booking(booking_id)
        before = {name: getattr(booking, name) for name in rows.WAIVER}
        asked = asked_of(booking, experience_id=booking.trip_order.experience_id)
        known = signed.booking_rows(booking_ids=[booking_id]).get(booking_id, [])
        meant: Sequence[int | None] = [template_id] if template_id else _all_of(asked, known)
        if not template_id and state == "not_applicable":
            # A row without a template would only say that nothing is asked, which is so without it.
            waivers.forget_unnamed(booking_id=booking_id)
            meant = [one for one in meant if one is not None]
        waivers.set_states(booking_id=booking_id, template_ids=meant, state=state, by=by.avatar_id, at=at)
        recount_of(booking)
        _log(change, booking, before, {"template": template.name} if template else {}, note)
    return change.result


def _all_of(asked: Sequence[int], known: "Sequence[BookingWaiver]") -> Sequence[int | None]:
    """Return the templates that a word about all of them is about; None stands for one of no name."""
    named = list(dict.fromkeys([*asked, *(row.template_id for row in known)]))
    return named or [None]


def recount_of(booking: "Booking") -> None:
    """Count anew how far one guest is, whether or not the experience asks for anything."""
    known = signed.booking_rows(booking_ids=[booking.pk]).get(booking.pk, ())
    asked = asked_of(booking, experience_id=booking.trip_order.experience_id)
    found = requirements.count(asked, known)
    rows.set_waiver(booking=booking, state=found.state, required=found.required, signed=found.signed)


def unassign(
    *,
    trip_id: int,
    booking_id: int,
    waiver_id: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Take a signed waiver off a guest, who has to sign again; None means what was signed on paper.

    :raises WaiverNotAssigned: the guest has no such signed waiver
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        booking = change.booking(booking_id)
        before = {name: getattr(booking, name) for name in rows.WAIVER}
        gone = waivers.release(booking_id=booking_id, waiver_id=waiver_id)
        if not gone:
            raise WaiverNotAssigned("This guest has no such signed waiver.", waiver_id=waiver_id)
        asked = asked_of(booking, experience_id=booking.trip_order.experience_id)
        # Nothing asks for it but what staff said: they have to sign all the same.
        if alone := [one for one in gone if one not in asked]:
            waivers.set_states(
                booking_id=booking_id, template_ids=alone, state="required", by=by.avatar_id, at=at
            )
        recount_of(booking)
        _log(change, booking, before, {"waiver_id": waiver_id})
    return change.result


def withdraw_mark(*, booking_id: int, template_id: int | None, by: TripActor, at: datetime) -> None:
    """
    Take back that a guest was marked as having signed one template: they have not said so any more.

    :raises OrderNotFound: there is no such guest
    """
    trip_id = trips.trips_of_bookings(booking_ids=[booking_id])[booking_id]["id"]
    with change_trip(trip_id=trip_id, by=by, at=at, is_money=False) as change:
        booking = change.booking(booking_id)
        before = {name: getattr(booking, name) for name in rows.WAIVER}
        waivers.release_mark(booking_id=booking_id, template_id=template_id)
        recount_of(booking)
        _log(change, booking, before, {})


def _log(
    change: Change,
    booking: "Booking",
    before: Mapping[str, object],
    more: Mapping[str, object],
    reason: str | None = None,
) -> None:
    after = {name: getattr(booking, name) for name in rows.WAIVER}
    if before == after:
        return
    change.log(
        "booking.waiver_changed",
        entity_type="booking",
        entity_id=booking.pk,
        before=before,
        after={**after, **more},
        reason=reason,
    )
