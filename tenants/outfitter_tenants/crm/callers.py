"""What calls about messages need of whoever makes them."""

from datetime import datetime
from typing import TypedDict

from django.http import HttpRequest

from outfitter.api.lists import viewer_of
from outfitter.api.principal import Principal, caller_of
from outfitter.api.rate_limits import limit
from outfitter.db.lists import ListReader
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.types import TenantContext
from outfitter_tenants.audit.actor import current_actor


class JobStarter(TypedDict):
    """In whose name long work goes on, as what starts it takes it."""

    reader: ListReader
    name: str
    at: datetime


def job_starter(request: HttpRequest) -> JobStarter:
    """Return in whose name what a call starts goes on."""
    return {"reader": viewer_of(request), "name": current_actor().name, "at": utc_now()}


def writer_of(request: HttpRequest) -> Principal:
    """
    Return who writes to guests.

    :raises RateLimited: they wrote sixty messages within a minute
    """
    caller = caller_of(request)
    limit(f"trip-message:{caller.avatar_id}", times=60, seconds=60)
    return caller


def operator_here() -> TenantContext:
    """Return the operator whose host was called."""
    return contexts.context_for(schema_name=current_schema())
