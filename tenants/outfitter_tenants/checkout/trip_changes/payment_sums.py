"""Money back: a row first, then the gateway, then how it ended."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.checkout.sale_terms import gateway_jobs, stale_intents
from outfitter_tenants.checkout.stored_value import activation
from outfitter_tenants.checkout.trip_changes.change import SOLD
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

# What is marked while a balance is owed that could not be collected.
OF_BALANCES: Final = frozenset({"balance_unasked", "capture_failed", "charge_failed", "hold_failed"})
# What is marked until somebody has given back money that did not come through the gateway.
HAND_BACK: Final = "hand_back"


def store_payment_sums(*, trip: "Trip", at: datetime) -> None:
    """Store what the ledger says on the trip, in the caller's transaction."""
    sums = money.sums_of_trip(trip_id=trip.pk)
    reservations.set_paid(trip=trip, paid=sums.paid, refunded=sums.refunded, tip=sums.tip, at=at)
    activation.update_activation(trip=trip, at=at)
    stale_intents.outdate_intents(trip=trip, at=at)
    owed = trips.still_to_come(trip)
    if trip.status in SOLD and owed <= 0:
        gateway_jobs.release_unowed(trip=trip, by=None, at=at)
    is_over = (trip.attention in {"overpaid", HAND_BACK} and owed >= 0) or (
        trip.attention in OF_BALANCES and owed <= 0
    )
    if is_over:
        reservations.mark_attention(trip=trip, attention=None, at=at)
