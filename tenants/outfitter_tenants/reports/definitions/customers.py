"""
Reports of who buys, and by which code (domain.md 4.27).

What a customer spent is the sum of their sold trips' totals, tips aside. A code's discount is what its
lines take off.
"""

from collections.abc import Mapping
from typing import Final

from django.db.models import Case, Count, Q, Sum, Value, When

from outfitter_tenants.reports.definitions import shares
from outfitter_tenants.reports.report import Grouping, Report
from outfitter_tenants.reports.report_groups import by_column, by_time
from outfitter_tenants.trips.buyer_lists import BUYERS
from outfitter_tenants.trips.offer_lists import OFFER_USES, TOTAL

_RETURNING: Final = Q(trip_cnt__gt=1)
_CUSTOMERS: Final = Report(
    listing=BUYERS,
    dates={"created": "created_at", "activity": "last_trip_at"},
    totals={
        "lifetime_value_amount": Sum("lifetime_value_amount"),
        "trip_cnt": Sum("trip_cnt"),
        "returning_cnt": Count("pk", filter=_RETURNING),
    },
    total_kinds={"trip_cnt": "number", "returning_cnt": "number", "amount_per_customer": "money"},
    ratios={
        "amount_per_customer": shares.average("lifetime_value_amount", "cnt"),
        "returning_ppm": shares.ppm("returning_cnt", "cnt"),
    },
    slug="customers",
    groupings={
        # Cohorts: everybody by the month of their first trip.
        "first_month": by_time(BUYERS, "first_trip_at", "month"),
        "last_month": by_time(BUYERS, "last_trip_at", "month"),
        "is_returning": Grouping(
            "bool",
            lambda _reader: Case(When(_RETURNING, then=Value(True)), default=Value(False)),
            column="is_returning",
        ),
        "country": by_column(BUYERS, "country"),
        "locale": by_column(BUYERS, "locale"),
        "is_vip": by_column(BUYERS, "is_vip"),
    },
)
_OFFERS: Final = Report(
    listing=OFFER_USES,
    dates={"created": "reserved_at", "activity": "first_start_at"},
    totals={"discount_amount": Sum("amount"), "total_amount": Sum(TOTAL)},
    slug="offerCodes",
    groupings={
        "offer_code": by_column(OFFER_USES, "offer_code"),
        "funded_by": by_column(OFFER_USES, "funded_by"),
        "is_auto_applied": by_column(OFFER_USES, "is_auto_applied"),
        "day": by_time(OFFER_USES, "reserved_at", "day"),
        "month": by_time(OFFER_USES, "reserved_at", "month"),
        "start_month": by_time(OFFER_USES, "first_start_at", "month"),
    },
)
REPORTS: Final = (_CUSTOMERS, _OFFERS)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "customers": "Customers who bought something: what they spent, how often, since when; by when they are"
    " known (`created`) or their last trip (`activity`).",
    "offerCodes": "Uses of offer codes on sold trips, what they took off, and what those trips came to.",
}
