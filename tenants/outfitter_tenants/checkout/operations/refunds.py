"""Money back: a row first, then the gateway, then how it ended."""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.current import current_schema
from outfitter.db.locks import atomic
from outfitter.plugins import due, outbox
from outfitter.plugins.gateway import GatewayRefund, GatewayUnavailable, PaymentFailed
from outfitter.plugins.providers import NoPaymentProvider, payment_provider
from outfitter_tenants.checkout.operations.gift_cards import activating
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.pricing.refunding import Plan
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import booked

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip

log = logging.getLogger(__name__)
# How soon a gateway that is away is asked again, and how seldom at the most.
ASK_FIRST: Final = timedelta(minutes=1)
ASK_EVERY: Final = timedelta(hours=1)
TOLD_AFTER: Final = timedelta(days=1)


def store_sums(*, trip: "Trip", at: datetime) -> None:
    """Store what the ledger says on the trip, in the caller's transaction."""
    sums = money.sums_of_trip(trip_id=trip.pk)
    booked.set_paid(trip=trip, paid=sums.paid, refunded=sums.refunded, tip=sums.tip, at=at)
    activating.follow(trip=trip, at=at)


def open_full_refund(*, trip: "Trip", payment: "Payment", reason: str, at: datetime) -> None:
    """Promise a payment back, whole; the gateway is asked by a due job that cannot get lost."""
    _promise(payment, payment.amount, reason, at)


def open_plan(*, trip: "Trip", plan: Plan, reason: str, at: datetime) -> int:
    """
    Promise back what a plan has the gateway give; returns how much, in minor units.

    What a person hands back is theirs to record. The caller holds the trip's lock.
    """
    payments = {row.pk: row for row in money.list_payments(trip_id=trip.pk)}
    for part in plan.parts:
        if part.route == "gateway":
            _promise(payments[part.payment_id], part.amount, reason, at)
    return plan.of("gateway")


def _promise(payment: "Payment", amount: int, reason: str, at: datetime) -> None:
    refund = ledger.open_refund(payment=payment, amount=amount, reason=reason, at=at)
    due.schedule("payments.refund", key=str(refund.pk), due_at=at, payload={"refund_id": refund.pk})


def open_refunds(*, trip: "Trip", reason: str, at: datetime) -> int:
    """
    Promise back all that was paid through the gateway; returns what a person has to give back.

    Cash and whatever else reached us past the gateway cannot be returned by us (minor units).
    """
    by_hand = 0
    for payment, left in money.list_refundable(trip_id=trip.pk):
        if payment.intent_id is None:
            by_hand += left
            continue
        _promise(payment, left, reason, at)
    return by_hand


def run_refund(payload: dict[str, Any], at: datetime) -> None:
    """Ask the gateway for a promised refund; the due job's handler, repeated under one key."""
    refund = money.find_pending_refund(payment_id=payload["refund_id"])
    if refund is None or refund.intent is None or refund.intent.gateway_id is None:
        return
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
        answer = provider.refund(
            ctx,
            gateway_id=refund.intent.gateway_id,
            amount=refund.amount,
            currency=refund.currency,
            key=f"refund-{ctx.schema}-{refund.pk}",
            reason="requested_by_customer",
        )
    except (GatewayUnavailable, NoPaymentProvider) as problem:
        log.warning("refund %s has to wait: %r", refund.pk, problem)
        _ask_again(refund, at)
        return
    except PaymentFailed as problem:
        # Refused for good: a person has to give this money back another way.
        log.error("refund %s was refused: %s", refund.pk, problem.code)
        answer = GatewayRefund("", "failed", refund.amount)
    _close(refund_id=refund.pk, trip_id=refund.trip_id, answer=answer, at=at)


def _ask_again(refund: "Payment", at: datetime) -> None:
    """Promise to ask once more, for as long as it takes; after a day a person hears of it."""
    age = at - refund.created_at
    with atomic():
        trip = trips.lock_trip(trip_id=refund.trip_id)
        if age >= TOLD_AFTER and trip.attention is None:
            booked.mark_attention(trip=trip, attention="refund_failed", at=at)
        due.schedule(
            "payments.refund", key=str(refund.pk), payload={"refund_id": refund.pk},
            due_at=at + min(max(age, ASK_FIRST), ASK_EVERY),
        )  # fmt: skip


def settle_refund(*, gateway_refund: GatewayRefund, at: datetime) -> None:
    """Record what a webhook says of a refund of ours."""
    refund = money.find_refund_by_gateway(gateway_refund_id=gateway_refund.gateway_id)
    if refund is not None and refund.status == "pending":
        _close(refund_id=refund.pk, trip_id=refund.trip_id, answer=gateway_refund, at=at)


def _close(*, refund_id: int, trip_id: int, answer: GatewayRefund, at: datetime) -> None:
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        refund = money.find_pending_refund(payment_id=refund_id)
        if refund is None:
            return
        ledger.close_refund(refund=refund, answer=answer, at=at)
        store_sums(trip=trip, at=at)
        is_open = money.has_failed_refund(trip_id=trip.pk)
        if refund.status == "succeeded" and trip.attention == "refund_failed" and not is_open:
            booked.mark_attention(trip=trip, attention=None, at=at)
        if refund.status == "failed":
            booked.mark_attention(trip=trip, attention="refund_failed", at=at)
        if refund.status == "succeeded":
            outbox.publish(
                "payment.refunded", at=at, trip_id=trip.pk, payment_id=refund.pk,
                amount=refund.amount, currency=refund.currency,
            )  # fmt: skip
