"""Departures as a list of the day shows them: what they are, when, and how full."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final

from django.db.models import DateField, DateTimeField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from outfitter.db.statements import Param, ParamList, Statement, among
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceName
from outfitter_tenants.scheduling.models import Hold, Timeslot


@dataclass(frozen=True, slots=True)
class ManifestTimeslot:
    """One departure; `lapsed_cnt` seats of the held ones are of holds that have expired."""

    id: int
    experience: ExperienceName
    experience_date_id: int
    date: date
    start_time: time
    start_at: datetime
    end_at: datetime
    is_flex: bool
    status: str
    cancel_reason: str | None
    capacity: int | None
    booked_pax_cnt: int
    all_held_pax_cnt: int
    note: str
    version: int
    lapsed_cnt: int

    @property
    def held_pax_cnt(self) -> int:
        """Return the seats that holds keep, without those that have expired and are not swept yet."""
        return self.all_held_pax_cnt - self.lapsed_cnt


_COLUMNS: Final = (
    "id",
    "experience_id",
    "experience_date_id",
    "date",
    "start_time",
    "start_at",
    "end_at",
    "is_flex",
    "status",
    "cancel_reason",
    "capacity",
    "booked_pax_cnt",
    "held_pax_cnt",
    "note",
    "version",
)


def timeslots_of_this_day(*, is_cancelled_too: bool) -> "QuerySet[Timeslot]":
    """Return the departures of a local day, for a statement whose parameter is `day`."""
    rows = Timeslot.objects.filter(date=Param("day", DateField()))
    return rows if is_cancelled_too else rows.exclude(status="cancelled")


def these_timeslots() -> "QuerySet[Timeslot]":
    """Return departures, for a statement whose parameter is `timeslot_ids`."""
    return Timeslot.objects.filter(among("pk", ParamList("timeslot_ids")))


def manifest_timeslots(rows: Callable[[], "QuerySet[Timeslot]"]) -> Statement[Any]:
    """Return the statement that reads departures as of its parameter `at`, for `put_timeslots_together`."""
    lapsed = Hold.objects.filter(
        timeslot=OuterRef("pk"), status="active", expires_at__lte=Param("at", DateTimeField())
    )
    held = lapsed.order_by().values("timeslot").annotate(pax=Sum("pax_cnt")).values("pax")
    return Statement(
        lambda: rows().order_by("start_at", "id").values_list(*_COLUMNS, Coalesce(Subquery(held), 0))
    )


def put_timeslots_together(rows: Sequence[Any]) -> list[ManifestTimeslot]:
    """Return departures by start, then as their experiences are ordered."""
    names = catalog.experience_names(ids={row[1] for row in rows})
    found = [ManifestTimeslot(pk, names[named], *rest) for pk, named, *rest in rows]
    return sorted(found, key=lambda slot: (slot.start_at, slot.experience.position))
