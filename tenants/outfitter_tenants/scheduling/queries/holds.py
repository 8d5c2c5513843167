"""Reads of holds."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from outfitter.db.statements import Param, Statement
from outfitter_tenants.scheduling.models import Hold


@dataclass(frozen=True, slots=True)
class HoldRow:
    """Seats set aside; live while `status` is active and `expires_at` lies ahead."""

    id: int
    uuid: UUID
    trip_id: int | None
    trip_order_id: int | None
    timeslot_id: int
    pax_cnt: int
    qty_by_type: dict[int, int]
    kind: str
    audience: str
    method: str | None
    is_online: bool
    pool_claims: dict[int, int]
    status: str
    expires_at: datetime
    hard_expires_at: datetime

    def is_live(self, at: datetime) -> bool:
        """Return whether its seats are set aside right now."""
        return self.status == "active" and self.expires_at > at


def find_hold(*, hold_id: int) -> HoldRow | None:
    """Return one hold, None when there is none."""
    row = Hold.objects.filter(pk=hold_id).first()
    return _row(row) if row else None


def holds_of_trip(*, trip_id: int) -> list[HoldRow]:
    """
    Return the latest hold of each order of a trip, active or expired.

    Expired ones are among them, swept or not: extending or converting such a hold takes its seats
    again when they are still there (domain.md 4.3).
    """
    latest = HOLDS_OF_TRIP.all(trip_id=trip_id)
    return [_row(row) for row in latest if row.status in {"active", "expired"}]


# The latest hold of each order of a trip, whatever became of it.
HOLDS_OF_TRIP: Final = Statement(
    lambda: (
        Hold.objects.filter(trip_id=Param("trip_id"))
        .order_by("trip_order_id", "-id")
        .distinct("trip_order_id")
    )
)


def trips_holding(*, trip_ids: Collection[int], at: datetime) -> set[int]:
    """Return which of these trips hold seats right now."""
    rows = Hold.objects.filter(trip_id__in=trip_ids, status="active", expires_at__gt=at)
    found = rows.order_by().values_list("trip_id", flat=True)
    return {trip_id for trip_id in found if trip_id is not None}


def live_hold_of_order(*, trip_order_id: int, at: datetime) -> HoldRow | None:
    """Return the hold that keeps an order's seats right now."""
    rows = Hold.objects.filter(trip_order_id=trip_order_id, status="active", expires_at__gt=at)
    row = rows.order_by("-id").first()
    return _row(row) if row else None


def live_holds_between(*, experience_id: int, first: date, last: date, at: datetime) -> list[HoldRow]:
    """Return the live holds on an experience's departures of these local days, by departure."""
    rows = Hold.objects.filter(
        timeslot__experience_id=experience_id,
        timeslot__date__range=(first, last),
        status="active",
        expires_at__gt=at,
    )
    return [_row(row) for row in rows.order_by("timeslot__start_at", "pk")]


def timeslots_with_lapsed_holds(*, at: datetime, limit: int = 1000) -> list[int]:
    """Return timeslots on which holds have expired and still count, by id."""
    rows = Hold.objects.filter(status="active", expires_at__lte=at)
    return sorted(rows.order_by().values_list("timeslot_id", flat=True).distinct()[:limit])


def _row(row: Hold) -> HoldRow:
    return HoldRow(
        id=row.pk,
        uuid=row.uuid,
        trip_id=row.trip_id,
        trip_order_id=row.trip_order_id,
        timeslot_id=row.timeslot_id,
        pax_cnt=row.pax_cnt,
        qty_by_type={int(kind): int(qty) for kind, qty in row.qty_by_type.items()},
        kind=row.kind,
        audience=row.audience,
        method=row.method,
        is_online=row.is_online,
        pool_claims={int(pool): int(pax) for pool, pax in row.pool_claims.items()},
        status=row.status,
        expires_at=row.expires_at,
        hard_expires_at=row.hard_expires_at,
    )
