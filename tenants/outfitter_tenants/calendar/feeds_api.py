"""Calendar feeds over HTTP: read by their secret addresses, kept by staff (domain.md 4.24)."""

from typing import Annotated, Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from ninja import Router
from pydantic import StringConstraints

from outfitter.accounts import hosts
from outfitter.api.principal import allow, anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id, Out
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.calendar import feeds, ical
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations.feeds import rotate_feed, stop_feed
from outfitter_tenants.scheduling.operations.feeds import rotate_resource_feed
from outfitter_tenants.scheduling.queries.feeds import feed_secret_of_resource

router = Router(tags=["calendar"])
FeedHash = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{8,64}$")]
_KEPT_SECONDS: Final = 3600


class FeedOut(Out):
    """An address, and how much it tells."""

    detail: feeds.Detail
    url: str


class FeedsOut(Out):
    """The addresses of a feed; none while there is no feed."""

    feeds: list[FeedOut]


_FEEDS = {200: FeedsOut, **ERRORS}
_FILE: Any = {200: None, **ERRORS}


@router.get(
    "/api/ical/experience/{experience}/{hash}", auth=anonymous, response=_FILE, operation_id="ical_experience"
)
def experience_calendar(
    request: HttpRequest,
    experience: Id,
    hash: FeedHash,  # noqa: A002
    is_all: bool = False,
) -> HttpResponse:
    """Return an experience's departures with guests (or all of them) as a calendar."""
    _ration(hash)
    feed = feeds.experience_feed(
        experience_id=experience, given=hash, is_all=is_all, slug=_slug(request), at=utc_now()
    )
    return _sent(request, feed)


@router.get(
    "/api/ical/resource/{resource}/{hash}", auth=anonymous, response=_FILE, operation_id="ical_resource"
)
def resource_calendar(
    request: HttpRequest,
    resource: Id,
    hash: FeedHash,  # noqa: A002
) -> HttpResponse:
    """Return what a resource does as a calendar."""
    _ration(hash)
    feed = feeds.resource_feed(resource_id=resource, given=hash, slug=_slug(request), at=utc_now())
    return _sent(request, feed)


def _ration(given: str) -> None:
    # By address, not by visitor: calendar services read everybody's feeds from few machines.
    limit(f"ical:{given}", times=60, seconds=60)


def _sent(request: HttpRequest, feed: ical.Feed) -> HttpResponse:
    etag = f'W/"{feed.digest}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponse(status=304)
    else:
        key = f"ical:{current_schema()}:{feed.digest}"
        body = cache.get(key)
        if body is None:
            body = ical.write(feed, at=utc_now())
            cache.set(key, body, timeout=_KEPT_SECONDS)
        response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
        response["Content-Disposition"] = 'inline; filename="calendar.ics"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex"
    return response


@router.get(
    "/api/experience/{experience}/ical/get",
    auth=allow("setup.experiences"),
    response=_FEEDS,
    operation_id="experience_ical_get",
)
def experience_feeds(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return the addresses of an experience's feed."""
    secret = catalog.feed_secret(experience_id=experience)
    return _feeds(request, f"experience/{experience}", secret)


@router.post(
    "/api/experience/{experience}/ical/rotate",
    auth=allow("setup.experiences"),
    response=_FEEDS,
    operation_id="experience_ical_rotate",
)
def experience_feed_rotate(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Give an experience's feed new addresses, or its first."""
    secret = rotate_feed(experience_id=experience, at=utc_now())
    return _feeds(request, f"experience/{experience}", secret)


@router.post(
    "/api/experience/{experience}/ical/stop",
    auth=allow("setup.experiences"),
    response=_FEEDS,
    operation_id="experience_ical_stop",
)
def experience_feed_stop(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Let no calendar program read an experience's departures."""
    stop_feed(experience_id=experience, at=utc_now())
    return {"feeds": []}


@router.get(
    "/api/resource/{resource}/ical/get",
    auth=allow("resource.manage"),
    response=_FEEDS,
    operation_id="resource_ical_get",
)
def resource_feeds(request: HttpRequest, resource: Id) -> dict[str, Any]:
    """Return the addresses of a resource's feed."""
    secret = feed_secret_of_resource(resource_id=resource)
    return _feeds(request, f"resource/{resource}", secret)


@router.post(
    "/api/resource/{resource}/ical/rotate",
    auth=allow("resource.manage"),
    response=_FEEDS,
    operation_id="resource_ical_rotate",
)
def resource_feed_rotate(request: HttpRequest, resource: Id) -> dict[str, Any]:
    """Give a resource's feed new addresses."""
    secret = rotate_resource_feed(resource_id=resource, at=utc_now())
    return _feeds(request, f"resource/{resource}", secret)


def _feeds(request: HttpRequest, whose: str, secret: str | None) -> dict[str, Any]:
    if secret is None:
        return {"feeds": []}
    return {
        "feeds": [
            {
                "detail": detail,
                "url": hosts.tenant_url(
                    _slug(request), f"/api/ical/{whose}/{feeds.address_hash(secret, detail)}"
                ),
            }
            for detail in feeds.DETAILS
        ]
    }


def _slug(request: HttpRequest) -> str:
    return str(request.tenant.slug)  # type: ignore[attr-defined]
