"""From an API key to a principal: who reads, what, and how often (ADR 119)."""

from typing import Final

from django.http import HttpRequest

from outfitter.api import rate_limits
from outfitter.api.principal import Principal, Resolver
from outfitter.db.tenant_schema import PUBLIC as PUBLIC_SCHEMA
from outfitter.db.tenant_schema import current_schema
from outfitter.features import switches
from outfitter.kit.clock import utc_now
from outfitter_tenants.api_access import access_keys
from outfitter_tenants.api_access.access_keys import PREFIX
from outfitter_tenants.audit.actor import Actor, set_actor

_SCHEME: Final = "bearer "
_WINDOW_SECONDS: Final = 60


def resolver(of_session: Resolver) -> Resolver:
    """Return the resolver that knows API keys, and asks `of_session` about everybody else."""

    def resolve(request: HttpRequest) -> Principal:
        key = shown_key(request)
        if key is None or current_schema() == PUBLIC_SCHEMA:
            return of_session(request)
        # A cookie that comes along counts for nothing: who shows a key is the key.
        return recognized(request, key)

    return resolve


def shown_key(request: HttpRequest) -> str | None:
    """Return the API key in a request's head; other partners' tokens are none of ours."""
    header = request.headers.get("Authorization", "")
    if header[: len(_SCHEME)].lower() != _SCHEME:
        return None
    token = header[len(_SCHEME) :].strip()
    return token if token.startswith(PREFIX) else None


def recognized(request: HttpRequest, key: str) -> Principal:
    """
    Return who a key is here, and name it for the audit log.

    :raises Unauthenticated: it opens nothing here, or no longer
    :raises FeatureOff: whoever runs the platform stopped keys here
    :raises RateLimited: it has asked as often as it may, this minute
    """
    row = access_keys.recognize(key=key, at=utc_now())
    switches.require("api_keys")
    rate_limits.limit(f"api-key:{current_schema()}:{row.id}", row.per_minute, _WINDOW_SECONDS)
    ip = getattr(request, "client_ip", None)
    set_actor(Actor("api_key", None, row.name, ip, request.headers.get("User-Agent", "")))
    return Principal(kind="api_key", name=row.name, permissions=frozenset(row.scopes))
