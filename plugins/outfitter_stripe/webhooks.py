"""Stripe's events: genuine or refused, then told to the platform."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from outfitter.sdk import InboundWebhook, PaymentFailed, Permanent, TenantContext, WebhookRefused
from outfitter_stripe import events, livemode
from outfitter_stripe.api_keys import keys_for, webhook_secrets

if TYPE_CHECKING:
    from django.http import HttpRequest

TOLERANCE_SECONDS: Final = 300
# What asking again will not change.
_FINAL: Final = frozenset({"not_found", "unsupported", "account_not_ready"})


def receive(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Verify the raw body against one secret, or two while they are being changed.

    :raises WebhookRefused: not signed by Stripe, too old, or not an event
    """
    signature = request.headers.get("Stripe-Signature", "")
    known = [secret for own in secrets for secret in webhook_secrets(own)]
    if not any(is_genuine(request.body, signature, secret) for secret in known):
        raise WebhookRefused("The signature does not fit, or is too old.")
    return events.read(request.body)


def is_genuine(body: bytes, signature: str, secret: str) -> bool:
    """Tell whether `body` was signed with `secret` within the last 300 seconds."""
    import stripe

    try:
        stripe.WebhookSignature.verify_header(body, signature, secret, TOLERANCE_SECONDS)
    except (stripe.SignatureVerificationError, ValueError, TypeError):
        # Bytes that are no text and headers that are not ASCII are not Stripe's either.
        return False
    return True


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """
    Tell the platform how whatever an event speaks of stands now.

    :raises Permanent: the event is another Stripe account's, or of the other mode
    :raises GatewayUnavailable: the thing could not be read; the host tries again
    """
    from outfitter_stripe import handlers

    check_account(ctx, inbound)
    check_mode(ctx, inbound)
    topic = events.topic(inbound)
    if topic is None:
        return
    try:
        handlers.TOLD[topic](ctx, inbound)
    except PaymentFailed as problem:
        if problem.code in _FINAL:
            raise Permanent(f"{problem.code}: {problem.message}") from problem
        raise


def check_account(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """
    Let a connected account speak for its own operator only: it writes its own metadata.

    :raises Permanent: it is another one's
    """
    account = inbound.payload.get("account")
    if account and account != ctx.config.get("account"):
        raise Permanent(f"{account} is not this operator's Stripe account.")


def check_mode(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """
    Keep tests and real payments apart: live endpoints hear of connected accounts' tests as well.

    :raises Permanent: the event is of the other mode
    """
    if not livemode.is_event_fitting(inbound.payload, is_test_key=keys_for(ctx).is_test):
        raise Permanent("The event is of a test and the keys are not, or the other way round.")
