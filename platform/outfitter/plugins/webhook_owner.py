"""Whose a delivery is that came to the platform's own address."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import ClassVar, Final

from outfitter.db import queue
from outfitter.plugins import partner_accounts
from outfitter.plugins.models import WebhookEvent
from outfitter.plugins.types import InboundWebhook, Webhook

log = logging.getLogger(__name__)
# An account is bound a moment after the partner made it, and its first events come at once.
PATIENCE: Final = timedelta(minutes=10)
ASK_AGAIN: Final = timedelta(minutes=1)
# One report about an account is enough for a while.
QUIET: Final = timedelta(days=1)
UNKNOWN: Final = "unknown account"
Reporter = Callable[[str, str], None]


class _Platform:
    tell: ClassVar[Reporter | None] = None


def install(reporter: Reporter) -> None:
    """Name the function `(slug, account)` that tells the platform's people of a stray account."""
    _Platform.tell = staticmethod(reporter)


def inbound_of(row: WebhookEvent) -> InboundWebhook:
    """Return a stored delivery as its plugin gave it."""
    return InboundWebhook(row.event_id, row.kind, row.schema_name, row.payload, row.account)


def find_named_owner(*, slug: str, inbound: InboundWebhook) -> str | None:
    """Return the operator a delivery names: by its account, which counts, or by its schema."""
    if inbound.account is None:
        return inbound.schema
    return partner_accounts.owner_of(slug=slug, account=inbound.account)


def find_owner(row: WebhookEvent, hook: Webhook, at: datetime) -> bool:
    """
    Find out whose a stored delivery is and note it; False: it is nobody's, or not yet.

    An account that stays unknown is reported once a day and its deliveries are kept: binding the
    account handles them.
    """
    if row.account is not None:
        row.schema_name = partner_accounts.owner_of(slug=row.provider, account=row.account)
        if row.schema_name is None and at - row.received_at < PATIENCE:
            queue.postpone(row, until=at + ASK_AGAIN)
            return False
        if row.schema_name is None:
            queue.finish(row, at=at, error=f"{UNKNOWN} {row.account}")
            _report(row, at)
            return False
    else:
        row.schema_name = hook.trace(inbound_of(row)) if hook.trace else None
    if row.schema_name is None:
        return False
    WebhookEvent.objects.filter(pk=row.pk).update(schema_name=row.schema_name)
    return True


def _report(row: WebhookEvent, at: datetime) -> None:
    log.error("%s: an event for %s %s", row.provider, UNKNOWN, row.account)
    told = WebhookEvent.objects.filter(
        provider=row.provider,
        account=row.account,
        schema_name__isnull=True,
        done_at__gte=at - QUIET,
        error__startswith=UNKNOWN,
    ).exclude(pk=row.pk)
    if _Platform.tell is not None and not told.exists():
        _Platform.tell(row.provider, str(row.account))


def count_stray(*, since: datetime) -> int:
    """Return how many deliveries since then are for accounts that nobody has."""
    rows = WebhookEvent.objects.filter(
        schema_name__isnull=True, account__isnull=False, received_at__gte=since
    )
    return rows.filter(done_at__isnull=False).count()
