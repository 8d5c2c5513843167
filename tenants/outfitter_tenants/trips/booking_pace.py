"""
Pace: what is on the books for the coming days, beside what was on them as long before a year ago.

A year is 52 weeks: the same weekdays. What was on the books then is what was reserved by then and is
still, or was deleted later; amounts are those of now.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Count, Q, Sum
from django.db.models.functions import TruncDate

from outfitter.kit import zones
from outfitter_tenants.trips.daily_sales import NOTHING, Sold
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.sales_figures import SOLD

YEAR: Final = timedelta(weeks=52)
DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class PaceDay:
    """One coming day: what begins then, and what was booked as early for its day last year."""

    day: date
    now: Sold
    before: Sold


@dataclass(frozen=True, slots=True)
class Pace:
    """The coming days together and one by one."""

    now: Sold
    before: Sold
    days: list[PaceDay]


def pace(*, at: datetime, currency: str, time_zone: str, days: int = DAYS) -> Pace:
    """Return the pace of the coming `days` as of an instant; the day of that instant is the first."""
    today = zones.local_day(at, time_zone)
    now = _on_the_books(today, days, at, currency, time_zone)
    before = _on_the_books(today - YEAR, days, at - YEAR, currency, time_zone)
    found = [
        PaceDay(day, now.get(day, NOTHING), before.get(day - YEAR, NOTHING))
        for day in (today + timedelta(days=n) for n in range(days))
    ]
    return Pace(sum(now.values(), NOTHING), sum(before.values(), NOTHING), found)


def _on_the_books(first: date, days: int, cut: datetime, currency: str, time_zone: str) -> dict[date, Sold]:
    begin = zones.day_bounds(first, time_zone)[0]
    end = zones.day_bounds(first + timedelta(days=days - 1), time_zone)[1]
    still = Q(status__in=SOLD)
    deleted_later = Q(status="deleted", status_before_delete__in=SOLD, deleted_at__gt=cut)
    rows = (
        Trip.objects.filter(
            still | deleted_later,
            currency=currency,
            first_start_at__gte=begin,
            first_start_at__lt=end,
            reserved_at__lte=cut,
        )
        .annotate(day=TruncDate("first_start_at", tzinfo=zones.zone(time_zone)))
        .values("day")
        .annotate(trips=Count("id"), pax=Sum("pax_cnt"), total=Sum("total_amount"))
        .order_by()
    )
    return {row["day"]: Sold(row["trips"], row["pax"] or 0, row["total"] or 0) for row in rows}
