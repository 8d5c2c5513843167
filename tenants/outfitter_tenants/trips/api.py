"""The list of trips."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS
from outfitter_tenants.trips import lists
from outfitter_tenants.trips.schemas import TripsOut

router = Router(tags=["trips"])


@router.get(
    "/api/trips/get", auth=allow("trip.view"), response={200: TripsOut, **ERRORS}, operation_id="trips_get"
)
def trips_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of trips: a guide's own departures, a reseller's own trips, or all."""
    return list_answer(request, lists.TRIPS, wanted)
