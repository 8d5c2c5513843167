"""Reads of the operator's own lists around trips: sources, statuses, reasons of flags."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet

from outfitter_tenants.trips.models import (
    Booking,
    BookingStatus,
    Flag,
    FlagReason,
    PriceLine,
    Trip,
    TripSource,
)

MOST: Final = 1000


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


def charged_counts(*, kind: str, ids: Sequence[int]) -> dict[int, int]:
    """Return on how many booked trips each tax or fee stands, by id, up to 1000."""
    return {row_id: _at_most(_charged(kind, row_id)) for row_id in ids}


def _charged(kind: str, row_id: int) -> "QuerySet[Any]":
    rows = PriceLine.objects.filter(kind=kind, ref_id=row_id, voided_at__isnull=True)
    return rows.filter(trip__reserved_at__isnull=False).values("trip_id").distinct()


def list_sources() -> list[SourceRow]:
    """Return the sources in their order."""
    rows = TripSource.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [
        SourceRow(row.pk, row.slug, row.name, _at_most(Trip.objects.filter(trip_source=row))) for row in rows
    ]


def list_statuses_with_use() -> list[StatusUseRow]:
    """Return the guest statuses in their order, with how often they are used."""
    rows = BookingStatus.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [
        StatusUseRow(
            row.pk,
            row.slug,
            row.name,
            row.color,
            row.kind,
            row.is_system,
            _at_most(Booking.objects.filter(booking_status=row)),
        )
        for row in rows
    ]


def list_flag_reasons() -> list[FlagReasonRow]:
    """Return the reasons of flags in their order."""
    open_ = Flag.objects.filter(cleared_at__isnull=True)
    rows = FlagReason.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [FlagReasonRow(row.pk, row.name, row.color, _at_most(open_.filter(reason=row))) for row in rows]


def has_sold() -> bool:
    """Return whether anything was ever booked: the currency is settled then."""
    return Trip.objects.filter(reserved_at__isnull=False).exists()


def _at_most(rows: "QuerySet[Any]") -> int:
    # Nobody reads more: whoever has a million guests need not wait for them to be counted.
    return rows.order_by()[:MOST].count()
