"""
What guests say, in figures, for whoever was given the link to it (domain.md 5.19).

Figures alone: no name, no word of a guest, nothing that few enough said to be recognized.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.messaging.review_figures import ReviewFigures, review_figures
from outfitter_tenants.reports import report_links
from outfitter_tenants.website import page_content, page_views
from outfitter_tenants.website.site import Site, site_of

if TYPE_CHECKING:
    from outfitter_tenants.reports.models import ReportLink

_METHODS: Final = frozenset({"GET", "HEAD"})


def view(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """Serve the figures that a link opens; whatever is wrong with the link, there is no such page."""
    if request.method not in _METHODS or getattr(request, "tenant", None) is None:
        raise Http404
    at, token = utc_now(), request.GET.get("t", "")[:200]
    try:
        limit(f"report-page:{getattr(request, 'client_ip', None)}", times=60, seconds=60)
        link = report_links.open_link(token, report="reviews", at=at)
    except RateLimited as problem:
        return HttpResponse(problem.message, status=problem.status, content_type="text/plain")
    except report_links.ReportLinkNotFound:
        return page_views.secret(page_views.missing(request, locale))
    site = site_of(request, path=report_links.path_of(link), code=locale, at=at)
    response = HttpResponse(_page(site, link, at))
    return page_views.secret(page_views.finished(response, site))


def _page(site: Site, link: "ReportLink", at: datetime) -> str:
    say, zone = site.reader.say, site.properties.time_zone
    figures = review_figures(days=link.days, experience_id=link.experience_id, at=at, time_zone=zone)
    one = catalog.find_experience(experience_id=link.experience_id) if link.experience_id else None
    context = {
        **page_content.frame(site, ()),
        "style_tag": page_views.style_tag(),
        "heading": say("report_title", name=one.name if one else site.name),
        "span": say("report_days", n=site.reader.number(link.days)) if link.days else say("report_all_time"),
        "as_of": say("report_as_of", date=site.reader.long_date(zones.local_day(at, zone))),
        "until": say("report_until", date=site.reader.long_date(zones.local_day(link.expires_at, zone))),
        **_figures(site, figures),
    }
    return render_to_string("website/review_report.html", context)


def _figures(site: Site, found: ReviewFigures) -> dict[str, object]:
    reader = site.reader
    experiences = catalog.experience_names(ids=[one.experience_id for one in found.experiences])
    most = max(found.distribution.values(), default=0)
    return {
        "cnt": reader.number(found.cnt) if found.cnt else "",
        "average": reader.decimal(found.average) if found.average is not None else "",
        "out_of": reader.say("report_out_of", average=reader.decimal(found.average or 0)),
        "recommend": None if found.recommend is None else _signed(site, found.recommend),
        "stars": [
            {
                "name": reader.say("stars_of", n=rating),
                "rating": rating,
                "cnt": reader.number(cnt),
                "share": reader.share(round(cnt * 100 / found.cnt) * 10_000),
                "length": round(cnt * 100 / most) if most else 0,
            }
            for rating, cnt in found.distribution.items()
        ],
        "months": [
            (reader.month(one.first), reader.decimal(one.average), reader.number(one.cnt))
            for one in found.months
        ],
        "experiences": [
            (experiences[one.experience_id].name, reader.decimal(one.average), reader.number(one.cnt))
            for one in found.experiences
            if one.experience_id in experiences
        ],
    }


def _signed(site: Site, score: int) -> str:
    return ("+" if score > 0 else "") + site.reader.number(score)
