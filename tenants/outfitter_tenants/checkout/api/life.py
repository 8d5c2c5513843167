"""Calls that name, reserve and end a trip (domain.md 5.24)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schema import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout import schemas as s
from outfitter_tenants.checkout.api.common import TripKey, answer, by_of, trip_id_of
from outfitter_tenants.checkout.operations import naming
from outfitter_tenants.checkout.requests import life as r

router = Router(tags=["trips"])
EDIT = allow("trip.edit")


@router.post(
    "/api/trip/{trip}/groupName/save", auth=EDIT, response={200: s.TripAnswer, **ERRORS},
    operation_id="trip_group_name",
)  # fmt: skip
def group_name(request: HttpRequest, trip: TripKey, body: r.GroupNameIn) -> dict[str, Any]:
    """Name the group a trip is for."""
    done = naming.set_group_name(
        trip_id=trip_id_of(request, trip), group_name=body.group_name, by=by_of(request),
        at=utc_now(), version=body.version,
    )  # fmt: skip
    return answer(request, done)
