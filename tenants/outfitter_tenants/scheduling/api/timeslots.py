"""Departures and whether they can be booked (domain.md 5.23)."""

import datetime as dt
from typing import Any, cast

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, public, public_read
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import operations, queries, serializers
from outfitter_tenants.scheduling.api.visibility import audience_of, buyer_of, is_staff, visible_experience
from outfitter_tenants.scheduling.operations import DateChanges, DateNotFound, TimeslotChanges, bookability
from outfitter_tenants.scheduling.schemas import timeslots as s

router = Router()
EDIT = allow("timeslot.edit")
_TIMESLOT = {200: s.TimeslotOut, **ERRORS}
MAX_DAYS = 62


@router.get(
    "/api/timeslots/getForExperienceDate/{experience}/{date}",
    auth=public,
    response={200: list[s.TimeslotOut], **ERRORS},
    operation_id="timeslots_for_date",
)
def timeslots_for_date(request: HttpRequest, date: s.Day, experience: Id) -> list[dict[str, Any]]:
    """Return an experience's departures on a local day."""
    visible_experience(request, experience)
    return _listed(request, experience, date, date)


@router.get(
    "/api/timeslots/getForExperienceDateId/{experienceDate}",
    auth=public,
    response={200: list[s.TimeslotOut], **ERRORS},
    operation_id="timeslots_for_date_id",
)
def timeslots_for_date_id(request: HttpRequest, experienceDate: Id) -> list[dict[str, Any]]:
    """Return the departures of an experience date."""
    found = queries.find_experience_date(experience_date_id=experienceDate)
    if found is None:
        raise DateNotFound("Date not found.")
    visible_experience(request, found.experience_id)
    return _listed(request, found.experience_id, found.date, found.date)


@router.get(
    "/api/experience/{experience}/getTimeslotsForDateRange/{firstDay}/{lastDay}",
    auth=public,
    response={200: list[s.TimeslotOut], **ERRORS},
    operation_id="timeslots_for_range",
)
def timeslots_for_range(
    request: HttpRequest, firstDay: s.Day, lastDay: s.Day, experience: Id
) -> list[dict[str, Any]]:
    """Return an experience's departures from one local day to another, at most 62 days."""
    visible_experience(request, experience)
    if lastDay < firstDay or (lastDay - firstDay).days >= MAX_DAYS:
        raise Invalid({"lastDay": [f"Ask for 1 to {MAX_DAYS} days."]})
    return _listed(request, experience, firstDay, lastDay)


def _listed(request: HttpRequest, experience_id: int, first: dt.date, last: dt.date) -> list[dict[str, Any]]:
    at = utc_now()
    slots = queries.list_timeslots(experience_id=experience_id, first=first, last=last, at=at)
    if not is_staff(request):
        slots = [slot for slot in slots if slot.status != "cancelled"]
    shown = _shown(request, slots, at)
    if is_staff(request):
        return shown
    hidden = {slot.id for slot in slots if slot.sold_out_display == "hide"}
    return [one for one in shown if one["id"] not in hidden or one["reason"] not in serializers.SOLD_OUT]


def _shown(request: HttpRequest, slots: list[queries.TimeslotRow], at: Any) -> list[dict[str, Any]]:
    audience = audience_of(request)
    ids = [slot.id for slot in slots] if audience == "direct" else []
    crews = queries.crew_of_timeslots(timeslot_ids=ids)
    typed = {slot.experience_id for slot in slots if slot.seats.by_type}
    kinds = {
        kind.id: kind.customer_type_id
        for pk in sorted(typed)
        for kind in catalog.experience_customer_types(experience_id=pk)
    }
    return [
        serializers.timeslot(slot, audience=audience, crew=crews.get(slot.id), at=at, kinds=kinds)
        for slot in slots
    ]


@router.get(
    "/api/timeslot/{timeslot}/get",
    auth=public,
    response={200: s.TimeslotOut, **ERRORS},
    operation_id="timeslot_get",
)
def timeslot_get(request: HttpRequest, timeslot: Id) -> dict[str, Any]:
    """Return one departure."""
    at = utc_now()
    slot = queries.get_timeslot(timeslot_id=timeslot, at=at)
    visible_experience(request, slot.experience_id)
    return _shown(request, [slot], at)[0]


