"""
Reports of trips (domain.md 4.27): what was sold, who owes for it, what waits, what came back.

Amounts are those of the trips' live price lines, as each trip keeps their sums; what was paid is the
sum of its journal postings. Dates: `created` is when a trip was sold, `activity` its first start.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Case, F, Q, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import TruncMonth

from outfitter.db.lists import ListReader
from outfitter.kit.zones import zone
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import automations
from outfitter_tenants.reports.report import Grouping, Report
from outfitter_tenants.reports.report_groups import by_column, by_path, by_time
from outfitter_tenants.trips import report_columns
from outfitter_tenants.trips.flag_lists import FLAGS
from outfitter_tenants.trips.lists import RECEIVED
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES
from outfitter_tenants.trips.sales_lists import (
    CONVERTED,
    GIFT_CARDS,
    GROSS,
    NET,
    RECOVERED_BY,
    RETURNS,
    SALES,
    UNDERPAID,
)


def _is_past(reader: ListReader) -> Combinable:
    return Case(When(first_start_at__lt=reader.at, then=Value(True)), default=Value(False))


def _messages(ids: Sequence[int]) -> Mapping[int, str]:
    return {key: name for key, (_, name) in automations.names_of(ids=ids).items()}


def _since(reader: ListReader) -> Combinable:
    return TruncMonth("customer__first_trip_at", tzinfo=zone(reader.zone))


_GROUPINGS: Final[Mapping[str, Grouping]] = {
    "day": by_time(SALES, "reserved_at", "day"),
    "week": by_time(SALES, "reserved_at", "week"),
    "month": by_time(SALES, "reserved_at", "month"),
    "start_day": by_time(SALES, "first_start_at", "day"),
    "start_week": by_time(SALES, "first_start_at", "week"),
    "start_month": by_time(SALES, "first_start_at", "month"),
    "trip_method": by_column(SALES, "trip_method"),
    "trip_source": by_column(SALES, "trip_source"),
    "reseller": by_column(SALES, "reseller"),
    "reseller_agent": by_path("reseller_agent_id", names=report_columns.people_of, column="reseller_agent"),
    "created_by": by_path("created_by", names=report_columns.people_of, column="created_by"),
    "contact_country": by_column(SALES, "contact_country"),
    "locale": by_column(SALES, "locale"),
    "status": by_column(SALES, "status"),
    "paid_state": by_column(SALES, "paid_state"),
    "is_past": Grouping("bool", _is_past, column="is_past"),
    "customer": by_path("customer_id", names=customers.names_of, column="customer"),
    "is_returning": Grouping("bool", lambda _reader: RETURNS, column="is_returning"),
    # Cohorts: everybody by the month in which they first traveled with the operator.
    "customer_since": Grouping("date", _since, column="customer_since", step="month"),
}
_TOTALS: Final[Mapping[str, Combinable]] = {
    "total_amount": Sum("total_amount"),
    "gross_amount": Sum(GROSS),
    "discount_amount": Sum("discount_amount"),
    "net_amount": Sum(NET),
    "gift_card_amount": Sum(GIFT_CARDS),
    "subtotal_amount": Sum("subtotal_amount"),
    "fee_amount": Sum(F("fee_amount") + F("booking_fee_amount")),
    "tax_amount": Sum("tax_amount"),
    "tip_amount": Sum("tip_amount"),
    "paid_amount": Sum(RECEIVED),
    "balance_amount": Sum(CUSTOMER_OWES),
    "commission_amount": Sum("commission_amount"),
    "pax_cnt": Sum("pax_cnt"),
}
_FIRST: Final = (
    "confirmation_code",
    "contact",
    "reserved_at",
    "first_start_at",
    "experiences",
    "pax_cnt",
    "net_amount",
    "total_amount",
    "paid_amount",
    "balance_amount",
)
TRIPS: Final = Report(
    listing=SALES,
    dates={"created": "reserved_at", "activity": "first_start_at"},
    totals=_TOTALS,
    total_kinds={"pax_cnt": "number"},
    slug="trips",
    groupings=_GROUPINGS,
    shown_first=_FIRST,
)
_FLAGGED: Final = Report(
    listing=FLAGS,
    dates={"created": "flagged_at", "activity": "first_start_at"},
    totals={"total_amount": Sum("trip__total_amount")},
    slug="tripsFlagged",
    groupings={
        "reason": by_column(FLAGS, "reason"),
        "assignee": by_path("assignee_avatar_id", names=report_columns.people_of, column="assignee"),
        "flagged_by": by_path("flagged_by", names=report_columns.people_of, column="flagged_by"),
        "day": by_time(FLAGS, "flagged_at", "day"),
        "month": by_time(FLAGS, "flagged_at", "month"),
        "start_month": by_time(FLAGS, "first_start_at", "month"),
    },
    currency="trip__currency",
)
_BALANCE_FIRST: Final = {"balance_amount": _TOTALS["balance_amount"], **_TOTALS}
_RECOVERED: Final[Mapping[str, Combinable]] = {
    # What messages brought back by their own link is what counts as recovered (4.28).
    "recovered_amount": Sum("total_amount", filter=Q(conversion__recovered_kind="link"), default=0),
    "assisted_amount": Sum("total_amount", filter=Q(conversion__recovered_kind="assisted"), default=0),
    "organic_amount": Sum("total_amount", filter=Q(conversion__recovered_kind="organic"), default=0),
    **_TOTALS,
}
REPORTS: Final = (
    TRIPS,
    replace(TRIPS, slug="tripsGrouped", default_groups=("trip_method",)),
    _FLAGGED,
    replace(TRIPS, listing=UNDERPAID, slug="tripsUnderpaid", totals=_BALANCE_FIRST),
    replace(
        TRIPS,
        listing=CONVERTED,
        slug="tripsConverted",
        totals=_RECOVERED,
        groupings={
            "recovered_kind": by_column(CONVERTED, "recovered_kind"),
            "recovered_by": Grouping(
                "lookup", lambda _reader: RECOVERED_BY, _messages, column="recovered_by"
            ),
            **_GROUPINGS,
        },
    ),
)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "trips": "Trips that were sold, by when they were reserved (`created`) or begin (`activity`).",
    "tripsGrouped": "What trips come to, by up to three things at once.",
    "tripsFlagged": "Open flags with their age and who looks after them, by when they were set (`created`)"
    " or the trip begins (`activity`).",
    "tripsUnderpaid": "Trips that were sold and whose customer still owes something.",
    "tripsConverted": "Carts that had been left and were booked after all: by the link of a message, within"
    " a week of one, or without us.",
}
