"""
How the business stands, for whoever was given the link to it (domain.md 5.19): owners, boards, banks.

Figures alone: no name of a guest, and no amount that fewer than three bookings stand behind.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from outfitter.kit import zones
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.messaging.review_figures import review_figures
from outfitter_tenants.reports import executive
from outfitter_tenants.trips import booking_pace, daily_sales
from outfitter_tenants.trips.daily_sales import Sold
from outfitter_tenants.website import page_content, page_views, shared_report
from outfitter_tenants.website.shared_report import FEWEST
from outfitter_tenants.website.site import Site

if TYPE_CHECKING:
    from outfitter_tenants.reports.models import ReportLink

_UNTOLD = "\N{EN DASH}"


def view(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """Serve the figures that a link opens; whatever is wrong with the link, there is no such page."""
    return shared_report.serve(request, locale, report="executive", page=_page)


def _page(site: Site, link: "ReportLink", at: datetime) -> str:
    say, zone = site.reader.say, site.properties.time_zone
    moment = executive.moment_of(None, at=at)
    context = {
        **page_content.frame(site, ()),
        "style_tag": page_views.style_tag(),
        "heading": say("exec_title", name=site.name),
        "as_of": say("report_as_of", date=site.reader.long_date(moment.day)),
        "until": say("report_until", date=site.reader.long_date(zones.local_day(link.expires_at, zone))),
        "tiles": _tiles(site, moment),
        "rating": _rating(site, at),
        "best": _best(site, moment),
    }
    return render_to_string("website/executive_report.html", context)


def _tiles(site: Site, moment: executive.Moment) -> list[tuple[str, str, str]]:
    pace = booking_pace.pace(at=moment.cut, currency=moment.currency, time_zone=moment.time_zone)
    say = site.reader.say
    found = [(say(f"exec_{one.name}"), one.now, one.before) for one in executive.spans_of(moment)]
    found.append((say("exec_pace"), pace.now, pace.before))
    return [
        (label, _money(site, now), say("exec_before", figure=_money(site, before)))
        for label, now, before in found
    ]


def _money(site: Site, sold: Sold) -> str:
    # No sale is no one's; one or two would be what these guests paid.
    return site.reader.money(sold.total_amount) if sold.trip_cnt >= FEWEST or not sold.trip_cnt else _UNTOLD


def _rating(site: Site, at: datetime) -> str:
    found = review_figures(
        days=executive.REVIEW_DAYS, experience_id=None, at=at, time_zone=site.properties.time_zone
    )
    return "" if found.average is None else site.reader.decimal(found.average)


def _best(site: Site, moment: executive.Moment) -> list[tuple[str, str, str]]:
    best = daily_sales.top_experiences(
        first=moment.day.replace(day=1), last=moment.day, currency=moment.currency, time_zone=moment.time_zone
    )
    names = catalog.experience_names(ids=[one.experience_id for one in best])
    return [
        (names[one.experience_id].name, site.reader.number(one.trip_cnt), site.reader.money(one.total_amount))
        for one in best
        if one.experience_id in names and one.trip_cnt >= FEWEST
    ]
