"""Events of the outbox become messages of endpoints: each once, however often the outbox tells it."""

from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.api_access import webhook_endpoints
from outfitter_tenants.api_access.models import WebhookDelivery, WebhookEndpoint
from outfitter_tenants.api_access.webhook_message import TEST, told

NAME: Final = "webhooks"
# What comes in for an endpoint that takes nothing is kept, and beyond this sent when somebody asks.
MOST_WAITING: Final = 10_000
_BACKLOG: Final = "too_much_waiting"


def on_event(ctx: TenantContext, event: Event) -> None:
    """Write a message for every endpoint that is told of an event; twice is as once."""
    at = utc_now()
    with atomic():
        for endpoint in webhook_endpoints.wanting(event.name):
            message = _message(endpoint, event.name, UUID(event.id), event.occurred_at, at)
            message.data = told(event.name, event.payload)
            if endpoint.failing_since is not None and _is_full(endpoint.pk):
                note = {"at": at.isoformat(), "status": None, "error": _BACKLOG, "milliseconds": 0}
                message.status, message.attempts = "failed", [note]
            WebhookDelivery.objects.bulk_create([message], ignore_conflicts=True)
            webhook_endpoints.wake(endpoint_id=endpoint.pk, at=at)


def send_test(*, endpoint_id: int, at: datetime) -> None:
    """
    Send an endpoint something that says that it arrived.

    :raises EndpointNotFound: there is none
    """
    endpoint = webhook_endpoints.get_endpoint(endpoint_id=endpoint_id)
    with atomic():
        message = _message(endpoint, TEST, uuid4(), at, at)
        message.data = {"endpoint_id": endpoint.pk, "name": endpoint.name}
        message.save()
        webhook_endpoints.wake(endpoint_id=endpoint.pk, at=at)


def _is_full(endpoint_id: int) -> bool:
    waiting = WebhookDelivery.objects.filter(endpoint=endpoint_id, status="waiting")
    return waiting.count() >= MOST_WAITING


def _message(
    endpoint: WebhookEndpoint, name: str, event_id: UUID, occurred_at: datetime, at: datetime
) -> WebhookDelivery:
    return WebhookDelivery(
        endpoint=endpoint, event=name, event_id=event_id, occurred_at=occurred_at, next_at=at, created_at=at
    )
