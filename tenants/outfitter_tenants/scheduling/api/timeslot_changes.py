"""What staff change on departures and days (domain.md 5.23)."""

from typing import Any, cast

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling import operations, serializers
from outfitter_tenants.scheduling.api.timeslots import shown_timeslot
from outfitter_tenants.scheduling.operations import DateChanges, TimeslotChanges
from outfitter_tenants.scheduling.schemas import timeslots as s

router = Router()
EDIT = allow("timeslot.edit")
_TIMESLOT = {200: s.TimeslotOut, **ERRORS}


@router.post(
    "/api/timeslot/{timeslot}/status/edit", auth=EDIT, response=_TIMESLOT, operation_id="timeslot_status_edit"
)
def timeslot_status_edit(request: HttpRequest, body: s.StatusIn, timeslot: Id) -> dict[str, Any]:
    """Open a departure, close it for strangers or for all; a cancelled one opens again."""
    operations.set_timeslot_status(
        timeslot_id=timeslot, status=body.status, reason=body.reason, is_notify=body.notify, at=utc_now()
    )
    return shown_timeslot(request, timeslot)


@router.post(
    "/api/timeslot/{timeslot}/note/save", auth=EDIT, response=_TIMESLOT, operation_id="timeslot_note_save"
)
def timeslot_note_save(request: HttpRequest, body: s.NoteIn, timeslot: Id) -> dict[str, Any]:
    """Note something about a departure, for staff."""
    changes: TimeslotChanges = {"note": body.note}
    operations.edit_timeslot(timeslot_id=timeslot, changes=changes, version=body.version, at=utc_now())
    return shown_timeslot(request, timeslot)


@router.post("/api/timeslot/{timeslot}/edit", auth=EDIT, response=_TIMESLOT, operation_id="timeslot_edit")
def timeslot_edit(request: HttpRequest, body: s.TimeslotEditIn, timeslot: Id) -> dict[str, Any]:
    """Change seats and prices of one departure; what is left out stays."""
    changes = cast("TimeslotChanges", body.model_dump(exclude_unset=True, exclude={"version"}))
    operations.edit_timeslot(timeslot_id=timeslot, changes=changes, version=body.version, at=utc_now())
    return shown_timeslot(request, timeslot)


@router.post(
    "/api/experienceDate/{experienceDate}/edit",
    auth=EDIT,
    response={200: s.ExperienceDateOut, **ERRORS},
    operation_id="experience_date_edit",
)
def experience_date_edit(request: HttpRequest, body: s.DateEditIn, experienceDate: Id) -> dict[str, Any]:
    """Cap, open or close a whole day, or note something about it; what is left out stays."""
    changes = cast("DateChanges", body.model_dump(exclude_unset=True, exclude={"version"}))
    row = operations.edit_date(
        experience_date_id=experienceDate, changes=changes, version=body.version, at=utc_now()
    )
    return serializers.experience_date(row, is_staff=True)
