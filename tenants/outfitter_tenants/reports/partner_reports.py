"""Reports about partners: invoices by how late they are, and credit limits (domain.md 4.27)."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.db.models import F, Q, Sum
from django.db.models.expressions import Combinable

from outfitter.kit.money import PPM
from outfitter_tenants.invoices import lists as invoice_lists
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.types import SENT, UNPAID
from outfitter_tenants.reports.report import Report, column_of
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.rules.commission import available_credit
from outfitter_tenants.trips.queries import reseller_sales

_DATES: Final = {"created": "created_at", "activity": "issued_at", "received": "due_date"}
_CREDIT: Final = {
    "reseller": "lookup",
    "status": "choice",
    "currency": "text",
    "limit_amount": "money",
    "topup_balance": "money",
    "uninvoiced_amount": "money",
    "unpaid_amount": "money",
    "used_amount": "money",
    "available_amount": "money",
    "used_ppm": "number",
    "oldest_unpaid_on": "date",
}


def invoices_report(today: date) -> Report:
    """Return the report of invoices: what was asked for, paid and is open, and how late it is now."""
    return Report(invoice_lists.INVOICES, _DATES, _totals(today))


def _totals(today: date) -> Mapping[str, Combinable]:
    balance, sums = F("total_amount") - F("paid_amount"), {}
    for direction in ("receivable", "payable"):
        sent = Q(direction=direction, status__in=sorted(SENT))
        sums[f"{direction}_due"] = Sum("total_amount", filter=sent, default=0)
        sums[f"{direction}_paid"] = Sum("paid_amount", filter=sent, default=0)
        sums[f"{direction}_balance"] = Sum(balance, filter=sent, default=0)
    owed = Q(direction="receivable", status__in=sorted(UNPAID))
    for age in invoices.AGES:
        sums[age] = Sum(balance, filter=owed & invoices.is_of_age(age, today), default=0)
    return sums


def credit_report() -> dict[str, Any]:
    """
    Return what every partner owes beside what they may, as of now, the most used first.

    Archived partners are there as long as they owe something. Amounts in minor units, `used_ppm` of
    the limit and what is prepaid; null where there is no limit.
    """
    owed, unpaid = reseller_sales.exposures(), invoices.unpaid_by_partner()
    data = [
        _credit_row(row, owed.get(row.pk, 0), unpaid.get(row.pk, invoices.NOTHING_UNPAID))
        for row in resellers.list_resellers(is_archived=True)
        if row.status != "archived" or owed.get(row.pk)
    ]
    data.sort(key=lambda one: (-(one["used_ppm"] or 0), -one["used_amount"], one["reseller"]["name"]))
    totals: dict[str, dict[str, int]] = {}
    for one in data:
        sums = totals.setdefault(one["currency"], dict.fromkeys(("cnt", *_SUMMED), 0))
        sums["cnt"] += 1
        for name in _SUMMED:
            sums[name] += one[name] or 0
    return {
        "columns": [column_of(key, kind) for key, kind in _CREDIT.items()],
        "data": data,
        "totals": totals,
        "meta": {"next_cursor": None, "total": len(data), "is_total_exact": True, "export_id": None},
    }


_SUMMED: Final = ("uninvoiced_amount", "unpaid_amount", "used_amount")


def _credit_row(row: Any, used: int, unpaid: invoices.Unpaid) -> dict[str, Any]:
    limit, topup = row.credit_limit_amount, row.topup_balance
    uninvoiced = used - unpaid.amount
    whole = (limit or 0) + topup
    return {
        "reseller": {"id": row.pk, "name": row.name},
        "status": row.status,
        "currency": row.currency,
        "limit_amount": limit,
        "topup_balance": topup,
        "uninvoiced_amount": uninvoiced,
        "unpaid_amount": unpaid.amount,
        "used_amount": used,
        "available_amount": available_credit(
            limit=limit, topup=topup, uninvoiced=uninvoiced, unpaid_invoices=unpaid.amount
        ),
        "used_ppm": None if limit is None else (used * PPM // whole if whole > 0 else PPM * bool(used)),
        "oldest_unpaid_on": unpaid.oldest_due,
    }
