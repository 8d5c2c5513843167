"""POST /api/experiences/getInDateRange: the month of the widget (domain.md 5.1)."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from ninja import Router

from outfitter.api.principal import Principal, caller_of, public_read
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.calendar import gzip_response, range_service
from outfitter_tenants.calendar import schemas as s
from outfitter_tenants.calendar.response_builder import RangeQuery
from outfitter_tenants.catalog.languages import languages_of
from outfitter_tenants.scheduling.schemas.timeslots import Day

router = Router(tags=["calendar"])
# 304: who asks has the answer already, by its ETag.
ANSWER: Any = {200: s.RangeOut | s.PlainRangeOut, 304: None, **ERRORS}
PATH = "/api/experiences/getInDateRange/{firstDay}/{lastDay}"


@router.post(PATH, auth=public_read, response=ANSWER, operation_id="experiences_in_range")
def experiences_in_range(request: HttpRequest, body: s.RangeIn, firstDay: Day, lastDay: Day) -> HttpResponse:
    """Return the days of a calendar with availability and, when asked for, prices."""
    return _answer(request, body, firstDay, lastDay, None)


@router.post(PATH + "/{experience}", auth=public_read, response=ANSWER, operation_id="experience_in_range")
def experience_in_range(
    request: HttpRequest, body: s.RangeIn, firstDay: Day, lastDay: Day, experience: Id
) -> HttpResponse:
    """Return the days of one experience."""
    return _answer(request, body, firstDay, lastDay, experience)


def _answer(
    request: HttpRequest, body: s.RangeIn, first: Any, last: Any, experience_id: int | None
) -> HttpResponse:
    at = utc_now()
    wanted = _wanted(request, body, first, last, experience_id)
    tail = f',"requestId":{json.dumps(body.requestId)}}}'.encode()
    if wanted.is_staff:
        return _sent(range_service.staff_answer(wanted=wanted, at=at) + tail)
    found = range_service.public_answer(wanted=wanted, at=at, before_build=lambda: _limit(request))
    tag = f'W/"{found.tag}"'
    if tag in request.headers.get("If-None-Match", ""):
        return _headed(HttpResponse(status=304), tag)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = _sent(gzip_response.gzipped(found.packed, tail), tag)
        response["Content-Encoding"] = "gzip"
        return response
    return _sent(gzip_response.plain(found.packed, tail), tag)


def _wanted(
    request: HttpRequest, body: s.RangeIn, first: Any, last: Any, experience_id: int | None
) -> RangeQuery:
    principal = caller_of(request)
    is_staff = principal.is_staff and body.isAuthenticated
    return RangeQuery(
        first=first,
        last=last,
        experience_id=experience_id,
        category=str(body.category) if body.category is not None else None,
        has_prices=body.showPrices and principal.sees_prices,
        has_experiences=body.fetchExperiences,
        is_full_shown=body.showFull,
        is_staff=is_staff,
        is_agent=is_staff and principal.scope == "reseller",
        is_late=is_staff and principal.scope != "reseller" and principal.can("timeslot.book_past"),
        reseller_id=_reseller(principal, body.reseller) if is_staff else None,
        languages=() if is_staff else languages_of(request),
        hidden_experience_ids=principal.hidden_experience_ids if is_staff else frozenset(),
    )


def _reseller(principal: Principal, asked: int | None) -> int | None:
    """Return whose rate sheets show: an agent's own reseller's, or for staff any they name."""
    if principal.scope == "reseller":
        return principal.reseller_id
    return asked if principal.can("reseller.view") else None


def _limit(request: HttpRequest) -> None:
    # What is kept costs nothing; only counting anew is rationed (domain.md 4.30).
    limit(f"range:{getattr(request, 'client_ip', None)}", times=60, seconds=60)


def _sent(content: bytes, tag: str | None = None) -> HttpResponse:
    return _headed(HttpResponse(content, content_type="application/json"), tag)


def _headed(response: HttpResponse, tag: str | None) -> HttpResponse:
    # Weak: the request id is not part of what the tag names. Whoever keeps an answer asks whether
    # it still holds; staff's are kept nowhere.
    if tag is not None:
        response["ETag"] = tag
    response["Cache-Control"] = "no-store" if tag is None else "no-cache"
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
    return response
