"""Calls that providers remember and never told of, asked for once a day, a page at a time."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts, time_limits
from outfitter.plugins.calls.providers import list_call_providers
from outfitter.plugins.types import Permanent
from outfitter_tenants.calls import call_notices

log = logging.getLogger(__name__)
# A day, and what CallRail tells late.
SINCE: Final = timedelta(hours=26)


def reconcile(state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Put one page of what providers remember with what is known; an operator's daily work.

    :raises Retryable: a provider did not answer: it is asked again later
    """
    schema = current_schema()
    asked = sorted(one.slug for one in list_call_providers(schema_name=schema))
    slug = str(state.get("slug") or next(iter(asked), ""))
    provider = next((one for one in list_call_providers(schema_name=schema) if one.slug == slug), None)
    if provider is None:
        return None
    since = datetime.fromisoformat(str(state["since"])) if state.get("since") else at - SINCE
    following: str | None = None
    with contexts.plugin_context(schema_name=schema, slug=slug) as ctx:
        if provider.is_ready(ctx):
            try:
                with time_limits.time_limit(time_limits.JOB_SECONDS):
                    page = provider.calls_since(ctx, since, str(state.get("cursor") or ""))
            except Permanent as problem:
                log.warning("calls of %s: %s", slug, problem)
            else:
                for notice in page.notices:
                    call_notices.take(source=slug, notice=notice, at=at)
                following = page.cursor
    if following:
        return {"slug": slug, "cursor": following, "since": since.isoformat()}
    later = next((one for one in asked if one > slug), None)
    return {"slug": later, "since": since.isoformat()} if later else None
