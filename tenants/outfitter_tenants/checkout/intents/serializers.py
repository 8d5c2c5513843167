"""A payment intent as the browser needs it to show the card form."""

from outfitter_tenants.checkout.intents.types import StartedIntent


def intent_out(start: StartedIntent) -> dict[str, object]:
    """Return IntentOut."""
    return {
        "intent_id": start.intent_id,
        "client_secret": start.answer.client_secret or "",
        "amount": start.amount,
        "tip_amount": start.tip_amount,
        "currency": start.currency,
        "publishable_key": start.publishable_key,
        "script_url": start.script_url,
        "gateway": start.gateway,
        "gateway_account": start.gateway_account,
        "hold_expires_at": start.hold_expires_at,
    }
