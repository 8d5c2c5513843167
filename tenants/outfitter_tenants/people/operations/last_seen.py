"""When a person was last here, to five minutes: not every request is worth a write."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from outfitter_tenants.people.models import UserAvatar

SEEN_EVERY: Final = timedelta(minutes=5)


def record_last_seen(*, avatar_id: int, seen_at: datetime | None, at: datetime) -> None:
    """Note that a person is here now; `seen_at` is when their session was last used."""
    if seen_at is None or at - seen_at >= SEEN_EVERY:
        long_ago = Q(last_seen_at__isnull=True) | Q(last_seen_at__lte=at - SEEN_EVERY)
        UserAvatar.objects.filter(long_ago, pk=avatar_id).update(last_seen_at=at)
