"""The operator's calendar: its departures, and whole departures moved among resources."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory import resource_moves, resources
from outfitter_tenants.backoffice.staff_calendar import queries as staff_calendar
from outfitter_tenants.backoffice.staff_calendar import schemas as s
from outfitter_tenants.scheduling.schemas.resources import UsesOut
from outfitter_tenants.scheduling.schemas.timeslots import Day

router = Router(tags=["calendar"])


@router.get(
    "/api/calendar/getTimeslotsInDateRange/{firstDay}/{lastDay}",
    auth=allow("manifest.view"),
    response={200: s.CalendarOut, **ERRORS},
    operation_id="calendar_timeslots_in_range",
)
def calendar_timeslots_in_range(request: HttpRequest, firstDay: Day, lastDay: Day) -> dict[str, Any]:
    """
    Return all departures of at most 62 local days; a guide sees those assigned to them.

    What a partner does not sell is not there for its agents.
    """
    keep_by_etag(request)
    caller = caller_of(request)
    only = caller.avatar_id if caller.scope == "assigned" else None
    return staff_calendar.calendar(
        first=firstDay,
        last=lastDay,
        at=utc_now(),
        guide_id=only,
        hidden_experience_ids=caller.hidden_experience_ids,
    )


@router.post(
    "/api/timeslot/{timeslot}/resources/move",
    auth=allow("resource.manage"),
    response={200: UsesOut, **ERRORS},
    operation_id="timeslot_resources_move",
)
def timeslot_resources_move(request: HttpRequest, timeslot: Id, body: s.ResourcesMoveIn) -> dict[str, Any]:
    """Move what a departure has of one resource to another, all of it or nothing."""
    at = utc_now()
    moved = resource_moves.move_departure(
        timeslot_id=timeslot,
        source_id=body.from_resource_id,
        target_id=body.to_resource_id,
        use_ids=body.booking_resource_ids,
        force=body.force,
        at=at,
    )
    return resources.uses_by_id(ids=moved, caller=caller_of(request), at=at)
