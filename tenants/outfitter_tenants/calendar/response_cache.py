"""
Answers that are kept while nothing changes, in the cache that all server processes share.

An answer is kept under the versions of what it shows and until the next instant at which it
changes by itself. Whoever finds none builds it; who comes meanwhile waits for that one, since the
answer before may show a seat that is gone.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

from outfitter_tenants.calendar.gzip_response import GzipBody, pack

# A crash may swallow a change of version (scheduling.freshness).
KEPT_FOR: Final = timedelta(seconds=60)
_BUILD_SECONDS: Final = 2
_LOOK_SECONDS: Final = 0.02


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """The beginning of an answer as JSON, in parts, and until when it holds, in POSIX seconds."""

    parts: Sequence[bytes]
    until: float

    @property
    def head(self) -> bytes:
        """Return the beginning in one piece."""
        return b"".join(self.parts)


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """An answer packed once; `tag` names its content, `until` is a POSIX time."""

    data: bytes
    crc: int
    size: int
    tag: str
    until: float

    @property
    def packed(self) -> GzipBody:
        """Return what the ends of requests are put behind."""
        return GzipBody(self.data, self.crc, self.size)


# What this process has read or built lately. A key holds versions, so an answer under it is never
# another one; only which answers are held differs between processes.
_here: Final[dict[str, CacheEntry]] = {}
_MOST_HERE: Final = 32


def _remember(key: str, kept: CacheEntry) -> CacheEntry:
    while len(_here) >= _MOST_HERE:
        # Two threads may drop the same one.
        _here.pop(next(iter(_here), ""), None)
    _here[key] = kept
    return kept


def find(key: str, *, at: datetime) -> CacheEntry | None:
    """Return what is kept under a key and still holds."""
    found = _here.get(key)
    if found is None:
        shared = cache.get(key)
        if shared is None:
            return None
        found = _remember(key, CacheEntry(*shared))
    return found if found.until > at.timestamp() else None


def find_or_build(key: str, *, at: datetime, build: Callable[[], CachedResponse]) -> CacheEntry:
    """
    Return what is kept, or build it: one process at a time, others wait and take the same.

    Who waited longer than a build takes builds itself.
    """
    if (found := find(key, at=at)) is not None:
        return found
    lock = f"{key}:lock"
    is_builder = cache.add(lock, 1, _BUILD_SECONDS)
    if not is_builder and (found := _wait(key, lock, at)) is not None:
        return found
    try:
        kept = _remember(key, _kept(build(), at))
        cache.set(key, astuple(kept), timeout=KEPT_FOR.total_seconds())
    finally:
        if is_builder:
            cache.delete(lock)
    return kept


def _wait(key: str, lock: str, at: datetime) -> CacheEntry | None:
    end = time.monotonic() + _BUILD_SECONDS
    while time.monotonic() < end:
        time.sleep(_LOOK_SECONDS)
        is_building = cache.get(lock) is not None
        if (found := find(key, at=at)) is not None or not is_building:
            return found
    return None


def _kept(built: CachedResponse, at: datetime) -> CacheEntry:
    packed = pack(built.parts)
    until = min(built.until, (at + KEPT_FOR).timestamp())
    # What is packed is told apart as well as what was packed, and is twenty times shorter.
    tag = hashlib.blake2b(packed.data, digest_size=12).hexdigest()
    return CacheEntry(packed.data, packed.crc, packed.size, tag, until)
