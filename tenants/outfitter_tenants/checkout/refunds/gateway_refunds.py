"""
Refunds at the gateway: asked for outside transactions, recorded in one, asked again after a crash.

Our row is there before the gateway is asked, its id is part of the key and of the metadata: an
answer that got lost comes again, whether we repeat the call or the gateway tells us by webhook.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import GatewayRefund, GatewayUnavailable, PaymentFailed
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.refunds import refund_webhooks
from outfitter_tenants.checkout.stored_value import store_credit
from outfitter_tenants.checkout.trip_changes.payment_sums import HAND_BACK, store_payment_sums
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import RefundAmount
from outfitter_tenants.pricing.rules.refund_plan import RefundPlan
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter.plugins.payments.gateway import PaymentProvider
    from outfitter.plugins.types import TenantContext
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip

log = logging.getLogger(__name__)
# How soon a gateway that is away is asked again, and how seldom at the most.
ASK_FIRST: Final = timedelta(minutes=1)
ASK_EVERY: Final = timedelta(hours=1)
TOLD_AFTER: Final = timedelta(days=1)
# What is older and asked for by no job was forgotten.
FORGOTTEN: Final = timedelta(minutes=15)
# A reader asks for the card so long; then it is told to stop.
AT_READER: Final = timedelta(minutes=10)
NO_FUNDS: Final = "insufficient_gateway_balance"
READER_ONLY: Final = "terminal_refund_required"


def run_refund(payload: dict[str, Any], at: datetime) -> None:
    """Ask the gateway for a promised refund; the due job's handler, repeated under one key."""
    refund = money.find_waiting_refund(refund_id=payload["refund_id"])
    if refund is None or refund.intent is None or refund.intent.gateway_id is None:
        return
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
        answer = _answer(ctx, provider, refund, at)
    except (GatewayUnavailable, NoPaymentProvider) as problem:
        log.warning("refund %s has to wait: %r", refund.pk, problem)
        _ask_again(refund, at)
        return
    except PaymentFailed as problem:
        if problem.code == NO_FUNDS:
            _wait_for_funds(refund, at)
            return
        # Refused for good: a person has to give this money back another way.
        log.error("refund %s was refused: %s", refund.pk, problem.code)
        if problem.code == READER_ONLY:
            ledger.mark_terminal_only(payment_id=refund.parent_payment_id or 0)
        answer = GatewayRefund("", "failed", refund.amount, failure_reason=problem.code)
    if answer is None:
        _ask_again(refund, at)
        return
    refund_webhooks.close(refund_id=refund.pk, trip_id=refund.trip_id, answer=answer, at=at)


def promise_again(*, at: datetime, limit: int = 50, after: int = 0) -> int | None:
    """
    Have refunds asked for again whose due job was given up, or lost with its worker.

    Returns where it stopped, None at the end.
    """
    rows = money.promised_refunds(until=at - FORGOTTEN, limit=limit, after=after)
    for refund in rows:
        if not scheduled_jobs.is_waiting("payments.refund", key=str(refund.pk)):
            log.error("refund %s was promised and no worker requests it", refund.pk)
            _again(refund, at)
    return rows[-1].pk if len(rows) == limit else None


def key_of(refund: "Payment", schema: str) -> str:
    """Return the key of a call for a refund; a new one once the gateway has said no for now."""
    own = f"refund-{schema}-{refund.pk}"
    return f"{own}-{refund.ask_cnt}" if refund.ask_cnt else own


def metadata_of(refund: "Payment", schema: str) -> dict[str, str]:
    """Return what a refund carries at the gateway, so that news of it finds our row."""
    return {"schema": schema, "refund": str(refund.pk)}


def _answer(
    ctx: "TenantContext", provider: "PaymentProvider", refund: "Payment", at: datetime
) -> GatewayRefund | None:
    intent_id = str(refund.intent and refund.intent.gateway_id)
    if refund.gateway_refund_id:
        return provider.get_refund(ctx, gateway_id=refund.gateway_refund_id)
    if refund.route == "terminal":
        return _at_reader(ctx, provider, refund, at)
    if at - refund.created_at >= ASK_FIRST:
        # Gateways forget keys after a day: what was made before is looked for, not made again.
        made = _made(ctx, provider, refund)
        if made is not None:
            return made
    return provider.refund(
        ctx,
        gateway_id=intent_id,
        amount=refund.amount,
        currency=refund.currency,
        key=key_of(refund, ctx.schema),
        reason="requested_by_customer",
        metadata=metadata_of(refund, ctx.schema),
    )


