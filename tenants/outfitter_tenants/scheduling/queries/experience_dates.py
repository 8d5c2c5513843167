"""The days of an experience, as they are set up."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from outfitter_tenants.scheduling.models import ExperienceDate


@dataclass(frozen=True, slots=True)
class DayRow:
    """One experience on one local day: how many departures it has, and how many guests they."""

    id: int
    experience_id: int
    date: date
    status: str
    capacity: int | None
    note: str
    version: int
    timeslot_cnt: int
    cancelled_cnt: int
    booked_pax_cnt: int


def days_of_experience(*, experience_id: int, first: date, last: date) -> list[DayRow]:
    """Return the days on which something was ever planned, in one statement."""
    cancelled = Q(timeslots__status="cancelled")
    rows = ExperienceDate.objects.filter(experience_id=experience_id, date__range=(first, last))
    rows = rows.annotate(
        timeslot_cnt=Count("timeslots", filter=~cancelled),
        cancelled_cnt=Count("timeslots", filter=cancelled),
        pax_cnt=Coalesce(Sum("timeslots__booked_pax_cnt"), 0),
    )
    names = ("id", "experience_id", "date", "status", "capacity", "note", "version")
    found = rows.order_by("date").values_list(*names, "timeslot_cnt", "cancelled_cnt", "pax_cnt")
    return [DayRow(*row) for row in found]
