"""Whose an event is that names nobody: Stripe knows which payment or customer it belongs to."""

from collections.abc import Mapping
from typing import Any

from outfitter.sdk import InboundWebhook, PaymentFailed, TenantContext
from outfitter_stripe import events, serializers
from outfitter_stripe.api_keys import ApiKeys, keys_for
from outfitter_stripe.client import ask

_PLATFORM = TenantContext(schema="public")


def find_owner(inbound: InboundWebhook) -> str | None:
    """
    Return the operator's schema for an event on the platform's own account, None for nobody's.

    Disputes, refunds made at Stripe's pages and forgotten cards carry none of our words; the
    payment or the customer they belong to does.

    :raises GatewayUnavailable: no answer
    """
    if events.topic(inbound) is None:
        return None
    try:
        return traced(keys_for(_PLATFORM), inbound)
    except PaymentFailed as problem:
        if problem.code in {"not_found", "account_not_ready"}:
            return None
        raise


def traced(keys: ApiKeys, inbound: InboundWebhook) -> str | None:
    """Return the schema that the payment or the customer of an event names."""
    thing = events.subject(inbound)
    return owner_of(keys, thing) or _owner_of_customer(keys, _former_customer(inbound.payload))


def owner_of(keys: ApiKeys, thing: Mapping[str, Any]) -> str | None:
    """Return the schema that an object, its payment or its customer names; raises as `ask` does."""
    named = serializers.schema_of(thing)
    intent_id = serializers.id_of(thing.get("payment_intent"))
    if named or not intent_id:
        return named or _owner_of_customer(keys, serializers.id_of(thing.get("customer")))
    return serializers.schema_of(ask(keys, lambda v1: v1.payment_intents.retrieve(intent_id)))


def _owner_of_customer(keys: ApiKeys, customer_id: str | None) -> str | None:
    if customer_id is None:
        return None
    return serializers.schema_of(ask(keys, lambda v1: v1.customers.retrieve(customer_id)))


def _former_customer(payload: Mapping[str, Any]) -> str | None:
    """Return whose a card was before it was forgotten."""
    before = (payload.get("data") or {}).get("previous_attributes") or {}
    return serializers.id_of(before.get("customer"))
