"""Figures of the fictional year: reports asked as the routes ask them, and sums of plain rows beside them."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import Sum

from outfitter.db.lists import ListReader
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.reports import definitions
from outfitter_tenants.reports.report import ReportQuery
from outfitter_tenants.reports.report_rows import answer_any
from outfitter_tenants.trips.models import PriceLine
from tests.reports.fictional_year import FIRST, LAST, ZONE

SOLD = ("reserved", "under_review")
NOTHING: Mapping[str, int] = {}


def reader() -> ListReader:
    """Return the system itself, at the operator's place."""
    return ListReader(permissions=frozenset(ALL_CODES), zone=ZONE, at=utc_now())


def ask(slug: str, **more: Any) -> dict[str, Any]:
    """Return what a report says of the year, or of some days with `first` and `last`."""
    first, last = more.pop("first", FIRST), more.pop("last", LAST)
    date_type = more.pop("date_type", "")
    report = definitions.REPORTS[slug].for_dates(date_type)
    asked = ReportQuery(date_type, first, last, **{"limit": 200, **more})
    return answer_any(report, asked, reader())


def totals(slug: str, **more: Any) -> Mapping[str, int]:
    """Return the totals of a report, all in dollars."""
    found = ask(slug, **more)["totals"]
    assert set(found) <= {"USD"}, found
    sums: Mapping[str, int] = found.get("USD", NOTHING)
    return sums


def lines(*kinds: str, **more: object) -> int:
    """Return what live price lines of these kinds on sold trips come to."""
    rows = PriceLine.objects.filter(voided_at__isnull=True, trip__status__in=SOLD, kind__in=kinds, **more)
    return rows.aggregate(found=Sum("amount"))["found"] or 0


def by_month(slug: str, key: str, sums: str, **more: Any) -> dict[tuple[int, Any], int]:
    """Return one sum of a report by month and one other thing, those that are nothing left out."""
    found = ask(slug, groups=("month", key), **more)["groups"]
    return {
        (date.fromisoformat(one["by"][0]["value"]).month, one["by"][1]["value"]): one["sums"][sums]
        for one in found
        if one["sums"][sums]
    }
