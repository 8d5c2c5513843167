"""Pages of figures that were shared by a link (ADR 108): opened, or no such page."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.kit.clock import utc_now
from outfitter_tenants.reports import report_links
from outfitter_tenants.website import page_views
from outfitter_tenants.website.site import Site, site_of

if TYPE_CHECKING:
    from outfitter_tenants.reports.models import ReportLink

# A figure that fewer stand behind would be what one guest did.
FEWEST: Final = 3
_METHODS: Final = frozenset({"GET", "HEAD"})


def serve(
    request: HttpRequest,
    locale: str | None,
    *,
    report: str,
    page: "Callable[[Site, ReportLink, datetime], str]",
) -> HttpResponseBase:
    """Serve the page of a link; whatever is wrong with the link, there is no such page."""
    if request.method not in _METHODS or getattr(request, "tenant", None) is None:
        raise Http404
    at, token = utc_now(), request.GET.get("t", "")[:200]
    try:
        limit(f"report-page:{getattr(request, 'client_ip', None)}", times=60, seconds=60)
        link = report_links.open_link(token, report=report, at=at)
    except RateLimited as problem:
        return HttpResponse(problem.message, status=problem.status, content_type="text/plain")
    except report_links.ReportLinkNotFound:
        return page_views.secret(page_views.missing(request, locale))
    site = site_of(request, path=report_links.path_of(link), code=locale, at=at)
    return page_views.secret(page_views.finished(HttpResponse(page(site, link, at)), site))
