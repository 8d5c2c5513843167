"""A trip that costs what somebody else says, to the cent, whatever taxes and fees it brings."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.trips.operations import orders as rows

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder

# Taxes round: the second try is nearly always right.
_TRIES: Final = 5


def meet_total(*, trip: "Trip", order: "TripOrder", total: int, label: str, at: datetime) -> None:
    """
    Make a priced trip of one order cost `total` minor units; `label` names what no price can meet.

    The caller has the trip locked and saves it.
    """
    asked = trip.total_amount
    for _ in range(_TRIES):
        missing = total - trip.total_amount
        if missing == 0:
            return
        # A share of what is asked for is tax on top of it.
        share = missing if trip.total_amount <= 0 else round(missing * asked / trip.total_amount)
        asked = max(0, asked + (share or missing))
        rows.price_whole(order=order, amount=asked)
        price_trip(trip=trip, at=at)
    if total != trip.total_amount:
        rows.carry(order=order, label=label, amount=total - trip.total_amount)
        price_trip(trip=trip, at=at)
