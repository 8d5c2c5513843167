"""The coming departures that are fullest, and those that are emptiest."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import ExpressionWrapper, F, FloatField

from outfitter_tenants.scheduling.models import Timeslot


@dataclass(frozen=True, slots=True)
class DepartureFill:
    """One departure with a capacity, and how much of it is sold."""

    timeslot_id: int
    experience_id: int
    start_at: datetime
    booked_pax_cnt: int
    capacity: int

    @property
    def fill_ppm(self) -> int:
        """Return how many of a million seats are sold."""
        return self.booked_pax_cnt * 1_000_000 // self.capacity


@dataclass(frozen=True, slots=True)
class Extremes:
    """The departures that sell best and those that sell worst; none is in both."""

    best: Sequence[DepartureFill]
    worst: Sequence[DepartureFill]


def best_and_worst(*, first: date, last: date, after: datetime, most: int = 5) -> Extremes:
    """
    Return the fullest and the emptiest departures from `first` to `last` that begin later than `after`.

    Of two that are as full, the one that begins earlier comes first: its seats are gone sooner.
    """
    share = ExpressionWrapper(F("booked_pax_cnt") * 1.0 / F("capacity"), FloatField())
    rows = (
        Timeslot.objects.filter(date__range=(first, last), start_at__gt=after, capacity__gt=0, status="open")
        .annotate(share=share)
        .only("experience_id", "start_at", "booked_pax_cnt", "capacity")
    )
    best = [_fill(row) for row in rows.filter(booked_pax_cnt__gt=0).order_by("-share", "start_at")[:most]]
    taken = [one.timeslot_id for one in best]
    worst = [_fill(row) for row in rows.exclude(pk__in=taken).order_by("share", "start_at")[:most]]
    return Extremes(best, worst)


def _fill(row: Timeslot) -> DepartureFill:
    return DepartureFill(row.pk, row.experience_id, row.start_at, row.booked_pax_cnt, row.capacity or 0)
