"""How many carts that visitors began became bookings (domain.md 4.28)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import TruncWeek

from outfitter.kit import zones
from outfitter_tenants.trips.models import Trip, TripMethod, TripOrder
from outfitter_tenants.trips.sales_figures import SOLD

if TYPE_CHECKING:
    from django.db.models import QuerySet

_SOLD: Final = Count("id", filter=Q(status__in=SOLD))


@dataclass(frozen=True, slots=True)
class Carts:
    """Carts of visitors, by the day they were begun, and how many of them were booked."""

    cart_cnt: int = 0
    sold_cnt: int = 0

    @property
    def share_ppm(self) -> int | None:
        """Return how many of a million carts were booked; None when there was none."""
        return self.sold_cnt * 1_000_000 // self.cart_cnt if self.cart_cnt else None


@dataclass(frozen=True, slots=True)
class CartWeek:
    """The carts of one week, by its Monday."""

    first: date
    carts: Carts


def carts_between(
    *, first: date, last: date, time_zone: str, at: datetime, experience_id: int | None = None
) -> Carts:
    """
    Return the carts begun from `first` to `last`, as of `at`.

    A cart is what somebody who isn't signed in began; what partners' systems book is none.
    """
    row = _carts(first, last, time_zone, at, experience_id).aggregate(cart_cnt=Count("id"), sold_cnt=_SOLD)
    return Carts(**row)


def carts_by_week(
    *, weeks: int, at: datetime, time_zone: str, experience_id: int | None = None
) -> list[CartWeek]:
    """Return the carts of the last `weeks` weeks, this one included, the earliest first."""
    today = zones.local_day(at, time_zone)
    monday = today - timedelta(days=today.weekday())
    first = monday - timedelta(weeks=weeks - 1)
    counted = (
        _carts(first, today, time_zone, at, experience_id)
        .annotate(week=TruncWeek("created_at", tzinfo=zones.zone(time_zone)))
        .values("week")
        .annotate(cart_cnt=Count("id"), sold_cnt=_SOLD)
        .values_list("week", "cart_cnt", "sold_cnt")
        .order_by("week")
    )
    found = {week.date(): Carts(carts, sold) for week, carts, sold in counted}
    return [
        CartWeek(week, found.get(week, Carts()))
        for week in (first + timedelta(weeks=n) for n in range(weeks))
    ]


def _carts(
    first: date, last: date, time_zone: str, at: datetime, experience_id: int | None
) -> "QuerySet[Trip]":
    begin, end = zones.day_bounds(first, time_zone)[0], zones.day_bounds(last, time_zone)[1]
    rows = Trip.objects.filter(
        created_by__isnull=True,
        trip_method__in=TripMethod.objects.filter(audience="online"),
        created_at__gte=begin,
        created_at__lt=min(end, at),
    )
    if experience_id is None:
        return rows
    return rows.filter(Exists(TripOrder.objects.filter(trip_id=OuterRef("pk"), experience_id=experience_id)))
