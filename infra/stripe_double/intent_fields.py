"""The shape of a payment intent and who may see what of it."""

from __future__ import annotations

import hmac

from stripe_double.errors import not_found
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

OPEN = ("requires_payment_method", "requires_confirmation", "requires_action")
HIDDEN_FROM_BROWSERS = (
    "application",
    "application_fee_amount",
    "customer",
    "latest_charge",
    "metadata",
    "on_behalf_of",
    "review",
    "transfer_data",
    "transfer_group",
    "amount_received",
    "amount_capturable",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "payment_method_options",
)


# Fields that Stripe sends with nothing in them.
EMPTY = (
    "application",
    "application_fee_amount",
    "automatic_payment_methods",
    "canceled_at",
    "cancellation_reason",
    "customer",
    "customer_account",
    "description",
    "excluded_payment_method_types",
    "last_payment_error",
    "latest_charge",
    "managed_payments",
    "next_action",
    "on_behalf_of",
    "payment_method",
    "payment_method_configuration_details",
    "processing",
    "receipt_email",
    "review",
    "setup_future_usage",
    "shipping",
    "source",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "transfer_data",
    "transfer_group",
)


def blank(world: World, amount: int, currency: str) -> Record:
    """Return a new intent without a payment method."""
    key = new_id("pi")
    return {
        "id": key,
        "object": "payment_intent",
        **dict.fromkeys(EMPTY),
        "amount": amount,
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "capture_method": "automatic_async",
        "client_secret": f"{key}_secret_{new_id('', 25)[1:]}",
        "confirmation_method": "automatic",
        "created": world.now(),
        "currency": currency,
        "livemode": False,
        "metadata": {},
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "status": "requires_payment_method",
    }


def for_browser(intent: Record) -> Record:
    """Return what the holder of a publishable key may see."""
    return {name: value for name, value in intent.items() if name not in HIDDEN_FROM_BROWSERS}


def check_secret(call: Call, intent: Record) -> None:
    """
    Let browsers pass only with the intent's client secret.

    :raises ApiError: it is wrong or missing
    """
    given = call.params.text("client_secret") or ""
    if call.is_publishable and not hmac.compare_digest(given.encode(), str(intent["client_secret"]).encode()):
        raise not_found(intent["object"], intent["id"], "intent")
