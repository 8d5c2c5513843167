"""Addresses that refused mail for good, here and on the lists of mail providers."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import configs, contexts, redaction, registry, scheduled_jobs, time_limits

log = logging.getLogger(__name__)
# Kind of due work that asks the providers; it is tried again by itself.
CLEAR: Final = "people.clear_suppression"
# What apps above keep of addresses that bounced.
_own_lists: Final[list[Callable[[str, datetime], None]]] = []


def register_list(lift: Callable[[str, datetime], None]) -> None:
    """Name a function `(address, at)` that takes an address off a list of ours."""
    _own_lists.append(lift)


def clear(*, address: str, at: datetime) -> None:
    """Let mails reach an address again: here at once, at the providers once this is committed."""
    for lift in _own_lists:
        lift(address, at)
    ask_providers(address=address, at=at)


def ask_providers(*, address: str, at: datetime) -> None:
    """Have an address taken off the providers' lists, once this is committed."""
    scheduled_jobs.schedule(CLEAR, key=address, due_at=at, payload={"address": address})


def clear_at_providers(*, address: str) -> None:
    """
    Ask every enabled plugin that sends mail; one that fails holds up none of the others.

    :raises Exception: what the last of those that failed raised, for another try
    """
    schema = current_schema()
    callers = registry.by_plugin("clear_suppression", only=configs.enabled_slugs(schema_name=schema))
    failure: Exception | None = None
    for slug, call in callers.items():
        try:
            with (
                contexts.plugin_context(schema_name=schema, slug=slug) as ctx,
                time_limits.time_limit(time_limits.JOB_SECONDS),
            ):
                call(ctx=ctx, address=address)
        except Exception as problem:
            log.warning("clear_suppression of %s failed: %s", slug, redaction.describe_error(problem))
            failure = problem
    if failure is not None:
        raise failure
