"""Whether an operator has anybody to tell: asked at every sale, so it is remembered."""

from typing import Final

from django.core.cache import cache
from django.db import transaction

from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import notices

_SECONDS: Final = 600


def has_pushing() -> bool:
    """Return whether a channel of this operator, or a subscriber, wants to be told of changes."""
    channels = adapters.pushing_channels()
    if channels and _remembered("pushing", lambda: connected.has_pushing(channels=channels)):
        return True
    return has_subscribers()


def has_subscribers() -> bool:
    """Return whether a channel of this operator has subscribed to anything."""
    return _remembered("subscribed", notices.has_subscribers)


def has_any() -> bool:
    """Return whether this operator has connections at all."""
    rows = ChannelConnection.objects.filter(archived_at__isnull=True)
    return _remembered("any", rows.exists)


def _remembered(name: str, read) -> bool:  # type: ignore[no-untyped-def]
    key = _key(name)
    found: bool | None = cache.get(key)
    if found is None:
        found = bool(read())
        cache.set(key, found, _SECONDS)
    return found


def forget() -> None:
    """Ask anew from now on, and once more when the transaction has committed."""
    keys = [_key("pushing"), _key("any"), _key("subscribed")]
    cache.delete_many(keys)
    transaction.on_commit(lambda: cache.delete_many(keys))


def _key(name: str) -> str:
    return f"channels:{current_schema()}:{name}"
