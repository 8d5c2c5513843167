"""Rate sheets over HTTP (domain.md 3.2, 4.5)."""

from datetime import timedelta
from typing import Any, Final

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.principal import allow, allow_unscoped
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import Audience
from outfitter_tenants.pricing import operations, queries
from outfitter_tenants.pricing import schemas as s
from outfitter_tenants.pricing.api.prices import party_of
from outfitter_tenants.pricing.models import RateSheet
from outfitter_tenants.scheduling import queries as scheduling

router = Router()
# Six weeks are a month as calendars show it.
LONGEST: Final = timedelta(days=42)
_ALL = {200: s.RateSheetsOut, **ERRORS}


@router.get(
    "/api/experience/{experience}/rateSheets/get",
    auth=allow_unscoped("experience.view"),
    response=_ALL,
    operation_id="rate_sheets_get",
)
def rate_sheets_get(request: HttpRequest, experience: Id, is_archived: bool = False) -> dict[str, Any]:
    """Return the rate sheets of an experience with their prices."""
    catalog.get_experience(experience_id=experience)
    return _all(experience, is_archived=is_archived)


@router.get(
    "/api/experience/{experience}/rateSheets/applied/{firstDay}/{lastDay}",
    auth=allow_unscoped("experience.view"),
    response={200: list[s.AppliedOut], **ERRORS},
    operation_id="rate_sheets_applied",
)
def rate_sheets_applied(
    request: HttpRequest, experience: Id, firstDay: s.Day, lastDay: s.Day, asked: Query[s.AppliedQuery]
) -> list[dict[str, Any]]:
    """Return which rate sheet would set each price if the departures were booked now."""
    catalog.get_experience(experience_id=experience)
    if not timedelta() <= lastDay - firstDay < LONGEST:
        raise Invalid({"lastDay": [f"Ask for 1 to {LONGEST.days} days at once."]})
    at = utc_now()
    found = scheduling.list_timeslots(experience_id=experience, first=firstDay, last=lastDay, at=at)
    slots = [slot for slot in found if slot.status != "cancelled" and slot.start_at > at]
    audience: Audience = "online" if asked.method == "ecommerce" else "direct"
    buyer = queries.Buyer(asked.method, audience, None, party_of(asked.quantities))
    priced = queries.prices_of_timeslots(slots=slots, buyer=buyer, at=at)
    return [
        {**row, "date": slot.date, "start_time": slot.start_time}
        for slot, row in zip(slots, priced, strict=True)
    ]


@router.post(
    "/api/rateSheet/save", auth=allow("setup.experiences"), response=_ALL, operation_id="rate_sheet_save"
)
def rate_sheet_save(request: HttpRequest, body: s.RateSheetIn) -> dict[str, Any]:
    """Make a rate sheet or change one; answers with all of its experience."""
    values: Any = body.model_dump(exclude={"id", "version", "experience_id", "prices"})
    values["prices"] = {rate.experience_customer_type_id: (rate.mode, rate.value) for rate in body.prices}
    operations.save_rate_sheet(
        experience_id=body.experience_id,
        values=values,
        rate_sheet_id=body.id,
        version=body.version,
        at=utc_now(),
    )
    return _all(body.experience_id)


@router.post(
    "/api/rateSheet/{rateSheet}/archive",
    auth=allow("setup.experiences"),
    response=_ALL,
    operation_id="rate_sheet_archive",
)
def rate_sheet_archive(request: HttpRequest, rateSheet: Id) -> dict[str, Any]:
    """Take a rate sheet out of use; what is booked keeps its price."""
    return _all(operations.archive_rate_sheet(rate_sheet_id=rateSheet, at=utc_now()))


@router.post(
    "/api/rateSheet/{rateSheet}/restore",
    auth=allow("setup.experiences"),
    response=_ALL,
    operation_id="rate_sheet_restore",
)
def rate_sheet_restore(request: HttpRequest, rateSheet: Id, body: s.RateSheetRestoreIn) -> dict[str, Any]:
    """Take an archived rate sheet into use again."""
    return _all(operations.restore_rate_sheet(rate_sheet_id=rateSheet, is_live=body.is_live, at=utc_now()))


def _all(experience_id: int, *, is_archived: bool = False) -> dict[str, Any]:
    rows = queries.list_rate_sheets(experience_id=experience_id, is_archived=is_archived)
    return {"rateSheets": [_shown(row) for row in rows]}


def _shown(row: RateSheet) -> dict[str, Any]:
    plain = {name: getattr(row, name, None) for name in s.RateSheetOut.model_fields}
    mask = row.weekdays or 0
    return {
        **plain,
        "weekdays": [number for number in range(7) if mask >> number & 1],
        "prices": list(row.prices.all()),
    }