def _at_reader(
    ctx: "TenantContext", provider: "PaymentProvider", refund: "Payment", at: datetime
) -> GatewayRefund | None:
    """Return how a refund at a reader ended, None while it asks for the card."""
    found = _made(ctx, provider, refund)
    if found is not None:
        return found
    reader_id, intent_id = str(refund.reader), str(refund.intent and refund.intent.gateway_id)
    action = provider.get_reader(ctx, reader_id=reader_id).action
    is_ours = action is not None and action.kind == "refund" and action.intent_id == intent_id
    if is_ours and action is not None and action.status == "in_progress":
        if at - refund.created_at < AT_READER:
            return None
        provider.cancel_reader_action(ctx, reader_id=reader_id, key=f"{key_of(refund, ctx.schema)}-stop")
    # The card may have come in the very moment in which the reader was told to stop.
    found = _made(ctx, provider, refund)
    if found is not None:
        return found
    if is_ours and action is not None and action.status == "succeeded":
        # The reader is done and the gateway's list does not have it yet.
        return None
    reason = (action.failure_code if is_ours and action is not None else None) or "reader_timeout"
    return GatewayRefund("", "failed", refund.amount, failure_reason=reason)


def _made(ctx: "TenantContext", provider: "PaymentProvider", refund: "Payment") -> GatewayRefund | None:
    intent_id = str(refund.intent and refund.intent.gateway_id)
    made = provider.list_refunds(ctx, gateway_id=intent_id)
    mine = metadata_of(refund, ctx.schema)
    return next((one for one in made if all(one.metadata.get(key) == mine[key] for key in mine)), None)


def ask_at_reader(*, refund_id: int, at: datetime) -> None:
    """
    Ask for the card at the reader of a refund that was just opened.

    :raises PaymentFailed: the reader does not take it; nothing was given back
    :raises GatewayUnavailable: no answer; the due job finds out what became of it
    """
    refund = money.find_waiting_refund(refund_id=refund_id)
    if refund is None or refund.intent is None:
        return
    ctx, provider = payment_provider(schema_name=current_schema())
    try:
        provider.refund_on_reader(
            ctx,
            reader_id=str(refund.reader),
            gateway_id=str(refund.intent.gateway_id),
            amount=refund.amount,
            currency=refund.currency,
            key=key_of(refund, ctx.schema),
            metadata=metadata_of(refund, ctx.schema),
        )
    except PaymentFailed as problem:
        answer = GatewayRefund("", "failed", refund.amount, failure_reason=problem.code)
        refund_webhooks.close(refund_id=refund.pk, trip_id=refund.trip_id, answer=answer, at=at)
        raise


def _again(refund: "Payment", due_at: datetime) -> None:
    scheduled_jobs.schedule(
        "payments.refund", key=str(refund.pk), payload={"refund_id": refund.pk}, due_at=due_at
    )


def _ask_again(refund: "Payment", at: datetime) -> None:
    """Promise to ask once more, for as long as it takes; after a day a person hears of it."""
    age = at - refund.created_at
    with atomic():
        trip = trips.lock_trip(trip_id=refund.trip_id)
        if age >= TOLD_AFTER and trip.attention is None:
            reservations.mark_attention(trip=trip, attention="refund_failed", at=at)
        _again(refund, at + min(max(age, ASK_FIRST), ASK_EVERY))


def _wait_for_funds(refund: "Payment", at: datetime) -> None:
    """Queue a refund that the gateway's balance is too small for; asked again every hour."""
    with atomic():
        trip = trips.lock_trip(trip_id=refund.trip_id)
        row = money.find_waiting_refund(refund_id=refund.pk)
        if row is None:
            return
        ledger.wait_for_funds(refund=row, at=at)
        if trip.attention is None:
            reservations.mark_attention(trip=trip, attention="refund_pending_funds", at=at)
        _again(row, at + ASK_EVERY)


def open_full_refund(*, trip: "Trip", payment: "Payment", reason: str, at: datetime) -> None:
    """Promise a payment back, whole; the gateway is asked by a due job that cannot get lost."""
    schedule_gateway_refund(payment, RefundAmount(payment.amount, reason, payment.tip_amount), at)


