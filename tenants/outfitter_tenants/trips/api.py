"""The list of trips."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow, allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips import lists
from outfitter_tenants.trips.schemas import TripsOut

router = Router(tags=["trips"])


@router.get(
    "/api/trips/get", auth=allow("trip.view"), response={200: TripsOut, **ERRORS}, operation_id="trips_get"
)
def trips_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of trips: a guide's own departures, a reseller's own trips, or all."""
    return list_answer(request, lists.TRIPS, wanted)


@router.get(
    "/api/reseller/{reseller}/trips/get",
    auth=allow_unscoped("reseller.view"),
    response={200: TripsOut, **ERRORS},
    operation_id="reseller_trips",
)
def reseller_trips(
    request: HttpRequest, reseller: Annotated[int, Path(ge=1, le=2**63 - 1)], wanted: Query[ListParams]
) -> dict[str, Any]:
    """Return a page of what a partner sold."""
    row = resellers.get_reseller(reseller_id=reseller)
    return list_answer(request, lists.listing_of_reseller(reseller_id=row.pk), wanted)
