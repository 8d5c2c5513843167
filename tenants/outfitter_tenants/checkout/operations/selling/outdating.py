"""Payments that were begun for more than is owed by now: an old page must not take it."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.plugins import due
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

KIND: Final = "payments.outdate"


def outdate_intents(*, trip: "Trip", at: datetime) -> None:
    """Have open intents that ask for more than is owed by now given up, in a moment."""
    owed = max(0, trips.still_to_come(trip))
    for intent in money.open_intents_of(trip_id=trip.pk):
        if intent.amount - intent.tip_amount > owed:
            due.schedule(KIND, key=str(intent.pk), due_at=at, payload={"intent_id": intent.pk})
