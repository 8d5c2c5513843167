"""Trips that somebody has to look at before they count as booked (domain.md 3.4)."""

from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.plugins import outbox
from outfitter_tenants.checkout.intents import authorizations
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.checkout.trip_management import deletion as endings
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import lifecycle, trip_customers

WAITING: Final = frozenset({"under_review"})


def confirm_review(
    *,
    trip_id: int,
    is_approved: bool,
    note: str | None,
    is_told: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Confirm a trip that waits for it, or decline it: then seats are free and the money goes back.

    :raises WrongState: it does not wait for review
    """
    with atomic():
        with change_trip(
            trip_id=trip_id, by=by, at=at, version=version, states=WAITING, is_money=False
        ) as change:
            trip = change.trip
            if not is_approved:
                endings.end(change, reason=note or "", is_told=is_told)
            else:
                lifecycle.confirm(trip=trip, by=by.avatar_id, at=at)
                if authorizations.capture_all(trip=trip, by=by.avatar_id, at=at):
                    change.warn("hold_captured", "What is held on the card is taken now.", "info")
                change.tell(
                    "trip.review_confirmed",
                    before={"status": "under_review"},
                    after={"status": trip.status},
                    reason=note,
                )
        if trip.customer_id is not None:
            trip_customers.recount(customer_ids=[trip.customer_id])
        if is_approved:
            _announce(trip_id, is_told=is_told, at=at)
        return change.done


def _announce(trip_id: int, *, is_told: bool, at: datetime) -> None:
    whole = trips.get_trip(trip_id=trip_id)
    outbox.publish("trip.confirmed", at=at, notify=is_told, **trips.confirmation_of(whole))
