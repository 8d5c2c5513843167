"""
Sending messages to endpoints: due work of one endpoint at a time, oldest first (ADR 120).

A message is leased, sent outside of any transaction, and what came of it is written by who still
holds it. Whoever dies in between leaves a message that is sent again under the same id.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.outbound.addresses import Unreachable
from outfitter.outbound.client import Call, send
from outfitter.plugins import outbox
from outfitter_tenants.api_access import webhook_endpoints, webhook_message, webhook_signature
from outfitter_tenants.api_access.models import WebhookDelivery, WebhookEndpoint

DISABLED: Final = "webhook.disabled"
# An endpoint answers within so many seconds, and says no more than this.
SECONDS: Final = 15.0
MOST_BYTES: Final = 64 * 1024
# A worker goes on to other work after so many seconds.
STINT: Final = 20.0
_LEASE: Final = timedelta(seconds=60)
_ATTEMPTS_KEPT: Final = 12
_GONE: Final = 410


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an attempt came to: the endpoint's status, or why there was none; how long it took."""

    status: int | None
    error: str
    milliseconds: int
    asked_for: timedelta = timedelta()

    @property
    def is_delivered(self) -> bool:
        """Return whether the endpoint took it."""
        return self.status is not None and 200 <= self.status < 300


def run(payload: Mapping[str, object], at: datetime) -> None:
    """Send what is due to an endpoint, until one fails or others have their turn; may run twice."""
    endpoint_id = int(str(payload["endpoint_id"]))
    began = time.monotonic()
    while time.monotonic() - began < STINT:
        message = _claim(endpoint_id, utc_now())
        if message is None:
            break
        outcome = _attempt(message)
        _settle(message, outcome, utc_now())
        if not outcome.is_delivered:
            break
    _come_back(endpoint_id)


def _claim(endpoint_id: int, at: datetime) -> WebhookDelivery | None:
    is_free = Q(leased_until__isnull=True) | Q(leased_until__lte=at)
    is_rested = Q(endpoint__rests_until__isnull=True) | Q(endpoint__rests_until__lte=at)
    # Who tries an endpoint out wants to know now, whatever it is like.
    may_go = (Q(endpoint__is_active=True) & is_rested) | Q(event=webhook_message.TEST)
    with atomic():
        waiting = WebhookDelivery.objects.filter(is_free, status="waiting", next_at__lte=at)
        mine = waiting.filter(may_go, endpoint=endpoint_id)
        locked = mine.select_for_update(skip_locked=True, of=("self",)).select_related("endpoint")
        row = locked.order_by("next_at", "pk").first()
        if row is not None:
            row.leased_until, row.attempt_cnt = at + _LEASE, row.attempt_cnt + 1
            row.save(update_fields=["leased_until", "attempt_cnt"])
        return row


def _attempt(message: WebhookDelivery) -> Outcome:
    at, began = utc_now(), time.monotonic()
    body = webhook_message.body(event=message.event, occurred_at=message.occurred_at, data=message.data)
    signed = webhook_signature.headers(
        message_id=webhook_message.message_id(message.event_id),
        seconds=int(at.timestamp()),
        body=body,
        keys=webhook_endpoints.secrets_of(message.endpoint, at=at),
    )
    told = {"Content-Type": "application/json", **signed}
    try:
        reply = send(Call("POST", message.endpoint.url, told, body, SECONDS, MOST_BYTES))
    except Unreachable as problem:
        return Outcome(None, problem.reason, _since(began))
    return Outcome(reply.status, "", _since(began), _asked_for(reply.headers.get("retry-after", "")))


def _asked_for(text: str) -> timedelta:
    """Return how long an endpoint asks to be left alone; dates, which few send, count for nothing."""
    is_seconds = text.isascii() and text.isdecimal() and len(text) < 7
    return timedelta(seconds=int(text)) if is_seconds else timedelta()


def _since(began: float) -> int:
    return int((time.monotonic() - began) * 1000)


def _settle(message: WebhookDelivery, outcome: Outcome, at: datetime) -> None:
    """Write what an attempt came to, unless somebody else has the message by now."""
    with atomic():
        endpoint = WebhookEndpoint.objects.select_for_update().filter(pk=message.endpoint_id).first()
        held = WebhookDelivery.objects.select_for_update().filter(
            pk=message.pk, leased_until=message.leased_until, status="waiting"
        )
        row = held.first()
        if endpoint is None or row is None:
            return
        said = {"at": at.isoformat(), "status": outcome.status, "error": outcome.error}
        row.attempts = [*row.attempts, {**said, "milliseconds": outcome.milliseconds}][-_ATTEMPTS_KEPT:]
        row.leased_until = None
        if outcome.is_delivered:
            row.status, row.delivered_at = "delivered", at
            _arrived(endpoint, at)
        else:
            pause = webhook_message.pause_after(row.attempt_cnt, asked_for=outcome.asked_for)
            is_over = pause is None or row.event == webhook_message.TEST
            row.status = "failed" if is_over else "waiting"
            row.next_at = at + (pause or timedelta())
            if row.event != webhook_message.TEST:
                _failed(endpoint, outcome, at)
        row.save()


def _arrived(endpoint: WebhookEndpoint, at: datetime) -> None:
    endpoint.failing_since = endpoint.rests_until = None
    endpoint.failed_cnt, endpoint.delivered_at = 0, at
    endpoint.save(update_fields=["failing_since", "rests_until", "failed_cnt", "delivered_at"])


def _failed(endpoint: WebhookEndpoint, outcome: Outcome, at: datetime) -> None:
    endpoint.failed_cnt += 1
    endpoint.failing_since = endpoint.failing_since or at
    rest = max(webhook_message.rest_after(endpoint.failed_cnt), min(outcome.asked_for, timedelta(hours=1)))
    endpoint.rests_until = at + rest
    is_gone = outcome.status == _GONE
    if endpoint.is_active and (is_gone or at - endpoint.failing_since >= webhook_message.FAILING_FOR):
        endpoint.is_active, endpoint.off_reason = False, "gone" if is_gone else "failing"
        endpoint.version += 1
        webhook_endpoints.forget()
        outbox.publish(
            DISABLED,
            at=at,
            endpoint_id=endpoint.pk,
            host=webhook_endpoints.host_of(endpoint),
            failing_since=endpoint.failing_since.isoformat(),
        )
    endpoint.save()


def _come_back(endpoint_id: int) -> None:
    """Have the rest sent when it is due; what comes in meanwhile may make that earlier."""
    rows = WebhookDelivery.objects.filter(endpoint=endpoint_id, status="waiting", endpoint__is_active=True)
    first = rows.select_related("endpoint").order_by("next_at", "pk").first()
    if first is None:
        return
    times = (first.next_at, first.leased_until, first.endpoint.rests_until)
    due_at = max(one for one in times if one is not None)
    webhook_endpoints.wake(endpoint_id=endpoint_id, at=due_at)
