"""The importer of trips: what `transfer` asks for every row, and what it may take back."""

from collections.abc import Mapping, Sequence
from typing import Final

from outfitter.db.imports import ImportContext, Importer, ParsedRow, Problem, Verdict, register
from outfitter_tenants.checkout.trip_imports import rules
from outfitter_tenants.checkout.trip_imports.bookings import BookingReader, Refused, is_past
from outfitter_tenants.checkout.trip_imports.operations import write
from outfitter_tenants.checkout.trip_imports.trip_columns import COLUMNS
from outfitter_tenants.checkout.trip_imports.types import ImportedBooking
from outfitter_tenants.checkout.trip_imports.undo import undo
from outfitter_tenants.trips.operations.imported_trips import Origin, trips_from

_CANCELED: Final = "canceled"


def keys(row: ParsedRow, context: ImportContext) -> tuple[str, ...]:
    """Return what a booking is known by within its file."""
    origin = rules.origin_of(row)
    return (f"{origin.provider}\x1f{origin.reference}",)


def check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    """Return what would become of these rows; of seats only what is plain to see now."""
    known = trips_from(origins={rules.origin_of(row) for row in rows})
    reader = BookingReader(rows, context)
    wanted: dict[int, int] = {}
    return [_verdict(row, known, reader, wanted, context) for row in rows]


def _verdict(
    row: ParsedRow,
    known: Mapping[Origin, int],
    reader: BookingReader,
    wanted: dict[int, int],
    context: ImportContext,
) -> Verdict:
    there = known.get(rules.origin_of(row))
    if there is not None:
        return _known(there, context)
    if row.values.get("status") == _CANCELED:
        # Who canceled elsewhere has no seats, and their money was settled there.
        return Verdict("skip")
    try:
        booking = reader.read(row)
    except Refused as problem:
        return Verdict(problems=tuple(problem.problems))
    return Verdict(problems=tuple(_of_seats(booking, reader, wanted, context)))


def _known(trip_id: int, context: ImportContext) -> Verdict:
    """Return what becomes of a booking that came before: a trip is never written over."""
    if context.mode != "insert":
        return Verdict("skip", object_id=trip_id)
    problem = Problem("reference", "exists", "This booking was imported before.")
    return Verdict(problems=(problem,), object_id=trip_id)


def _of_seats(
    booking: ImportedBooking, reader: BookingReader, wanted: dict[int, int], context: ImportContext
) -> list[Problem]:
    if booking.is_overbooking and "timeslot.overbook" not in context.permissions:
        return [Problem("overbook", "forbidden", "Your role does not allow overbooking.")]
    if booking.timeslot_id is None or is_past(booking, context.at):
        return []
    departure = next(one for one in reader.departures if one.id == booking.timeslot_id)
    kinds = {kind.id: kind for kind in booking.experience.customer_types}
    pax = sum(kinds[kind].pax_of(qty) for kind, qty in booking.quantities.items())
    before = wanted.get(departure.id, 0)
    wanted[departure.id] = before + pax
    may_exceed = booking.is_overbooking and booking.experience.is_allow_manual_overbooking
    if departure.left_cnt is None or may_exceed or before + pax <= departure.left_cnt:
        return []
    left = max(0, departure.left_cnt - before)
    return [Problem("party", "sold_out", f"Only {left} seats are left on this departure.", {"left": left})]


IMPORTER: Final = Importer(
    object="trips", permission="trip.create", columns=COLUMNS, check=check, write=write, undo=undo, keys=keys
)


def install() -> None:
    """Let files bring in trips."""
    register(IMPORTER)
