"""
Payments that were begun for something else than is owed by now: an old page must not take them.

An intent is bound to the cart it was made for. When a cart comes to something else, a visitor's
open intents are superseded in the same transaction: none is used again, and the gateway is told
by a job that cannot get lost. What is paid there all the same is measured when it is settled.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.checkout.sale_terms import balance_due
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent
    from outfitter_tenants.trips.models import Trip

KIND: Final = "payments.outdate"
WITHDRAW: Final = "payments.withdraw"


def outdate_intents(*, trip: "Trip", at: datetime) -> None:
    """Have open intents that ask for more than is owed by now given up, in a moment."""
    owed = max(0, trips.still_to_come(trip))
    for intent in money.open_intents_of(trip_id=trip.pk):
        if _is_of_visitor(trip, intent):
            _supersede(trip, intent, at)
        elif intent.amount - intent.tip_amount > owed:
            scheduled_jobs.schedule(KIND, key=str(intent.pk), due_at=at, payload={"intent_id": intent.pk})


def supersede_intents(*, trip: "Trip", at: datetime) -> None:
    """
    Bind a visitor's open intents to the cart they were made for, in the caller's transaction.

    The caller holds the lock of the cart and has changed what it comes to.
    """
    if trip.status != "draft":
        return
    for intent in money.open_intents_of(trip_id=trip.pk):
        if _is_of_visitor(trip, intent):
            _supersede(trip, intent, at)


def _is_of_visitor(trip: "Trip", intent: "Intent") -> bool:
    return trip.status == "draft" and intent.by is None and intent.saved_card_id is None


def _supersede(trip: "Trip", intent: "Intent", at: datetime) -> None:
    if intent.superseded_at is not None or _is_still_right(trip, intent):
        return
    ledger.supersede_intent(intent=intent, at=at)
    scheduled_jobs.schedule(WITHDRAW, key=str(intent.pk), due_at=at, payload={"intent_id": intent.pk})


def _is_still_right(trip: "Trip", intent: "Intent") -> bool:
    """Return whether an intent asks for what its payer would be asked for now."""
    asked = intent.amount - intent.tip_amount
    if intent.amount_mode == "due":
        return asked == balance_due.amount_due(trip)
    if intent.amount_mode == "deposit":
        return asked == balance_due.deposit_left(trip)
    if intent.amount_mode == "balance":
        return asked == balance_due.total_owed(trip)
    return balance_due.amount_due(trip) <= asked <= balance_due.total_owed(trip)
