"""What is still owed is charged to a saved card when it is due, without anybody (domain.md 4.8)."""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.accounts import queries as accounts
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_charges.operations import ChargeRequest
from outfitter_tenants.checkout.gateway.errors import AuthenticationRequired, GatewayError, GatewayRefused
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.checkout.payment_links import payment_requests
from outfitter_tenants.checkout.payments.requested_amount import AmountRequest, NothingDue
from outfitter_tenants.checkout.refunds.cancellations import PaymentInProgress
from outfitter_tenants.checkout.sale_terms.gateway_jobs import schedule_balance_charge
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

log = logging.getLogger(__name__)
ATTEMPTS: Final = 3
BETWEEN: Final = timedelta(hours=24)
# As long as somebody else is paying, or the gateway is away, this is looked at again: soon at
# first, then less often; after so long it counts as an attempt, so that somebody hears of it.
LATER: Final = timedelta(minutes=15)
SELDOM: Final = timedelta(hours=6)
PATIENCE: Final = timedelta(hours=24)
SYSTEM: Final = TripActor(audience="direct")


def charge(payload: dict[str, Any], at: datetime) -> None:
    """
    Charge the saved card of a trip's customer with what is owed; the due job's handler.

    Three attempts a day apart; a customer without a card, or whose bank wants them there, gets a
    payment link. Staff hear of it when the last attempt failed, or when nobody could be asked.
    """
    trip, attempt = trips.get_trip(trip_id=payload["trip_id"]), int(payload["attempt"])
    is_on = people.get_payment_settings().is_auto_charge_balance
    if not is_on or trip.status != "reserved" or trips.customer_owes(trip) <= 0:
        return
    if not accounts.sells_here():
        # A suspended or closed operator takes no money by itself; this is looked at again.
        schedule_balance_charge(trip.pk, attempt, at + BETWEEN)
        return
    if trip.balance_due_at is not None and trip.balance_due_at > at:
        schedule_balance_charge(trip.pk, attempt, trip.balance_due_at)
        return
    if money.has_lost_dispute(trip_id=trip.pk):
        # Whoever had their bank take money back is not charged by a machine: people decide.
        _tell_staff(trip.pk, "balance_unasked", at)
        return
    card_id = _card(trip, at)
    if card_id is None:
        if not ask(trip_id=trip.pk, at=at):
            _tell_staff(trip.pk, "balance_unasked", at)
        return
    wish = ChargeRequest("customer", card_id, trips.customer_owes(trip), purpose="balance")
    try:
        card_charges.charge(trip_id=trip.pk, wish=wish, by=SYSTEM, at=at)
    except (PaymentInProgress, GatewayError, GatewayRefused, NoPaymentProvider) as problem:
        log.warning("the balance of trip %s has to wait: %s", trip.pk, problem.code)
        _wait(trip, payload, at)
    except AuthenticationRequired:
        is_asked = ask(trip_id=trip.pk, at=at, purpose="authenticate")
        _again(trip, attempt, at, is_asked=is_asked)
    except DomainError as problem:
        log.info("the balance of trip %s was not charged: %s", trip.pk, problem.code)
        _again(trip, attempt, at)


def _card(trip: "Trip", at: datetime) -> int | None:
    """Return the card to charge: the default one, unless only another one is still good."""
    if trip.customer_id is None:
        return None
    cards = customers.list_cards(customer_id=trip.customer_id)
    good = [one for one in cards if (one.exp_year, one.exp_month) >= (at.year, at.month)]
    return next((one.pk for one in good or cards), None)


def _wait(trip: "Trip", payload: dict[str, Any], at: datetime) -> None:
    attempt = int(payload["attempt"])
    since = datetime.fromisoformat(payload["since"]) if payload.get("since") else at
    if at - since >= PATIENCE:
        _again(trip, attempt, at)
        return
    schedule_balance_charge(trip.pk, attempt, at + min(max(at - since, LATER), SELDOM), since=since)


def _again(trip: "Trip", attempt: int, at: datetime, *, is_asked: bool = False) -> None:
    if attempt < ATTEMPTS:
        schedule_balance_charge(trip.pk, attempt + 1, at + BETWEEN)
        return
    is_told = is_asked or ask(trip_id=trip.pk, at=at)
    _tell_staff(trip.pk, "charge_failed" if is_told else "balance_unasked", at)


def _tell_staff(trip_id: int, attention: str, at: datetime) -> None:
    with atomic():
        row = trips.lock_trip(trip_id=trip_id)
        if row.attention is None and trips.customer_owes(row) > 0:
            reservations.mark_attention(trip=row, attention=attention, at=at)


def ask(*, trip_id: int, at: datetime, purpose: str = "balance") -> bool:
    """Send a payment link over what a trip owes to its contact; False when nobody was reached."""
    try:
        link = payment_links.create(
            trip_id=trip_id,
            asked=AmountRequest("balance"),
            note="",
            is_tip_asked=False,
            days=7,
            by=SYSTEM,
            at=at,
            purpose=purpose,
        )
    except NothingDue:
        return True
    return payment_requests.send(link=link, at=at) is not None
