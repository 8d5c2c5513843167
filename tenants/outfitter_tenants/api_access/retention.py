"""Letting go of messages: thirty days after, and sooner where somebody is forgotten."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from outfitter.db.batch_delete import BATCH, delete_batch
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.api_access.models import WebhookDelivery

NAME: Final = "webhooks.privacy"
KEPT: Final = timedelta(days=30)


def forget_old(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Delete messages that are a month old; the daily work of an operator."""
    gone = delete_batch(WebhookDelivery.objects.filter(created_at__lt=at - KEPT))
    return {} if gone == BATCH else None


def on_anonymized(ctx: TenantContext, event: Event) -> None:
    """Take out of what was sent about somebody everything but which customer and trip it was about."""
    payload = event.payload
    people = [payload.get("customer_id"), *payload.get("merged_ids", ())]
    theirs = Q(data__customer_id__in=[one for one in people if one is not None])
    theirs |= Q(data__trip_id__in=list(payload.get("trip_ids", ())))
    named = WebhookDelivery.objects.filter(theirs).exclude(event__startswith="customer.")
    for row in named.only("pk", "data").iterator(chunk_size=500):
        kept = {name: row.data[name] for name in ("trip_id", "customer_id") if name in row.data}
        WebhookDelivery.objects.filter(pk=row.pk).update(data=kept)
