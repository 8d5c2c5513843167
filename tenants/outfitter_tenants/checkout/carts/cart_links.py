"""
The address that opens a cart again where it was left, as messages hold it (domain.md 4.28).

The trip's hash is the key, as on every link of a trip. Which message led there is counted; the trip
builder then takes the seats again and says what changed.
"""

from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from outfitter.plugins.types import TenantContext
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


def link_to(*, trip_id: int, message_hash: str, ctx: TenantContext) -> str:
    """
    Return the whole address of a cart, for one message.

    :raises TripNotFound: there is none
    """
    trip = trips.get_trip(trip_id=trip_id)
    return f"{ctx.base_url}/cart/{quote(trip.hash)}?{urlencode({'m': message_hash})}"


def path_of(trip: "Trip", *, language: str) -> str:
    """Return where a cart's link leads: to its checkout, or to the page of the trip it became."""
    if trip.status in {"reserved", "under_review"}:
        return f"/customerPortal?{urlencode({'trip': trip.hash})}"
    active = [one for one in trip.all_orders if one.status == "active"]  # type: ignore[attr-defined]
    about = {"experience": str(active[-1].experience_id)} if active else {}
    if trip.status != "draft" or not active:
        return f"/widgets/calendar?{urlencode({**about, 'language': language})}"
    again = {"trip": trip.hash, "again": "1"}
    return f"/widgets/tripBuilder?{urlencode({**about, 'language': language, **again})}"
