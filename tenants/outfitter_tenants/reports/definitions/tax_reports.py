"""
Reports of taxes (domain.md 4.8, 4.27): what was charged on which base, line by line and in sums.

Accrual (`created`, `activity`): the live tax lines of sold trips. A tax that prices hold is there as
well. Where a trip is exempt, its line has the base and no tax.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.db.models import F, Sum

from outfitter_tenants.reports.definitions.orders import about_trip, by_set
from outfitter_tenants.reports.definitions.trips import TRIPS
from outfitter_tenants.reports.report import Grouping, Report
from outfitter_tenants.reports.report_groups import by_column, by_time
from outfitter_tenants.reports.tax_receipt_list import RECEIPTS
from outfitter_tenants.trips import line_lists
from outfitter_tenants.trips.line_lists import IS_EXEMPT, TAXES
from outfitter_tenants.trips.sales_lists import EXEMPT_BASE, NET, TAX, TAX_BASE, TAXABLE

_OF_TAX: Final[Mapping[str, Grouping]] = {
    "tax": by_column(TAXES, "tax"),
    "tax_code": by_set(line_lists.tax_codes, "tax_code"),
    "is_inclusive": by_column(TAXES, "is_inclusive"),
}
# Cash: each movement's share of the taxes, by when it was posted.
_CASH: Final = Report(
    listing=RECEIPTS,
    dates={"received": "received_at"},
    totals={
        "tax_amount": Sum("amount"),
        "base_amount": Sum("base_amount"),
        "exempt_amount": Sum("exempt_amount"),
    },
    slug="taxableDetail",
    permission="report.finance",
    groupings={
        "tax": by_column(RECEIPTS, "tax"),
        "tax_code": by_set(line_lists.tax_codes, "tax_code"),
        "is_inclusive": by_column(RECEIPTS, "is_inclusive"),
        "kind": by_column(RECEIPTS, "kind"),
        "day": by_time(RECEIPTS, "received_at", "day"),
        "week": by_time(RECEIPTS, "received_at", "week"),
        "month": by_time(RECEIPTS, "received_at", "month"),
        "trip_method": by_column(RECEIPTS, "trip_method"),
        "trip_source": by_column(RECEIPTS, "trip_source"),
        "reseller": by_column(RECEIPTS, "reseller"),
        "contact_country": by_column(RECEIPTS, "contact_country"),
    },
    currency="trip__currency",
)
DETAIL: Final = Report(
    listing=TAXES,
    dates={"activity": "activity_at", "created": "reserved_at"},
    totals={
        "tax_amount": Sum(F("amount"), filter=~IS_EXEMPT, default=0),
        "base_amount": Sum("base_amount", filter=~IS_EXEMPT, default=0),
        "exempt_amount": Sum("base_amount", filter=IS_EXEMPT, default=0),
    },
    slug="taxableDetail",
    permission="report.finance",
    groupings={**_OF_TAX, **about_trip(TAXES, "trip__", "activity_at")},
    currency="trip__currency",
    by_dates={"received": _CASH},
)
_BY_TAX: Final = ("tax", "tax_code")
_SUMMARY: Final = replace(
    DETAIL,
    slug="taxableSummary",
    default_groups=_BY_TAX,
    by_dates={"received": replace(_CASH, slug="taxableSummary", default_groups=_BY_TAX)},
)
# What of a trip is taxed, each tax's base by itself: a price that bears two taxes is the base of both.
_TRIPS: Final = replace(
    TRIPS,
    listing=TAXABLE,
    dates={"created": "reserved_at", "activity": "first_start_at"},
    totals={
        "tax_amount": Sum(TAX),
        "base_amount": Sum(TAX_BASE),
        "exempt_amount": Sum(EXEMPT_BASE),
        "net_amount": Sum(NET),
        "fee_amount": TRIPS.totals["fee_amount"],
        "total_amount": Sum("total_amount"),
    },
    total_kinds={},
    slug="tripsTaxable",
    permission="report.finance",
    shown_first=(),
)
REPORTS: Final = (DETAIL, _SUMMARY, _TRIPS)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "taxableDetail": "Every tax on every sale with its base: by the day of the activity or of the sale"
    " (accrual), or by the day money came (`received`, cash: each payment's share of the tax).",
    "tripsTaxable": "Trips with taxes on them: what is taxed, exempt and charged of each.",
    "taxableSummary": "What taxes come to, by tax and tax code: base, exempt base and tax.",
}
