"""
Money of an invoice goes back to the card it came from.

Our row is there before the gateway is asked, its id is part of the key and of the metadata: an answer
that got lost comes again. What is promised back no longer counts on the invoice; what the gateway
refuses counts again.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import GatewayRefund, GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.invoice_payments import settlement
from outfitter_tenants.checkout.refunds.gateway_refunds import ASK_EVERY, ASK_FIRST, FORGOTTEN, NO_FUNDS
from outfitter_tenants.checkout.refunds.operations import NotRefundable, RefundRefused
from outfitter_tenants.checkout.refunds.refund_webhooks import FOUND
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money

if TYPE_CHECKING:
    from outfitter.plugins.payments.gateway import PaymentProvider
    from outfitter.plugins.types import TenantContext
    from outfitter_tenants.ledger.models import InvoiceChargeRefund

log = logging.getLogger(__name__)
KIND: Final = settlement.REFUND_JOB


def refund_payment(
    *, invoice_id: int, payment_id: int, reason: str, version: int | None, by: TripActor, at: datetime
) -> None:
    """
    Give a card payment of an invoice back: its trips are owed again, and the card gets its money.

    :raises InvoiceNotFound: there is none
    :raises InvoicePaymentNotFound: it is of another invoice, or none
    :raises StaleVersion: somebody changed the invoice since `version`
    :raises InvoiceState: it was removed before
    :raises NotRefundable: the cardholder's bank is deciding about it
    :raises RefundRefused: the gateway refused; the invoice is paid as before
    """
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        payment = invoices.get_payment(invoice_id=invoice_id, payment_id=payment_id)
        if payment.removed_at is not None:
            raise books.InvoiceState("This payment was already removed.", status=invoice.status)
        charge = money.get_charge(charge_id=payment.charge_id or 0)
        if money.sums_of_charges(charges=[charge])[charge.pk].questioned:
            raise NotRefundable(
                "The cardholder's bank is deciding about this payment. Answer the bank on your payment "
                "service's pages; the invoice follows its decision.",
                reason="disputed",
            )
        refund_id = settlement.send_back(
            charge=charge, amount=payment.amount, reason=reason, by=by.avatar_id, at=at
        )
        settlement.follow(invoice=invoice, charge=charge, reason=reason, at=at)
    run_refund({"refund_id": refund_id}, at)
    row = money.find_charge_refund(refund_id=refund_id)
    if row is not None and row.status == "failed":
        raise RefundRefused(
            "The card's bank or the payment service declined this refund. The payment still counts. "
            "Send the money back another way, then void the invoice or agree on a credit.",
            reason=row.error_code or "gateway_refused",
        )


def run_refund(payload: Mapping[str, object], at: datetime) -> None:
    """Ask the gateway for a promised refund; the due job's handler, repeated under one key."""
    row = money.find_charge_refund(refund_id=int(str(payload["refund_id"])))
    if row is None or row.status != "pending":
        return
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
        answer = _answer(ctx, provider, row, at)
    except (GatewayUnavailable, NoPaymentProvider) as problem:
        log.warning("refund %s of a charge has to wait: %r", row.pk, problem)
        _ask_again(row, at)
        return
    except PaymentFailed as problem:
        if problem.code == NO_FUNDS:
            ledger.step_charge_refund(refund=row, error_code=problem.code)
            _ask_again(row, at)
            return
        log.error("refund %s of a charge was refused: %s", row.pk, problem.code)
        answer = GatewayRefund("", "failed", row.amount, failure_reason=problem.code)
    _close(row.pk, row.charge.invoice_id, answer, at)
    if answer.status == "pending":
        _ask_again(row, at)


def _answer(
    ctx: "TenantContext", provider: "PaymentProvider", row: "InvoiceChargeRefund", at: datetime
) -> GatewayRefund:
    intent_id = str(row.charge.intent.gateway_id)
    if row.gateway_refund_id:
        return provider.get_refund(ctx, gateway_id=row.gateway_refund_id)
    marks = {"schema": ctx.schema, "invoice_refund": str(row.pk)}
    if at - row.created_at >= ASK_FIRST:
        # Gateways forget keys after a day: what was made before is looked for, not made again.
        for one in provider.list_refunds(ctx, gateway_id=intent_id):
            if all(one.metadata.get(key) == value for key, value in marks.items()):
                return one
    key = f"invoice-refund-{ctx.schema}-{row.pk}"
    return provider.refund(
        ctx,
        gateway_id=intent_id,
        amount=row.amount,
        currency=row.charge.currency,
        key=f"{key}-{row.ask_cnt}" if row.ask_cnt else key,
        reason="requested_by_customer",
        metadata=marks,
    )


def _ask_again(row: "InvoiceChargeRefund", at: datetime) -> None:
    pause = max(ASK_FIRST, min(at - row.created_at, ASK_EVERY))
    _schedule(row, at + pause)


def _schedule(row: "InvoiceChargeRefund", due_at: datetime) -> None:
    scheduled_jobs.schedule(KIND, key=str(row.pk), due_at=due_at, payload={"refund_id": row.pk})


def promise_again(at: datetime) -> None:
    """Have refunds asked for again whose due job was given up, or lost with its worker."""
    after = 0
    while rows := money.waiting_charge_refunds(until=at - FORGOTTEN, limit=50, after=after):
        for row in rows:
            if not scheduled_jobs.is_waiting(KIND, key=str(row.pk)):
                _schedule(row, at + timedelta(seconds=1))
        after = rows[-1].pk


def _close(refund_id: int, invoice_id: int, answer: GatewayRefund, at: datetime) -> None:
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        row = money.find_charge_refund(refund_id=refund_id)
        if row is None or not ledger.close_charge_refund(refund=row, answer=answer, at=at):
            return
        facts: dict[str, object] = {"amount": row.amount, "refund_id": row.pk, "error_code": row.error_code}
        action = "invoice.card_refunded" if row.status == "succeeded" else "invoice.card_refund_failed"
        settlement.log(row.charge, action, at, facts, row.reason or None)
        settlement.follow(
            invoice=invoice, charge=row.charge, reason=row.reason or _SAID.get(row.status, ""), at=at
        )


_SAID: Final = {"succeeded": FOUND, "failed": "The refund did not go through."}


def refund_changed(charge_id: int, refund: GatewayRefund, at: datetime) -> None:
    """Record how a refund of a charge stands, whoever made it; safe to call twice and out of order."""
    charge = money.get_charge(charge_id=charge_id)
    found = _find(refund)
    if found is not None:
        _close(found.pk, charge.invoice_id, refund, at)
        return
    if refund.status == "failed":
        return
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=charge.invoice_id)
        if _find(refund) is not None:
            return
        row = ledger.record_found_charge_refund(charge=charge, refund=refund, reason=FOUND, at=at)
        facts: dict[str, object] = {"amount": row.amount, "refund_id": row.pk}
        is_over = row.status == "succeeded"
        action = "invoice.card_refunded" if is_over else "invoice.card_refund_asked"
        settlement.log(charge, action, at, facts, FOUND)
        settlement.follow(invoice=invoice, charge=charge, reason=FOUND, at=at)


def _find(answer: GatewayRefund) -> "InvoiceChargeRefund | None":
    found = money.find_charge_refund_by_gateway(gateway_refund_id=answer.gateway_id)
    if found is not None:
        return found
    # The webhook overtook the answer to our own call: our id travels in the metadata.
    own = answer.metadata.get("invoice_refund", "")
    is_ours = answer.metadata.get("schema") == current_schema() and own.isdecimal()
    return money.find_charge_refund(refund_id=int(own)) if is_ours else None
