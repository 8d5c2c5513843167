"""What tests of the gateway do again and again."""

from typing import Any

from outfitter.sdk import GatewayIntent, TenantContext, Terms
from outfitter_stripe.provider import StripeProvider
from tests.stripe_double.local_double import Running

provider = StripeProvider()


def begin(ctx: TenantContext, **changes: Any) -> GatewayIntent:
    """Create an intent of 45 dollars."""
    wanted: dict[str, Any] = {
        "amount": 4500,
        "currency": "USD",
        "key": "intent-7",
        "description": "Reef Runners OF-1",
        "metadata": {"trip": "abc", "intent": "7"},
    }
    return provider.create_intent(ctx, **{**wanted, **changes})


def pay(double: Running, intent: GatewayIntent, card: str = "pm_card_visa", **options: Any) -> None:
    """Confirm as the browser would."""
    v1 = double.library(**options).v1
    v1.payment_intents.confirm(intent.gateway_id, {"payment_method": card})


def read(ctx: TenantContext, intent: GatewayIntent) -> GatewayIntent:
    """Read an intent as it is now."""
    return provider.get_intent(ctx, gateway_id=intent.gateway_id)


def customer(ctx: TenantContext, reference: str = "customer:7") -> str:
    """Make a customer at the gateway."""
    return provider.ensure_customer(
        ctx, reference=reference, name="Ana Ruiz", email="ana@example.com", key=reference
    )


def saved(ctx: TenantContext, double: Running, customer_id: str, card: str = "pm_card_visa") -> str:
    """Keep a card for a customer by a setup intent, as the portal does; returns its id."""
    setup = provider.create_setup_intent(
        ctx, customer_id=customer_id, key=f"setup-{card}", metadata={"customer": "7"}
    )
    options = {"stripe_account": ctx.config["account"]} if ctx.config.get("account") else {}
    v1 = double.library(**options).v1
    v1.setup_intents.confirm(setup.gateway_id, {"payment_method": card})
    kept = provider.get_setup_intent(ctx, gateway_id=setup.gateway_id).card
    assert kept is not None
    return kept.gateway_id


def off_session(customer_id: str, card_id: str) -> Terms:
    """Return the terms of a charge that nobody watches."""
    return Terms(customer_id=customer_id, card_id=card_id, is_confirmed=True, is_off_session=True)
