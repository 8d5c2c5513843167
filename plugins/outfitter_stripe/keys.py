"""Which Stripe account collects for an operator: its own keys, or the platform's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outfitter.sdk import PaymentFailed, TenantContext
from outfitter_stripe.settings import signing_secrets


@dataclass(frozen=True, slots=True)
class Keys:
    """What is needed to talk to Stripe for one operator."""

    secret_key: str
    publishable_key: str
    account: str | None
    api_base: str
    script_url: str
    is_test: bool


def platform() -> Mapping[str, Any]:
    """Return the deployment's own keys and addresses, `settings.STRIPE`."""
    from django.conf import settings

    found: Mapping[str, Any] = settings.STRIPE
    return found


def keys_for(ctx: TenantContext) -> Keys:
    """
    Return the operator's own keys when it has some, else the platform's.

    :raises PaymentFailed: `not_configured`, there are neither
    """
    shared, own = platform(), ctx.config
    source = own if own.get("secret_key") else shared
    secret_key, publishable_key = source.get("secret_key"), source.get("publishable_key")
    if not (secret_key and publishable_key):
        raise PaymentFailed("not_configured", "Card payments are not set up here yet.")
    return Keys(
        secret_key=str(secret_key),
        publishable_key=str(publishable_key),
        account=own.get("account") or None,
        api_base=str(shared["api_base"]),
        script_url=str(shared["script_url"]),
        is_test=str(publishable_key).startswith("pk_test_"),
    )


def webhook_secrets(own: Mapping[str, Any]) -> list[str]:
    """Return the secrets that may have signed a delivery: the operator's, or the platform's."""
    text = own.get("webhook_secret") or platform().get("webhook_secret") or ""
    return signing_secrets(str(text))
