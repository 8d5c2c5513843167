"""
How many carts became bookings, for whoever was given the link to it (domain.md 5.19): agencies, partners.

Counts alone, of all carts or of those with one experience.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from outfitter.kit import zones
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.trips import cart_figures
from outfitter_tenants.website import page_content, page_views, shared_report
from outfitter_tenants.website.site import Site

if TYPE_CHECKING:
    from outfitter_tenants.reports.models import ReportLink

# Of so many days when the link says nothing.
DAYS: Final = 84


def view(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """Serve the figures that a link opens; whatever is wrong with the link, there is no such page."""
    return shared_report.serve(request, locale, report="conversion", page=_page)


def _page(site: Site, link: "ReportLink", at: datetime) -> str:
    say, reader, zone = site.reader.say, site.reader, site.properties.time_zone
    days, today = link.days or DAYS, zones.local_day(at, zone)
    one = catalog.find_experience(experience_id=link.experience_id) if link.experience_id else None
    carts = cart_figures.carts_between(
        first=today - timedelta(days=days - 1),
        last=today,
        time_zone=zone,
        at=at,
        experience_id=link.experience_id,
    )
    weeks = cart_figures.carts_by_week(
        weeks=max(1, days // 7), at=at, time_zone=zone, experience_id=link.experience_id
    )
    context = {
        **page_content.frame(site, ()),
        "style_tag": page_views.style_tag(),
        "heading": say("conv_title", name=one.name if one else site.name),
        "span": say("report_days", n=reader.number(days)),
        "as_of": say("report_as_of", date=reader.long_date(today)),
        "until": say("report_until", date=reader.long_date(zones.local_day(link.expires_at, zone))),
        "tiles": _cells(site, carts),
        "weeks": [
            (reader.date(week.first), *_cells(site, week.carts))
            for week in reversed(weeks)
            if week.carts.cart_cnt
        ],
    }
    return render_to_string("website/conversion_report.html", context)


def _cells(site: Site, carts: cart_figures.Carts) -> tuple[str, str, str]:
    share = carts.share_ppm
    return (
        site.reader.number(carts.cart_cnt),
        site.reader.number(carts.sold_cnt),
        "" if share is None else site.reader.share(round(share / 1000) * 1000),
    )
