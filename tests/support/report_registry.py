"""
What the office's screens know of every report: a small file made from the registry of reports.

`python -m tests.support.report_registry` writes it again after a report changed; a test compares.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from outfitter_tenants.reports.report import Report

ROOT: Final = Path(__file__).resolve().parents[2]
FILE: Final = ROOT / "web" / "src" / "features" / "reports" / "registry.json"


@dataclass(frozen=True, slots=True)
class Known:
    """A report whose rows are objects of their own shape, asked at a route of its own."""

    listing: str
    permission: str
    dates: tuple[str, ...]
    totals: Mapping[str, str]
    groups: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    # What its groups are made of, and the column that finds the rows of one.
    rows: str = ""
    filtered_by: Mapping[str, str] = field(default_factory=dict)
    is_grouped: bool = False
    # By how many things at once.
    levels: int = 1
    is_exported: bool = True


def _payments_grouped() -> Known:
    from outfitter_tenants.reports import money_reports

    payments = money_reports.PAYMENTS
    filtered = {
        "method": "method",
        "day": "received_at",
        "collected_by": "collected_by",
        "device": "device_id",
        "card_brand": "card_brand",
        "payout": "payout_id",
    }
    filterable = {one.key for one in payments.listing.columns if one.is_filterable}
    return Known(
        payments.listing.name,
        "report.finance",
        tuple(payments.dates),
        dict.fromkeys(payments.totals, "money"),
        groups={key: "day" if key == "day" else "" for key in money_reports.GROUPINGS},
        columns=("payment_cnt", "refund_cnt"),
        rows="payments",
        filtered_by={key: one for key, one in filtered.items() if one in filterable},
        is_grouped=True,
        is_exported=False,
    )


def _tips() -> Known:
    from outfitter_tenants.reports import money_reports

    payments = money_reports.PAYMENTS
    return Known(
        payments.listing.name,
        "report.finance",
        ("received",),
        {"tip_amount": "money"},
        groups={"owner": "", "day": "day"},
        columns=("trip_cnt",),
        is_grouped=True,
        levels=2,
        is_exported=False,
    )


def _credit_limits() -> Known:
    return Known(
        "",
        "report.finance",
        (),
        dict.fromkeys(("uninvoiced_amount", "unpaid_amount", "used_amount"), "money"),
        columns=(
            "reseller",
            "status",
            "limit_amount",
            "topup_balance",
            "available_amount",
            "used_ppm",
            "oldest_unpaid_on",
            "currency",
        ),
        is_exported=False,
    )


def _known() -> dict[str, Known]:
    from outfitter_tenants.reports import api, money_reports, partner_reports

    def plain(report: object, permission: str, kind: str = "money") -> Known:
        found = report
        assert hasattr(found, "listing")
        assert hasattr(found, "dates")
        assert hasattr(found, "totals")
        return Known(found.listing.name, permission, tuple(found.dates), dict.fromkeys(found.totals, kind))

    invoices = partner_reports.invoices_report(date(2026, 1, 1))
    payments = money_reports.PAYMENTS
    return {
        "payments": plain(payments, "report.finance"),
        "paymentsGrouped": _payments_grouped(),
        "paymentsTips": _tips(),
        "payouts": plain(money_reports.PAYOUTS, "report.finance"),
        "payoutTransactions": plain(money_reports.TRANSACTIONS, "report.finance"),
        "transfers": plain(money_reports.TRANSFERS, "report.finance"),
        "transferTransactions": plain(money_reports.TRANSFER_LINES, "report.finance"),
        "invoices": plain(invoices, "report.finance"),
        "resellersCreditLimit": _credit_limits(),
        "reviews": plain(api.REVIEWS, "customer.view", "number"),
    }


def _of_objects(slug: str, one: Known) -> dict[str, object]:
    return {
        "shape": "objects",
        "list": one.listing,
        "permissions": [one.permission],
        "dates": list(one.dates),
        "compare": "",
        "groups": [
            {"key": key, "step": step, "column": one.filtered_by.get(key, "")}
            for key, step in one.groups.items()
        ],
        "levels": one.levels,
        "defaults": [next(iter(one.groups))] if one.is_grouped else [],
        "totals": dict(one.totals),
        "first": [],
        "rows": one.rows or ("" if one.is_grouped else slug),
        "isExported": one.is_exported,
    }


def _of_cells(slug: str, report: "Report") -> dict[str, object]:
    from outfitter_tenants.reports.definitions import REPORTS
    from outfitter_tenants.reports.report_groups import MAX_LEVELS

    others = [one for one in REPORTS.values() if one.listing.name == report.listing.name]
    with_rows = next((one.slug for one in others if not one.default_groups), "")
    return {
        "shape": "cells",
        "list": report.listing.name,
        "permissions": list(report.permissions),
        "dates": list(report.date_types),
        "compare": report.default_compare,
        "groups": [
            {"key": key, "step": one.step, "column": one.column} for key, one in report.groupings.items()
        ],
        "levels": MAX_LEVELS,
        "defaults": list(report.default_groups),
        "totals": {
            **{key: report.total_kinds.get(key, "money") for key in report.totals},
            **{key: report.total_kinds.get(key, "number") for key in report.ratios},
        },
        "first": list(report.shown_first),
        "rows": with_rows if report.default_groups else slug,
        "isExported": True,
    }


def described() -> dict[str, dict[str, object]]:
    """Return what screens know of every report, by the last part of its address."""
    from outfitter_tenants.reports.definitions import REPORTS

    own = {slug: _of_objects(slug, one) for slug, one in _known().items()}
    whole = {}
    for slug, report in REPORTS.items():
        if slug in own:
            continue
        whole[slug] = _of_cells(slug, report)
    return {**whole, **own}


def keys() -> dict[str, set[str]]:
    """Return the keys of all columns, groups and sums that a reader can meet, by report."""
    from outfitter.db.lists import find_listing
    from outfitter_tenants.reports.definitions import REPORTS

    found: dict[str, set[str]] = {}
    for slug, one in _known().items():
        rows = find_listing(one.listing).columns if one.listing and not one.is_grouped else ()
        exported = {column.key for column in rows if column.is_exported}
        found[slug] = exported | set(one.totals) | set(one.groups) | set(one.columns)
    for slug, report in REPORTS.items():
        exported = {column.key for column in report.listing.columns if column.is_exported}
        sums = set(report.totals) | set(report.ratios) | set(report.groupings)
        found[slug] = (set() if report.default_groups else exported) | sums
    return found


def built_in_values() -> set[str]:
    """Return the slugs of all choices that the product itself brings: no tags, no languages."""
    from django.db import DatabaseError

    from outfitter.db.lists import find_listing
    from outfitter_tenants.reports.definitions import REPORTS

    listings = [one.listing for one in REPORTS.values()]
    listings += [find_listing(one.listing) for one in _known().values() if one.listing]
    found: set[str] = set()
    for column in (one for listing in listings for one in listing.columns):
        if column.kind != "choice" or column.options is None or column.key == "locale":
            continue
        try:
            found |= {option.slug for option in column.options() if option.slug}
        except (DatabaseError, RuntimeError):
            # What an operator made up stands in the database and keeps its own name.
            continue
    return found


def text() -> str:
    """Return the file as it has to be."""
    lines = [f"  {json.dumps(slug)}: {json.dumps(one)}" for slug, one in described().items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file."""
    import django

    django.setup()
    FILE.write_text(text())


if __name__ == "__main__":
    main()
