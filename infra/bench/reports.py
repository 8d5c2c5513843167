"""
Reports of a million trips over three years: the executive summary, the dashboard, every report by everything.

A month and a year of each grouping, first and late pages of rows, and what a sale costs beside them. With
`departures`, only the reports of departures, before and after their facts were added up.
"""

import json
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final

from bench._bench_database import best, stage
from bench._report import Row, at_most, main, sized
from bench._report_rows import make_years

TRIPS: Final = sized(1_000_000, quick=100_000)
TIMES: Final = sized(3, quick=3)
ZONE: Final = "America/New_York"
EXECUTIVE_MS: Final = 300
DASHBOARD_MS: Final = 100
YEAR_MS: Final = 1_500
MONTH_MS: Final = 200
PAGE_MS: Final = 50


def run() -> list[Row]:
    """Measure on the same three years."""
    with stage():
        make_years(TRIPS)
        rows = [Row("trips", TRIPS, "rows"), *_departures()]
        if "departures" in sys.argv[1:]:
            return rows
        return [*rows, *_sums(), *_tops(), *_groups(), *_pages(), *_sale()]


def _departures() -> list[Row]:
    """Return what the reports of departures take from rows, and then from facts, and what those took."""
    from datetime import UTC, datetime

    from outfitter_tenants.reports import departure_facts

    rows = _of_departures("from rows")
    began = time.perf_counter()
    while departure_facts.add_up({}, datetime.now(UTC)) is not None:
        pass
    rows.append(Row("all departures added up once", time.perf_counter() - began, "s"))
    _analyze_facts()
    return [*rows, *_of_departures("from facts")]


def _of_departures(how: str) -> list[Row]:
    from outfitter_tenants.reports.definitions import REPORTS

    return [
        Row(f"{slug} of {days} days {how}", _grouped(REPORTS[slug], ("month",), "activity", days), "ms")
        for slug in ("experienceDates", "departureProfit")
        for days in (30, 365)
    ]


def _analyze_facts() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE reports_departurefact, reports_departuremark")


def _sums() -> list[Row]:
    """Return how long two years of sales take from trips, and from sums of days that are over."""
    from datetime import UTC, datetime

    from outfitter_tenants.trips import daily_sales
    from outfitter_tenants.trips.operations import sales_days

    last = date.today()
    asked = {"first": last - timedelta(days=700), "last": last, "currency": "USD", "time_zone": ZONE}
    rows = best(lambda: daily_sales.sales_of_days(**asked), times=TIMES)
    began = time.perf_counter()
    while sales_days.add_up({}, datetime.now(UTC)) is not None:
        pass
    took = time.perf_counter() - began
    sums = best(lambda: daily_sales.sales_of_days(**asked), times=TIMES)
    return [
        Row("two years of sales, from trips", rows, "ms"),
        Row("all days added up once", took, "s"),
        Row("two years of sales, from sums", sums, "ms"),
    ]


def _sale() -> list[Row]:
    """Return what the marks cost a sale of now and a change of the past, beside the same without them."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, reserved_at > now() - interval '1 day' FROM trips_trip WHERE reserved_at IS NOT NULL"
            " ORDER BY reserved_at DESC LIMIT 20000"
        )
        found = cursor.fetchall()
    now = [row for row, is_new in found if is_new][:200]
    past = [row for row, is_new in found if not is_new][-200:]

    def changed(ids: list[int]) -> float:
        def run_it() -> None:
            with connection.cursor() as cursor:
                cursor.execute(
                    "UPDATE trips_trip SET total_amount = total_amount + 1 WHERE id = ANY(%s)", [ids]
                )

        return best(run_it, times=5)

    with_marks = [changed(now), changed(past)]
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE trips_trip DISABLE TRIGGER USER")
    without = [changed(now), changed(past)]
    return [
        Row("200 sales of now with marks, per 100 without", with_marks[0] / without[0] * 100, ""),
        Row("200 changes of the past with marks, per 100 without", with_marks[1] / without[1] * 100, ""),
    ]


def _tops() -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.backoffice.dashboard import queries as dashboard
    from outfitter_tenants.reports import executive

    account = _account()

    def summary() -> None:
        executive.summary(executive.moment_of(None, at=utc_now()), _reader())

    def data() -> None:
        dashboard.data(account=account, at=utc_now())

    return [
        Row("executive summary", best(summary, times=5), "ms", at_most(EXECUTIVE_MS)),
        Row("dashboard", best(data, times=5), "ms", at_most(DASHBOARD_MS)),
        *_parts("of the executive summary", summary),
        *_parts("of the dashboard", data),
    ]


def _parts(name: str, job: Callable[[], None]) -> list[Row]:
    """Return the slowest statements of a job, and how many sequential scans of large tables it needs."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as seen:
        job()
    slow = sorted(seen.captured_queries, key=lambda one: -float(one["time"]))[:4]
    rows = [Row(f"  {name}, statements", len(seen), "")]
    for one in slow:
        words = one["sql"].partition(" FROM ")[2][:44].replace('"', "")
        rows.append(Row(f"  {name}: {words}", float(one["time"]) * 1000, "ms"))
    return rows


