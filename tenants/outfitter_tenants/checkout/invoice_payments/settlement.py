"""
What a gateway says of a card that pays an invoice becomes a payment of the invoice: once.

Lock order: the partner's invoices, the invoice, the intent, the trips. Whatever comes again, late or
out of order finds the charge recorded. What the invoice no longer asks for goes back to the card.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.payments.types import GatewayIntent
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.gateway.invoice_port import InvoiceOutcome
from outfitter_tenants.checkout.invoices import payments
from outfitter_tenants.checkout.invoices.payments import InvoiceMoney
from outfitter_tenants.checkout.invoices.trip_money import Payer
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.types import UNPAID
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice
    from outfitter_tenants.ledger.models import InvoiceCharge

# Whoever holds the address may pay: that is all they may.
PAYER: Final = TripActor(audience="direct")
REFUND_JOB: Final = "invoices.refund_charge"
NOT_NEEDED: Final = "The invoice no longer asked for this money."
RETURNED: Final = "This invoice was settled while you were paying. Your money goes back to your card in full."
PARTLY_RETURNED: Final = (
    "Part of this invoice was settled while you were paying. What was too much goes back to your card."
)


def settle(intent_id: int, answer: GatewayIntent, at: datetime) -> InvoiceOutcome:
    """Record a gateway's word on an intent that pays an invoice; a first success pays it."""
    found = money.get_intent_by_id(intent_id=intent_id)
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=found.invoice_id or 0)
        intent = money.lock_intent(intent_id=intent_id)
        ledger.record_gateway(intent=intent, answer=answer, at=at)
        if answer.status != "succeeded":
            action = dict(answer.next_action) if answer.next_action else None
            return InvoiceOutcome(answer.status, action, answer.error_message)
        charge = ledger.record_charge(
            intent=intent, invoice_number=invoice.number or "", answer=answer, at=at
        )
        if charge is None:
            return _standing(intent_id)
        fits = min(charge.amount, invoice.balance) if invoice.status in UNPAID else 0
        if fits:
            _store(invoice, charge, fits, at)
        if charge.amount > fits:
            send_back(charge=charge, amount=charge.amount - fits, reason=NOT_NEEDED, by=None, at=at)
        return _outcome(charge.amount, fits)


def _standing(intent_id: int) -> InvoiceOutcome:
    charge = money.find_charge(intent_id=intent_id)
    if charge is None:
        return InvoiceOutcome("succeeded")
    paid = invoices.payment_of_charge(charge_id=charge.pk)
    return _outcome(charge.amount, paid.amount if paid else 0)


def _outcome(amount: int, fits: int) -> InvoiceOutcome:
    if fits == 0:
        return InvoiceOutcome("refunded", None, RETURNED)
    return InvoiceOutcome("succeeded", None, PARTLY_RETURNED if fits < amount else None)


def send_back(*, charge: "InvoiceCharge", amount: int, reason: str, by: int | None, at: datetime) -> int:
    """
    Promise so much (minor units) of a charge back to its card; returns the refund's id.

    The caller holds the invoice's lock. A due job asks the gateway, whatever becomes of us.
    """
    refund = ledger.open_charge_refund(charge=charge, amount=amount, reason=reason, by=by, at=at)
    scheduled_jobs.schedule(REFUND_JOB, key=str(refund.pk), due_at=at, payload={"refund_id": refund.pk})
    log(charge, "invoice.card_refund_asked", at, {"amount": amount, "refund_id": refund.pk}, reason)
    return refund.pk


def follow(*, invoice: "Invoice", charge: "InvoiceCharge", reason: str, at: datetime) -> None:
    """
    Have a locked invoice count what is left of a charge: not what went back, or what a bank took.

    A refund that failed is paid in again as far as the invoice still asks for it. What it does not
    ask for stays with the gateway, and staff are told.
    """
    kept = money.sums_of_charges(charges=[charge])[charge.pk].kept
    live = invoices.payment_of_charge(charge_id=charge.pk)
    have = live.amount if live else 0
    room = invoice.balance if invoice.status in UNPAID else 0
    wanted = min(kept, have + room) if kept > have else kept
    if wanted != have:
        if live is not None:
            payments.withdraw_payment(
                invoice=invoice, payment=live, reason=reason, payer=Payer(PAYER, at, at)
            )
        if wanted:
            _store(invoice, charge, wanted, at)
    if kept > wanted:
        tell_staff(charge, "refund_failed", kept - wanted, at)


def _store(invoice: "Invoice", charge: "InvoiceCharge", amount: int, at: datetime) -> None:
    note = " ".join(filter(None, ((charge.card_brand or "").capitalize(), charge.card_last4)))
    payments.store_payment(
        invoice=invoice,
        money=InvoiceMoney("card", amount, charge.received_at, note),
        payer=Payer(PAYER, at, charge.received_at, note),
        charge_id=charge.pk,
    )


def log(
    charge: "InvoiceCharge", action: str, at: datetime, after: dict[str, object], reason: str | None = None
) -> None:
    """Say in an invoice's history what became of a card that paid it."""
    record(
        entity_type="invoice",
        entity_id=charge.invoice_id,
        action=action,
        at=at,
        after=after | {"charge_id": charge.pk, "currency": charge.currency},
        reason=reason,
    )


def tell_staff(charge: "InvoiceCharge", reason: str, amount: int, at: datetime) -> None:
    """Have those who look after finances look at an invoice: its money is not where it should be."""
    outbox.publish(
        "invoice.card_problem",
        at=at,
        invoice_id=charge.invoice_id,
        number=charge.invoice_number,
        reason=reason,
        amount=amount,
        currency=charge.currency,
    )
