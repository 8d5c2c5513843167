"""How full the coming days are."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Sum

from outfitter_tenants.scheduling.models import Timeslot


@dataclass(frozen=True, slots=True)
class DayFill:
    """One local day over all experiences; departures without a capacity count no seats."""

    date: date
    departure_cnt: int
    booked_pax_cnt: int
    limited_pax_cnt: int
    capacity: int


def fill_by_day(*, first: date, last: date) -> list[DayFill]:
    """Return the days from `first` to `last` that have departures, cancelled ones left out."""
    limited = Q(capacity__isnull=False)
    rows = (
        Timeslot.objects.filter(date__range=(first, last))
        .exclude(status="cancelled")
        .values("date")
        .annotate(
            departures=Count("id"),
            booked=Sum("booked_pax_cnt"),
            limited=Sum("booked_pax_cnt", filter=limited),
            seats=Sum("capacity"),
        )
        .order_by("date")
    )
    return [
        DayFill(r["date"], r["departures"], r["booked"] or 0, r["limited"] or 0, r["seats"] or 0)
        for r in rows
    ]
