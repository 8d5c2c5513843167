"""Stripe's events: genuine or refused, then told to the platform."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from outfitter.sdk import InboundWebhook, Permanent, TenantContext, WebhookRefused
from outfitter_stripe import mapping
from outfitter_stripe.keys import webhook_secrets

if TYPE_CHECKING:
    from django.http import HttpRequest

TOLERANCE_SECONDS: Final = 300
_REFUND_KINDS: Final = frozenset(
    {"refund.created", "refund.updated", "refund.failed", "charge.refund.updated"}
)


def receive(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Verify the raw body against one secret, or two while they are being changed.

    :raises WebhookRefused: not signed by Stripe, too old, or not an event
    """
    signature = request.headers.get("Stripe-Signature", "")
    known = [secret for own in secrets for secret in webhook_secrets(own)]
    if not any(is_genuine(request.body, signature, secret) for secret in known):
        raise WebhookRefused("The signature does not fit, or is too old.")
    return read(request.body)


def is_genuine(body: bytes, signature: str, secret: str) -> bool:
    """Tell whether `body` was signed with `secret` within the last 300 seconds."""
    import stripe

    try:
        stripe.WebhookSignature.verify_header(body, signature, secret, TOLERANCE_SECONDS)
    except (stripe.SignatureVerificationError, ValueError, TypeError):
        # Bytes that are no text and headers that are not ASCII are not Stripe's either.
        return False
    return True


def read(body: bytes) -> InboundWebhook:
    """
    Return the event in a verified body.

    :raises WebhookRefused: it is something else
    """
    try:
        event = json.loads(body)
        thing = event["data"]["object"]
        event_id, kind = event["id"], event["type"]
    except (ValueError, KeyError, TypeError) as problem:
        raise WebhookRefused("This is not an event.") from problem
    if not (isinstance(event_id, str) and isinstance(kind, str) and isinstance(thing, dict)):
        raise WebhookRefused("This is not an event.")
    return InboundWebhook(event_id, kind, mapping.schema_of(thing), event)


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """
    Tell the platform how an intent or a refund stands.

    :raises Permanent: the event is another Stripe account's
    :raises GatewayUnavailable: the intent could not be read; the host tries again
    """
    from outfitter.sdk.payments import intent_changed, refund_changed
    from outfitter_stripe.provider import StripeProvider

    check_account(ctx, inbound)
    provider = StripeProvider()
    seen = provider.parse_intent(inbound)
    if seen is not None:
        if inbound.kind != "payment_intent.created":
            # Events come late and out of order, so what counts is how the intent stands now.
            now = provider.get_intent(ctx, gateway_id=seen.gateway_id)
            # Operators share the platform's account: Stripe's own copy says whose intent it is.
            if now.metadata.get("schema") == ctx.schema:
                intent_changed(ctx, provider_slug=provider.slug, intent=now)
    elif inbound.kind in _REFUND_KINDS:
        refund = mapping.refund(inbound.payload["data"]["object"])
        refund_changed(ctx, provider_slug=provider.slug, refund=refund)


def check_account(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """
    Let a connected account speak for its own operator only: it writes its own metadata.

    :raises Permanent: it is another one's
    """
    account = inbound.payload.get("account")
    if account and account != ctx.config.get("account"):
        raise Permanent(f"{account} is not this operator's Stripe account.")
