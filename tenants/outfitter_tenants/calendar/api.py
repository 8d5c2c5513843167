"""POST /api/experiences/getInDateRange: the month of the widget (specification 7.1)."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from ninja import Router

from outfitter.api.limits import limit
from outfitter.api.principal import caller_of, public
from outfitter.api.schema import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.calendar import bodies, ranges
from outfitter_tenants.calendar import schemas as s
from outfitter_tenants.scheduling.schemas import Day

router = Router(tags=["calendar"])
ANSWER: Any = {200: s.RangeOut | s.PlainRangeOut, **ERRORS}
PATH = "/api/experiences/getInDateRange/{firstDay}/{lastDay}"


@router.post(PATH, auth=public, response=ANSWER, operation_id="experiences_in_range")
def experiences_in_range(
    request: HttpRequest, body: s.RangeIn, firstDay: Day, lastDay: Day
) -> HttpResponse:
    """Return the days of a calendar with availability and, when asked for, prices."""
    return _answer(request, body, firstDay, lastDay, None)


@router.post(
    PATH + "/{experience}", auth=public, response=ANSWER, operation_id="experience_in_range"
)
def experience_in_range(
    request: HttpRequest, body: s.RangeIn, firstDay: Day, lastDay: Day, experience: Id
) -> HttpResponse:
    """Return the days of one experience."""
    return _answer(request, body, firstDay, lastDay, experience)


def _answer(
    request: HttpRequest, body: s.RangeIn, first: Any, last: Any, experience_id: int | None
) -> HttpResponse:
    at = utc_now()
    principal = caller_of(request)
    is_staff = principal.is_staff and body.isAuthenticated
    first, last = ranges.clamp(first=first, last=last, at=at)
    wanted = ranges.Wanted(
        first=first,
        last=last,
        experience_id=experience_id,
        category=str(body.category) if body.category is not None else None,
        has_prices=body.showPrices,
        has_experiences=body.fetchExperiences,
        is_full_shown=body.showFull,
        is_staff=is_staff,
    )
    tail = f',"requestId":{json.dumps(body.requestId)}}}'.encode()
    if is_staff:
        return _sent(ranges.head(wanted=wanted, at=at) + tail, is_gzip=False)
    packed = ranges.public_answer(wanted=wanted, at=at, before_build=lambda: _limit(request))
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return _sent(bodies.gzipped(packed, tail), is_gzip=True)
    return _sent(bodies.plain(packed, tail), is_gzip=False)


def _limit(request: HttpRequest) -> None:
    # What is kept costs nothing; only counting anew is rationed (domain.md 4.30).
    limit(f"range:{getattr(request, 'client_ip', None)}", times=60, seconds=60)


def _sent(content: bytes, *, is_gzip: bool) -> HttpResponse:
    response = HttpResponse(content, content_type="application/json")
    if is_gzip:
        response["Content-Encoding"] = "gzip"
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["Accept-Encoding", "Cookie"])
    return response
