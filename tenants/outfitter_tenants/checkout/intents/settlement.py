"""
What a gateway says becomes payments and bookings: once, whoever tells us first.

Confirm, webhook and reconciler all come here. Lock order: trip, intent, timeslots.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from outfitter.db.locks import atomic
from outfitter.kit.errors import Busy, DomainError
from outfitter.plugins.payments.types import GatewayIntent
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.gateway import invoice_port
from outfitter_tenants.checkout.intents import authorizations
from outfitter_tenants.checkout.paid_moves import operations as paid_moves
from outfitter_tenants.checkout.payments import receipts
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.checkout.sale_terms import balance_due, tips
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.saved_cards import operations as saved_cards
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import SOLD
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import payment_locks, reservations

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent, Payment
    from outfitter_tenants.trips.models import Trip


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a payment stands, in words for the customer when it needs any."""

    status: str
    next_action: dict[str, object] | None = None
    message: str | None = None


def settle(*, schema_name: str, intent_id: int, answer: GatewayIntent, at: datetime) -> Outcome:
    """
    Record a gateway's word on an intent; a first success books the trip.

    When the seats are gone by then, the money goes back (or a person decides, by the operator's
    setting): no seat is sold twice and no payment is lost (domain.md 4.3, rule 3).
    """
    with atomic():
        found = money.get_intent_by_id(intent_id=intent_id)
        if found.invoice_id is not None:
            paid = invoice_port.settle(intent_id=intent_id, answer=answer, at=at)
            return Outcome(paid.status, paid.next_action, paid.message)
        if found.trip_id is None:
            return Outcome(answer.status)
        trip = trips.lock_trip(trip_id=found.trip_id)
        intent = money.lock_intent(intent_id=intent_id)
        ledger.record_gateway(intent=intent, answer=answer, at=at)
        if answer.status in {"succeeded", "canceled", "requires_capture"}:
            payment_locks.end_payment_lock(trip=trip)
        if answer.status == "requires_capture":
            return _authorised(trip, intent, answer, at)
        if answer.status == "canceled":
            authorizations.ended(trip=trip, intent=intent, at=at)
        if answer.status != "succeeded":
            return Outcome(answer.status, _action(answer), _message(answer))
        payment = ledger.record_payment(intent=intent, answer=answer, at=at)
        if payment is None:
            return _standing(trip, intent)
        _paid(trip, intent, payment, answer, at)
        if trip.status in SOLD:
            receipts.plan(trip=trip, payment=payment, intent=intent, at=at)
        return _book(trip, intent, payment, at)


def settle_by_gateway(*, schema_name: str, gateway: str, answer: GatewayIntent, at: datetime) -> None:
    """Settle an intent known by the gateway's id; unknown ones are none of ours."""
    found = money.find_by_gateway(gateway=gateway, gateway_id=answer.gateway_id)
    if found is None:
        # The webhook overtook the answer to our own call: our id travels in the metadata.
        is_ours = answer.metadata.get("schema") == schema_name
        own = answer.metadata.get("intent", "") if is_ours else ""
        found = money.find_intent(intent_id=int(own)) if own.isdecimal() else None
    if found is not None and found.gateway_id in {None, answer.gateway_id}:
        settle(schema_name=schema_name, intent_id=found.pk, answer=answer, at=at)


def _paid(trip: "Trip", intent: "Intent", payment: "Payment", answer: GatewayIntent, at: datetime) -> None:
    """Write what a payment means beside the money: sums, tips, the kept card, the log."""
    shares = tips.split_tip(payment=payment, by=intent.by, at=at)
    payment_sums.store_payment_sums(trip=trip, at=at)
    authorizations.captured(intent=intent, payment=payment, at=at)
    saved_cards.save_used_card(intent=intent, answer=answer, at=at)
    record(
        entity_type="payment",
        entity_id=payment.pk,
        trip_id=trip.pk,
        action="payment.captured",
        at=at,
        after=ledger.facts_of(payment) | ({"tips": shares} if shares else {}),
    )
    ledger.publish_captured(payment=payment, at=at)
    if trips.still_to_come(trip) < 0 and trip.attention is None and not is_expected(intent):
        # Two paid at once: each was asked for what was owed then.
        reservations.mark_attention(trip=trip, attention="overpaid", at=at)


def is_expected(intent: "Intent") -> bool:
    """Return whether more than was owed was taken on purpose: by staff, or for a move that comes next."""
    return (intent.by is not None and intent.amount_mode == "custom") or intent.purpose == "move"


def _authorised(trip: "Trip", intent: "Intent", answer: GatewayIntent, at: datetime) -> Outcome:
    """Note what is held on a card; on a cart that is as good as paid, until it is taken."""
    if not authorizations.place(trip=trip, intent=intent, answer=answer, at=at):
        return _standing_hold(trip, intent)
    saved_cards.save_used_card(intent=intent, answer=answer, at=at)
    if trip.status == "deleted":
        authorizations.release_all(trip=trip, reason="trip_deleted", by=None, at=at)
        return Outcome("canceled", None, RELEASED)
    if trip.status == "draft":
        if balance_due.missing(trip=trip, intent=intent):
            return _hold_too_little(trip, intent, at)
        try:
            with transaction.atomic():
                conversion.complete(trip=trip, kind="payment", at=at, is_told=not intent.is_quiet)
        except Busy:
            raise
        except DomainError:
            trip.refresh_from_db()
            authorizations.release_all(trip=trip, reason="seats_gone", by=None, at=at)
            return Outcome("canceled", None, RELEASED)
    return Outcome("requires_capture")


