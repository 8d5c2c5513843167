"""Reports of where sales come from, who comes back, how early people book, and how next year's compare."""

from collections.abc import Mapping
from typing import Final

from django.db.models import Count, F, Q, Sum

from outfitter_tenants.reports.lists.departure_lists import average_hours
from outfitter_tenants.reports.lists.sales_sources import CAMPAIGN, CUSTOMER_COHORTS, SALES_SOURCES
from outfitter_tenants.reports.report import Report
from outfitter_tenants.reports.report_groups import by_column, by_time
from outfitter_tenants.reports.shares import share
from outfitter_tenants.trips.pace_lists import LEAD_MINUTES, NO_SHOWS, ORDER_BOOKS, ORDER_LEADS

_SOURCES: Final = Report(
    listing=SALES_SOURCES,
    dates={"created": "reserved_at", "activity": "first_start_at"},
    totals={
        "total_amount": Sum("total_amount"),
        "commission_amount": Sum("commission_amount"),
        "pax_cnt": Sum("pax_cnt"),
    },
    total_kinds={"pax_cnt": "number"},
    slug="salesSources",
    groupings={
        "trip_source": by_column(SALES_SOURCES, "trip_source"),
        "trip_method": by_column(SALES_SOURCES, "trip_method"),
        "reseller": by_column(SALES_SOURCES, "reseller"),
        **{name: by_column(SALES_SOURCES, name) for name in CAMPAIGN},
        "call": by_column(SALES_SOURCES, "call"),
        "called": by_column(SALES_SOURCES, "called"),
        "day": by_time(SALES_SOURCES, "reserved_at", "day"),
        "week": by_time(SALES_SOURCES, "reserved_at", "week"),
        "month": by_time(SALES_SOURCES, "reserved_at", "month"),
    },
)
_AGAIN: Final = Q(reserved_at__gt=F("first_reserved_of"))
_COHORTS: Final = Report(
    listing=CUSTOMER_COHORTS,
    dates={"created": "first_reserved_at"},
    totals={
        "customer_cnt": Count("customer_id", distinct=True),
        "returning_cnt": Count("customer_id", distinct=True, filter=_AGAIN),
        "total_amount": Sum("total_amount"),
        "again_amount": Sum("total_amount", filter=_AGAIN),
    },
    total_kinds={"customer_cnt": "number", "returning_cnt": "number"},
    ratios={"returning_ppm": lambda sums: share(sums["returning_cnt"], sums["customer_cnt"])},
    slug="customerCohorts",
    groupings={
        "cohort": by_time(CUSTOMER_COHORTS, "first_reserved_at", "month"),
        "months_later": by_column(CUSTOMER_COHORTS, "months_later"),
        "trip_method": by_column(CUSTOMER_COHORTS, "trip_method"),
        "trip_source": by_column(CUSTOMER_COHORTS, "trip_source"),
    },
)
_OF_ORDERS: Final = ("experience", "trip_method", "trip_source")
_LEADS: Final = Report(
    listing=ORDER_LEADS,
    dates={"created": "reserved_at", "activity": "date"},
    totals={"total_amount": Sum("total_amount"), "lead_minutes": Sum(LEAD_MINUTES)},
    total_kinds={"lead_minutes": "number"},
    ratios={"lead_hours": lambda sums: average_hours(sums["lead_minutes"], sums["cnt"])},
    currency="trip__currency",
    slug="leadTimes",
    groupings={
        "lead": by_column(ORDER_LEADS, "lead"),
        **{key: by_column(ORDER_LEADS, key) for key in _OF_ORDERS},
        "day": by_time(ORDER_LEADS, "date", "day"),
        "month": by_time(ORDER_LEADS, "date", "month"),
    },
)
_PACE: Final = Report(
    listing=ORDER_BOOKS,
    dates={"activity": "date"},
    totals={"total_amount": Sum("amount_of"), "pax_cnt": Sum("pax_of")},
    total_kinds={"pax_cnt": "number"},
    currency="trip__currency",
    slug="pace",
    groupings={
        "month": by_time(ORDER_BOOKS, "date", "month"),
        "week": by_time(ORDER_BOOKS, "date", "week"),
        "day": by_time(ORDER_BOOKS, "date", "day"),
        **{key: by_column(ORDER_BOOKS, key) for key in _OF_ORDERS},
    },
    as_of="as_of",
    default_compare="year",
)
_NO_SHOWS: Final = Report(
    listing=NO_SHOWS,
    dates={"activity": "date"},
    totals={"unit_amount": Sum("unit_amount"), "pax_cnt": Sum("pax_cnt")},
    total_kinds={"pax_cnt": "number"},
    currency="trip_order__trip__currency",
    slug="noShows",
    groupings={
        **{key: by_column(NO_SHOWS, key) for key in _OF_ORDERS},
        "day": by_time(NO_SHOWS, "date", "day"),
        "month": by_time(NO_SHOWS, "date", "month"),
    },
)
REPORTS: Final = (_SOURCES, _COHORTS, _LEADS, _PACE, _NO_SHOWS)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "salesSources": (
        "Sold trips by the operator's sources, methods, campaigns and the calls they came of. Beyond the"
        " contract."
    ),
    "customerCohorts": (
        "Customers by the month of their first trip, and who of them came again how many months later."
        " Beyond the contract."
    ),
    "leadTimes": "Orders by how long before the departure they were made. Beyond the contract.",
    "pace": (
        "What is on the books for coming departures, beside what was for those 52 weeks earlier at the same"
        " distance. Beyond the contract."
    ),
    "noShows": "No-shows: guests with a ticket who stayed away. Beyond the contract.",
}
