"""Guests who have booked already, when what they have to sign changes, or comes with them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms.waiver_requirements import asked_of, recount
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.queries import upcoming_trips
from outfitter_tenants.waivers import operations as waivers
from outfitter_tenants.waivers import queries as signed

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, Trip

NAME: Final = "waivers"
RETURNING: Final = "waivers.returning"
BATCH: Final = 50


def on_experience_changed(ctx: TenantContext, event: Event) -> None:
    """Have guests of an experience counted anew whose tickets may ask for something else now."""
    waivers.schedule_recount(experience_id=event.payload["experience_id"], at=event.occurred_at)


def recount_due(payload: Mapping[str, int], at: datetime) -> None:
    """
    Count anew how far guests are who are still to come on an experience; the due job's handler.

    A few trips at a time, each locked as whoever changes it locks it; the job goes on where it
    stopped, and counting twice changes nothing.
    """
    experience_id, after = payload["experience_id"], payload.get("after", 0)
    ids = upcoming_trips.find(experience_id=experience_id, since=at, after=after, limit=BATCH)
    for trip_id in ids:
        with atomic():
            _recount(trips.lock_trip(trip_id=trip_id), at)
    if len(ids) == BATCH:
        waivers.schedule_recount(experience_id=experience_id, at=at, after=ids[-1])


def _recount(trip: "Trip", at: datetime) -> None:
    for order in trips.active_orders(trip=trip):
        changed = recount(order.live_bookings, experience_id=order.experience_id)
        if changed:
            outbox.publish(
                "booking.changed", at=at, trip_id=trip.pk, trip_order_id=order.pk, guests_cnt=len(changed)
            )


def on_trip_converted(ctx: TenantContext, event: Event) -> None:
    """Let what returning guests signed earlier count for the trip they have just booked."""
    payload = {"trip_id": event.payload["trip_id"]}
    scheduled_jobs.schedule(RETURNING, key=str(payload["trip_id"]), due_at=event.occurred_at, payload=payload)


def find_earlier_waivers(payload: Mapping[str, int], at: datetime) -> None:
    """
    Assign waivers that still count to a trip's guests who signed them before (domain.md 4.20).

    The due job's handler. A guest is known by their address and their name; a guest nobody has named
    yet is the customer only where they travel alone.
    """
    with atomic():
        trip = trips.lock_trip(trip_id=payload["trip_id"])
        if trip.status not in {"reserved", "under_review"}:
            return
        zone = people.get_properties().time_zone
        for order in trips.active_orders(trip=trip):
            slot = order.timeslot
            day = slot.date if slot else zones.local_day(at, zone)
            is_alone = len(order.live_bookings) == 1
            found = [g for g in order.live_bookings if _reuse(trip, g, day, at, is_alone=is_alone)]
            recount(found, experience_id=order.experience_id)


def _reuse(trip: "Trip", guest: "Booking", day: date, at: datetime, *, is_alone: bool) -> bool:
    asked = asked_of(guest, experience_id=guest.trip_order.experience_id)
    if not asked or guest.waiver_signed_cnt >= guest.waiver_required_cnt:
        return False
    name = full_name(guest.guest_first_name, guest.guest_last_name)
    if not name and is_alone:
        name = full_name(trip.contact_first_name, trip.contact_last_name)
    emails = {one for one in (guest.guest_email, trip.contact_email) if one}
    templates = {one.id: one for one in signed.asked_templates(experience_id=guest.trip_order.experience_id)}
    is_new = False
    for template_id in asked:
        template = templates[template_id]
        waiver = template.is_reusable and signed.find_reusable(
            template_id=template_id, template_version=template.version, emails=emails, name=name, day=day
        )
        if waiver and waivers.assign(booking_id=guest.pk, waiver=waiver, by=None, at=at):
            is_new = True
            record(
                entity_type="booking",
                entity_id=guest.pk,
                trip_id=trip.pk,
                action="booking.waiver_signed",
                at=at,
                after={"template": template.name, "waiver_ids": [waiver.pk], "is_earlier": True},
            )
    return is_new


def void(*, waiver_id: int, reason: str, at: datetime) -> None:
    """
    Let a signed waiver count for nobody any more, and have its guests sign again.

    :raises WaiverNotFound: there is none
    """
    with atomic():
        booking_ids = signed.bookings_of(waiver_ids=[waiver_id]).get(waiver_id, [])
        by_trip: dict[int, set[int]] = {}
        for booking_id, brief in trips.trips_of_bookings(booking_ids=booking_ids).items():
            by_trip.setdefault(brief["id"], set()).add(booking_id)
        locked = [trips.lock_trip(trip_id=trip_id) for trip_id in sorted(by_trip)]
        waivers.void(waiver_id=waiver_id, reason=reason, at=at)
        for booking_id in booking_ids:
            waivers.release(booking_id=booking_id, waiver_id=waiver_id)
        for trip in locked:
            _recount(trip, at)


def install() -> None:
    """Take on the due work of waivers and hear of sales and of changed experiences."""
    scheduled_jobs.handles(waivers.RECOUNT, recount_due)
    scheduled_jobs.handles(RETURNING, find_earlier_waivers)
    outbox.subscribe("experience.changed", NAME, on_experience_changed, when=signed.asks_anything)
    outbox.subscribe("trip.converted", NAME, on_trip_converted, when=signed.asks_anything)