@dataclass(frozen=True, slots=True)
class PlanContext:
    """What a plan is carried out for: a locked trip, why, when, and who has it done."""

    trip: "Trip"
    plan: RefundPlan
    reason: str
    at: datetime
    by: int | None = None


def open_plan(about: PlanContext, *, is_handed_back: bool = False) -> None:
    """
    Give back what a plan says; the caller holds the trip's lock.

    What a person hands back is recorded as given by them when it is (`is_handed_back`): the trip
    is settled then. Else the trip is marked until somebody records it. What needs the card at a
    reader waits for that.
    """
    trip, plan, at = about.trip, about.plan, about.at
    payments = {row.pk: row for row in money.list_payments(trip_id=trip.pk)}
    for part in plan.parts:
        back = RefundAmount(part.amount, about.reason, part.tip_amount, by=about.by)
        if part.route == "gateway":
            schedule_gateway_refund(payments[part.payment_id], back, at)
        elif part.route == "gift_card":
            store_credit.restore_value(trip=trip, payment_id=part.payment_id, back=back, at=at)
        elif part.route == "manual" and is_handed_back:
            _hand_back(trip, payments[part.payment_id], back, at)
    if plan.of("gift_card") or (plan.of("manual") and is_handed_back):
        store_payment_sums(trip=trip, at=at)
    if plan.of("manual") and not is_handed_back and trip.attention is None:
        reservations.mark_attention(trip=trip, attention=HAND_BACK, at=at, is_told=False)


def _hand_back(trip: "Trip", payment: "Payment", back: RefundAmount, at: datetime) -> None:
    """Record that somebody gave money back with their own hands, and tell."""
    made = ledger.give_by_hand(payment=payment, back=back, method=payment.method, at=at)
    part = {
        "payment_id": payment.pk,
        "refund_id": made.pk,
        "amount": made.amount,
        "tip_amount": made.tip_amount,
        "method": made.method,
        "route": made.route,
        **ledger.rounding_facts(made),
    }
    record(
        entity_type="payment",
        entity_id=payment.pk,
        trip_id=trip.pk,
        action="payment.refunded",
        at=at,
        after={"amount": made.amount, "parts": [part]},
        reason=back.reason,
    )
    outbox.publish(
        "payment.refunded",
        at=at,
        trip_id=trip.pk,
        payment_id=made.pk,
        amount=made.amount,
        currency=made.currency,
    )


def open_credit(about: PlanContext) -> "store_credit.StoreCredit | None":
    """
    Give all of a plan back as store credit; None when there is nothing to give.

    The caller holds the trip's lock.
    """
    parts = [store_credit.CreditPart(p.payment_id, p.amount, p.tip_amount) for p in about.plan.parts]
    if not parts:
        return None
    back = RefundAmount(0, about.reason, by=about.by)
    made = store_credit.issue_credit(trip=about.trip, parts=parts, back=back, at=about.at)
    store_payment_sums(trip=about.trip, at=about.at)
    return made


def schedule_gateway_refund(payment: "Payment", back: RefundAmount, at: datetime) -> "Payment":
    """Open a refund at the gateway; a due job asks for it even if whoever opened it dies."""
    refund = ledger.open_refund(payment=payment, back=back, at=at)
    scheduled_jobs.schedule(
        "payments.refund", key=str(refund.pk), due_at=at, payload={"refund_id": refund.pk}
    )
    return refund


def open_refunds(*, trip: "Trip", reason: str, at: datetime) -> int:
    """
    Give back all that was paid through the gateway or by gift card; returns what is left over.

    Cash and whatever else reached us past the gateway a person has to give back (minor units).
    """
    by_hand = 0
    for payment, left in money.list_refundable(trip_id=trip.pk):
        paid = money.paid_of(payment)
        back = RefundAmount(left, reason, paid.tip_amount)
        if paid.obstacle or paid.route in {"manual", "terminal"}:
            by_hand += left
        elif paid.route == "gift_card":
            store_credit.restore_value(trip=trip, payment_id=payment.pk, back=back, at=at)
        else:
            schedule_gateway_refund(payment, back, at)
    store_payment_sums(trip=trip, at=at)
    return by_hand
