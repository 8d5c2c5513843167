"""
Rate limits on the shared cache: fixed windows, counted atomically.

While the cache is away each process counts for itself: limits become looser by the number of
processes, and nobody is turned away because a cache is. Guessing of passwords does not depend on
this (`accounts.login_throttle` counts rows).
"""

import threading
import time
from typing import Final

from django.core.cache import cache

from outfitter.db.cache_backend import CacheUnavailable
from outfitter.kit.errors import DomainError

# What one process counts by itself at the most; more keys than that begin anew.
_MOST_KEYS: Final = 20_000
_own: dict[str, int] = {}
_lock: Final = threading.Lock()


class RateLimited(DomainError):
    """Too many tries. `detail.retry_after` says in how many seconds it may work again."""

    code = "rate_limited"
    status = 429


def limit(key: str, times: int, seconds: int) -> None:
    """
    Count one try of `key`; at most `times` in each window of `seconds`.

    `times` of 0 switches the limit off.

    :raises RateLimited: the window is used up
    """
    if times <= 0:
        return
    now = int(time.time())
    window = now // seconds
    name = f"limit:{key}:{seconds}:{window}"
    cache.add(name, 0, timeout=seconds * 2)
    try:
        used = cache.incr(name)
    except CacheUnavailable:
        used = _count_here(name)
    except ValueError:  # evicted between the two calls
        return
    if used > times:
        wait = max(1, (window + 1) * seconds - now)
        raise RateLimited("Too many attempts. Please wait a moment.", retry_after=wait)


def _count_here(name: str) -> int:
    with _lock:
        if len(_own) >= _MOST_KEYS and name not in _own:
            _own.clear()
        _own[name] = _own.get(name, 0) + 1
        return _own[name]


def forget_own_counts() -> None:
    """Drop what this process counted while the cache was away."""
    with _lock:
        _own.clear()
