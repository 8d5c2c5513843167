"""Which departures there are at given times: what files name them by."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from outfitter_tenants.scheduling.models import Timeslot


@dataclass(frozen=True, slots=True)
class DepartureAt:
    """A departure that a row of a file may mean; `left_cnt` None: nothing limits its seats."""

    id: int
    experience_id: int
    day: date
    start_at: datetime
    status: str
    day_status: str
    left_cnt: int | None
    note: str
    version: int


def list_departures(
    *, experience_ids: Collection[int], starts: Collection[datetime], days: Collection[date]
) -> list[DepartureAt]:
    """Return the departures of experiences that begin at one of these instants, or on one of these days."""
    if not experience_ids or not (starts or days):
        return []
    rows = Timeslot.objects.filter(experience_id__in=experience_ids)
    rows = rows.filter(Q(start_at__in=list(starts)) | Q(date__in=list(days)))
    found = rows.select_related("experience_date").order_by("experience_id", "start_at", "id")
    return [
        DepartureAt(
            row.pk,
            row.experience_id,
            row.date,
            row.start_at,
            row.status,
            row.experience_date.status,
            None if row.capacity is None else row.capacity - row.booked_pax_cnt - row.held_pax_cnt,
            row.note,
            row.version,
        )
        for row in found
    ]
