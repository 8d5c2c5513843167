"""
What guests say, in figures, for whoever was given the link to it (domain.md 5.19).

Figures alone: no name, no word of a guest, nothing that few enough said to be recognized.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from outfitter.kit import zones
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.messaging.review_figures import ReviewFigures, review_figures
from outfitter_tenants.website import page_content, page_views, shared_report
from outfitter_tenants.website.site import Site

if TYPE_CHECKING:
    from outfitter_tenants.reports.models import ReportLink


def view(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """Serve the figures that a link opens; whatever is wrong with the link, there is no such page."""
    return shared_report.serve(request, locale, report="reviews", page=_page)


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
