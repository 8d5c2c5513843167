"""Reads of the operator's own lists around trips: sources, statuses, reasons of flags."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from outfitter_tenants.trips.models import (
    Booking,
    BookingStatus,
    Flag,
    FlagReason,
    Trip,
    TripSource,
)


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Where customers hear of us; `used_cnt` trips say so."""

    id: int
    slug: str
    name: str
    used_cnt: int


@dataclass(frozen=True, slots=True)
class StatusUseRow:
    """A guest status with how many guests have it."""

    id: int
    slug: str
    name: str
    color: str
    kind: str
    is_system: bool
    used_cnt: int


@dataclass(frozen=True, slots=True)
class FlagReasonRow:
    """Why trips are flagged; `used_cnt` counts the open flags."""

    id: int
    name: str
    color: str
    used_cnt: int


def list_sources() -> list[SourceRow]:
    """Return the sources in their order."""
    used = _counts(Trip.objects.all(), "trip_source_id")
    rows = TripSource.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [SourceRow(row.pk, row.slug, row.name, used.get(row.pk, 0)) for row in rows]


def list_statuses_with_use() -> list[StatusUseRow]:
    """Return the guest statuses in their order, with how often they are used."""
    used = _counts(Booking.objects.all(), "booking_status_id")
    rows = BookingStatus.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [
        StatusUseRow(
            row.pk, row.slug, row.name, row.color, row.kind, row.is_system, used.get(row.pk, 0)
        )
        for row in rows
    ]


def list_flag_reasons() -> list[FlagReasonRow]:
    """Return the reasons of flags in their order."""
    used = _counts(Flag.objects.filter(cleared_at__isnull=True), "reason_id")
    rows = FlagReason.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [FlagReasonRow(row.pk, row.name, row.color, used.get(row.pk, 0)) for row in rows]


def has_sold() -> bool:
    """Return whether anything was ever booked: the currency is settled then."""
    return Trip.objects.filter(reserved_at__isnull=False).exists()


def _counts(rows: "QuerySet[Any]", by: str) -> dict[int, int]:
    found = rows.order_by().values_list(by).annotate(cnt=Count("pk"))
    return dict(found)
