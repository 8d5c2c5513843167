"""What a payment plugin tells the platform. Import it inside hook bodies: it needs Django."""

from outfitter.kit.clock import utc_now
from outfitter.plugins.gateway import GatewayIntent, GatewayRefund
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.operations import refunds, settle

__all__ = ["intent_changed", "refund_changed"]


def intent_changed(ctx: TenantContext, *, provider_slug: str, intent: GatewayIntent) -> None:
    """
    Settle what a gateway says of an intent of ours; an unknown intent is none of our business.

    Safe to call twice and out of order.
    """
    settle.settle_by_gateway(
        schema_name=ctx.schema, gateway=provider_slug, answer=intent, at=utc_now()
    )


def refund_changed(ctx: TenantContext, *, provider_slug: str, refund: GatewayRefund) -> None:
    """Record how a refund of ours ended; an unknown refund is none of our business."""
    refunds.settle_refund(gateway_refund=refund, at=utc_now())
