"""
What an event makes us tell the platform.

Events come late, twice and out of order, so what counts is how the thing stands now: it is read
again from Stripe every time. Operators may share the platform's account: Stripe's own copy of an
object says whose it is.
"""

from collections.abc import Callable, Mapping
from typing import Final

from outfitter.sdk import GatewayIntent, InboundWebhook, PaymentFailed, TenantContext
from outfitter_stripe import events, serializers
from outfitter_stripe.provider import StripeProvider

PROVIDER: Final = StripeProvider()


def _id(inbound: InboundWebhook) -> str:
    return str(events.subject(inbound)["id"])


def _tell_intent(ctx: TenantContext, gateway_id: str) -> GatewayIntent | None:
    """Tell of an intent of this operator; None when it is somebody else's."""
    from outfitter.sdk.payments import intent_changed

    now = PROVIDER.get_intent(ctx, gateway_id=gateway_id)
    if now.metadata.get("schema") != ctx.schema:
        return None
    intent_changed(ctx, provider_slug=PROVIDER.slug, intent=now)
    return now


def handle_intent(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell how an intent stands."""
    _tell_intent(ctx, _id(inbound))


def charge(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell how the intent of a charge stands: its fee is known later than its success."""
    gateway_id = serializers.id_of(events.subject(inbound).get("payment_intent"))
    if gateway_id:
        _tell_intent(ctx, gateway_id)


def refunds(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell of all refunds of a charge, also of those made at Stripe's own pages."""
    from outfitter.sdk.payments import refund_changed

    gateway_id = serializers.id_of(events.subject(inbound).get("payment_intent"))
    if gateway_id and _tell_intent(ctx, gateway_id):
        for refund in PROVIDER.list_refunds(ctx, gateway_id=gateway_id):
            refund_changed(ctx, provider_slug=PROVIDER.slug, refund=refund)


def refund(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell how a refund stands, after its payment: nobody may have told of that yet."""
    from outfitter.sdk.payments import refund_changed

    now = PROVIDER.get_refund(ctx, gateway_id=_id(inbound))
    if now.intent_id and not _tell_intent(ctx, now.intent_id):
        return
    refund_changed(ctx, provider_slug=PROVIDER.slug, refund=now)


def setup(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell how keeping a card stands."""
    from outfitter.sdk.payments import setup_changed

    now = PROVIDER.get_setup_intent(ctx, gateway_id=_id(inbound))
    if now.metadata.get("schema") == ctx.schema:
        setup_changed(ctx, provider_slug=PROVIDER.slug, setup=now)


def card(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell of a saved card that was renewed or forgotten."""
    from outfitter.sdk.payments import card_changed

    now = PROVIDER.get_card(ctx, card_id=_id(inbound))
    card_changed(ctx, provider_slug=PROVIDER.slug, card=now)


def dispute(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell how a dispute stands, after its payment: nobody may have told of that yet."""
    from outfitter.sdk.payments import dispute_changed

    now = PROVIDER.get_dispute(ctx, gateway_id=_id(inbound))
    if now.intent_id and not _tell_intent(ctx, now.intent_id):
        return
    dispute_changed(ctx, provider_slug=PROVIDER.slug, dispute=now)


def payout(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell how a payout stands."""
    from outfitter.sdk.payments import payout_changed

    now = PROVIDER.get_payout(ctx, gateway_id=_id(inbound))
    payout_changed(ctx, provider_slug=PROVIDER.slug, payout=now)


def transfer(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell of money that the platform handed on."""
    from outfitter.sdk.payments import transfer_changed

    now = PROVIDER.get_transfer(ctx, gateway_id=_id(inbound))
    transfer_changed(ctx, provider_slug=PROVIDER.slug, transfer=now)


def account(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell what the operator's account may do, or that it was cut off from the platform."""
    from outfitter.sdk.payments import account_changed

    account_id = inbound.account
    if account_id is None:
        return
    now = None
    if inbound.kind != events.DEAUTHORIZED:
        try:
            now = PROVIDER.account_status(ctx, account_id=account_id)
        except PaymentFailed as problem:
            if problem.code != "account_not_ready":
                raise
    account_changed(ctx, provider_slug=PROVIDER.slug, account_id=account_id, account=now)


def reader(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell what a reader did, and how the payment it took stands."""
    from outfitter.sdk.payments import reader_changed

    now = PROVIDER.get_reader(ctx, reader_id=_id(inbound))
    if now.action and now.action.kind == "payment" and now.action.intent_id:
        _tell_intent(ctx, now.action.intent_id)
    reader_changed(ctx, provider_slug=PROVIDER.slug, reader=now)


TOLD: Final[Mapping[str, Callable[[TenantContext, InboundWebhook], None]]] = {
    "intent": handle_intent,
    "charge": charge,
    "refunds": refunds,
    "refund": refund,
    "setup": setup,
    "card": card,
    "dispute": dispute,
    "payout": payout,
    "transfer": transfer,
    "account": account,
    "reader": reader,
}
