"""What somebody has begun to pay of an invoice by card, and what it no longer asks for."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.invoices.types import UNPAID
from outfitter_tenants.ledger import queries as money

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice


def withdraw_exceeding(*, invoice: "Invoice", at: datetime) -> None:
    """
    Have a card payment given up that asks for more than a locked invoice still does.

    Its page may be open somewhere. Money that comes all the same goes back (`invoice_payments`).
    """
    intent = money.find_open_invoice_intent(invoice_id=invoice.pk)
    if intent is not None and (invoice.status not in UNPAID or intent.amount > invoice.balance):
        intent_reconciliation.withdraw_later(intent_id=intent.pk, at=at)


def withdraw(*, invoice: "Invoice", at: datetime) -> None:
    """Have whatever was begun through a locked invoice's address given up."""
    intent = money.find_open_invoice_intent(invoice_id=invoice.pk)
    if intent is not None:
        intent_reconciliation.withdraw_later(intent_id=intent.pk, at=at)
