"""Whom browsers let frame the widget, as the header of every widget page says it."""

from typing import Final

from django.core.cache import cache

from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.embeds import queries

# Forgotten when the setting changes; a crash in between is healed by this.
_KEPT_SECONDS: Final = 60


def _key() -> str:
    return f"widget-framing:{current_schema()}"


def frame_ancestors() -> str:
    """Return the sources of CSP's frame-ancestors: anybody, or this host and the listed sites."""
    kept = cache.get(_key())
    if kept is None:
        found = queries.get_framing()
        # The back office shows the widget, too.
        kept = " ".join(["'self'", *found.framing_origins]) if found.is_framing_limited else "*"
        cache.set(_key(), kept, _KEPT_SECONDS)
    return str(kept)


def forget() -> None:
    """Ask the database again the next time; call it once a change is committed."""
    cache.delete(_key())
