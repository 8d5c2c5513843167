"""Blackouts of resources, experiences and guides (domain.md 4.21, 5.21)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory import blackouts as plans
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.operations import blackouts
from outfitter_tenants.scheduling.operations.guides import GuideNotFound
from outfitter_tenants.scheduling.queries.blackouts import Target
from outfitter_tenants.scheduling.schemas import resources as s
from outfitter_tenants.scheduling.schemas.timeslots import Day

router = Router(tags=["resources"])
_VIEW = allow("experience.view")
_MANAGE = allow("resource.manage")
_EXPERIENCES = allow("timeslot.edit")
_GUIDES = allow("guide.assign")
_LIST = {200: s.BlackoutListOut, **ERRORS}
_MADE = {200: s.BlackedOutOut, **ERRORS}
_CLEARED = {200: s.ClearedOut, **ERRORS}
From = Annotated[Day | None, Query(alias="from")]


def _listed(target: Target, target_id: int, first: Day | None, last: Day | None) -> dict[str, Any]:
    begin, end = plans.span_of(first, last, utc_now())
    rows = queries.blackouts_between(begin=begin, end=end, target=target, ids=[target_id])
    return {"blackouts": rows}


def _deleted(target: Target, blackout_id: int, body: s.DeleteBlackoutIn) -> dict[str, int]:
    cnt = blackouts.delete_blackout(
        target=target, blackout_id=blackout_id, whole_series=body.series, at=utc_now()
    )
    return {"deleted_cnt": cnt}


@router.get(
    "/api/resource/{resource}/blackouts", auth=_VIEW, response=_LIST, operation_id="resource_blackouts_get"
)
def resource_blackouts_get(
    request: HttpRequest, resource: Id, first: From = None, to: Day | None = None
) -> dict[str, Any]:
    """Return a resource's blackouts on these local days; without days those to come."""
    queries.get_resource(resource_id=resource)
    return _listed("resource_id", resource, first, to)


@router.post(
    "/api/resource/{resource}/blackouts", auth=_MANAGE, response=_MADE, operation_id="resource_blackouts_add"
)
def resource_blackouts_add(request: HttpRequest, resource: Id, body: s.BlackoutIn) -> dict[str, Any]:
    """Black out a resource, once or again and again; what is assigned stays and is listed."""
    return plans.make("resource_id", [resource], body, caller_of(request))


@router.post("/api/resources/blackouts", auth=_MANAGE, response=_MADE, operation_id="resources_blackouts_add")
def resources_blackouts_add(request: HttpRequest, body: s.BlackoutsIn) -> dict[str, Any]:
    """Black out several resources, all or none."""
    return plans.make("resource_id", body.resource_ids, body, caller_of(request))


@router.post(
    "/api/resource/blackout/{blackout}/delete-blackout",
    auth=_MANAGE,
    response=_CLEARED,
    operation_id="resource_blackout_delete",
)
def resource_blackout_delete(request: HttpRequest, blackout: Id, body: s.DeleteBlackoutIn) -> dict[str, int]:
    """Delete a blackout, or the whole series it is of."""
    return _deleted("resource_id", blackout, body)


@router.post(
    "/api/resource/{resource}/clear-blackouts",
    auth=_MANAGE,
    response=_CLEARED,
    operation_id="resource_clear_blackouts",
)
def resource_clear_blackouts(request: HttpRequest, resource: Id, body: s.ClearBlackoutsIn) -> dict[str, int]:
    """Delete a resource's coming blackouts that begin on these local days."""
    cnt = blackouts.clear_blackouts(
        target="resource_id", ids=[resource, *body.resource_ids], first=body.from_, last=body.to, at=utc_now()
    )
    return {"deleted_cnt": cnt}


@router.get(
    "/api/experience/{experience}/blackouts",
    auth=_VIEW,
    response=_LIST,
    operation_id="experience_blackouts_get",
)
def experience_blackouts_get(
    request: HttpRequest, experience: Id, first: From = None, to: Day | None = None
) -> dict[str, Any]:
    """Return an experience's blackouts on these local days; without days those to come."""
    catalog.get_experience(experience_id=experience)
    return _listed("experience_id", experience, first, to)


@router.post(
    "/api/experience/{experience}/blackouts",
    auth=_EXPERIENCES,
    response=_MADE,
    operation_id="experience_blackouts_add",
)
def experience_blackouts_add(request: HttpRequest, experience: Id, body: s.BlackoutIn) -> dict[str, Any]:
    """Sell nothing of an experience for a while; departures with guests stay and are listed."""
    return plans.make("experience_id", [experience], body, caller_of(request))


@router.post(
    "/api/experience/blackout/{blackout}/delete-blackout",
    auth=_EXPERIENCES,
    response=_CLEARED,
    operation_id="experience_blackout_delete",
)
def experience_blackout_delete(
    request: HttpRequest, blackout: Id, body: s.DeleteBlackoutIn
) -> dict[str, int]:
    """Delete a blackout of an experience, or the whole series it is of."""
    return _deleted("experience_id", blackout, body)


@router.get("/api/guide/{guide}/blackouts", auth=_GUIDES, response=_LIST, operation_id="guide_blackouts_get")
def guide_blackouts_get(
    request: HttpRequest, guide: Id, first: From = None, to: Day | None = None
) -> dict[str, Any]:
    """Return when a guide is away on these local days; without days from now on."""
    if guide not in {row.id for row in people.list_guides()}:
        raise GuideNotFound("Guide not found.")
    return _listed("guide_avatar_id", guide, first, to)


@router.post("/api/guide/{guide}/blackouts", auth=_GUIDES, response=_MADE, operation_id="guide_blackouts_add")
def guide_blackouts_add(request: HttpRequest, guide: Id, body: s.BlackoutIn) -> dict[str, Any]:
    """Say when a guide is away; departures they have stay theirs and are listed."""
    return plans.make("guide_avatar_id", [guide], body, caller_of(request))


@router.post(
    "/api/guide/blackout/{blackout}/delete-blackout",
    auth=_GUIDES,
    response=_CLEARED,
    operation_id="guide_blackout_delete",
)
def guide_blackout_delete(request: HttpRequest, blackout: Id, body: s.DeleteBlackoutIn) -> dict[str, int]:
    """Delete a blackout of a guide, or the whole series it is of."""
    return _deleted("guide_avatar_id", blackout, body)
