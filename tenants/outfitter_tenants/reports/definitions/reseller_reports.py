"""Reports about partners: invoices by how late they are, and credit limits (domain.md 4.27)."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.db.models import F, Q, Sum
from django.db.models.expressions import Combinable

from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.lists import INVOICES
from outfitter_tenants.invoices.types import SENT, UNPAID
from outfitter_tenants.reports.lists.credit_limits import CREDIT_LIMITS
from outfitter_tenants.reports.report import Report
from outfitter_tenants.reports.report_groups import by_column, by_time


def _totals(today: date) -> Mapping[str, Combinable]:
    """Return what invoices come to; how late they are depends on the day."""
    balance, sums = F("total_amount") - F("paid_amount"), dict[str, Combinable]()
    for direction in ("receivable", "payable"):
        sent = Q(direction=direction, status__in=sorted(SENT))
        sums[f"{direction}_due"] = Sum("total_amount", filter=sent, default=0)
        sums[f"{direction}_paid"] = Sum("paid_amount", filter=sent, default=0)
        sums[f"{direction}_balance"] = Sum(balance, filter=sent, default=0)
    owed = Q(direction="receivable", status__in=sorted(UNPAID))
    for age in invoices.AGES:
        sums[age] = Sum(balance, filter=owed & invoices.is_of_age(age, today), default=0)
    return sums


_INVOICES: Final = Report(
    listing=INVOICES,
    dates={"created": "created_at", "activity": "issued_at", "received": "due_date"},
    totals=_totals(date(2000, 1, 1)),
    totals_on=_totals,
    slug="invoices",
    permission="report.finance",
    groupings={
        "reseller": by_column(INVOICES, "reseller"),
        "direction": by_column(INVOICES, "direction"),
        "status": by_column(INVOICES, "status"),
        **{step: by_time(INVOICES, "created_at", step) for step in ("day", "week", "month")},
    },
)
_CREDIT: Final = Report(
    listing=CREDIT_LIMITS,
    dates={},
    totals={key: Sum(key) for key in ("uninvoiced_amount", "unpaid_amount", "used_amount")},
    slug="resellersCreditLimit",
    permission="report.finance",
    groupings={"status": by_column(CREDIT_LIMITS, "status")},
)
REPORTS: Final = (_INVOICES, _CREDIT)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "invoices": "Invoices by when they were made, sent or due, and how late they are today.",
    "resellersCreditLimit": (
        "What every partner owes, may owe and has left, and since when the oldest invoice is due: as it is"
        " now, whatever the days."
    ),
}
