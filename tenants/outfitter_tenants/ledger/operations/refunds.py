"""Rows of money that goes back: promised, given, refused, and come back after all."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Sum

from outfitter.plugins.payments.types import GatewayRefund
from outfitter_tenants.audit.operations import record
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import cash_movements, journal
from outfitter_tenants.ledger.operations.payments import rounding_of


@dataclass(frozen=True, slots=True)
class RefundAmount:
    """
    What of a payment goes back, and who decided that.

    `amount` in minor units, `tip_amount` the part of it that is a tip. `request_key` names the
    request that asked for it.
    """

    amount: int
    reason: str
    tip_amount: int = 0
    note: str = ""
    by: int | None = None
    request_key: str | None = None


def open_refund(*, payment: Payment, back: RefundAmount, at: datetime, reader: str | None = None) -> Payment:
    """Append a refund that the gateway, or one of its readers, is about to be asked for."""
    return append_refund(
        payment,
        back,
        at,
        status="pending",
        method=payment.method,
        intent=payment.intent,
        route="terminal" if reader else "gateway",
        reader=reader,
        card_brand=payment.card_brand,
        card_last4=payment.card_last4,
    )


def give_by_hand(*, payment: Payment, back: RefundAmount, method: str, at: datetime) -> Payment:
    """
    Append a refund that a person has handed back, and post it; the caller tells the log.

    The trip gives `back` whole; in cash a till gives what coins can pay of it.
    """
    rounding = rounding_of(method=method, amount=back.amount, currency=payment.currency)
    refund = append_refund(
        payment, back, at, status="succeeded", method=method, route="manual", cash_rounding=rounding
    )
    journal.post_refund(refund=refund, by=back.by, at=at)
    cash_movements.note_payment(payment=refund, by=back.by, at=at)
    return refund


def append_refund(payment: Payment, back: RefundAmount, at: datetime, **values: Any) -> Payment:
    """Append a refund of whatever kind; the database refuses one beyond its payment."""
    refund = Payment.objects.create(
        trip_id=payment.trip_id,
        kind="refund",
        parent_payment=payment,
        amount=back.amount,
        tip_amount=back.tip_amount,
        currency=payment.currency,
        reason=back.reason,
        note=back.note,
        collected_by=back.by,
        request_key=back.request_key,
        created_at=at,
        **{"received_at": at, **values},
    )
    _deal_with_failed(payment, refund)
    return refund


def _deal_with_failed(payment: Payment, refund: Payment) -> None:
    """Close what failed to go back before, once as much of it went another way since."""
    mine = Payment.objects.filter(parent_payment=payment, kind="refund")
    failed = mine.filter(status__in=["failed", "reversed"], replaced_by__isnull=True)
    for row in failed.exclude(pk=refund.pk):
        since = mine.filter(pk__gt=row.pk).exclude(status__in=["failed", "reversed"])
        if (since.aggregate(n=Sum("amount"))["n"] or 0) >= row.amount:
            Payment.objects.filter(pk=row.pk).update(replaced_by=refund)


def close_refund(*, refund: Payment, answer: GatewayRefund, at: datetime) -> None:
    """Write what a gateway says of a refund that is on its way."""
    before = refund.status
    refund.gateway_refund_id = answer.gateway_id or refund.gateway_refund_id
    refund.status = {"succeeded": "succeeded", "failed": "failed"}.get(answer.status, "pending")
    refund.error_code = answer.failure_reason if refund.status == "failed" else None
    if refund.status == "failed":
        _reopen_payment(refund)
    refund.save(update_fields=["gateway_refund_id", "status", "error_code"])
    if refund.status == "succeeded":
        journal.post_refund(refund=refund, by=refund.collected_by, at=at)
    if refund.status != before:
        _log(refund, before, at)


def wait_for_funds(*, refund: Payment, at: datetime) -> None:
    """Say of a refund that the gateway's balance is too small for it by now."""
    before, refund.status = refund.status, "pending_funds"
    refund.error_code, refund.ask_cnt = "insufficient_gateway_balance", refund.ask_cnt + 1
    refund.save(update_fields=["status", "error_code", "ask_cnt"])
    if refund.status != before:
        _log(refund, before, at)


def reverse_refund(*, refund: Payment, answer: GatewayRefund, at: datetime) -> None:
    """Say of a refund that was given that it came back: the customer's bank did not take it."""
    before, refund.status = refund.status, "reversed"
    refund.error_code = answer.failure_reason
    _reopen_payment(refund)
    refund.save(update_fields=["status", "error_code"])
    reason = answer.failure_reason or "came back"
    journal.post_refund_reversal(refund=refund, reason=reason, by=None, at=at)
    _log(refund, before, at)


def _reopen_payment(refund: Payment) -> None:
    """
    Say of the payment that it is not gone whole, before `refund` no longer counts.

    A payment is `reversed` once what went back and what its bank took make it up
    (`reversed_is_whole`). Without this refund they may not; a lost dispute then takes the rest.
    """
    Payment.objects.filter(
        pk=refund.parent_payment_id or 0,
        status="reversed",
        amount__gt=F("reversed_amount") + F("refunded_amount") - refund.amount,
    ).update(status="succeeded")


_ACTIONS = {
    "succeeded": "payment.refunded",
    "failed": "payment.refund_failed",
    "pending_funds": "payment.refund_waits",
    "reversed": "payment.refund_came_back",
    "pending": "payment.refund_pending",
}


def _log(refund: Payment, before: str, at: datetime) -> None:
    record(
        entity_type="payment",
        entity_id=refund.pk,
        trip_id=refund.trip_id,
        action=_ACTIONS[refund.status],
        at=at,
        before={"status": before},
        after={
            "status": refund.status,
            "amount": refund.amount,
            "reason": refund.reason,
            "error_code": refund.error_code,
        },
    )


def record_found_refund(
    *, payment: Payment, refund: GatewayRefund, note: str, at: datetime
) -> Payment | None:
    """
    Append a refund that the gateway made by itself; None when it is there already.

    None too when it is more than what we think is left: a person has to look. Tips go back last.
    The caller holds the trip's lock, so that it is recorded once.
    """
    if Payment.objects.filter(kind="refund", gateway_refund_id=refund.gateway_id).exists():
        return None
    payment.refresh_from_db()
    left = payment.amount - payment.refunded_amount - payment.reversed_amount
    tip_left = payment.tip_amount - payment.refunded_tip_amount - payment.reversed_tip_amount
    if refund.amount > left:
        return None
    tip = max(0, refund.amount - (left - tip_left))
    made = append_refund(
        payment,
        RefundAmount(refund.amount, note, tip_amount=tip, note=note),
        at,
        status=refund.status,
        method=payment.method,
        route="gateway",
        intent=payment.intent,
        gateway_charge_id=payment.gateway_charge_id,
        gateway_refund_id=refund.gateway_id,
        card_brand=payment.card_brand,
        card_last4=payment.card_last4,
        received_at=refund.created_at or at,
    )
    if made.status == "succeeded":
        journal.post_refund(refund=made, by=None, at=at)
    record(
        entity_type="payment",
        entity_id=made.pk,
        trip_id=made.trip_id,
        action="payment.refund_found",
        at=at,
        after={"amount": made.amount, "status": made.status, "refund": refund.gateway_id},
    )
    return made
