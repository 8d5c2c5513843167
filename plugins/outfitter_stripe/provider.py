"""The gateway as the platform sees it."""

from collections.abc import Mapping
from typing import Literal

from outfitter.sdk import (
    CheckoutClient,
    GatewayIntent,
    GatewayRefund,
    GatewayUnavailable,
    InboundWebhook,
    PaymentFailed,
    TenantContext,
)
from outfitter_stripe import client, mapping
from outfitter_stripe.keys import keys_for, webhook_secrets


def _theirs(currency: str, amount: int) -> int:
    try:
        return mapping.to_gateway(currency, amount)
    except mapping.NotChargeable as problem:
        raise PaymentFailed("amount_not_chargeable", str(problem)) from problem


class StripeProvider:
    """Collects and refunds with payment intents. Amounts are in our minor units."""

    slug = "stripe"

    def checkout_client(self, ctx: TenantContext) -> CheckoutClient:
        """
        Return what a browser needs; no network.

        :raises PaymentFailed: `not_configured`
        """
        keys = keys_for(ctx)
        return CheckoutClient(keys.publishable_key, keys.script_url, keys.account, keys.is_test)

    def create_intent(
        self,
        ctx: TenantContext,
        *,
        amount: int,
        currency: str,
        key: str,
        description: str,
        metadata: Mapping[str, str],
        receipt_email: str | None,
        capture: Literal["automatic", "manual"] = "automatic",
    ) -> GatewayIntent:
        """
        Begin to collect `amount`; `metadata` names the `trip` (hash) and our `intent`.

        :raises PaymentFailed: refused, or no such amount can be charged
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        params = {
            "amount": _theirs(currency, amount),
            "currency": currency.lower(),
            "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
            "capture_method": capture,
            "description": description[: mapping.MAX_DESCRIPTION],
            "metadata": mapping.metadata_of(ctx.schema, metadata),
        }
        if receipt_email:
            params["receipt_email"] = receipt_email
        return mapping.intent(client.create_intent(keys_for(ctx), params, key=key))

    def update_intent(
        self, ctx: TenantContext, *, gateway_id: str, amount: int, currency: str, key: str
    ) -> GatewayIntent:
        """
        Change the amount of an intent that is not yet paid.

        :raises PaymentFailed: refused, also when it is paid or canceled
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        params = {"amount": _theirs(currency, amount), "currency": currency.lower()}
        return mapping.intent(client.update_intent(keys_for(ctx), gateway_id, params, key=key))

    def get_intent(self, ctx: TenantContext, *, gateway_id: str) -> GatewayIntent:
        """
        Read the intent as it is now, with its client secret and the card of its last charge.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer
        """
        return mapping.intent(client.get_intent(keys_for(ctx), gateway_id))

    def cancel_intent(self, ctx: TenantContext, *, gateway_id: str, key: str) -> GatewayIntent:
        """
        Give up an intent, or release an authorisation. Doing so twice is no error.

        :raises PaymentFailed: it is paid
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        try:
            return mapping.intent(client.cancel_intent(keys_for(ctx), gateway_id, key=key))
        except PaymentFailed:
            now = self.get_intent(ctx, gateway_id=gateway_id)
            if now.status == "canceled":
                return now
            raise

    def refund(
        self,
        ctx: TenantContext,
        *,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        reason: str,
    ) -> GatewayRefund:
        """
        Give back `amount` of a paid intent.

        :raises PaymentFailed: refused: not paid, or not that much left
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        told = {"schema": ctx.schema, "reason": reason[: mapping.MAX_METADATA]}
        params = {
            "payment_intent": gateway_id,
            "amount": _theirs(currency, amount),
            "metadata": {name: value for name, value in told.items() if value},
            **({"reason": reason} if reason in mapping.REFUND_REASONS else {}),
        }
        return mapping.refund(client.refund(keys_for(ctx), params, key=key))

    def parse_intent(self, inbound: InboundWebhook) -> GatewayIntent | None:
        """Return the intent a webhook speaks of, None when it speaks of something else."""
        thing = (inbound.payload.get("data") or {}).get("object") or {}
        if thing.get("object") != "payment_intent":
            return None
        return mapping.intent(thing)


def health(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with the keys, in words for the settings page."""
    try:
        client.balance(keys_for(ctx))
    except GatewayUnavailable:
        return "Stripe is not reachable right now."
    except PaymentFailed as problem:
        if problem.code == "not_configured":
            return problem.message
        return "Stripe refuses the secret key. Check it in the settings."
    if not webhook_secrets(ctx.config):
        return "The webhook's signing secret is missing, so payments are noticed late."
    return "ok"
