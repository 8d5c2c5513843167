"""Reports of departures: how full they were, and what each of them earned (docs/adr/0123)."""

from collections.abc import Mapping
from typing import Final

from django.db.models import Count, F, Sum

from outfitter_tenants.reports.lists.departure_figures import COUNTS, PROFITS
from outfitter_tenants.reports.lists.departure_lists import (
    DEPARTURE_PROFITS,
    DEPARTURES,
    LIMITED_PAX,
    RUNS,
    SEATS,
    average_hours,
    profit,
)
from outfitter_tenants.reports.report import Report
from outfitter_tenants.reports.report_groups import by_column, by_time
from outfitter_tenants.reports.shares import share

_BY: Final = {
    "day": by_time(DEPARTURES, "date", "day"),
    "week": by_time(DEPARTURES, "date", "week"),
    "month": by_time(DEPARTURES, "date", "month"),
    "experience": by_column(DEPARTURES, "experience"),
    "status": by_column(DEPARTURES, "status"),
    "weekday": by_column(DEPARTURES, "weekday"),
    "start_hour": by_column(DEPARTURES, "start_hour"),
}
_NUMBERS: Final = ("booked_pax_cnt", "limited_pax_cnt", "seat_cnt", "run_cnt", *COUNTS.keys)
_DATES: Final = Report(
    listing=DEPARTURES,
    dates={"activity": "date"},
    totals={
        "total_amount": Sum(COUNTS.figure("total_amount")),
        "booked_pax_cnt": Sum("booked_pax_cnt"),
        "limited_pax_cnt": Sum(LIMITED_PAX),
        "seat_cnt": Sum(SEATS),
        "run_cnt": Count("pk", filter=RUNS),
        **{key: Sum(COUNTS.figure(key)) for key in COUNTS.keys if key != "total_amount"},
    },
    total_kinds={key: "number" for key in _NUMBERS if key != "total_amount"},
    ratios={
        "fill_ppm": lambda sums: share(sums["limited_pax_cnt"], sums["seat_cnt"]),
        "no_show_ppm": lambda sums: share(sums["no_show_cnt"], sums["guest_cnt"]),
        "lead_hours": lambda sums: average_hours(sums["lead_minutes"], sums["order_cnt"]),
    },
    slug="experienceDates",
    figures=COUNTS,
    groupings=_BY,
)
_PROFIT: Final = Report(
    listing=DEPARTURE_PROFITS,
    dates={"activity": "date"},
    totals={**{key: Sum(PROFITS.figure(key)) for key in PROFITS.keys}, "pax_cnt": Sum(F("booked_pax_cnt"))},
    total_kinds={"pax_cnt": "number", "profit_amount": "money"},
    ratios={"profit_amount": profit, "margin_ppm": lambda sums: share(profit(sums), sums["revenue_amount"])},
    permission="report.finance",
    slug="departureProfit",
    figures=PROFITS,
    groupings=_BY,
)
REPORTS: Final = (_DATES, _PROFIT)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "experienceDates": (
        "Departures: guests, seats and how full they were (`fill_ppm`, null without a limit), what they"
        " came to, no-shows, and how long before they were booked."
    ),
    "departureProfit": (
        "What each departure earned: revenue without taxes, less commission, guides' pay, what its"
        " resources cost and what payments cost. Beyond the contract."
    ),
}
