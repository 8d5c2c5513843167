"""Experiences where other parts of the product have a say: copies, dates, suggestions."""

import datetime as dt
from typing import Annotated, Any, Final

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field, StringConstraints

from outfitter.api.principal import allow, caller_of, public
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id, In, Line, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.audit.schemas import HistoryOut
from outfitter_tenants.backoffice.inventory import clones, suggestions
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.languages import languages_of
from outfitter_tenants.catalog.rules.list_prices import min_price
from outfitter_tenants.catalog.schemas.contents import Locale
from outfitter_tenants.checkout.trip_response.request_context import trip_id_of
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.scheduling import serializers
from outfitter_tenants.scheduling.queries.availability_rules import list_rules
from outfitter_tenants.scheduling.queries.experience_dates import DayRow, days_of_experience
from outfitter_tenants.scheduling.schemas.timeslots import Day, TimeslotRefOut

router = Router()
LONGEST: Final = dt.timedelta(days=400)
USUAL: Final = dt.timedelta(days=62)
TripHash = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{1,40}$")]


class CopyIn(In):
    """
    What is copied beside the experience itself.

    `templates` would be messages of its own; no experience has any, so asking for them is refused.
    """

    availabilities: bool = False
    rates: bool = True
    addons: bool = True
    resources: bool = True
    templates: bool = False


class CloneIn(In):
    """The name of a copy, and what goes into it."""

    name: Annotated[Line, StringConstraints(min_length=1)]
    copies: CopyIn = Field(default=CopyIn(), alias="copy")


class ClonedOut(Out):
    """The copy: a draft."""

    id: int
    name: str
    slug: str
    version: int


class CloneAnswerOut(Out):
    """The copy, and how many availabilities nothing would come of any more."""

    experience: ClonedOut
    skipped_availabilities_cnt: int


@router.post(
    "/setup/experience/{experience}/clone",
    auth=allow("setup.experiences"),
    response={200: CloneAnswerOut, **ERRORS},
    operation_id="experience_clone",
)
def experience_clone(request: HttpRequest, experience: Id, body: CloneIn) -> dict[str, Any]:
    """Copy an experience as a draft."""
    if body.copies.templates:
        raise Invalid({"copy.templates": ["Experiences have no messages of their own."]})
    made = clones.clone(
        experience_id=experience,
        name=body.name,
        at=utc_now(),
        parts=clones.Parts(**body.copies.model_dump(exclude={"templates"})),
    )
    return {
        "experience": catalog.get_experience(experience_id=made.id),
        "skipped_availabilities_cnt": made.skipped_availabilities_cnt,
    }


class ExperienceDayOut(Out):
    """A day of an experience: how many departures it has, and how many guests they."""

    id: int
    experience_id: int
    date: dt.date
    status: str
    capacity: int | None
    note: str
    version: int
    timeslot_cnt: int
    cancelled_cnt: int
    booked_pax_cnt: int


@router.get(
    "/setup/experience/{experience}/dates/json",
    auth=allow("experience.view"),
    response={200: list[ExperienceDayOut], **ERRORS},
    operation_id="experience_dates_json",
)
def experience_dates(
    request: HttpRequest,
    experience: Id,
    first: Annotated[Day | None, Query(alias="from")] = None,
    last: Annotated[Day | None, Query(alias="to")] = None,
) -> list[DayRow]:
    """Return the days on which something was ever planned: of two months from today, unasked."""
    catalog.get_experience(experience_id=experience)
    first = first or utc_now().date()
    last = last or first + USUAL
    if last < first:
        raise Invalid({"to": ["The end must not be before the start."]})
    if last - first > LONGEST:
        raise Invalid({"to": [f"At most {LONGEST.days} days at once."]})
    return days_of_experience(experience_id=experience, first=first, last=last)


@router.get(
    "/api/experience/{experience}/history",
    auth=allow("setup.experiences"),
    response={200: HistoryOut, **ERRORS},
    operation_id="experience_history",
)
def experience_history(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return who changed what of an experience, its prices, add-ons and times, the latest first."""
    catalog.get_experience(experience_id=experience)
    states = (False, True)
    sheets = [pricing.list_rate_sheets(experience_id=experience, is_archived=s) for s in states]
    addons = [catalog.list_addons(experience_id=experience, is_archived=s) for s in states]
    rows = audit.list_of_things(
        things={
            "experience": [experience],
            "rate_sheet": [row.pk for rows in sheets for row in rows],
            "addon": [row.id for rows in addons for row in rows],
            "experience_timeslot": [row.id for row in list_rules(experience_id=experience)],
        }
    )
    return {"data": rows, "meta": {"total": len(rows)}}


class SuggestedExperienceOut(Out):
    """An experience on a card; `min_price` in minor units, without taxes and rate sheets."""

    id: int
    name: str
    slug: str
    short_description: str
    hero_image: str | None
    duration_minutes: int
    color: str
    min_price: int | None


class SuggestionOut(Out):
    """An experience, why it is suggested, and its next departure that does not collide."""

    experience: SuggestedExperienceOut
    reason: suggestions.Reason
    next_timeslot: TimeslotRefOut


@router.get(
    "/api/experiences/suggested/get",
    auth=public,
    response={200: list[SuggestionOut], **ERRORS},
    operation_id="experiences_suggested_get",
)
def suggested(
    request: HttpRequest,
    trip: TripHash | None = None,
    experience: Id | None = None,
    date: Day | None = None,
    locale: Locale | None = None,
) -> list[dict[str, Any]]:
    """Return what else whoever has that trip, or looks at that experience, might like."""
    limit(f"suggested:{getattr(request, 'client_ip', None)}", times=60, seconds=60)
    basis = suggestions.Basis((), (), None)
    if trip is not None:
        basis = suggestions.basis_of_trip(trip_id=trip_id_of(request, trip))
    elif experience is not None:
        is_public = not caller_of(request).is_staff
        catalog.get_experience(experience_id=experience, is_public=is_public)
        basis = suggestions.Basis((experience,), (), None)
    found = suggestions.suggest(basis=basis, day=date, languages=languages_of(request, locale), at=utc_now())
    hidden = caller_of(request).hidden_experience_ids
    return [_suggestion(item) for item in found if item.experience.id not in hidden]


def _suggestion(item: suggestions.Suggestion) -> dict[str, Any]:
    row = item.experience
    names = ("id", "name", "slug", "short_description", "hero_image", "duration_minutes", "color")
    return {
        "experience": {
            **{name: getattr(row, name) for name in names},
            "min_price": min_price(customer_types=row.online_types, price_override=None),
        },
        "reason": item.reason,
        "next_timeslot": serializers.timeslot_ref(item.next_timeslot),
    }
