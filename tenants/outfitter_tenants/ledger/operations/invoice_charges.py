"""
What a gateway took for invoices, and what goes back of it; the caller holds the invoice's lock.

The journal knows nothing of a charge: what of it counts is paid to trips, and each part is posted
there.
"""

from datetime import datetime
from typing import Final

from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter.plugins.payments.types import GatewayIntent, GatewayRefund
from outfitter_tenants.ledger.models import Intent, InvoiceCharge, InvoiceChargeDispute, InvoiceChargeRefund
from outfitter_tenants.ledger.operations.disputes import OVER, status_of

_ENDS: Final = frozenset({"succeeded", "failed"})


def record_charge(
    *, intent: Intent, invoice_number: str, answer: GatewayIntent, at: datetime
) -> InvoiceCharge | None:
    """Append the charge of a succeeded intent; None when it is there already."""
    if intent.invoice_id is None or InvoiceCharge.objects.filter(intent=intent).exists():
        return None
    return InvoiceCharge.objects.create(
        intent=intent,
        invoice_id=intent.invoice_id,
        invoice_number=invoice_number,
        amount=answer.amount_received or intent.amount,
        currency=intent.currency,
        gateway_charge_id=answer.charge_id,
        card_brand=answer.card_brand,
        card_last4=answer.card_last4,
        received_at=at,
    )


def open_charge_refund(
    *, charge: InvoiceCharge, amount: int, reason: str, by: int | None, at: datetime
) -> InvoiceChargeRefund:
    """Promise so much (minor units) of a charge back to its card; the gateway is asked afterwards."""
    return InvoiceChargeRefund.objects.create(
        charge=charge, amount=amount, status="pending", reason=reason, by=by, created_at=at
    )


def record_found_charge_refund(
    *, charge: InvoiceCharge, refund: GatewayRefund, reason: str, at: datetime
) -> InvoiceChargeRefund:
    """Append a refund that somebody made at the gateway's own pages."""
    is_over = refund.status in _ENDS
    return InvoiceChargeRefund.objects.create(
        charge=charge,
        amount=refund.amount,
        status=refund.status if is_over else "pending",
        reason=reason,
        gateway_refund_id=refund.gateway_id,
        created_at=refund.created_at or at,
        settled_at=at if is_over else None,
    )


def close_charge_refund(*, refund: InvoiceChargeRefund, answer: GatewayRefund, at: datetime) -> bool:
    """
    Write what a gateway says of a refund of a charge; returns whether it stands differently now.

    It may fail after it was given, and go through after all: the last word counts.
    """
    before = refund.status, refund.gateway_refund_id
    refund.gateway_refund_id = answer.gateway_id or refund.gateway_refund_id
    if answer.status in _ENDS:
        refund.status, refund.settled_at = answer.status, at
        refund.error_code = answer.failure_reason if answer.status == "failed" else None
    if (refund.status, refund.gateway_refund_id) == before:
        return False
    refund.save(update_fields=["gateway_refund_id", "status", "settled_at", "error_code"])
    return refund.status != before[0]


def step_charge_refund(*, refund: InvoiceChargeRefund, error_code: str) -> None:
    """Note that the gateway said no for now: it is asked again under another key."""
    refund.ask_cnt, refund.error_code = refund.ask_cnt + 1, error_code
    refund.save(update_fields=["ask_cnt", "error_code"])


def write_charge_dispute(
    *, charge: InvoiceCharge, answer: GatewayDispute, at: datetime
) -> tuple[InvoiceChargeDispute, str | None]:
    """
    Write how a dispute of a charge stands; returns it and how it stood before (None: it is new).

    News that come late never open one again that is over.
    """
    status = status_of(answer)
    row = InvoiceChargeDispute.objects.filter(gateway_id=answer.gateway_id).first()
    before = row.status if row is not None else None
    if row is None:
        row = InvoiceChargeDispute(
            charge=charge, gateway_id=answer.gateway_id, opened_at=answer.created_at or at
        )
    elif row.status in OVER and status not in OVER:
        return row, before
    row.status, row.reason, row.amount = status, answer.reason, answer.amount
    row.evidence_due_at, row.changed_at = answer.evidence_due_at, at
    row.save()
    return row, before
