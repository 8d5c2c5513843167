"""
A cardholder's bank questions what was paid of an invoice.

While it decides the invoice stays paid, and the payment is not given back. Lost, the invoice is owed
again; won, everything is as it was. The bank is answered on the payment service's own pages.
"""

from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter_tenants.checkout.invoice_payments import settlement
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money

LOST: Final = "The cardholder's bank took this payment back."


def dispute_changed(charge_id: int, dispute: GatewayDispute, at: datetime) -> None:
    """Record how a dispute of a charge stands; safe to call twice, late and out of order."""
    charge = money.get_charge(charge_id=charge_id)
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=charge.invoice_id)
        row, before = ledger.write_charge_dispute(charge=charge, answer=dispute, at=at)
        if row.status == before:
            return
        facts: dict[str, object] = {"status": row.status, "amount": row.amount, "reason": row.reason}
        settlement.log(charge, "invoice.card_disputed", at, facts)
        settlement.follow(invoice=invoice, charge=charge, reason=LOST, at=at)
        if before is None or row.status == "lost":
            reason = "payment_lost" if row.status == "lost" else "payment_disputed"
            settlement.tell_staff(charge, reason, row.amount, at)
