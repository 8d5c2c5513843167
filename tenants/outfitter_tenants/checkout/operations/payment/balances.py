"""What is still owed is charged to a saved card when it is due, without anybody (domain.md 4.8)."""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter.plugins.providers import NoPaymentProvider
from outfitter_tenants.checkout.operations.frame.change import By
from outfitter_tenants.checkout.operations.payment import charging, links, requesting
from outfitter_tenants.checkout.operations.payment.charging import Charge
from outfitter_tenants.checkout.operations.payment.owing import Asked, NothingDue
from outfitter_tenants.checkout.operations.payment.refusals import (
    AuthenticationRequired,
    GatewayError,
    GatewayRefused,
)
from outfitter_tenants.checkout.operations.refund.cancelling import PaymentInProgress
from outfitter_tenants.checkout.operations.selling.balance_plan import schedule
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import booked

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

log = logging.getLogger(__name__)
ATTEMPTS: Final = 3
BETWEEN: Final = timedelta(hours=24)
# As long as somebody else is paying, or the gateway is away, this is looked at again.
LATER: Final = timedelta(minutes=15)
SYSTEM: Final = By(audience="direct")


def charge(payload: dict[str, Any], at: datetime) -> None:
    """
    Charge the saved card of a trip's customer with what is owed; the due job's handler.

    Three attempts a day apart; a customer without a card, or whose bank wants them there, gets a
    payment link.
    """
    trip, attempt = trips.get_trip(trip_id=payload["trip_id"]), int(payload["attempt"])
    is_on = people.get_payment_settings().is_auto_charge_balance
    if not is_on or trip.status != "reserved" or trips.balance(trip) <= 0:
        return
    if trip.balance_due_at is not None and trip.balance_due_at > at:
        schedule(trip.pk, attempt, trip.balance_due_at)
        return
    card_id = _card(trip)
    if card_id is None:
        ask(trip_id=trip.pk, at=at)
        return
    wish = Charge("customer", card_id, trips.balance(trip), purpose="balance")
    try:
        charging.charge(trip_id=trip.pk, wish=wish, by=SYSTEM, at=at)
    except (PaymentInProgress, GatewayError, GatewayRefused, NoPaymentProvider) as problem:
        log.warning("the balance of trip %s has to wait: %s", trip.pk, problem.code)
        schedule(trip.pk, attempt, at + LATER)
    except AuthenticationRequired:
        ask(trip_id=trip.pk, at=at, purpose="authenticate")
        _again(trip, attempt, at, is_asked=True)
    except DomainError as problem:
        log.info("the balance of trip %s was not charged: %s", trip.pk, problem.code)
        _again(trip, attempt, at)


def _card(trip: "Trip") -> int | None:
    if trip.customer_id is None:
        return None
    cards = customers.list_cards(customer_id=trip.customer_id)
    return cards[0].pk if cards else None


def _again(trip: "Trip", attempt: int, at: datetime, *, is_asked: bool = False) -> None:
    if attempt < ATTEMPTS:
        schedule(trip.pk, attempt + 1, at + BETWEEN)
        return
    if not is_asked:
        ask(trip_id=trip.pk, at=at)
    with atomic():
        row = trips.lock_trip(trip_id=trip.pk)
        if row.attention is None:
            booked.mark_attention(trip=row, attention="charge_failed", at=at)


def ask(*, trip_id: int, at: datetime, purpose: str = "balance") -> None:
    """Send a payment link over what a trip owes to its contact."""
    try:
        link = links.create(
            trip_id=trip_id, asked=Asked("balance"), note="", is_tip_asked=False, days=7,
            by=SYSTEM, at=at, purpose=purpose,
        )  # fmt: skip
    except NothingDue:
        return
    requesting.send(link=link, at=at)
