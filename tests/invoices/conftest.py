"""A gateway that takes cards for invoices and keeps books."""

import pytest

from outfitter.plugins import contexts
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway_reconciliation import daily_jobs, payout_import
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.invoice_payments import operations as card_payments
from outfitter_tenants.checkout.invoice_payments import refunds
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.invoices import payment_links
from tests.support.invoice_cards import InvoiceGateway

ASKING = (
    intent_calls,
    intents,
    gateway_refunds,
    daily_jobs,
    payout_import,
    card_payments,
    refunds,
    payment_links,
)


@pytest.fixture
def gateway(monkeypatch) -> InvoiceGateway:
    """Return a gateway of our own in place of the operator's plugin."""
    fake = InvoiceGateway()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), fake

    for module in ASKING:
        monkeypatch.setattr(module, "payment_provider", provider)
    return fake
