"""Stripe's events: which of them matter, and what one says of itself."""

import json
from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk import InboundWebhook, WebhookRefused
from outfitter_stripe import serializers

# What an event speaks of, by its type. Everything else is kept and does nothing.
KINDS: Final[Mapping[str, str]] = {
    "payment_intent.amount_capturable_updated": "intent",
    "payment_intent.canceled": "intent",
    "payment_intent.partially_funded": "intent",
    "payment_intent.payment_failed": "intent",
    "payment_intent.processing": "intent",
    "payment_intent.requires_action": "intent",
    "payment_intent.succeeded": "intent",
    "charge.captured": "charge",
    "charge.expired": "charge",
    "charge.failed": "charge",
    "charge.pending": "charge",
    "charge.succeeded": "charge",
    "charge.updated": "charge",
    "charge.refunded": "refunds",
    "charge.refund.updated": "refund",
    "refund.created": "refund",
    "refund.failed": "refund",
    "refund.updated": "refund",
    "charge.dispute.closed": "dispute",
    "charge.dispute.created": "dispute",
    "charge.dispute.funds_reinstated": "dispute",
    "charge.dispute.funds_withdrawn": "dispute",
    "charge.dispute.updated": "dispute",
    "setup_intent.canceled": "setup",
    "setup_intent.requires_action": "setup",
    "setup_intent.setup_failed": "setup",
    "setup_intent.succeeded": "setup",
    "payment_method.attached": "card",
    "payment_method.automatically_updated": "card",
    "payment_method.detached": "card",
    "payment_method.updated": "card",
    "account.application.authorized": "account",
    "account.application.deauthorized": "account",
    "account.external_account.created": "account",
    "account.external_account.deleted": "account",
    "account.external_account.updated": "account",
    "account.updated": "account",
    "capability.updated": "account",
    "payout.canceled": "payout",
    "payout.created": "payout",
    "payout.failed": "payout",
    "payout.paid": "payout",
    "payout.reconciliation_completed": "payout",
    "payout.updated": "payout",
    "transfer.created": "transfer",
    "transfer.reversed": "transfer",
    "transfer.updated": "transfer",
    "terminal.reader.action_failed": "reader",
    "terminal.reader.action_succeeded": "reader",
    "terminal.reader.action_updated": "reader",
}
DEAUTHORIZED: Final = "account.application.deauthorized"


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
    return InboundWebhook(event_id, kind, serializers.schema_of(thing), event, _account_of(event, thing))


def _account_of(event: Mapping[str, Any], thing: Mapping[str, Any]) -> str | None:
    """Return the connected account that an event is about: its own, or where money went."""
    if thing.get("object") == "transfer":
        return serializers.id_of(thing.get("destination"))
    account = event.get("account")
    return account if isinstance(account, str) and account else None


def subject(inbound: InboundWebhook) -> Mapping[str, Any]:
    """Return the object that an event speaks of, as it was then."""
    found: Mapping[str, Any] = (inbound.payload.get("data") or {}).get("object") or {}
    return found


def topic(inbound: InboundWebhook) -> str | None:
    """Return what kind of thing an event speaks of, None when it does not matter to us."""
    return KINDS.get(inbound.kind)
