"""
Amounts held for a trip that begins after the bank has let go of them (domain.md 4.10).

Banks hold an amount for about a week. For a later trip the card is kept with the first
authorisation, which proves it; five days before the trip begins the amount is held again without
anybody.
"""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_charges.operations import ChargeRequest
from outfitter_tenants.checkout.gateway.errors import GatewayError, GatewayRefused
from outfitter_tenants.checkout.intents.authorizations import AGAIN, BEFORE_START
from outfitter_tenants.checkout.refunds.cancellations import PaymentInProgress
from outfitter_tenants.checkout.trip_changes.change import SOLD, TripActor
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentHold
    from outfitter_tenants.trips.models import Trip

log = logging.getLogger(__name__)
# As long as somebody else is paying, the gateway is away, or the bank has not let go yet.
LATER: Final = timedelta(hours=1)
SYSTEM: Final = TripActor(audience="direct")


def hold_again(payload: dict[str, Any], at: datetime) -> None:
    """
    Hold on the saved card what the bank let go of before the trip; the due job's handler.

    Nothing is held for a trip that is paid, over or gone, nor where somebody took or released the
    amount. When the card is refused, staff hear of it.
    """
    hold = money.get_hold(hold_id=payload["hold_id"])
    trip = trips.get_trip(trip_id=hold.trip_id)
    start = trip.first_start_at
    if hold.status not in {"authorized", "expired"} or trip.status not in SOLD:
        return
    if start is None or start <= at:
        return
    if hold.status == "authorized" or start - BEFORE_START > at:
        _plan(hold, max(start - BEFORE_START, at + LATER))
        return
    amount = min(hold.amount - hold.intent.tip_amount, trips.customer_owes(trip))
    if amount > 0 and not money.live_holds(trip_id=trip.pk):
        _hold(hold, trip, amount, at)


def _plan(hold: "PaymentHold", due_at: datetime) -> None:
    scheduled_jobs.schedule(AGAIN, key=str(hold.pk), due_at=due_at, payload={"hold_id": hold.pk})


def _hold(hold: "PaymentHold", trip: "Trip", amount: int, at: datetime) -> None:
    cards = customers.list_cards(customer_id=trip.customer_id) if trip.customer_id else []
    if not cards:
        _tell_staff(trip.pk, at)
        return
    wish = ChargeRequest("customer", cards[0].pk, amount, capture="manual")
    try:
        card_charges.charge(trip_id=trip.pk, wish=wish, by=SYSTEM, at=at)
    except (PaymentInProgress, GatewayError, GatewayRefused, NoPaymentProvider) as problem:
        log.warning("the hold for trip %s has to wait: %s", trip.pk, problem.code)
        _plan(hold, at + LATER)
    except DomainError as problem:
        log.info("nothing could be held for trip %s: %s", trip.pk, problem.code)
        _tell_staff(trip.pk, at)


def _tell_staff(trip_id: int, at: datetime) -> None:
    with atomic():
        row = trips.lock_trip(trip_id=trip_id)
        if row.attention is None:
            reservations.mark_attention(trip=row, attention="hold_failed", at=at)
