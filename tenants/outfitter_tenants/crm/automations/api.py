"""Routes of automations, of what they have planned, and of how an operator writes (domain.md 5.6)."""

from datetime import date, datetime, time
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.crm.automations import operations, serializers
from outfitter_tenants.crm.automations import requests as r
from outfitter_tenants.crm.automations import schemas as s
from outfitter_tenants.crm.callers import job_starter
from outfitter_tenants.messaging import automations as kept
from outfitter_tenants.messaging import planned_calendar
from outfitter_tenants.messaging.planned_calendar import PlannedPlace
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

router = Router(tags=["automations"])
# Who writes to guests sees what goes automatically, and so does who decides about it.
VIEW, MANAGE = allow_unscoped("crm.send", otherwise="crm.manage"), allow_unscoped("crm.manage")
AutomationId = Annotated[int, Path(ge=1, le=2**63 - 1)]
# Two months, as calendars show at the most.
MOST_DAYS = 62


@router.get(
    "/api/automations/get",
    auth=VIEW,
    response={200: s.AutomationsOut, **ERRORS},
    operation_id="automations_get",
)
def automations_get(request: HttpRequest, experience_id: Id | None = None) -> dict[str, Any]:
    """Return the automations, the general ones or an experience's own beside those it inherits."""
    if experience_id is not None:
        catalog.get_experience(experience_id=experience_id)
    return _all(experience_id)


def _all(experience_id: int | None) -> dict[str, Any]:
    return serializers.automations(
        kept.list_automations(), counts=planned_calendar.counts_by_automation(), experience_id=experience_id
    )


@router.post(
    "/api/automation/save",
    auth=MANAGE,
    response={200: s.AutomationOut, **ERRORS},
    operation_id="automation_save",
)
def automation_save(request: HttpRequest, body: r.AutomationSaveIn) -> dict[str, Any]:
    """Make an automation or change one; a job plans anew what it sends."""
    stops = body.stop_if if body.stop_if is not None else operations.default_stops(body.trigger)
    automation_id = operations.save(
        kept.AutomationValues(
            template_id=body.template_id,
            trigger=body.trigger,
            offset_minutes=body.offset_minutes,
            position=body.position,
            is_on=body.is_on,
            stop_if=tuple(stops),
            experience_id=body.experience_id,
        ),
        automation_id=body.id,
        version=body.version,
        **job_starter(request),
    )
    return _one(automation_id)


def _one(automation_id: int) -> dict[str, Any]:
    row = kept.get_automation(automation_id=automation_id)
    counts = planned_calendar.counts_by_automation()
    return serializers.automation(
        row, planned_cnt=counts.get(row.id, 0), experience_id=row.experience_id, replaced=frozenset()
    )


@router.post(
    "/api/automations/reorder",
    auth=MANAGE,
    response={200: s.AutomationsOut, **ERRORS},
    operation_id="automations_reorder",
)
def automations_reorder(request: HttpRequest, body: r.AutomationOrderIn) -> dict[str, Any]:
    """Put the automations of a trigger, or an experience's own, into another order."""
    operations.reorder(ids=body.ids, trigger=body.trigger, experience_id=body.experience_id, at=utc_now())
    return _all(body.experience_id)


@router.post(
    "/api/automation/{automation}/archive",
    auth=MANAGE,
    response={200: s.AutomationOut, **ERRORS},
    operation_id="automation_archive",
)
def automation_archive(
    request: HttpRequest, automation: AutomationId, body: r.AutomationArchiveIn
) -> dict[str, Any]:
    """Put an automation away; what it had planned does not go."""
    operations.archive(automation_id=automation, version=body.version, **job_starter(request))
    return _one(automation)


@router.get(
    "/api/messages/planned/get",
    auth=VIEW,
    response={200: s.PlannedOut, **ERRORS},
    operation_id="messages_planned_get",
)
def messages_planned_get(
    request: HttpRequest,
    first: Annotated[date, Query(alias="from")],
    last: Annotated[date, Query(alias="to")],
    day: date | None = None,
    cursor: Annotated[str, Query(max_length=60)] = "",
) -> dict[str, Any]:
    """Return what goes automatically on each day, and a page of one `day`'s messages."""
    if not 0 <= (last - first).days < MOST_DAYS:
        raise Invalid({"to": [f"Choose at most {MOST_DAYS} days."]})
    zone = people.get_properties().time_zone
    days = planned_calendar.list_days(first=first, last=last, time_zone=zone)
    rows, next_cursor = _page(day, zone, cursor) if day is not None else ([], None)
    names = kept.names_of(ids=[row.automation_id for row in rows])
    briefs = trips.brief_trips(trip_ids={row.trip_id for row in rows})
    return {
        "days": days,
        "data": [serializers.planned_message(row, names=names, trips=briefs) for row in rows],
        "meta": {"next_cursor": next_cursor, "is_paused": kept.is_paused()},
    }


def _page(day: date, zone: str, cursor: str) -> tuple[list[Any], str | None]:
    found = planned_calendar.list_rows(day=day, time_zone=zone, after=_place(cursor))
    rows = list(found[: planned_calendar.PAGE])
    last = rows[-1] if len(found) > planned_calendar.PAGE else None
    if last is None or last.scheduled_at is None:
        return rows, None
    return rows, f"{last.scheduled_at.isoformat()}_{last.pk}"


def _place(cursor: str) -> PlannedPlace | None:
    if not cursor:
        return None
    when, _, row_id = cursor.partition("_")
    try:
        at, place = datetime.fromisoformat(when), int(row_id)
    except ValueError as problem:
        raise Invalid({"cursor": ["Start again from the first page."]}) from problem
    if at.tzinfo is None or not 0 <= place < 2**63:
        raise Invalid({"cursor": ["Start again from the first page."]})
    return PlannedPlace(at, place)


@router.post(
    "/api/messages/pause",
    auth=MANAGE,
    response={200: s.MessagesPausedOut, **ERRORS},
    operation_id="messages_pause",
)
def messages_pause(request: HttpRequest, body: r.MessagesPauseIn) -> dict[str, Any]:
    """Let nothing go automatically, or everything again; what people send goes on."""
    row, skipped = operations.pause(is_paused=body.is_paused, at=utc_now())
    return {"is_paused": row.is_paused, "paused_at": row.paused_at, "skipped_cnt": skipped}


@router.get(
    "/api/crm/settings",
    auth=VIEW,
    response={200: s.CrmSettingsOut, **ERRORS},
    operation_id="crm_settings_get",
)
def crm_settings_get(request: HttpRequest) -> dict[str, Any]:
    """Return how the operator writes: quiet hours, the pause, where reviews are left."""
    return serializers.settings(kept.get_settings())


@router.post(
    "/api/crm/settings",
    auth=MANAGE,
    response={200: s.CrmSettingsOut, **ERRORS},
    operation_id="crm_settings_save",
)
def crm_settings_save(request: HttpRequest, body: r.CrmSettingsIn) -> dict[str, Any]:
    """Change how the operator writes; what is left out stays."""
    links = {
        name: value
        for name in ("google_review_url", "tripadvisor_review_url")
        if (value := getattr(body, name)) is not None
    }
    row = operations.save_settings(
        quiet_from=_hour(body.quiet_from),
        quiet_until=_hour(body.quiet_until),
        links=links,
        version=body.version,
        at=utc_now(),
    )
    return serializers.settings(row)


def _hour(text: str | None) -> time | None:
    return time.fromisoformat(text) if text is not None else None
