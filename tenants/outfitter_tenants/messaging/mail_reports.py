"""
What a provider says became of a mail. Its news come late, twice and in any order (docs/adr/0103).

A mail goes forward only (`rules.mail_states`). An address that bounces for good, or whose owner calls
a mail spam, gets no more of any kind; a mailbox that is full today may be empty tomorrow.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from outfitter.plugins import scheduled_jobs
from outfitter.plugins.message_channels.mail_types import Bounce
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import operations as customers
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.mail_delivery import UNKNOWN
from outfitter_tenants.messaging.models import Message, MessageEvent
from outfitter_tenants.messaging.operations import WATCH
from outfitter_tenants.messaging.rules.mail_states import states_before
from outfitter_tenants.people.operations import team

BOUNCED: Final[dict[Bounce, str]] = {
    "permanent": "This email bounced: the address doesn't exist or takes no mail.",
    "transient": "This email bounced: the mailbox was full or couldn't be reached.",
}
COMPLAINED: Final = "The reader reported this email as spam."


def delivered(*, source: str, provider_id: str, reference: str | None, at: datetime) -> bool:
    """Note that a mailbox took a mail; returns whether that was news."""
    return _move(source, provider_id, reference, "delivered", at=at, key="delivered")


def bounced(
    *,
    source: str,
    provider_id: str,
    reference: str | None,
    address: str,
    bounce: Bounce,
    detail: str,
    key: str,
    at: datetime,
) -> bool:
    """
    Note that a mail came back; returns whether that was news.

    A permanent bounce keeps all mail from the address, whatever became of this one, and says so where
    the address is of somebody who works here. `detail` is what the mail server said, `key` names this
    bounce among others.
    """
    if bounce == "permanent":
        _suppress(address, source, at)
    return _move(
        source, provider_id, reference, "bounced", at=at, key=key, error=BOUNCED[bounce], detail=detail
    )


def complained(
    *, source: str, provider_id: str, reference: str | None, address: str, detail: str, key: str, at: datetime
) -> bool:
    """Note that a reader calls a mail spam: no more mail, and no more news; returns whether that was news."""
    _suppress(address, source, at)
    customers.opt_out(email=suppressions.email_of(address), source=source, at=at)
    return _move(
        source, provider_id, reference, "complained", at=at, key=key, error=COMPLAINED, detail=detail
    )


def _suppress(address: str, source: str, at: datetime) -> None:
    email = suppressions.email_of(address)
    if email:
        suppressions.suppress(address=email, channel="email", source=source, at=at)
        team.suppress_address(email=email, at=at)


def _rows(source: str, provider_id: str, reference: str | None) -> "QuerySet[Message]":
    mails = Message.objects.filter(channel="email", direction="out")
    own = Q(provider_id=provider_id, provider=source) if provider_id else Q(pk__in=[])
    return mails.filter(own | Q(hash=reference) if reference else own)


def _move(
    source: str,
    provider_id: str,
    reference: str | None,
    status: str,
    *,
    at: datetime,
    key: str,
    error: str = "",
    detail: str = "",
) -> bool:
    with transaction.atomic():
        row = _rows(source, provider_id, reference).select_for_update().order_by("pk").first()
        if row is None:
            return False
        event = MessageEvent(message_id=row.pk, kind=status, key=key[:120], detail=detail[:1000], at=at)
        is_known = MessageEvent.objects.filter(message_id=row.pk, kind=status, key=event.key).exists()
        MessageEvent.objects.bulk_create([event], ignore_conflicts=True)
        # Nobody knew what became of it; now somebody does.
        behind = Q(status__in=states_before(status)) | Q(status="failed", error=UNKNOWN)
        moved = Message.objects.filter(behind, pk=row.pk).update(
            status=status,
            error=Value(error),
            provider_id=Coalesce(F("provider_id"), Value(provider_id[:120] or None)),
            sent_at=Coalesce("sent_at", Value(at)),
        )
        if moved:
            scheduled_jobs.cancel(WATCH, key=str(row.pk))
            _record(row, status, error, at)
    return bool(moved) or not is_known


def _record(row: Message, status: str, error: str, at: datetime) -> None:
    told = {"category": row.category, "to": row.to, **({"error": error} if error else {})}
    record(
        entity_type="message",
        entity_id=row.pk,
        trip_id=row.trip_id,
        action=f"message.{status}",
        at=at,
        after=told,
    )
