"""Give seats back before their hold runs out."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts


def release_holds(*, trip_id: int, trip_order_id: int, at: datetime) -> None:
    """
    Release the hold of one order of a draft; an order without one stays as it is.

    :raises NotADraft: the trip is booked already
    """
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        drafts.require_draft(trip)
        for hold in scheduling.holds_of_trip(trip_id=trip_id):
            if hold.trip_order_id == trip_order_id:
                seats.release_hold(hold_id=hold.id, at=at)
        drafts.refresh(trip=trip, at=at)
