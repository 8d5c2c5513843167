"""What a test process remembers from one test to the next, and how it is forgotten."""

from django.core.cache import cache
from django.db import connection


def forget_everything() -> None:
    """Start in the public schema with nothing remembered of operators, limits and sweeps."""
    from outfitter.accounts import hosts
    from outfitter.bulletins.queries import forget_shown
    from outfitter.features.switches import forget_switches
    from outfitter_tenants.scheduling.operations.availability_events import forget_sweeps
    from outfitter_tenants.security.session import forget_agreements

    connection.set_schema_to_public()
    hosts.forget()
    forget_agreements()
    forget_shown()
    forget_switches()
    forget_sweeps()
    cache.clear()
