"""What a plugin may ask of trips. Import it inside hook bodies: it needs Django."""

from collections.abc import Mapping
from typing import Any

from outfitter.plugins.types import TenantContext
from outfitter_tenants.trips import queries

__all__ = ["find_trip"]


def find_trip(ctx: TenantContext, *, trip_id: int) -> Mapping[str, Any] | None:
    """Return a trip as `trip.converted` tells it, as it is now; None when there is no such trip."""
    try:
        return queries.confirmation_of(queries.get_trip(trip_id=trip_id))
    except queries.TripNotFound:
        return None
