"""Blackouts of several at once: looked at before they are made, changed, and listed together."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory import blackouts
from outfitter_tenants.scheduling.schemas import resources as s
from outfitter_tenants.scheduling.schemas.timeslots import Day

router = Router(tags=["resources"])
_MANAGE = allow("resource.manage")
_EXPERIENCES = allow("timeslot.edit")
_GUIDES = allow("guide.assign")
_MADE = {200: s.BlackedOutOut, **ERRORS}
_PLAN = {200: s.BlackoutPlanOut, **ERRORS}
From = Annotated[Day | None, Query(alias="from")]


@router.get(
    "/api/blackouts/get",
    auth=allow("experience.view"),
    response={200: s.NamedBlackoutsOut, **ERRORS},
    operation_id="blackouts_get",
)
def blackouts_get(request: HttpRequest, first: From = None, to: Day | None = None) -> dict[str, Any]:
    """Return all blackouts on these local days, guides' for those who assign guides."""
    span = blackouts.span_of(first, to, utc_now())
    return {"blackouts": blackouts.named(span=span, caller=caller_of(request))}


@router.post(
    "/api/resources/blackouts/preview",
    auth=_MANAGE,
    response=_PLAN,
    operation_id="resources_blackouts_preview",
)
def resources_blackouts_preview(request: HttpRequest, body: s.BlackoutsIn) -> dict[str, Any]:
    """Return what blacking out resources would do, and change nothing."""
    return blackouts.preview("resource_id", body.resource_ids, body, caller_of(request))


@router.post(
    "/api/resource/blackout/{blackout}/save",
    auth=_MANAGE,
    response=_MADE,
    operation_id="resource_blackout_save",
)
def resource_blackout_save(request: HttpRequest, blackout: Id, body: s.BlackoutChangeIn) -> dict[str, Any]:
    """Give a resource's blackout, or what is to come of its series, another time and reason."""
    return blackouts.change("resource_id", blackout, body, caller_of(request))


@router.post(
    "/api/experiences/blackouts/preview",
    auth=_EXPERIENCES,
    response=_PLAN,
    operation_id="experiences_blackouts_preview",
)
def experiences_blackouts_preview(request: HttpRequest, body: s.ExperienceBlackoutsIn) -> dict[str, Any]:
    """Return what blacking out experiences would do, and change nothing."""
    return blackouts.preview("experience_id", body.experience_ids, body, caller_of(request))


@router.post(
    "/api/experiences/blackouts", auth=_EXPERIENCES, response=_MADE, operation_id="experiences_blackouts_add"
)
def experiences_blackouts_add(request: HttpRequest, body: s.ExperienceBlackoutsIn) -> dict[str, Any]:
    """Black out several experiences, all or none."""
    return blackouts.make("experience_id", body.experience_ids, body, caller_of(request))


@router.post(
    "/api/experience/blackout/{blackout}/save",
    auth=_EXPERIENCES,
    response=_MADE,
    operation_id="experience_blackout_save",
)
def experience_blackout_save(request: HttpRequest, blackout: Id, body: s.BlackoutChangeIn) -> dict[str, Any]:
    """Give an experience's blackout, or what is to come of its series, another time and reason."""
    return blackouts.change("experience_id", blackout, body, caller_of(request))


@router.post(
    "/api/guides/blackouts/preview", auth=_GUIDES, response=_PLAN, operation_id="guides_blackouts_preview"
)
def guides_blackouts_preview(request: HttpRequest, body: s.GuideBlackoutsIn) -> dict[str, Any]:
    """Return what blacking out guides would do, and change nothing."""
    return blackouts.preview("guide_avatar_id", body.guide_ids, body, caller_of(request))


@router.post("/api/guides/blackouts", auth=_GUIDES, response=_MADE, operation_id="guides_blackouts_add")
def guides_blackouts_add(request: HttpRequest, body: s.GuideBlackoutsIn) -> dict[str, Any]:
    """Black out several guides, all or none."""
    return blackouts.make("guide_avatar_id", body.guide_ids, body, caller_of(request))


@router.post(
    "/api/guide/blackout/{blackout}/save", auth=_GUIDES, response=_MADE, operation_id="guide_blackout_save"
)
def guide_blackout_save(request: HttpRequest, blackout: Id, body: s.BlackoutChangeIn) -> dict[str, Any]:
    """Give a guide's blackout, or what is to come of its series, another time and reason."""
    return blackouts.change("guide_avatar_id", blackout, body, caller_of(request))


@router.post(
    "/api/resource/blackout/{blackout}/preview",
    auth=_MANAGE,
    response=_PLAN,
    operation_id="resource_blackout_preview",
)
def resource_blackout_preview(request: HttpRequest, blackout: Id, body: s.BlackoutChangeIn) -> dict[str, Any]:
    """Return what changing a resource's blackout would do, and change nothing."""
    return blackouts.preview_change("resource_id", blackout, body, caller_of(request))


@router.post(
    "/api/experience/blackout/{blackout}/preview",
    auth=_EXPERIENCES,
    response=_PLAN,
    operation_id="experience_blackout_preview",
)
def experience_blackout_preview(
    request: HttpRequest, blackout: Id, body: s.BlackoutChangeIn
) -> dict[str, Any]:
    """Return what changing an experience's blackout would do, and change nothing."""
    return blackouts.preview_change("experience_id", blackout, body, caller_of(request))


@router.post(
    "/api/guide/blackout/{blackout}/preview",
    auth=_GUIDES,
    response=_PLAN,
    operation_id="guide_blackout_preview",
)
def guide_blackout_preview(request: HttpRequest, blackout: Id, body: s.BlackoutChangeIn) -> dict[str, Any]:
    """Return what changing a guide's blackout would do, and change nothing."""
    return blackouts.preview_change("guide_avatar_id", blackout, body, caller_of(request))
