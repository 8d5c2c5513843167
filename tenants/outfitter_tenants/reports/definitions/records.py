"""Reports of what people wrote down: answers, notes, waivers, reviews (domain.md 4.27)."""

from collections.abc import Mapping
from typing import Final

from outfitter_tenants.customers.customer_note_list import CUSTOMER_NOTES
from outfitter_tenants.messaging.lists import REVIEWS, TOTALS
from outfitter_tenants.reports.lists.records import ANSWERS, CALL_NOTES, SIGNED_WAIVERS
from outfitter_tenants.reports.report import Report
from outfitter_tenants.reports.report_groups import by_column, by_time
from outfitter_tenants.trips.trip_note_list import NOTES

_ANSWERS: Final = Report(
    listing=ANSWERS,
    dates={"created": "answered_at", "activity": "first_start_at"},
    totals={},
    currency="",
    slug="customFieldValues",
    groupings={
        "field": by_column(ANSWERS, "field"),
        "answer": by_column(ANSWERS, "answer"),
        "scope": by_column(ANSWERS, "scope"),
        "day": by_time(ANSWERS, "answered_at", "day"),
        "month": by_time(ANSWERS, "answered_at", "month"),
    },
)
_NOTES: Final = Report(
    listing=NOTES,
    dates={"created": "created_at", "activity": "first_start_at"},
    totals={},
    currency="",
    slug="notes",
    groupings={
        "kind": by_column(NOTES, "kind"),
        "author": by_column(NOTES, "author"),
        "day": by_time(NOTES, "created_at", "day"),
        "month": by_time(NOTES, "created_at", "month"),
    },
)
_CUSTOMER_NOTES: Final = Report(
    listing=CUSTOMER_NOTES,
    dates={"created": "created_at", "activity": "last_trip_at"},
    totals={},
    currency="",
    slug="crmNotes",
    groupings={
        "is_vip": by_column(CUSTOMER_NOTES, "is_vip"),
        "month": by_time(CUSTOMER_NOTES, "created_at", "month"),
    },
)
_CALL_NOTES: Final = Report(
    listing=CALL_NOTES,
    dates={"created": "started_at"},
    totals={},
    currency="",
    slug="callNotes",
    groupings={
        "direction": by_column(CALL_NOTES, "direction"),
        "status": by_column(CALL_NOTES, "status"),
        "day": by_time(CALL_NOTES, "started_at", "day"),
        "month": by_time(CALL_NOTES, "started_at", "month"),
    },
)
_WAIVERS: Final = Report(
    listing=SIGNED_WAIVERS,
    dates={"created": "signed_at", "activity": "day"},
    totals={},
    currency="",
    slug="waivers",
    groupings={
        "template": by_column(SIGNED_WAIVERS, "template"),
        "is_minor": by_column(SIGNED_WAIVERS, "is_minor"),
        "day": by_time(SIGNED_WAIVERS, "signed_at", "day"),
        "month": by_time(SIGNED_WAIVERS, "signed_at", "month"),
    },
)
_REVIEWS: Final = Report(
    listing=REVIEWS,
    dates={"created": "created_at"},
    totals=TOTALS,
    total_kinds=dict.fromkeys(TOTALS, "number"),
    currency="",
    slug="reviews",
    permission="customer.view",
    groupings={
        "experience": by_column(REVIEWS, "experience"),
        "rating": by_column(REVIEWS, "rating"),
        "sentiment": by_column(REVIEWS, "sentiment"),
        "source": by_column(REVIEWS, "source"),
        **{step: by_time(REVIEWS, "created_at", step) for step in ("day", "week", "month")},
    },
)
REPORTS: Final = (_ANSWERS, _NOTES, _CUSTOMER_NOTES, _CALL_NOTES, _WAIVERS, _REVIEWS)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "customFieldValues": (
        "What people answered, by when they did or when the trip begins. Personal answers are there for who"
        " may see customers, answers about health are not."
    ),
    "notes": "Notes on trips; what customers wrote is there for who may see customers.",
    "crmNotes": "What staff noted about customers, by when these came to be known or traveled last.",
    "callNotes": "What staff noted on calls. Beyond the contract.",
    "reviews": "What guests said; totals have the average in hundredths of a star.",
    "waivers": "Signed waivers, by when they were signed or the day they are for.",
}
