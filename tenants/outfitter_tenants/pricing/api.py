"""Prices over HTTP (domain.md 5.17)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import StringConstraints

from outfitter.api.principal import caller_of, public
from outfitter.api.schema import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.pricing import queries
from outfitter_tenants.pricing import schemas as s
from outfitter_tenants.scheduling import queries as scheduling

router = Router(tags=["pricing"])
Method = Annotated[str, StringConstraints(pattern=r"^[a-z_]{2,40}$")]


@router.get(
    "/api/prices/getForTimeslot/{timeslot}/{tripMethod}", auth=public,
    response={200: s.PricesOut, **ERRORS}, operation_id="prices_for_timeslot",
)  # fmt: skip
def prices_for_timeslot(request: HttpRequest, timeslot: Id, tripMethod: Method) -> dict[str, Any]:
    """Return what a departure costs when it is sold that way; strangers get their own prices."""
    principal = caller_of(request)
    at = utc_now()
    slot = scheduling.get_timeslot(timeslot_id=timeslot, at=at)
    catalog.get_experience(experience_id=slot.experience_id, is_public=not principal.is_staff)
    is_direct = principal.is_staff and tripMethod != "ecommerce"
    return queries.prices_of_timeslot(
        slot=slot, method=tripMethod, audience="direct" if is_direct else "online", at=at
    )