RELEASED = (
    "These seats were sold while you were paying. You are not booked and nothing was taken from your card."
)


def _hold_too_little(trip: "Trip", intent: "Intent", at: datetime) -> Outcome:
    hold = money.hold_of_intent(intent_id=intent.pk)
    if people.get_properties().late_payment_mode == "needs_attention" or hold is None:
        return _keep_too_little(trip, at)
    authorizations.schedule_hold_action(hold=hold, amount=0, by=None, reason=PAID_TOO_LITTLE, at=at)
    return Outcome("cart_changed", None, CART_CHANGED)


def _standing_hold(trip: "Trip", intent: "Intent") -> Outcome:
    """Return how a held amount stands that is known already."""
    if trip.status in SOLD:
        return Outcome("requires_capture")
    hold = money.hold_of_intent(intent_id=intent.pk)
    if hold is None or hold.status != "authorized" or hold.wanted_amount == 0:
        is_short = hold is not None and hold.wanted_reason == PAID_TOO_LITTLE
        return Outcome("cart_changed", None, CART_CHANGED) if is_short else Outcome("canceled")
    return Outcome("underpaid", None, UNDERPAID)


def _book(trip: "Trip", intent: "Intent", payment: "Payment", at: datetime) -> Outcome:
    if trip.status in SOLD:
        return _move(trip, intent, payment, at) if intent.purpose == "move" else Outcome("succeeded")
    if trip.status == "deleted":
        return _give_back(trip, payment, "trip_deleted", at)
    if balance_due.missing(trip=trip, intent=intent):
        return _too_little(trip, payment, at)
    try:
        with transaction.atomic():
            conversion.complete(trip=trip, kind="payment", at=at, is_told=not intent.is_quiet)
    except Busy:
        # Somebody is at the same departure: whoever told us comes again.
        raise
    except DomainError as problem:
        # Whatever stands in the way of the booking, the money that came is never forgotten.
        trip.refresh_from_db()
        return _too_late(trip, payment, problem, at)
    return Outcome("succeeded")


def _move(trip: "Trip", intent: "Intent", payment: "Payment", at: datetime) -> Outcome:
    is_made = paid_moves.finish(
        trip=trip, payment_link_id=paid_moves.link_of(intent.device), payment=payment, at=at
    )
    return Outcome("succeeded") if is_made else Outcome("refunded", None, NOT_MOVED)


NOT_MOVED = (
    "We couldn't move your booking: that time is no longer available at this price. Your booking stays "
    "as it was, and your money goes back to your card in full."
)
PAID_TOO_LITTLE = "paid_too_little"
UNDERPAID = (
    "Your trip changed while you were paying. What you paid is kept for it, and the rest is still "
    "to be paid: you are not booked yet."
)
CART_CHANGED = (
    "Your trip changed while you were paying. You are not booked, and what you paid goes back to "
    "your card in full."
)


def _too_little(trip: "Trip", payment: "Payment", at: datetime) -> Outcome:
    """
    Keep what does not buy the cart as it is now, or give it back, by the operator's setting.

    Whoever began to pay and then chose more has not paid for it: no such seat is sold.
    """
    if people.get_properties().late_payment_mode == "needs_attention":
        return _keep_too_little(trip, at)
    gateway_refunds.open_full_refund(trip=trip, payment=payment, reason=PAID_TOO_LITTLE, at=at)
    return Outcome("cart_changed", None, CART_CHANGED)


def _keep_too_little(trip: "Trip", at: datetime) -> Outcome:
    reservations.mark_attention(trip=trip, attention=PAID_TOO_LITTLE, at=at)
    return Outcome("underpaid", None, UNDERPAID)


def _too_late(trip: "Trip", payment: "Payment", problem: DomainError, at: datetime) -> Outcome:
    if people.get_properties().late_payment_mode == "needs_attention":
        reservations.keep_without_seats(trip=trip, at=at)
        return Outcome("succeeded", None, "Your payment arrived. We will contact you shortly.")
    return _give_back(trip, payment, problem.code, at)


def _give_back(trip: "Trip", payment: "Payment", reason: str, at: datetime) -> Outcome:
    gateway_refunds.open_full_refund(trip=trip, payment=payment, reason=reason, at=at)
    return Outcome("refunded", None, REFUNDED)


REFUNDED = (
    "These seats were sold while you were paying. You are not booked and your money goes back "
    "to your card in full."
)


def _standing(trip: "Trip", intent: "Intent") -> Outcome:
    if intent.purpose == "move" and not paid_moves.is_made(payment_link_id=paid_moves.link_of(intent.device)):
        return Outcome("refunded", None, NOT_MOVED)
    if trip.status in SOLD:
        return Outcome("succeeded")
    reasons = money.reasons_of_refunds(intent_id=intent.pk)
    if not reasons:
        return Outcome("underpaid", None, UNDERPAID)
    if PAID_TOO_LITTLE in reasons:
        return Outcome("cart_changed", None, CART_CHANGED)
    return Outcome("refunded", None, REFUNDED)


def _action(answer: GatewayIntent) -> dict[str, object] | None:
    return dict(answer.next_action) if answer.next_action else None


def _message(answer: GatewayIntent) -> str | None:
    return answer.error_message
