"""Writes bookings of a file as trips: seats really taken, prices and money as the file says."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError

from outfitter.db.imports import CheckedRow, ImportContext, Problem, WrittenRow, problems_of
from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_imports import imported_departures, prices
from outfitter_tenants.checkout.trip_imports.bookings import BookingReader, Refused, is_past
from outfitter_tenants.checkout.trip_imports.types import ImportedBooking
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts, imported_trips, notes, reservations
from outfitter_tenants.trips.operations import trip_customers as trip_people

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

_EXISTS: Final = Problem("reference", "exists", "This booking was imported before.")
# What refuses a row for want of seats stands at the party.
_OF_PARTY: Final = frozenset({"sold_out", "resource_unavailable"})


def write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    """
    Make trips of bookings, each whole or not at all, in the caller's transaction.

    Departures are locked in their order and people after them, whatever order the file has.
    """
    with read_cache():
        skipped = [
            WrittenRow(r.row.no, "skip", r.verdict.object_id) for r in rows if r.verdict.action == "skip"
        ]
        todo = [r.row for r in rows if r.verdict.action != "skip"]
        reader = BookingReader(todo, context)
        found: list[WrittenRow] = []
        bookings: list[ImportedBooking] = []
        for row in todo:
            try:
                bookings.append(reader.read(row))
            except Refused as problem:
                found.append(WrittenRow(row.no, "create", None, problems=tuple(problem.problems)))
        bookings, refused = _without_known(bookings)
        found += refused
        for reseller_id in sorted({one.sale.reseller_id for one in bookings if one.sale}):
            resellers.lock_limited(reseller_id=reseller_id)
        places = imported_departures.find_or_make(bookings, context)
        made: list[Trip] = []
        for one in sorted(bookings, key=lambda booking: (places[booking.no], booking.no)):
            found.append(_written(one, places[one.no], context, made))
        _give_to_customers(made, context)
    return sorted([*skipped, *found], key=lambda row: row.no)


def _without_known(bookings: Sequence[ImportedBooking]) -> tuple[list[ImportedBooking], list[WrittenRow]]:
    """Leave out what came in between check and now."""
    known = imported_trips.trips_from(origins={one.origin for one in bookings})
    return (
        [one for one in bookings if one.origin not in known],
        [
            WrittenRow(one.no, "create", known[one.origin], problems=(_EXISTS,))
            for one in bookings
            if one.origin in known
        ],
    )


def _written(
    booking: ImportedBooking, timeslot_id: int, context: ImportContext, made: "list[Trip]"
) -> WrittenRow:
    try:
        trip = drafts.with_free_code(lambda: _make(booking, timeslot_id, context))
    except IntegrityError as problem:
        if "one_trip_an_imported_booking" not in str(problem):
            raise
        return WrittenRow(booking.no, "create", None, problems=(_EXISTS,))
    except DomainError as problem:
        told = problems_of(problem, {"quantities": "party"})
        if problem.code in _OF_PARTY:
            told = (Problem("party", problem.code, problem.message),)
        return WrittenRow(booking.no, "create", None, problems=told)
    made.append(trip)
    return WrittenRow(booking.no, "create", trip.pk)


def _make(booking: ImportedBooking, timeslot_id: int, context: ImportContext) -> "Trip":
    at = context.at
    trip, order, guests = _begin(booking, timeslot_id, context)
    seats.place_imported(
        timeslot_id=timeslot_id,
        qty_by_type=booking.quantities,
        trip_id=trip.pk,
        trip_order_id=order.pk,
        is_overbooking=booking.is_overbooking and "timeslot.overbook" in context.permissions,
        at=at,
    )
    prices.settle(trip=trip, order=order, booking=booking, at=at)
    prices.take_money(trip=trip, booking=booking, at=at)
    seats.sell_holds(trip_id=trip.pk, timeslots={order.pk: timeslot_id}, at=at, is_locked=True)
    _close(trip, guests, booking, context)
    return trip


def _begin(
    booking: ImportedBooking, timeslot_id: int, context: ImportContext
) -> "tuple[Trip, TripOrder, list[Booking]]":
    at = context.at
    method = trips.find_method(slug=imported_trips.METHOD)
    if method is None:
        raise DomainError("Trips can't be imported before the sales channel for imports is there.")
    trip, entry = drafts.new_draft(
        method=method,
        currency=people.get_properties().currency,
        locale=booking.locale,
        at=at,
        code=drafts.free_code(),
        contact=booking.contact,
        created_by=context.avatar_id,
    )
    trip.external = {"provider": booking.origin.provider, "reference": booking.origin.reference}
    order, guests = imported_departures.order_on(trip, booking, timeslot_id, at)
    if booking.sale is not None:
        trip.reseller_id, trip.reseller_voucher = booking.sale.reseller_id, booking.sale.voucher
    imported_departures.insert(trip, entry, order, guests)
    return trip, order, guests


def _close(
    trip: "Trip", guests: "Sequence[Booking]", booking: ImportedBooking, context: ImportContext
) -> None:
    """Make it a trip that was sold when it was, and remember where: the last of its rows."""
    at = context.at
    reservations.reserve(
        trip=trip,
        needs_review=False,
        conversion={"kind": "import", "transfer_id": context.transfer_id},
        at=at,
        action="trip.imported",
    )
    if is_past(booking, at):
        imported_trips.settle_past(trip=trip, guests=guests, status=booking.status, at=at)
    since = min(booking.booked_at or at, at, booking.start_at)
    trip.created_at = trip.reserved_at = trip.converted_at = since
    if booking.note:
        values = {"body": booking.note, "kind": "staff", "is_pinned": False, "show_on_manifest": True}
        notes.add(trip=trip, values=values, author_id=context.avatar_id, name=context.by_name, at=at)
    drafts.refresh(trip=trip, at=at)
    imported_trips.remember(trip=trip, origin=booking.origin, transfer_id=context.transfer_id)


def _give_to_customers(made: "Sequence[Trip]", context: ImportContext) -> None:
    """Give trips to whom they belong: people come after departures in the order of locks."""
    for trip in sorted(made, key=lambda one: (one.contact_email or "", one.contact_phone or "", one.pk)):
        trip.customer_id = conversion.customer_of(trip, context.at)
        if trip.customer_id is not None:
            imported_trips.give_to(trip=trip)
    ids = sorted({trip.customer_id for trip in made if trip.customer_id is not None})
    if ids:
        trip_people.recount(customer_ids=ids)
