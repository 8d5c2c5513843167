"""Money back: a row first, then the gateway, then how it ended."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.checkout.operations.gift_cards import activating
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips.operations import booked

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


def store_sums(*, trip: "Trip", at: datetime) -> None:
    """Store what the ledger says on the trip, in the caller's transaction."""
    sums = money.sums_of_trip(trip_id=trip.pk)
    booked.set_paid(trip=trip, paid=sums.paid, refunded=sums.refunded, tip=sums.tip, at=at)
    activating.follow(trip=trip, at=at)
