"""When a person was last here, to five minutes: not every request is worth a write."""

from datetime import datetime, timedelta
from typing import Final

from outfitter_tenants.people.models import UserAvatar

SEEN_EVERY: Final = timedelta(minutes=5)


def record_last_seen(*, avatar_id: int, seen_at: datetime | None, at: datetime) -> None:
    """Note that a person is here now; `seen_at` is what stands there."""
    if seen_at is None or at - seen_at >= SEEN_EVERY:
        UserAvatar.objects.filter(pk=avatar_id).update(last_seen_at=at)
