"""Invoices paid by card: a gateway with its books, and what its pages and webhooks do."""

from dataclasses import dataclass, field

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter.plugins.payments.types import GatewayIntent, GatewayRefund, PaymentFailed
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.intents.types import StartedIntent
from outfitter_tenants.checkout.invoice_payments import operations
from outfitter_tenants.checkout.invoice_payments.operations import CardPayment
from outfitter_tenants.checkout.refunds import refund_webhooks
from outfitter_tenants.invoices import payment_links
from outfitter_tenants.invoices import queries as invoices
from tests.support.balance_gateway import BalanceGateway

GATEWAY = "stripe"


@dataclass
class InvoiceGateway(BalanceGateway):
    """Gives back what it is asked for, unless `refund_refusals` has a code for the next one."""

    refund_refusals: list[str] = field(default_factory=list)
    by_refund_key: dict[str, GatewayRefund] = field(default_factory=dict)

    def refund(self, ctx, *, gateway_id, amount, currency, key, metadata=None, **_more) -> GatewayRefund:
        self._answer()
        if key not in self.by_refund_key:
            if self.refund_refusals:
                raise PaymentFailed(self.refund_refusals.pop(0), "no")
            self.by_refund_key[key] = self.give_back(gateway_id, amount, **dict(metadata or {}))
        return self.by_refund_key[key]

    def list_refunds(self, ctx, *, gateway_id) -> list[GatewayRefund]:
        self._answer()
        return [one for one in self.given.values() if one.intent_id == gateway_id]


def secret_of(invoice_id: int) -> str:
    """Return what of an invoice's address is secret now."""
    return payment_links.secret_of(invoices.get_invoice_head(invoice_id=invoice_id))


def begin(invoice_id: int, amount: int, *, shown: int | None = None) -> StartedIntent:
    """Begin to pay so much at an invoice's address, with its balance as the page shows it now."""
    balance = invoices.get_invoice_head(invoice_id=invoice_id).balance if shown is None else shown
    return operations.begin(secret=secret_of(invoice_id), wish=CardPayment(amount, balance), at=utc_now())


def tell(answer: GatewayIntent) -> None:
    """Let the webhook of an intent arrive."""
    settlement.settle_by_gateway(schema_name=current_schema(), gateway=GATEWAY, answer=answer, at=utc_now())


def tell_refund(refund: GatewayRefund) -> None:
    """Let the webhook of a refund arrive."""
    refund_webhooks.settle_refund(gateway=GATEWAY, gateway_refund=refund, at=utc_now())


def tell_dispute(gateway_id: str, status: str, amount: int) -> None:
    """Let the webhook of a dispute arrive."""
    told = GatewayDispute(
        "dp_1", status, "fraudulent", amount, "USD", f"ch_{gateway_id}", gateway_id, created_at=utc_now()
    )
    disputes.dispute_changed(gateway=GATEWAY, dispute=told, at=utc_now())


def pay_by_card(gateway: InvoiceGateway, invoice_id: int, amount: int) -> str:
    """Pay so much of an invoice by card, webhook and all; returns the gateway's id."""
    started = begin(invoice_id, amount)
    tell(gateway.pay(started.answer.gateway_id))
    return started.answer.gateway_id
