"""Payments that a customer's bank takes back, and what that does to our books."""

from datetime import datetime
from typing import Final

from django.db.models import F, Sum

from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter_tenants.ledger.models import Dispute, Payment
from outfitter_tenants.ledger.operations import journal
from outfitter_tenants.ledger.operations.journal import PostingCause, PostingLine

_STATUSES: Final = {
    "warning_needs_response": "inquiry",
    "warning_under_review": "inquiry",
    "warning_closed": "closed",
    "prevented": "closed",
}
OPEN: Final = ("needs_response", "under_review")
OVER: Final = ("won", "lost", "closed")


def status_of(answer: GatewayDispute) -> str:
    """Return how a dispute stands, in our words for what a gateway says."""
    return _STATUSES.get(answer.status, answer.status)


def write_dispute(
    *, payment: Payment, gateway: str, answer: GatewayDispute, at: datetime
) -> tuple[Dispute, str | None]:
    """
    Write how a dispute stands; returns it and how it stood before (None: it is new).

    News that come late never open one again that is over. The caller holds the trip's lock.
    """
    status = status_of(answer)
    row = Dispute.objects.filter(gateway_id=answer.gateway_id).first()
    before = row.status if row is not None else None
    if row is None:
        row = Dispute(
            gateway=gateway,
            gateway_id=answer.gateway_id,
            payment=payment,
            trip_id=payment.trip_id,
            opened_at=answer.created_at or at,
        )
    elif row.status in OVER and status not in OVER:
        return row, before
    row.status, row.reason, row.network_reason = status, answer.reason, answer.network_reason
    row.amount, row.currency = max(answer.amount, row.taken_amount), answer.currency
    row.withdrawn_amount, row.fee_amount = answer.withdrawn_amount, answer.fee_amount
    row.settled_currency, row.evidence_due_at = answer.settled_currency, answer.evidence_due_at
    row.has_evidence, row.changed_at = answer.has_evidence, at
    row.closed_at = (row.closed_at or at) if status in OVER else None
    row.save()
    return row, before


def uphold_dispute(*, payment: Payment) -> None:
    """Say on a payment whether its bank is taking it back: then nobody gives it back meanwhile."""
    is_open = Dispute.objects.filter(payment=payment, status__in=OPEN).exists()
    if payment.status == "succeeded" and is_open:
        payment.status = "disputed"
    elif payment.status == "disputed" and not is_open:
        payment.status = "succeeded"
    payment.save(update_fields=["status"])


def settle_dispute(*, dispute: Dispute, at: datetime) -> int:
    """
    Take what was lost out of our books, or put back what was won after all; minor units taken.

    What the gateway is giving back cannot be lost as well: the rest is taken once that refund has
    failed. What was handed back in another way can. Tips are lost last.
    """
    payment = Payment.objects.get(pk=dispute.payment_id)
    aim = dispute.amount if dispute.status == "lost" else 0
    left = payment.amount - payment.reversed_amount - _given_by_gateway(payment)
    amount = min(aim - dispute.taken_amount, left)
    if not amount:
        return 0
    tip = _tip_of(payment, amount)
    dispute.taken_amount += amount
    dispute.save(update_fields=["taken_amount"])
    _post(dispute, payment, amount, tip, at)
    is_gone = payment.refunded_amount + payment.reversed_amount + amount >= payment.amount
    status = "reversed" if is_gone else "succeeded"
    Payment.objects.filter(pk=payment.pk).update(
        reversed_amount=F("reversed_amount") + amount,
        reversed_tip_amount=F("reversed_tip_amount") + tip,
        status=status,
    )
    return amount


def _given_by_gateway(payment: Payment) -> int:
    rows = Payment.objects.filter(
        parent_payment=payment,
        route__in=["gateway", "terminal"],
        status__in=["pending", "pending_funds", "succeeded"],
    )
    return rows.aggregate(n=Sum("amount"))["n"] or 0


def _tip_of(payment: Payment, amount: int) -> int:
    if amount < 0:
        return -min(-amount, payment.reversed_tip_amount)
    tips = payment.refunded_tip_amount + payment.reversed_tip_amount
    gone = payment.refunded_amount + payment.reversed_amount
    rest = payment.amount - payment.tip_amount - (gone - tips)
    return min(max(0, amount - max(0, rest)), payment.tip_amount - tips)


def _post(dispute: Dispute, payment: Payment, amount: int, tip: int, at: datetime) -> None:
    tips = journal.tip_back(payment.pk, tip) if tip > 0 else [PostingLine("tip", -tip)]
    cause = PostingCause(
        f"dispute:{dispute.pk}:{dispute.changed_at.timestamp()}:{dispute.taken_amount}",
        "payment_reversal",
        payment.trip_id,
        payment.pk,
        reason=f"dispute {dispute.status}",
    )
    lines = [PostingLine("outside", amount), PostingLine("trip", tip - amount, payment.trip_id), *tips]
    journal.post(cause=cause, lines=lines, currency=payment.currency, by=None, at=at)
