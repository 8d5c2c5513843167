"""Sums over many trips: what the dashboard shows (domain.md 4.27, 5.9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final, Literal

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import TruncDate

from outfitter.kit import zones
from outfitter_tenants.trips.models import Flag, PriceLine, Trip, TripOrder
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES

Basis = Literal["created", "activity"]
SOLD: Final = ("reserved", "under_review")
# What is sold before anything is taken off; fees and taxes are no sales.
_GOODS: Final = ("ticket", "addon", "product")
_TAKEN_OFF: Final = ("discount", "manual_adjust")
# Somebody we can name or reach; carts of anybody else wait for nobody's answer.
HAS_CONTACT: Final = (
    ~Q(contact_first_name="", contact_last_name="")
    | Q(contact_email__isnull=False)
    | Q(contact_phone__isnull=False)
)


@dataclass(slots=True)
class DaySales:
    """One day's sales; amounts in minor units."""

    gross_amount: int = 0
    net_amount: int = 0
    trip_cnt: int = 0
    pax_cnt: int = 0


@dataclass(frozen=True, slots=True)
class ReviewBacklog:
    """How many trips wait for somebody, by reason."""

    underpaid_cnt: int
    underpaid_amount: int
    drafts_cnt: int
    under_review_cnt: int
    unscheduled_cnt: int
    attention_cnt: int
    flagged_cnt: int


@dataclass(frozen=True, slots=True)
class TodayFigures:
    """Sales made in a span of time."""

    trip_cnt: int = 0
    pax_cnt: int = 0
    revenue_amount: int = 0
    by_method: Mapping[str, int] = field(default_factory=dict)


def sales_by_day(*, first: date, last: date, basis: Basis, time_zone: str) -> dict[date, DaySales]:
    """
    Return what was sold on each day from `first` to `last`; days without sales are left out.

    `created` counts a trip on the local day it was reserved, `activity` an order on the day of its
    departure (domain.md 4.27). Gross is tickets, add-ons and products at their prices, net the same
    less discounts and manual adjustments; neither holds fees or taxes.
    """
    found: dict[date, DaySales] = {}
    for row in _lines(first, last, basis, time_zone):
        day = found.setdefault(row["day"], DaySales())
        day.gross_amount = row["gross"] or 0
        day.net_amount = day.gross_amount + (row["off"] or 0)
    for row in _heads(first, last, basis, time_zone):
        day = found.setdefault(row["day"], DaySales())
        day.trip_cnt, day.pax_cnt = row["trips"], row["pax"] or 0
    return found


def _lines(first: date, last: date, basis: Basis, zone: str) -> list[dict[str, Any]]:
    rows = PriceLine.objects.filter(voided_at__isnull=True, trip__status__in=SOLD)
    days = _on_days(rows, "trip__", "trip_order__", first, last, basis, zone).values("day")
    return list(
        days.annotate(
            gross=Sum("amount", filter=Q(kind__in=_GOODS)), off=Sum("amount", filter=Q(kind__in=_TAKEN_OFF))
        ).order_by("day")
    )


def _heads(first: date, last: date, basis: Basis, zone: str) -> list[dict[str, Any]]:
    if basis == "created":
        trips = Trip.objects.filter(status__in=SOLD)
        days = _on_days(trips, "", "", first, last, basis, zone).values("day")
        return list(days.annotate(trips=Count("id"), pax=Sum("pax_cnt")).order_by("day"))
    orders = TripOrder.objects.filter(trip__status__in=SOLD, status="active")
    days = _on_days(orders, "trip__", "", first, last, basis, zone).values("day")
    seats = Sum("bookings__pax_cnt", filter=Q(bookings__cancelled_at__isnull=True))
    return list(days.annotate(trips=Count("trip_id", distinct=True), pax=seats).order_by("day"))


def _on_days(
    rows: QuerySet[Any], trip: str, order: str, first: date, last: date, basis: Basis, zone: str
) -> QuerySet[Any]:
    """Limit rows to days and name the day of each."""
    found: QuerySet[Any]
    if basis == "created":
        begin, end = zones.day_bounds(first, zone)[0], zones.day_bounds(last, zone)[1]
        at = f"{trip}reserved_at"
        inside = rows.filter(**{f"{at}__gte": begin, f"{at}__lt": end})
        found = inside.annotate(day=TruncDate(at, tzinfo=zones.zone(zone)))
    else:
        on = f"{order}timeslot__date"
        found = rows.filter(**{f"{on}__range": (first, last)}).annotate(day=F(on))
    return found


def waiting() -> ReviewBacklog:
    """
    Return what waits for a decision.

    Each counts trips, as many as the list it leads to shows: web/src/features/trips/views.json
    asks for the same ones in the words of a list.
    """
    underpaid = Trip.objects.annotate(owed=CUSTOMER_OWES).filter(status__in=SOLD, owed__gt=0)
    owing = underpaid.aggregate(cnt=Count("id"), amount=Sum("owed"))
    unscheduled = TripOrder.objects.filter(
        status="active", schedule_state="unscheduled", trip__status__in=SOLD
    )
    flags = Flag.objects.filter(cleared_at__isnull=True).exclude(trip__status="deleted")
    return ReviewBacklog(
        underpaid_cnt=owing["cnt"],
        underpaid_amount=owing["amount"] or 0,
        drafts_cnt=Trip.objects.filter(HAS_CONTACT, status="draft").count(),
        under_review_cnt=Trip.objects.filter(status="under_review").count(),
        unscheduled_cnt=unscheduled.values("trip_id").distinct().count(),
        # A refund that failed waits also when its trip is gone.
        attention_cnt=Trip.objects.filter(attention__isnull=False).count(),
        flagged_cnt=flags.count(),
    )


def sales_between(*, begin: datetime, end: datetime) -> TodayFigures:
    """Return what was reserved from `begin` until `end` (UTC); `revenue_amount` is with taxes."""
    rows = Trip.objects.filter(status__in=SOLD, reserved_at__gte=begin, reserved_at__lt=end)
    methods = rows.values_list("trip_method__slug").annotate(
        trips=Count("id"), pax=Sum("pax_cnt"), total=Sum("total_amount")
    )
    found = list(methods.order_by("trip_method__slug"))
    return TodayFigures(
        trip_cnt=sum(row[1] for row in found),
        pax_cnt=sum(row[2] or 0 for row in found),
        revenue_amount=sum(row[3] or 0 for row in found),
        by_method={row[0]: row[1] for row in found},
    )
