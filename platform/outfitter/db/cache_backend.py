"""
The shared cache, which may be away.

Nothing in it is the truth, so a server that does not answer is an empty cache that keeps nothing:
pages are slower, none fails. Counting is the exception: what cannot be counted is told (`CacheUnavailable`),
and `api.rate_limits` then counts by itself.
"""

import functools
import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
# After a failure nobody waits for the server again for so many seconds.
REST: Final = 5.0


class CacheUnavailable(RuntimeError):
    """The cache does not answer."""


def _or(default: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def declare(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def guarded(self: "ForgivingRedisCache", *args: Any, **kwargs: Any) -> Any:
            try:
                return self._ask(method, *args, **kwargs)
            except CacheUnavailable:
                return default() if callable(default) else default

        return guarded

    return declare


class _KeptClients(RedisCacheClient):
    """Django's own, which makes a client for each command: that took longer than the command."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept: dict[int, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the one client of a server; it is a pool's, so threads may share it."""
        index = self._get_connection_pool_index(write)  # type: ignore[attr-defined]
        found = self._kept.get(index)
        if found is None:
            found = self._kept[index] = super().get_client(key, write=write)
        return found


class ForgivingRedisCache(RedisCache):
    """Django's cache on Redis; a server that is away is an empty cache. `incr` raises `CacheUnavailable`."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _KeptClients
        self._away_until = 0.0

    def _ask(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < self._away_until:
            raise CacheUnavailable("the cache is away")
        try:
            return method(self, *args, **kwargs)
        except (RedisError, OSError) as problem:
            # Not reachable, still loading, read-only after a failover: all the same to who asks.
            self._away_until = time.monotonic() + REST
            log.warning("the cache is away: %r", problem)
            raise CacheUnavailable("the cache is away") from problem

    add = _or(True)(RedisCache.add)  # nobody else is known to hold it
    set = _or(None)(RedisCache.set)
    touch = _or(False)(RedisCache.touch)
    delete = _or(False)(RedisCache.delete)
    get_many = _or(dict)(RedisCache.get_many)
    has_key = _or(False)(RedisCache.has_key)
    set_many = _or(list)(RedisCache.set_many)
    delete_many = _or(None)(RedisCache.delete_many)
    clear = _or(False)(RedisCache.clear)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return what is kept, or `default`."""
        try:
            return self._ask(RedisCache.get, key, default, version)
        except CacheUnavailable:
            return default

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """
        Add to a number and return it.

        :raises CacheUnavailable: nobody can count now
        :raises ValueError: there is no such number
        """
        return int(self._ask(RedisCache.incr, key, delta, version))
