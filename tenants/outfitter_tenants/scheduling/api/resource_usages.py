"""What experiences need of resources, and which resources they could have (domain.md 5.21)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.operations import resource_usages
from outfitter_tenants.scheduling.queries import eligible_resources
from outfitter_tenants.scheduling.schemas import resources as s

router = Router(tags=["resources"])
_USAGES = {200: s.UsagesOut, **ERRORS}


@router.get(
    "/api/experience/{experience}/resourceUsages/get",
    auth=allow("experience.view"),
    response=_USAGES,
    operation_id="resource_usages_get",
)
def resource_usages_get(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return what bookings of an experience need of resources."""
    return {"resourceUsages": queries.list_usages(experience_id=experience)}


@router.post(
    "/api/experience/{experience}/resourceUsages/save",
    auth=allow("resource.manage"),
    response=_USAGES,
    operation_id="resource_usages_save",
)
def resource_usages_save(request: HttpRequest, experience: Id, body: s.UsagesIn) -> dict[str, Any]:
    """Replace what bookings of an experience need; what is assigned already stays assigned."""
    rows = [row.model_dump() for row in body.rows]
    resource_usages.save_usages(experience_id=experience, rows=rows, at=utc_now())
    return {"resourceUsages": queries.list_usages(experience_id=experience)}


@router.get(
    "/api/resources/get/{customerType}",
    auth=allow("experience.view"),
    response={200: list[s.UsableResourceOut], **ERRORS},
    operation_id="resources_for_type",
)
def resources_for_type(
    request: HttpRequest, customerType: Id, timeslot_id: Id | None = None
) -> list[dict[str, Any]]:
    """Return the resources that a booking of a customer type can have on a departure."""
    rows = eligible_resources.usable_resources(
        timeslot_id=timeslot_id, customer_type_id=customerType, at=utc_now()
    )
    return [
        {
            "resource": row.resource,
            "usage_id": row.usage_id,
            "free_units": row.free_units,
            "is_compatible": row.is_compatible,
            "reason": row.reason,
        }
        for row in rows
    ]


@router.get(
    "/api/resource/{resource}/suggestedDuration",
    auth=allow("experience.view"),
    response={200: s.SuggestedDurationOut, **ERRORS},
    operation_id="resource_suggested_duration",
)
def resource_suggested_duration(
    request: HttpRequest, resource: Id, timeslot_id: Id | None = None, usage_id: Id | None = None
) -> dict[str, Any]:
    """Return from when to when a departure usually needs this resource."""
    begin, end = eligible_resources.suggested_duration(
        resource_id=resource, timeslot_id=timeslot_id, usage_id=usage_id, at=utc_now()
    )
    return {"start_at": begin, "end_at": end}
