"""
What we ask a gateway to collect.

Calls to a gateway happen outside transactions: record the intent, call with its key, record the
result. The gateway's webhook is the truth; what the browser says is a hint (domain.md 4.9).
"""

import uuid
from datetime import datetime

from outfitter.plugins.gateway import GatewayIntent
from outfitter_tenants.ledger.models import Intent


def open_intent(
    *,
    trip_id: int,
    gateway: str,
    amount: int,
    currency: str,
    channel: str,
    hold_ids: list[int],
    at: datetime,
) -> Intent:
    """Record that we are about to ask a gateway for `amount` minor units."""
    return Intent.objects.create(
        uuid=uuid.uuid4(),
        gateway=gateway,
        trip_id=trip_id,
        amount=amount,
        currency=currency,
        channel=channel,
        hold_ids=hold_ids,
        created_at=at,
    )


def record_gateway(*, intent: Intent, answer: GatewayIntent, at: datetime) -> None:
    """Write what the gateway says of an intent. A settled intent is never reopened."""
    if intent.status in {"succeeded", "canceled"}:
        return
    intent.gateway_id = answer.gateway_id
    intent.status = answer.status
    intent.error_code = answer.error_code
    intent.decline_code = answer.decline_code
    if answer.status in {"succeeded", "canceled"}:
        intent.settled_at = at
    intent.save(update_fields=["gateway_id", "status", "error_code", "decline_code", "settled_at"])


def set_amount(*, intent: Intent, amount: int) -> None:
    """Write the amount an open intent asks for, and step the key of its next call."""
    intent.amount = amount
    intent.update_cnt += 1
    intent.save(update_fields=["amount", "update_cnt"])


def cancel_intent(*, intent: Intent, at: datetime) -> None:
    """Close an intent nobody will pay."""
    intent.status, intent.settled_at = "canceled", at
    intent.save(update_fields=["status", "settled_at"])
