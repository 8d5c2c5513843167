"""The departures of imported bookings: those there are, and those that are over and have to be made."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.imports import ImportContext
from outfitter.db.statements import Writes
from outfitter_tenants.checkout.sale_terms import order_terms
from outfitter_tenants.checkout.trip_imports.types import ImportedBooking
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations import drafts

if TYPE_CHECKING:
    from django.db.models import Model

    from outfitter_tenants.trips.models import Booking, Trip, TripOrder


def find_or_make(bookings: Sequence[ImportedBooking], context: ImportContext) -> dict[int, int]:
    """Return the departure of each booking by the number of its row; what is over is made where missing."""
    made: dict[tuple[int, datetime], int] = {}
    for one in sorted(bookings, key=lambda booking: (booking.experience.id, booking.start_at)):
        key = (one.experience.id, one.start_at)
        if one.timeslot_id is None and key not in made:
            slot = seats.add_timeslot(
                experience_id=one.experience.id, day=one.day, start_time=one.start_time, at=context.at
            )
            made[key] = slot.id
    return {one.no: one.timeslot_id or made[one.experience.id, one.start_at] for one in bookings}


def order_on(
    trip: "Trip", booking: ImportedBooking, timeslot_id: int, at: datetime
) -> "tuple[TripOrder, list[Booking]]":
    """Return the rows of an order on a departure, with its guests at the prices of here; not stored yet."""
    slot = scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
    tickets = order_terms.tickets_on(
        slot=slot,
        quantities=booking.quantities,
        method=trip.trip_method.slug,
        reseller_id=trip.reseller_id,
        audience="direct",
        at=at,
    )
    order = drafts.new_order(
        trip=trip,
        experience_id=slot.experience_id,
        timeslot_id=slot.id,
        experience_date_id=slot.experience_date_id,
        position=0,
        cancellation_policy=order_terms.policy_snapshot_of(experience_id=slot.experience_id),
    )
    guests = drafts.new_guests(order=order, tickets=tickets)
    contact = booking.contact
    guests[0].guest_first_name, guests[0].guest_last_name = contact.first_name, contact.last_name
    guests[0].guest_email, guests[0].guest_phone = contact.email, contact.phone
    return order, guests


def insert(trip: "Trip", entry: "Model", order: "TripOrder", guests: "Sequence[Booking]") -> None:
    """Store a trip that begins, with what it holds, in one go."""
    writes = Writes()
    writes.insert(trip, entry, order, *guests)
    writes.send()
