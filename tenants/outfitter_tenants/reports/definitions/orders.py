"""
Reports of what trips are made of (domain.md 4.27): orders, tickets, add-ons, things from the shelf.

Amounts are those of live price lines, before discounts where a discount is no part of the line; an
order's total has its discounts, fees and taxes. Dates: `created` is when the trip was sold, `activity`
the start of the order's departure.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Case, CharField, Count, Q, Sum, Value, When
from django.db.models.expressions import Combinable

from outfitter.db.lists import Listing, ListReader
from outfitter_tenants.reports.definitions import shares
from outfitter_tenants.reports.report import Grouping, Report
from outfitter_tenants.reports.report_groups import by_column, by_path, by_time
from outfitter_tenants.trips import line_lists, report_columns
from outfitter_tenants.trips.line_lists import ADDONS, PRODUCTS
from outfitter_tenants.trips.order_lists import (
    BOOKING_LEAD,
    BOOKINGS,
    IS_LIVE,
    ORDER_LEAD,
    ORDER_PAX,
    ORDERS,
    TICKET,
)


def about_trip(listing: Listing, of: str, start: str) -> dict[str, Grouping]:
    """Return what rows that lead to a trip can be grouped by; `start` is the column of their activity."""
    return {
        "day": by_time(listing, "reserved_at", "day"),
        "week": by_time(listing, "reserved_at", "week"),
        "month": by_time(listing, "reserved_at", "month"),
        "start_day": by_time(listing, start, "day"),
        "start_week": by_time(listing, start, "week"),
        "start_month": by_time(listing, start, "month"),
        "experience": by_column(listing, "experience"),
        "trip_method": by_column(listing, "trip_method"),
        "trip_source": by_column(listing, "trip_source"),
        "reseller": by_column(listing, "reseller"),
        "reseller_agent": by_path(
            f"{of}reseller_agent_id", names=report_columns.people_of, column="reseller_agent"
        ),
        "created_by": by_path(f"{of}created_by", names=report_columns.people_of, column="created_by"),
        "contact_country": by_column(listing, "contact_country"),
        "locale": by_column(listing, "locale"),
    }


def by_set(sets: Any, column: str) -> Grouping:
    """Return the grouping of lines by what their reference belongs to: name -> references."""

    def expression(_reader: ListReader) -> Combinable:
        cases = [When(ref_id__in=ids, then=Value(name)) for name, ids in sets().items()]
        none = Value(None, output_field=CharField())
        found: Combinable = Case(*cases, default=none, output_field=CharField()) if cases else none
        return found

    return Grouping("text", expression, column=column)


_ORDER_ACTIVE: Final = Q(status="active")
_MISSED: Final = IS_LIVE & Q(booking_status__kind="no_show")
_ARRIVED: Final = IS_LIVE & Q(booking_status__kind="arrived")
ORDERS_SOLD: Final = Report(
    listing=ORDERS,
    dates={"created": "reserved_at", "activity": "start_at"},
    totals={
        "total_amount": Sum("total_amount"),
        "subtotal_amount": Sum("subtotal_amount"),
        "pax_cnt": Sum(ORDER_PAX, filter=_ORDER_ACTIVE),
        "active_cnt": Count("pk", filter=_ORDER_ACTIVE),
        "cancelled_cnt": Count("pk", filter=~_ORDER_ACTIVE),
        "scheduled_cnt": Count("pk", filter=_ORDER_ACTIVE & Q(timeslot__isnull=False)),
        "lead_hours": Sum(ORDER_LEAD, filter=_ORDER_ACTIVE),
    },
    total_kinds={
        **dict.fromkeys(("pax_cnt", "active_cnt", "cancelled_cnt", "scheduled_cnt", "lead_hours"), "number"),
        "amount_per_pax": "money",
    },
    ratios={
        "amount_per_pax": shares.average("total_amount", "pax_cnt"),
        "lead_days": shares.average("lead_hours", "scheduled_cnt", unit=24),
        "cancelled_ppm": shares.ppm("cancelled_cnt", "cnt"),
    },
    slug="tripOrders",
    groupings={
        **about_trip(ORDERS, "trip__", "start_at"),
        "order_status": by_column(ORDERS, "order_status"),
        "schedule_state": by_column(ORDERS, "schedule_state"),
        "cancel_reason": by_column(ORDERS, "cancel_reason"),
    },
    currency="trip__currency",
)
TICKETS: Final = Report(
    listing=BOOKINGS,
    dates={"created": "reserved_at", "activity": "start_at"},
    totals={
        "ticket_amount": Sum(TICKET),
        "pax_cnt": Sum("pax_cnt", filter=IS_LIVE),
        "booking_cnt": Count("pk", filter=IS_LIVE),
        "cancelled_cnt": Count("pk", filter=~IS_LIVE),
        "arrived_cnt": Count("pk", filter=_ARRIVED),
        "no_show_cnt": Count("pk", filter=_MISSED),
        "scheduled_cnt": Count("pk", filter=IS_LIVE & Q(trip_order__timeslot__isnull=False)),
        "lead_hours": Sum(BOOKING_LEAD, filter=IS_LIVE),
    },
    total_kinds={
        **dict.fromkeys(
            (
                "pax_cnt",
                "booking_cnt",
                "cancelled_cnt",
                "arrived_cnt",
                "no_show_cnt",
                "scheduled_cnt",
                "lead_hours",
            ),
            "number",
        ),
        "amount_per_pax": "money",
    },
    ratios={
        "amount_per_pax": shares.average("ticket_amount", "pax_cnt"),
        "no_show_ppm": shares.ppm("no_show_cnt", "booking_cnt"),
        "lead_days": shares.average("lead_hours", "scheduled_cnt", unit=24),
    },
    slug="bookings",
    groupings={
        **about_trip(BOOKINGS, "trip_order__trip__", "start_at"),
        "customer_type": by_column(BOOKINGS, "customer_type"),
        "booking_status": by_column(BOOKINGS, "booking_status"),
    },
    currency="trip_order__trip__currency",
)


def _extras(listing: Listing, slug: str, own: Mapping[str, Grouping]) -> Report:
    return Report(
        listing=listing,
        dates={"created": "reserved_at", "activity": "activity_at"},
        totals={"amount": Sum("amount"), "qty": Sum("qty"), "trip_cnt": Count("trip_id", distinct=True)},
        total_kinds={"qty": "number", "trip_cnt": "number", "attach_ppm": "number"},
        slug=slug,
        groupings={**own, **about_trip(listing, "trip__", "activity_at")},
        currency="trip__currency",
        beside=TICKETS,
        beside_sums=("booking_cnt",),
        beside_ratios={"attach_ppm": shares.ppm("qty", "booking_cnt")},
    )


_ADDONS: Final = _extras(ADDONS, "addons", {"addon": by_column(ADDONS, "addon")})
_PRODUCTS: Final = _extras(
    PRODUCTS,
    "products",
    {"product": by_column(PRODUCTS, "product"), "category": by_set(line_lists.categories, "category")},
)
REPORTS: Final[Sequence[Report]] = (TICKETS, ORDERS_SOLD, _ADDONS, _PRODUCTS)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "bookings": "Tickets with guests, what they cost, who came, and how early they were booked.",
    "tripOrders": "Orders of sold trips: what each comes to, for how many, and how early it was booked.",
    "addons": "Add-ons that were sold: how many, for how much, and how many for each booking.",
    "products": "Things from the shelf that were sold: how many, for how much, and what is left.",
}
