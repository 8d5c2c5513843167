"""How much an operator uses of what its plan limits (domain.md 6.6)."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.billing.rules.plan_limits import LimitName
from outfitter_tenants.catalog.queries.taxonomy import count_locations
from outfitter_tenants.channels.queries.connections import count_connections
from outfitter_tenants.people.queries.members import count_people
from outfitter_tenants.trips.queries.reservation_counts import count_reserved


def counted(since: datetime) -> Mapping[LimitName, int]:
    """Return what is used now, and the bookings since an instant."""
    return {
        "users": count_people(),
        "locations": count_locations(),
        "channels": count_connections(),
        "bookings": count_reserved(since=since),
    }
