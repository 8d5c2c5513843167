"""
How many messages a provider is handed in a second: counted for each operator and provider, by all workers.

Seconds are handed out in advance. Whoever comes when this second is full gets the next free one, and
keeps it: messages go in the order in which they came. While the shared cache is away nothing is
counted; the provider's own limit then answers, and the message waits.
"""

import math
from datetime import UTC, datetime
from typing import Final

from django.core.cache import cache

from outfitter.db.cache_backend import CacheUnavailable

# So far ahead seconds are handed out; whoever finds none comes again then.
_HORIZON: Final = 6 * 3600
_ROUNDS: Final = 200


def free_at(*, key: str, message_id: int, per_second: float, at: datetime) -> datetime:
    """
    Return from when on a message may be handed over: `at` for now.

    `per_second` below 1 means one in so many seconds; 0 or less: no limit.
    """
    if per_second <= 0:
        return at
    span = max(1, math.ceil(1 / per_second))
    most = max(1, math.floor(per_second * span))
    now = int(at.timestamp()) // span
    kept = f"send-slot:{key}:{message_id}"
    try:
        slot = cache.get(kept)
        # Its second has come: whether it came a little late does not matter.
        if slot is not None and slot <= now:
            cache.delete(kept)
            return at
        if slot is None:
            slot = _next_slot(key, now, most)
            if slot <= now:
                return at
            cache.set(kept, slot, timeout=_HORIZON + 600)
    except CacheUnavailable:
        return at
    return datetime.fromtimestamp(slot * span, tz=UTC)


def _next_slot(key: str, now: int, most: int) -> int:
    hint = f"send-next:{key}"
    slot = min(max(now, cache.get(hint) or 0), now + _HORIZON)
    for _ in range(_ROUNDS):
        name = f"send-count:{key}:{slot}"
        cache.add(name, 0, timeout=_HORIZON)
        try:
            used = cache.incr(name)
        except ValueError:  # evicted between the two calls
            return slot
        if used <= most:
            return slot
        slot += 1
        cache.set(hint, slot, timeout=_HORIZON)
    return slot
