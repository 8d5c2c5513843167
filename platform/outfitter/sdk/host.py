"""
What a plugin's own operations ask of the host: who calls, for whom, and how often. Needs Django.

`Public` operations of a plugin (`PluginApiRouter(audience="public")`) are open to anybody: ration them.
"""

from django.http import HttpRequest

from outfitter.api import rate_limits
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.types import TenantContext

__all__ = ["client_ip", "context_of", "limit"]


def context_of(plugin: str) -> TenantContext:
    """Return the operator whose host is called, with the settings of a plugin; inside an operation."""
    return contexts.context_for(schema_name=current_schema(), slug=plugin)


def client_ip(request: HttpRequest) -> str | None:
    """Return the address a request comes from, as the trusted proxies tell it."""
    found: str | None = getattr(request, "client_ip", None)
    return found


def limit(key: str, *, times: int, seconds: int) -> None:
    """
    Count one try of `key` at this operator; at most `times` in each window of `seconds`.

    :raises DomainError: too many; the host answers 429
    """
    rate_limits.limit(f"{current_schema()}:{key}", times=times, seconds=seconds)
