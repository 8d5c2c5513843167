"""From a host name to an operator, cached for a few seconds."""

import threading
import time
from typing import Final

from django.conf import settings

from outfitter.accounts.models import Account, Domain

TTL_SECONDS: Final = 10.0
MISS_TTL_SECONDS: Final = 1.0
_cache: dict[str, tuple[float, Account | None]] = {}
_lock = threading.Lock()
_LIMIT: Final = 5_000


def is_apex(host: str) -> bool:
    """Return whether the host is the platform's own."""
    return host in {settings.BASE_DOMAIN, f"www.{settings.BASE_DOMAIN}", "127.0.0.1"}


def find_tenant(host: str) -> Account | None:
    """Return the ready account of a host name, None when the host is nobody's."""
    now = time.monotonic()
    hit = _cache.get(host)
    if hit and hit[0] > now:
        return hit[1]
    domain = Domain.objects.select_related("tenant").filter(domain=host, tenant__is_ready=True).first()
    found = domain.tenant if domain else None
    with _lock:
        if len(_cache) >= _LIMIT:
            _cache.clear()
        _cache[host] = (now + (TTL_SECONDS if found else MISS_TTL_SECONDS), found)
    return found


def forget(host: str | None = None) -> None:
    """Drop what is remembered of one host, or of all."""
    with _lock:
        if host is None:
            _cache.clear()
        else:
            _cache.pop(host, None)


def apex_url(path: str = "/") -> str:
    """Return an address on the platform's own host."""
    return f"{settings.SCHEME}://{settings.BASE_DOMAIN}{settings.HOST_SUFFIX}{path}"


def tenant_host(slug: str) -> str:
    """Return the host name of an operator's subdomain, without port."""
    return f"{slug}.{settings.BASE_DOMAIN}"


def tenant_url(slug: str, path: str = "/") -> str:
    """Return an address on an operator's host."""
    return f"{settings.SCHEME}://{tenant_host(slug)}{settings.HOST_SUFFIX}{path}"