@router.post(
    "/api/timeslot/{timeslot}/isBookable",
    auth=public_read,
    response={200: s.BookableOut, **ERRORS},
    operation_id="timeslot_is_bookable",
)
def timeslot_is_bookable(request: HttpRequest, body: s.BookableIn, timeslot: Id) -> dict[str, Any]:
    """Say whether a party can have a departure, and which others it could have."""
    at = utc_now()
    slot = queries.get_timeslot(timeslot_id=timeslot, at=at)
    visible_experience(request, slot.experience_id)
    found = bookability.check(
        slot=slot,
        quantities=_summed(body.quantities),
        hold_id=body.hold_id,
        at=at,
        buyer=buyer_of(request, body.method, body.reseller),
    )
    return serializers.answer(found)


@router.post(
    "/api/timeslots/areBookable",
    auth=public_read,
    response={200: s.AreBookableOut, **ERRORS},
    operation_id="timeslots_are_bookable",
)
def timeslots_are_bookable(request: HttpRequest, body: s.AreBookableIn) -> dict[str, Any]:
    """Say whether parties can have their departures together: seats, days, vans are shared."""
    wishes = [
        bookability.BookabilityQuery(item.timeslot_id, _summed(item.quantities), item.hold_id)
        for item in body.items
    ]
    buyer = buyer_of(request, body.method, body.reseller)
    found = bookability.check_all(wishes=wishes, buyer=buyer, at=utc_now())
    for experience_id in sorted({answer.slot.experience_id for answer in found}):
        visible_experience(request, experience_id)
    return {
        "bookable": all(answer.reason is None for answer in found),
        "items": [{"timeslot_id": item.slot.id, **serializers.answer(item)} for item in found],
    }


def _summed(quantities: list[s.QuantityIn]) -> dict[int, int]:
    wanted: dict[int, int] = {}
    for item in quantities:
        kind = item.experience_customer_type_id
        wanted[kind] = wanted.get(kind, 0) + item.qty
    return wanted


@router.get(
    "/api/experience/{experience}/experienceDateFromString/{date}",
    auth=public,
    response={200: s.DateAnswerOut, **ERRORS},
    operation_id="experience_date_from_string",
)
def experience_date_from_string(request: HttpRequest, date: s.Day, experience: Id) -> dict[str, Any]:
    """Return an experience's local day with its departures."""
    visible_experience(request, experience)
    row = queries.find_date(experience_id=experience, day=date)
    missing = {
        "id": None,
        "experience_id": experience,
        "date": date,
        "status": "open",
        "capacity": None,
        "note": None,
        "version": None,
    }
    shown = serializers.experience_date(row, is_staff=is_staff(request)) if row else missing
    return {"experienceDate": shown, "timeslots": _listed(request, experience, date, date)}


@router.get(
    "/api/experienceDate/{experienceDate}/get",
    auth=public,
    response={200: s.DateAnswerOut, **ERRORS},
    operation_id="experience_date_get",
)
def experience_date_get(request: HttpRequest, experienceDate: Id) -> dict[str, Any]:
    """Return one day of an experience with its departures."""
    row = queries.find_experience_date(experience_date_id=experienceDate)
    if row is None:
        raise DateNotFound("Date not found.")
    visible_experience(request, row.experience_id)
    return {
        "experienceDate": serializers.experience_date(row, is_staff=is_staff(request)),
        "timeslots": _listed(request, row.experience_id, row.date, row.date),
    }


@router.get(
    "/api/experience/{experience}/getHoldsForDateRange/{firstDay}/{lastDay}",
    auth=allow("manifest.view"),
    response={200: list[s.LiveHoldOut], **ERRORS},
    operation_id="holds_for_range",
)
def holds_for_range(
    request: HttpRequest, firstDay: s.Day, lastDay: s.Day, experience: Id
) -> list[dict[str, Any]]:
    """Return who has set seats aside on an experience's departures, at most 62 days of them."""
    visible_experience(request, experience)
    if lastDay < firstDay or (lastDay - firstDay).days >= MAX_DAYS:
        raise Invalid({"lastDay": [f"Ask for 1 to {MAX_DAYS} days."]})
    rows = queries.live_holds_between(experience_id=experience, first=firstDay, last=lastDay, at=utc_now())
    return [serializers.hold(row) for row in rows]


def shown_timeslot(request: HttpRequest, timeslot_id: int) -> dict[str, Any]:
    """Return one departure as its caller may see it."""
    at = utc_now()
    return _shown(request, [queries.get_timeslot(timeslot_id=timeslot_id, at=at)], at)[0]


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
