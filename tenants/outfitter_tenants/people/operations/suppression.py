"""Addresses that refused mail for good, here and on the lists of mail providers."""

from datetime import datetime
from typing import Final

from outfitter.db.current import current_schema
from outfitter.plugins import configs, contexts, due, registry

# Kind of due work that asks the providers; it is tried again by itself.
CLEAR: Final = "people.clear_suppression"


def ask_providers(*, address: str, at: datetime) -> None:
    """Have an address taken off the providers' lists, once this is committed."""
    due.schedule(CLEAR, key=address, due_at=at, payload={"address": address})


def clear_at_providers(*, address: str) -> None:
    """Ask every enabled plugin that sends mail; one that fails is asked again with the others."""
    schema = current_schema()
    callers = registry.by_plugin(
        "clear_suppression", only=configs.enabled_slugs(schema_name=schema)
    )
    for slug, call in callers.items():
        call(ctx=contexts.context_for(schema_name=schema, slug=slug), address=address)
