"""How long people who waited are known."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from outfitter_tenants.people import queries as people
from outfitter_tenants.waitlist.models import WaitlistEntry


def delete_old(_state: Mapping[str, Any], at: datetime) -> None:
    """Delete who left the line longer ago than personal data is kept; an operator's daily work."""
    until = at - timedelta(days=people.get_properties().pii_retention_days)
    WaitlistEntry.objects.filter(closed_at__lt=until).delete()
