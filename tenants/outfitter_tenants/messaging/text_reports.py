"""
What a provider says became of a text. Its news come late, twice and in any order.

A text goes forward only: queued, sending, sent, delivered or failed, read.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from outfitter.plugins import scheduled_jobs
from outfitter.plugins.message_channels.types import TextRefusal, TextStatus
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.operations import WATCH
from outfitter_tenants.messaging.text_delivery import CHANNELS, REFUSALS, UNKNOWN

_RANK: Final = {
    "queued": 0,
    "scheduled": 0,
    "sending": 1,
    "sent": 2,
    "delivered": 3,
    "failed": 3,
    "opened": 4,
}
_OURS: Final[dict[TextStatus, str]] = {"sent": "sent", "delivered": "delivered", "read": "opened"}


def progressed(*, provider_id: str, reference: str | None, status: TextStatus, at: datetime) -> bool:
    """
    Note how far a text has come; returns whether that was news.

    It is known by the provider's id, or by our `reference` while no id has been written down.
    """
    return _move(provider_id, reference, _OURS[status], "", at) is not None


def failed(*, provider_id: str, reference: str | None, code: TextRefusal, source: str, at: datetime) -> bool:
    """
    Note that a text did not arrive; returns whether that was news.

    Whose owner wants no more texts gets no more, whatever its message has come to.
    """
    moved = _move(provider_id, reference, "failed", REFUSALS[code], at)
    row = _rows(provider_id, reference).first()
    if code == "opted_out" and row is not None:
        suppressions.suppress(address=row.to, channel=row.channel, source=source, at=at)
    return moved is not None


def _rows(provider_id: str, reference: str | None) -> "QuerySet[Message]":
    own = Q(provider_id=provider_id)
    if reference:
        own |= Q(hash=reference, provider_id__isnull=True)
    return Message.objects.filter(own, channel__in=CHANNELS, direction="out")


def _move(provider_id: str, reference: str | None, status: str, error: str, at: datetime) -> Message | None:
    lower = [name for name, rank in _RANK.items() if rank < _RANK[status]]
    with transaction.atomic():
        row = _rows(provider_id, reference).select_for_update().first()
        if row is None:
            return None
        # Nobody knew what became of it; now somebody does.
        behind = Q(status__in=lower) | Q(status="failed", error=UNKNOWN)
        moved = Message.objects.filter(behind, pk=row.pk).update(
            status=status, error=error, provider_id=provider_id, sent_at=Coalesce("sent_at", at)
        )
        if not moved:
            return None
        scheduled_jobs.cancel(WATCH, key=str(row.pk))
        told = {"category": row.category, "to": row.to, **({"error": error} if error else {})}
        record(
            entity_type="message",
            entity_id=row.pk,
            trip_id=row.trip_id,
            action=f"message.{status}",
            at=at,
            after=told,
        )
    return row
