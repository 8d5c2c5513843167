"""Letting go of what staff were told long ago."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from outfitter.db.batch_delete import BATCH, delete_batch
from outfitter_tenants.notifications.models import Notification

# Longer than an event can still arrive (plugins.jobs.KEEP_DONE): a deleted row keeps a second
# delivery from telling somebody again.
KEPT_READ: Final = timedelta(days=90)
KEPT_UNREAD: Final = timedelta(days=365)


def forget_old(_state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Delete what was read or taken off the list three months ago, the rest after a year."""
    over = Q(read_at__lt=at - KEPT_READ) | Q(deleted_at__lt=at - KEPT_READ)
    gone = delete_batch(Notification.objects.filter(over | Q(created_at__lt=at - KEPT_UNREAD)))
    return {} if gone == BATCH else None
