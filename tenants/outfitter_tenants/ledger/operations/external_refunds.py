"""Refunds that were made at the gateway without us."""

from datetime import datetime

from outfitter.plugins.payments.types import GatewayRefund
from outfitter_tenants.audit.operations import record
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import journal
from outfitter_tenants.ledger.operations.refunds import RefundAmount, append_refund


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
