"""Addresses and numbers that get no messages of a channel any more (domain.md 3.9)."""

from collections.abc import Collection
from datetime import datetime
from email.utils import parseaddr
from typing import Final

from django.db import transaction

from outfitter.plugins.message_channels.types import TEXT_CHANNELS
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging.models import Suppression

# Who asked, where it was the owner of the number.
REPLY: Final = "reply"
# Who asked by the link in a mail, or a member of staff for them.
UNSUBSCRIBE: Final = "unsubscribe"
STAFF: Final = "staff"
SCOPES: Final = ("all", "marketing")


def email_of(mailbox: str) -> str:
    """Return the address in "Ana <ana@guest.example>" as suppressions keep it, "" where there is none."""
    address = parseaddr(mailbox)[1] or mailbox
    return address.strip().lower() if "@" in address else ""


def _same(channel: str) -> Collection[str]:
    """Return the channels that one word closes: STOP is for all texts, however they come."""
    return TEXT_CHANNELS if channel in TEXT_CHANNELS else (channel,)


def find(*, address: str, channel: str, is_marketing: bool = False) -> Suppression | None:
    """
    Return what keeps messages of a channel from an address, None when nothing does.

    What is only about news (`scope` "marketing") keeps no other message.
    """
    scopes = SCOPES if is_marketing else SCOPES[:1]
    rows = Suppression.objects.filter(
        address=address, channel__in=_same(channel), scope__in=scopes, lifted_at__isnull=True
    )
    return rows.order_by("scope").first()


def is_marketing_refused(*, address: str, channel: str) -> bool:
    """Return whether whoever has an address wants no news by this channel."""
    rows = Suppression.objects.filter(address=address, channel__in=_same(channel), lifted_at__isnull=True)
    return rows.exists()


def among(*, addresses: Collection[str], channel: str) -> set[str]:
    """Return those of these addresses that get no message of a channel."""
    rows = Suppression.objects.filter(
        address__in=set(addresses), channel__in=_same(channel), scope="all", lifted_at__isnull=True
    )
    return set(rows.values_list("address", flat=True))


def suppress(*, address: str, channel: str, source: str, at: datetime, scope: str = "all") -> bool:
    """Keep messages of a channel from an address; returns whether that is new. Safe to call twice."""
    row = Suppression(address=address, channel=channel, scope=scope, source=source, at=at)
    with transaction.atomic():
        # ON CONFLICT DO NOTHING: who asks twice is heard once.
        Suppression.objects.bulk_create([row], ignore_conflicts=True)
        open_rows = Suppression.objects.filter(
            address=address, channel=channel, scope=scope, lifted_at__isnull=True
        )
        made = open_rows.get()
        is_new = made.at == at and made.source == source
        if is_new:
            _record(made, "suppression.added", at)
    return is_new


def lift(*, address: str, channel: str, at: datetime, scopes: Collection[str] = SCOPES) -> int:
    """Let messages of a channel reach an address again; returns how many bans ended."""
    rows = Suppression.objects.filter(
        address=address, channel__in=_same(channel), scope__in=scopes, lifted_at__isnull=True
    )
    with transaction.atomic():
        found = list(rows.select_for_update().order_by("pk"))
        Suppression.objects.filter(pk__in=[row.pk for row in found]).update(lifted_at=at)
        for row in found:
            _record(row, "suppression.lifted", at)
    return len(found)


def _record(row: Suppression, action: str, at: datetime) -> None:
    facts = {"address": row.address, "channel": row.channel, "scope": row.scope, "source": row.source}
    record(entity_type="suppression", entity_id=row.pk, action=action, at=at, after=facts)