def _groups() -> list[Row]:
    from outfitter_tenants.reports import definitions

    rows = []
    for slug, report in definitions.REPORTS.items():
        for span, days, most in (("month", 30, MONTH_MS), ("year", 365, YEAR_MS)):
            if not report.groupings:
                continue
            slowest = max(
                _grouped(report, by, date_type, days) for by in _ways(report) for date_type in report.dates
            )
            rows.append(Row(f"{slug} of a {span}, by the slowest of all", slowest, "ms", at_most(most)))
    return rows


def _ways(report: Any) -> list[tuple[str, ...]]:
    keys = list(report.groupings)
    return [*((key,) for key in keys), tuple(keys[:3])]


def _grouped(report: Any, by: tuple[str, ...], date_type: str, days: int) -> float:
    from outfitter_tenants.reports.report_rows import answer_any

    def ask() -> None:
        answer_any(report, _asked(date_type, days, groups=by), _reader())

    return best(ask, times=TIMES)


def _pages() -> list[Row]:
    """Return how long a page of each report's rows takes, first and late, and tables read as a whole."""
    from outfitter.db import lists
    from outfitter_tenants.reports import definitions, report
    from outfitter_tenants.reports.report_rows import answer_any

    rows = []
    for slug, one in definitions.REPORTS.items():
        if one.default_groups:
            continue
        asked = _asked(next(iter(one.dates)), 365)
        wanted = lists.parse(one.listing, _reader(), filters=report.filters_of(one, asked), limit=100)
        whole = best(lambda one=one, asked=asked: answer_any(one, asked, _reader()), times=TIMES)
        page = best(
            lambda one=one, wanted=wanted: lists.read_page(one.listing, wanted, _reader()), times=TIMES
        )
        scans = _scans(
            lists.select(one.listing, wanted, _reader()).order_by(f"{one.listing.default_sort}", "pk")[:100]
        )
        rows.append(Row(f"{slug}, a page of a year", page, "ms", at_most(PAGE_MS)))
        rows.append(Row(f"{slug}, the first page of a year with its totals", whole, "ms", at_most(YEAR_MS)))
        rows.append(Row(f"{slug}, tables a page reads as a whole", scans, "", at_most(0)))
    return rows


def _scans(rows: Any) -> int:
    """Return how many large tables the plan of a query reads from end to end."""
    plan = json.loads(rows.explain(format="json"))[0]["Plan"]

    def count(node: dict[str, Any]) -> int:
        is_whole = node["Node Type"].endswith("Seq Scan") and node.get("Plan Rows", 0) > 5_000
        return int(is_whole) + sum(count(one) for one in node.get("Plans", []))

    return count(plan)


def _asked(date_type: str, days: int, *, groups: tuple[str, ...] = ()) -> Any:
    from outfitter_tenants.reports.report import ReportQuery

    today = date.today()
    return ReportQuery(date_type, today - timedelta(days=days - 1), today, groups=groups)


def _reader() -> Any:
    from outfitter.db.lists import ListReader
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.people.defaults import ALL_CODES

    return ListReader(frozenset(ALL_CODES), ZONE, utc_now())


def _account() -> Any:
    from outfitter.accounts.models import Account

    return Account.objects.get(slug="bench")


if __name__ == "__main__":
    main(run, "departures")
