"""Departures and whether they can be booked (domain.md 5.23)."""

import datetime as dt
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import public
from outfitter.api.schema import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.scheduling import bookable, queries, views
from outfitter_tenants.scheduling import schemas as s
from outfitter_tenants.scheduling.api.callers import (
    audience_of,
    buyer_of,
    is_staff,
    visible_experience,
)

router = Router()
MAX_DAYS = 62


class DateNotFound(NotFound):
    """No such experience date here."""


@router.get(
    "/api/timeslots/getForExperienceDate/{experience}/{date}", auth=public,
    response={200: list[s.TimeslotOut], **ERRORS}, operation_id="timeslots_for_date",
)  # fmt: skip
def timeslots_for_date(request: HttpRequest, date: s.Day, experience: Id) -> list[dict[str, Any]]:
    """Return an experience's departures on a local day."""
    visible_experience(request, experience)
    return _listed(request, experience, date, date)


@router.get(
    "/api/timeslots/getForExperienceDateId/{experienceDate}", auth=public,
    response={200: list[s.TimeslotOut], **ERRORS}, operation_id="timeslots_for_date_id",
)  # fmt: skip
def timeslots_for_date_id(request: HttpRequest, experienceDate: Id) -> list[dict[str, Any]]:
    """Return the departures of an experience date."""
    found = queries.find_experience_date(experience_date_id=experienceDate)
    if found is None:
        raise DateNotFound("There is no such date.")
    visible_experience(request, found.experience_id)
    return _listed(request, found.experience_id, found.date, found.date)


@router.get(
    "/api/experience/{experience}/getTimeslotsForDateRange/{firstDay}/{lastDay}", auth=public,
    response={200: list[s.TimeslotOut], **ERRORS}, operation_id="timeslots_for_range",
)  # fmt: skip
def timeslots_for_range(
    request: HttpRequest, firstDay: s.Day, lastDay: s.Day, experience: Id
) -> list[dict[str, Any]]:
    """Return an experience's departures from one local day to another, at most 62 days."""
    visible_experience(request, experience)
    if lastDay < firstDay or (lastDay - firstDay).days >= MAX_DAYS:
        raise Invalid({"lastDay": [f"Ask for 1 to {MAX_DAYS} days."]})
    return _listed(request, experience, firstDay, lastDay)


def _listed(
    request: HttpRequest, experience_id: int, first: dt.date, last: dt.date
) -> list[dict[str, Any]]:
    at = utc_now()
    slots = queries.list_timeslots(experience_id=experience_id, first=first, last=last, at=at)
    if not is_staff(request):
        slots = [slot for slot in slots if slot.status != "cancelled"]
    return _shown(request, slots, at)


def _shown(request: HttpRequest, slots: list[queries.TimeslotRow], at: Any) -> list[dict[str, Any]]:
    audience = audience_of(request)
    ids = [slot.id for slot in slots] if audience == "direct" else []
    crews = queries.crew_of_timeslots(timeslot_ids=ids)
    return [
        views.timeslot(slot, audience=audience, crew=crews.get(slot.id), at=at) for slot in slots
    ]


@router.get(
    "/api/timeslot/{timeslot}/get", auth=public, response={200: s.TimeslotOut, **ERRORS},
    operation_id="timeslot_get",
)  # fmt: skip
def timeslot_get(request: HttpRequest, timeslot: Id) -> dict[str, Any]:
    """Return one departure."""
    at = utc_now()
    slot = queries.get_timeslot(timeslot_id=timeslot, at=at)
    visible_experience(request, slot.experience_id)
    return _shown(request, [slot], at)[0]


@router.post(
    "/api/timeslot/{timeslot}/isBookable", auth=public, response={200: s.BookableOut, **ERRORS},
    operation_id="timeslot_is_bookable",
)  # fmt: skip
def timeslot_is_bookable(request: HttpRequest, body: s.BookableIn, timeslot: Id) -> dict[str, Any]:
    """Say whether a party can have a departure, and which others it could have."""
    at = utc_now()
    slot = queries.get_timeslot(timeslot_id=timeslot, at=at)
    visible_experience(request, slot.experience_id)
    wanted: dict[int, int] = {}
    for item in body.quantities:
        kind = item.experience_customer_type_id
        wanted[kind] = wanted.get(kind, 0) + item.qty
    found = bookable.check(
        slot=slot, quantities=wanted, buyer=buyer_of(request, body.method), hold_id=body.hold_id,
        at=at,
    )  # fmt: skip
    return {
        "bookable": found.reason is None,
        "reason": found.reason,
        "remaining": found.remaining,
        "alternatives": [views.timeslot_ref(other) for other in found.alternatives],
    }


@router.get(
    "/api/experience/{experience}/experienceDateFromString/{date}", auth=public,
    response={200: s.DateAnswerOut, **ERRORS}, operation_id="experience_date_from_string",
)  # fmt: skip
def experience_date_from_string(
    request: HttpRequest, date: s.Day, experience: Id
) -> dict[str, Any]:
    """Return an experience's local day with its departures."""
    visible_experience(request, experience)
    row = queries.find_date(experience_id=experience, day=date)
    staff = is_staff(request)
    return {
        "experienceDate": {
            "id": row.id if row else None,
            "experience_id": experience,
            "date": date,
            "status": row.status if row else "open",
            "capacity": row.capacity if row and staff else None,
            "note": row.note if row and staff else None,
        },
        "timeslots": _listed(request, experience, date, date),
    }
