"""The look that every widget page begins with, without asking the database for each."""

from dataclasses import astuple
from typing import Final

from django.core.cache import cache

from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.embeds import queries
from outfitter_tenants.embeds.theme import CalendarTheme

# Forgotten when the setting changes; a crash in between is healed by this.
_KEPT_SECONDS: Final = 60


def _key() -> str:
    return f"widget-look:{current_schema()}"


def stored_look() -> CalendarTheme:
    """Return what the operator has set, as it was at most a minute ago."""
    kept = cache.get(_key())
    if kept is None:
        kept = astuple(queries.get_look())
        cache.set(_key(), kept, _KEPT_SECONDS)
    return CalendarTheme(*kept)


def forget() -> None:
    """Ask the database again the next time; call it once a change is committed."""
    cache.delete(_key())
