"""
What we ask a gateway to collect.

Calls to a gateway happen outside transactions: record the intent, call with its key, record the
result. The gateway's webhook is the truth; what the browser says is a hint (domain.md 4.9).
"""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from outfitter.plugins.payments.types import GatewayIntent
from outfitter_tenants.ledger.models import Intent


def open_intent(
    *,
    trip_id: int | None,
    gateway: str,
    amount: int,
    currency: str,
    channel: str,
    at: datetime,
    **values: Any,
) -> Intent:
    """
    Record that we are about to ask a gateway for `amount` minor units, tip and all.

    `values` are further fields of the intent: whose card, for whom, by which device.
    """
    return Intent.objects.create(
        uuid=uuid.uuid4(),
        gateway=gateway,
        trip_id=trip_id,
        amount=amount,
        currency=currency,
        channel=channel,
        created_at=at,
        **values,
    )


def record_gateway(*, intent: Intent, answer: GatewayIntent, at: datetime) -> None:
    """
    Write what the gateway says of an intent. A settled intent is never reopened.

    One that we closed because nobody heard of it, and that was paid all the same, is paid.
    """
    if intent.status == "succeeded":
        return
    if intent.status == "canceled" and answer.status != "succeeded":
        return
    intent.gateway_id = answer.gateway_id
    intent.status = answer.status
    intent.error_code = answer.error_code
    intent.decline_code = answer.decline_code
    if answer.status in {"succeeded", "canceled"}:
        intent.settled_at = at
    if answer.status == "succeeded" and intent.platform_fee_amount is not None:
        intent.platform_fee_amount = answer.platform_fee_amount
    intent.save(
        update_fields=[
            "gateway_id",
            "status",
            "error_code",
            "decline_code",
            "settled_at",
            "platform_fee_amount",
        ]
    )


def change_intent(*, intent: Intent, values: Mapping[str, object]) -> bool:
    """Write what an open intent asks for, and step the key of its next call when it changed."""
    changed = [name for name, value in values.items() if getattr(intent, name) != value]
    if not changed:
        return False
    for name in changed:
        setattr(intent, name, values[name])
    intent.update_cnt += 1
    intent.save(update_fields=[*changed, "update_cnt"])
    return True


def supersede_intent(*, intent: Intent, at: datetime) -> None:
    """Note that what an open intent was made for is not what is sold any more: it is not reused."""
    intent.superseded_at = at
    intent.save(update_fields=["superseded_at"])


def suppress_alerts(*, intent: Intent) -> None:
    """Have the payer of an intent hear nothing of it from us; too late once it is settled."""
    Intent.objects.filter(pk=intent.pk, settled_at__isnull=True).update(is_quiet=True)


def step_key(*, intent: Intent) -> None:
    """Give the next call of an intent another key: gateways repeat what they refused under one."""
    intent.update_cnt += 1
    intent.save(update_fields=["update_cnt"])


def mark_fee(*, intent: Intent, booking_ids: Sequence[int]) -> None:
    """Note that what is collected is the fee of guests who did not come."""
    intent.purpose, intent.booking_ids = "noshow_fee", sorted(set(booking_ids))
    intent.save(update_fields=["purpose", "booking_ids"])


def unmark_fee(*, intent: Intent) -> None:
    """Forget that again: it was not taken, and may be asked for once more."""
    if intent.purpose == "noshow_fee":
        intent.purpose, intent.booking_ids = "payment", []
        intent.save(update_fields=["purpose", "booking_ids"])


def fail_intent(*, intent: Intent, code: str, decline_code: str | None, at: datetime) -> None:
    """Close an intent that was refused for good."""
    intent.status, intent.settled_at = "failed", at
    intent.error_code, intent.decline_code = code[:60], (decline_code or "")[:60] or None
    intent.save(update_fields=["status", "settled_at", "error_code", "decline_code"])


def cancel_intent(*, intent: Intent, at: datetime) -> None:
    """Close an intent nobody will pay."""
    intent.status, intent.settled_at = "canceled", at
    intent.save(update_fields=["status", "settled_at"])
