"""Reports of money that moved, and of the gateway's books (domain.md 4.27)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import Case, Count, F, Q, Sum, When
from django.db.models.expressions import Combinable

from outfitter.db.lists import Listing
from outfitter_tenants.devices import queries as devices
from outfitter_tenants.ledger import lists as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.reports.lists.tips import TIPS
from outfitter_tenants.reports.report import Grouping, Report
from outfitter_tenants.reports.report_groups import by_column, by_path, by_time
from outfitter_tenants.trips import report_columns

# Money that came, less what of it is void; money that went back and arrived.
_CAME: Final = Q(kind="payment", status__in=["succeeded", "disputed", "reversed"])
_WENT: Final = Q(kind="refund", status="succeeded")
_IN: Final = Sum(F("amount") - F("reversed_amount"), filter=_CAME, default=0)
_OUT: Final = Sum("amount", filter=_WENT, default=0)
_TIPS: Final = Sum(
    Case(
        When(_CAME, then=F("tip_amount") - F("reversed_tip_amount")),
        When(_WENT, then=-F("tip_amount")),
        default=0,
    )
)
# What tills have more than payments and refunds say: what is void was never rounded.
_ROUNDED: Final = Sum(
    Case(
        When(_CAME & ~Q(status="reversed"), then=F("cash_rounding")),
        When(_WENT, then=-F("cash_rounding")),
        default=0,
    )
)
_SUMS: Final[Mapping[str, Combinable]] = {
    "payment_amount": _IN,
    "refund_amount": _OUT,
    "net_amount": _IN - _OUT,
    "tip_amount": _TIPS,
    "cash_rounding": _ROUNDED,
    "payment_cnt": Count("pk", filter=_CAME),
    "refund_cnt": Count("pk", filter=_WENT),
}


def _times(listing: Listing, column: str) -> dict[str, Grouping]:
    return {step: by_time(listing, column, step) for step in ("day", "week", "month")}


def _devices(ids: Sequence[Any]) -> Mapping[Any, str]:
    return devices.names_of(ids=ids)


def _payouts(ids: Sequence[Any]) -> Mapping[Any, str]:
    return money.payout_numbers(ids=ids)


PAYMENTS: Final = Report(
    listing=ledger.PAYMENTS,
    dates={"received": "received_at", "created": "created_at", "activity": "activity_at"},
    totals=_SUMS,
    total_kinds={"payment_cnt": "number", "refund_cnt": "number"},
    slug="payments",
    permission="report.finance",
    groupings={
        "method": by_column(ledger.PAYMENTS, "method"),
        **_times(ledger.PAYMENTS, "received_at"),
        "start_month": by_time(ledger.PAYMENTS, "activity_at", "month"),
        "collected_by": by_path("collected_by", names=report_columns.people_of, column="collected_by"),
        "device": by_path("device_id", names=_devices, column="device_id"),
        "channel": by_column(ledger.PAYMENTS, "channel"),
        "card_brand": by_column(ledger.PAYMENTS, "card_brand"),
        "payout": by_path("payout_id", names=_payouts, column="payout_id"),
        "status": by_column(ledger.PAYMENTS, "status"),
    },
)
_GROUPED: Final = replace(PAYMENTS, slug="paymentsGrouped", default_groups=("method",))
_TIPS_REPORT: Final = Report(
    listing=TIPS,
    dates={"received": "at"},
    totals={"tip_amount": Sum("amount"), "trip_cnt": Count("trip_id", distinct=True)},
    total_kinds={"trip_cnt": "number"},
    slug="tips",
    permission="report.finance",
    groupings={"owner": by_column(TIPS, "owner"), **_times(TIPS, "at"), "kind": by_column(TIPS, "kind")},
)
_TIPS_GROUPED: Final = replace(_TIPS_REPORT, slug="paymentsTips", default_groups=("owner",))
PAYOUTS: Final = Report(
    listing=ledger.PAYOUTS,
    dates={"received": "arrival_date", "created": "created_at", "activity": "arrival_date"},
    totals={"amount": Sum("amount", filter=~Q(status__in=["failed", "canceled"]), default=0)},
    slug="payouts",
    permission="report.finance",
    groupings={**_times(ledger.PAYOUTS, "arrival_date"), "status": by_column(ledger.PAYOUTS, "status")},
)


def _of_lines(listing: Listing, slug: str) -> Report:
    return Report(
        listing=listing,
        dates={"created": "created_at", "received": "arrival_date", "activity": "available_at"},
        totals={key: Sum(key) for key in ("gross", "fee", "platform_amount", "net")},
        slug=slug,
        permission="report.finance",
        groupings={
            **_times(listing, "created_at"),
            "kind": by_column(listing, "kind"),
            "payout": by_path("payout_id", names=_payouts, column="payout_id"),
        },
    )


TRANSACTIONS: Final = _of_lines(ledger.TRANSACTIONS, "payoutTransactions")
TRANSFER_LINES: Final = _of_lines(ledger.TRANSFER_LINES, "transferTransactions")
TRANSFERS: Final = Report(
    listing=ledger.TRANSFERS,
    dates={"created": "created_at", "received": "created_at", "activity": "created_at"},
    totals={
        "amount": Sum("amount"),
        "amount_reversed": Sum("amount_reversed"),
        "net_amount": Sum(F("amount") - F("amount_reversed")),
    },
    slug="transfers",
    permission="report.finance",
    groupings=_times(ledger.TRANSFERS, "created_at"),
)
REPORTS: Final = (
    PAYMENTS,
    _GROUPED,
    _TIPS_REPORT,
    _TIPS_GROUPED,
    PAYOUTS,
    TRANSACTIONS,
    TRANSFERS,
    TRANSFER_LINES,
)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "payments": "Every payment and refund, by when it came, was entered, or its trip begins.",
    "paymentsGrouped": (
        "What payments and refunds come to by up to three things: by method at first. A single day comes"
        " with its closing, which `closing` as the format of `export` prints."
    ),
    "tips": "Every movement of a tip in the journal. Beyond the contract.",
    "paymentsTips": "Whose tips they are, refunds taken off: by person at first.",
    "payouts": "What the gateway paid out to the bank, by the day it arrives.",
    "payoutTransactions": "The lines of the gateway's books; of one payout with a filter by `payout_id`.",
    "transfers": "What the platform moved to the operator's own account at the gateway.",
    "transferTransactions": "The lines of the gateway's books that are transfers.",
}
