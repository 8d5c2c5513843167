"""What was sent to an endpoint lately, and sending it again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.api_access import webhook_endpoints
from outfitter_tenants.api_access.models import WebhookDelivery
from outfitter_tenants.audit.operations import record

PAGE: Final = 50
# At once, so many that failed are sent again at the most.
MOST_AT_ONCE: Final = 5_000


class DeliveryNotFound(NotFound):
    """No such message here, or it is older than what is kept."""


class EndpointOff(DomainError):
    """Nothing is sent to an endpoint that is switched off."""

    code = "endpoint_off"
    status = 409


def list_deliveries(
    *, endpoint_id: int, status: str | None = None, before: int | None = None
) -> Sequence[WebhookDelivery]:
    """
    Return what was sent, the newest first: a page and one more, which says that there is another.

    :raises EndpointNotFound: there is no such endpoint
    """
    webhook_endpoints.get_endpoint(endpoint_id=endpoint_id)
    rows = WebhookDelivery.objects.filter(endpoint=endpoint_id)
    if status is not None:
        rows = rows.filter(status=status)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return list(rows.order_by("-pk")[: PAGE + 1])


def replay(*, endpoint_id: int, delivery_id: int, at: datetime) -> WebhookDelivery:
    """
    Send a message again, under its own id, whatever became of it before.

    :raises DeliveryNotFound: there is none
    :raises EndpointOff: its endpoint is switched off
    """
    with atomic():
        rows = WebhookDelivery.objects.select_for_update(of=("self",)).select_related("endpoint")
        row = rows.filter(pk=delivery_id, endpoint=endpoint_id).first()
        if row is None:
            raise DeliveryNotFound("Delivery not found.")
        _refuse_off(row.endpoint.is_active)
        # What a worker is at this moment is sent anyway.
        if row.leased_until is None or row.leased_until <= at:
            row.status, row.attempt_cnt, row.next_at, row.leased_until = "waiting", 0, at, None
            row.save(update_fields=["status", "attempt_cnt", "next_at", "leased_until"])
        _note(endpoint_id, 1, at)
        webhook_endpoints.wake(endpoint_id=endpoint_id, at=at)
    return row


def replay_failed(*, endpoint_id: int, at: datetime) -> int:
    """
    Send again whatever was given up, oldest first; returns how many.

    :raises EndpointNotFound: there is no such endpoint
    :raises EndpointOff: it is switched off
    """
    endpoint = webhook_endpoints.get_endpoint(endpoint_id=endpoint_id)
    _refuse_off(endpoint.is_active)
    with atomic():
        failed = WebhookDelivery.objects.filter(endpoint=endpoint_id, status="failed").order_by("pk")
        ids = list(failed.values_list("pk", flat=True)[:MOST_AT_ONCE])
        again = WebhookDelivery.objects.filter(pk__in=ids, status="failed")
        count = again.update(status="waiting", attempt_cnt=0, next_at=at, leased_until=None)
        if count:
            _note(endpoint_id, count, at)
            webhook_endpoints.wake(endpoint_id=endpoint_id, at=at)
    return count


def _refuse_off(is_active: bool) -> None:
    if not is_active:
        raise EndpointOff("Switch this endpoint on first.")


def _note(endpoint_id: int, count: int, at: datetime) -> None:
    record(
        entity_type="webhook_endpoint",
        entity_id=endpoint_id,
        action="webhook_endpoint.replayed",
        at=at,
        after={"count": count},
    )
