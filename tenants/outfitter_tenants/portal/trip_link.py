"""Which trip a link opens, and how little whoever tries out links gets to try."""

from typing import Annotated, Final

from django.http import HttpRequest
from ninja.params.functions import Path

from outfitter.api.rate_limits import limit
from outfitter_tenants.trips import queries as trips

TripHash = Annotated[str, Path(max_length=40, description="a trip's hash")]
# A family, or a hotel's network, looks at trips often.
MOST_A_MINUTE: Final = 240
# Links that open nothing: somebody mistyped one, or tries them out.
MOST_MISSES: Final = 20


def find_trip_id(request: HttpRequest, key: str) -> int:
    """
    Return the trip that a link opens.

    :raises TripNotFound: it opens none, or was renewed
    :raises RateLimited: too many calls, or too many links that open nothing, from one address
    """
    ip = getattr(request, "client_ip", None)
    limit(f"portal:{ip}", times=MOST_A_MINUTE, seconds=60)
    try:
        return trips.find_trip_id(key=key, by_id=False)
    except trips.TripNotFound:
        limit(f"portal-miss:{ip}", times=MOST_MISSES, seconds=60)
        raise
