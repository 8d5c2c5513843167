"""Sums over many trips: what the dashboard shows (domain.md 4.27, 5.9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Count, Sum

from outfitter_tenants.trips.models import Flag, Trip, TripOrder
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES
from outfitter_tenants.trips.rules.known_contacts import HAS_CONTACT

SOLD: Final = ("reserved", "under_review")


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
