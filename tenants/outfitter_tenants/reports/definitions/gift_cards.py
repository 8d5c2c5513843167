"""Reports of gift cards, from the journal: what was sold, what was spent, what is owed (domain.md 4.15)."""

from collections.abc import Mapping
from typing import Final

from django.db.models import F, Sum

from outfitter_tenants.reports.lists.gift_cards import (
    APPLIED_CARDS,
    CARD_FIGURES,
    GIFT_CARD_MOVEMENTS,
    MOVEMENTS,
    SOLD_CARDS,
)
from outfitter_tenants.reports.report import Report
from outfitter_tenants.reports.report_groups import by_column, by_time

_SOLD: Final = Report(
    listing=SOLD_CARDS,
    dates={"created": "created_at", "activity": "activated_at"},
    totals={key: Sum(figure) for key, figure in CARD_FIGURES.items()},
    permission="report.finance",
    slug="giftCardsSold",
    groupings={
        "kind": by_column(SOLD_CARDS, "kind"),
        "status": by_column(SOLD_CARDS, "status"),
        "day": by_time(SOLD_CARDS, "created_at", "day"),
        "month": by_time(SOLD_CARDS, "created_at", "month"),
    },
)
_APPLIED: Final = Report(
    listing=APPLIED_CARDS,
    dates={"received": "at"},
    totals={"applied_amount": Sum(-F("amount"))},
    permission="report.finance",
    slug="giftCardsApplied",
    groupings={
        "value": by_column(APPLIED_CARDS, "value"),
        "kind": by_column(APPLIED_CARDS, "kind"),
        "day": by_time(APPLIED_CARDS, "at", "day"),
        "month": by_time(APPLIED_CARDS, "at", "month"),
    },
)
_LIABILITY: Final = Report(
    listing=GIFT_CARD_MOVEMENTS,
    dates={"received": "at"},
    totals={key: Sum(figure) for key, figure in MOVEMENTS.items()},
    permission="report.finance",
    slug="giftCardLiability",
    groupings={
        "month": by_time(GIFT_CARD_MOVEMENTS, "at", "month"),
        "week": by_time(GIFT_CARD_MOVEMENTS, "at", "week"),
        "day": by_time(GIFT_CARD_MOVEMENTS, "at", "day"),
        "kind": by_column(GIFT_CARD_MOVEMENTS, "kind"),
        "value": by_column(GIFT_CARD_MOVEMENTS, "value"),
    },
    balances={"liability_amount": "liability_change", "given_left_amount": "given_change"},
)
REPORTS: Final = (_SOLD, _APPLIED, _LIABILITY)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "giftCardsSold": (
        "Gift cards by when they were made or became active: paid and given value, what of it was redeemed,"
        " ran out or was taken off, and what is left of it now."
    ),
    "giftCardsApplied": "What gift cards paid for, less what went back onto them.",
    "giftCardLiability": (
        "What moved on gift cards, and what was owed on them at the end of each month. Beyond the contract."
    ),
}
