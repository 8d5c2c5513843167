"""Rate limits on the shared cache: fixed windows, counted atomically."""

import time

from django.core.cache import cache

from outfitter.kit.errors import DomainError


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
    except ValueError:  # evicted between the two calls
        return
    if used > times:
        wait = max(1, (window + 1) * seconds - now)
        raise RateLimited("Too many tries. Please wait a moment.", retry_after=wait)
