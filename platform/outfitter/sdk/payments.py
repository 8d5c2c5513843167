"""What a payment plugin tells the platform. Import it inside hook bodies: it needs Django."""

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.balance_types import (
    GatewayAccount,
    GatewayDispute,
    GatewayPayout,
    GatewayReader,
    GatewayTransfer,
)
from outfitter.plugins.payments.types import GatewayCard, GatewayIntent, GatewayRefund, GatewaySetup
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout import gateway_reconciliation
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.gateway import account as gateway_account
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.refunds import refund_webhooks
from outfitter_tenants.checkout.saved_cards import operations as saved_cards

__all__ = [
    "account_changed",
    "card_changed",
    "dispute_changed",
    "intent_changed",
    "payout_changed",
    "reader_changed",
    "refund_changed",
    "setup_changed",
    "transfer_changed",
]


def intent_changed(ctx: TenantContext, *, provider_slug: str, intent: GatewayIntent) -> None:
    """
    Settle what a gateway says of an intent of ours; an unknown intent is none of our business.

    Safe to call twice and out of order.
    """
    settlement.settle_by_gateway(schema_name=ctx.schema, gateway=provider_slug, answer=intent, at=utc_now())


def refund_changed(ctx: TenantContext, *, provider_slug: str, refund: GatewayRefund) -> None:
    """
    Record how a refund of one of our payments stands, also one made at the gateway's own pages.

    Safe to call twice and out of order.
    """
    refund_webhooks.settle_refund(gateway=provider_slug, gateway_refund=refund, at=utc_now())


def payout_changed(ctx: TenantContext, *, provider_slug: str, payout: GatewayPayout) -> None:
    """Copy how a payout stands; safe to call twice, give what was read a moment ago."""
    gateway_reconciliation.payout_changed(gateway=provider_slug, payout=payout, at=utc_now())


def transfer_changed(ctx: TenantContext, *, provider_slug: str, transfer: GatewayTransfer) -> None:
    """Copy how a transfer stands; safe to call twice, give what was read a moment ago."""
    gateway_reconciliation.transfer_changed(gateway=provider_slug, transfer=transfer, at=utc_now())


def setup_changed(ctx: TenantContext, *, provider_slug: str, setup: GatewaySetup) -> None:
    """Note a card that was kept, though the browser never came back to say so."""
    saved_cards.setup_changed(gateway=provider_slug, setup=setup, at=utc_now())


def card_changed(ctx: TenantContext, *, provider_slug: str, card: GatewayCard) -> None:
    """Record that a saved card was renewed, or is not kept any more (no customer)."""
    saved_cards.card_changed(gateway=provider_slug, card=card, at=utc_now())


def dispute_changed(ctx: TenantContext, *, provider_slug: str, dispute: GatewayDispute) -> None:
    """Record how a dispute of a payment stands; safe to call twice and out of order."""
    disputes.dispute_changed(gateway=provider_slug, dispute=dispute, at=utc_now())


def account_changed(
    ctx: TenantContext, *, provider_slug: str, account_id: str, account: GatewayAccount | None
) -> None:
    """Record what the operator's account may do; None: the platform may not use it any more."""
    gateway_account.account_changed(
        schema_name=ctx.schema, gateway=provider_slug, account_id=account_id, account=account, at=utc_now()
    )


def reader_changed(ctx: TenantContext, *, provider_slug: str, reader: GatewayReader) -> None:
    """Record what a reader did: a refund it made, a payment it could not take."""
    refund_webhooks.reader_changed(reader_id=reader.gateway_id, at=utc_now())
