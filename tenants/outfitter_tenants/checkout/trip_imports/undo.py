"""Takes imported trips back: seats, money and place are as before. What somebody built on stays."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from outfitter.db.imports import ImportContext, Problem, problems_of
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import imported_trips
from outfitter_tenants.trips.queries.billable_trips import BILLED

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

_REASON: Final = "The import was undone."


def undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    """Take trips back, each whole or not at all; returns what stays and why, by trip id."""
    kept: dict[int, Problem] = {}
    for trip_id in sorted(rows):
        try:
            with atomic():
                reason = _take_back(trip_id, context)
        except DomainError as problem:
            reason = problems_of(problem)[0]
        if reason is not None:
            kept[trip_id] = reason
    return kept


def _take_back(trip_id: int, context: ImportContext) -> Problem | None:
    trip = trips.lock_trip(trip_id=trip_id)
    known = imported_trips.find_imported(trip_id=trip_id)
    if known is None or known.transfer_id != context.transfer_id:
        # Taken back already; or its booking came once more, with another file.
        return None
    if (reason := _objection(trip, known.version)) is not None:
        return reason
    for payment in money.list_payments(trip_id=trip_id):
        # Each day comes to what it was before: taken back when it came.
        ledger.void_payment(payment=payment, reason=_REASON, by=context.avatar_id, at=payment.received_at)
    trip.paid_amount = trip.tip_amount = 0
    imported_trips.unlock(trip=trip)
    trip.save(update_fields=["paid_amount", "tip_amount", "locked_reason", "locked_at", "locked_until"])
    deletion.delete_trip(
        trip_id=trip_id,
        reason=_REASON,
        by=TripActor(context.avatar_id, context.by_name, permissions=context.permissions),
        at=context.at,
        is_forced=True,
    )
    imported_trips.forget(trip=trip)
    return None


def _objection(trip: "Trip", version: int) -> Problem | None:
    if trip.status == "deleted":
        return Problem("", "deleted_since", "This trip was deleted.")
    if (trip.commission or {}).get("settle_status") in BILLED:
        return Problem("", "invoiced", "This trip is on an invoice.")
    if imported_trips.has_arrived(trip_id=trip.pk, since=trip.changed_at):
        return Problem("", "checked_in", "Guests of this trip have checked in.")
    if trip.version != version:
        return Problem("", "changed_since", "This trip was changed or paid since.")
    return None
