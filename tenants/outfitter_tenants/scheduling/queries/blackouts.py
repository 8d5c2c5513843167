"""Reads of blackouts, and of what stands in their way."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from outfitter.kit.errors import NotFound
from outfitter_tenants.scheduling.models import Blackout
from outfitter_tenants.scheduling.rules.resource_capacity import Span

Target = Literal["resource_id", "guide_avatar_id", "experience_id"]
# More are not listed; `conflict_cnt` says how many there are.
MAX_CONFLICTS: Final = 500


class BlackoutNotFound(NotFound):
    """No such blackout here."""


@dataclass(frozen=True, slots=True)
class BlackoutRow:
    """A span without new assignments; exactly one of the three ids is set."""

    id: int
    resource_id: int | None
    guide_avatar_id: int | None
    experience_id: int | None
    start_at: datetime
    end_at: datetime
    reason: str
    series_id: UUID | None


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """
    What is on in a blackout and stays: a resource's use, a guide's departure, a sold departure.

    `booking_resource_id` and what follows are null where it is not a use; `trip_order_id` is null
    for what serves a whole departure.
    """

    booking_resource_id: int | None
    resource_id: int | None
    guide_avatar_id: int | None
    trip_order_id: int | None
    booking_id: int | None
    units: int | None
    timeslot_id: int
    experience_id: int
    experience_name: str
    start_at: datetime
    end_at: datetime
    booked_pax_cnt: int


def blackouts_between(
    *, begin: datetime, end: datetime, target: Target | None = None, ids: Sequence[int] = ()
) -> list[BlackoutRow]:
    """Return the blackouts that touch the half-open span, oldest first; of `ids` when given."""
    rows = Blackout.objects.filter(start_at__lt=end, end_at__gt=begin).order_by("start_at", "id")
    if target is not None:
        rows = rows.filter(Q(**{f"{target}__in": list(ids)}))
    return [blackout_row(row) for row in rows]


def blackout_row(row: Blackout) -> BlackoutRow:
    """Return a blackout as others may see it."""
    return BlackoutRow(
        row.pk,
        row.resource_id,
        row.guide_avatar_id,
        row.experience_id,
        row.start_at,
        row.end_at,
        row.reason,
        row.series_id,
    )


def lock_blackouts(*, target: Target, target_id: int) -> QuerySet[Blackout]:
    """Lock the blackouts of one resource, guide or experience, by id."""
    rows = Blackout.objects.select_for_update(of=("self",)).filter(**{target: target_id})
    return rows.order_by("id")


def conflicts(*, target: Target, ids: Sequence[int], spans: Sequence[Span]) -> list[ConflictRow]:
    """
    Return what is on in these spans, by start: at most MAX_CONFLICTS.

    Of experiences that are their departures with guests. One statement.
    """
    if not spans or not ids:
        return []
    values: dict[str, Any] = {
        "ids": list(ids),
        "begins": [begin for begin, _ in spans],
        "ends": [end for _, end in spans],
        "first": min(begin for begin, _ in spans),
        "last": max(end for _, end in spans),
        "limit": MAX_CONFLICTS,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CONFLICTS[target], values)
        return [ConflictRow(*row) for row in cursor.fetchall()]


_HIT: Final = """
   AND EXISTS (SELECT FROM unnest(%(begins)s::timestamptz[], %(ends)s::timestamptz[])
                 AS dark(begin_at, end_at)
                WHERE {span}.start_at < dark.end_at AND {span}.end_at > dark.begin_at)
 ORDER BY {span}.start_at, t.id LIMIT %(limit)s
"""
_CONFLICTS: Final[dict[Target, str]] = {
    "resource_id": """
SELECT b.id, b.resource_id, NULL, b.trip_order_id, b.booking_id, b.units, t.id, t.experience_id,
       e.name, b.start_at, b.end_at, t.booked_pax_cnt
  FROM scheduling_bookingresource b
  JOIN scheduling_timeslot t ON t.id = b.timeslot_id
  JOIN catalog_experience e ON e.id = t.experience_id
 WHERE b.resource_id = ANY(%(ids)s) AND b.hold_id IS NULL
   AND b.start_at < %(last)s AND b.end_at > %(first)s"""
    + _HIT.format(span="b"),
    "guide_avatar_id": """
SELECT NULL, NULL, g.user_avatar_id, NULL, NULL, NULL, t.id, t.experience_id, e.name, t.start_at,
       t.end_at, t.booked_pax_cnt
  FROM scheduling_timeslotguide g
  JOIN scheduling_timeslot t ON t.id = g.timeslot_id
  JOIN catalog_experience e ON e.id = t.experience_id
 WHERE g.user_avatar_id = ANY(%(ids)s) AND g.status <> 'declined' AND t.status <> 'cancelled'
   AND t.start_at < %(last)s AND t.end_at > %(first)s"""
    + _HIT.format(span="t"),
    "experience_id": """
SELECT NULL, NULL, NULL, NULL, NULL, NULL, t.id, t.experience_id, e.name, t.start_at, t.end_at,
       t.booked_pax_cnt
  FROM scheduling_timeslot t
  JOIN catalog_experience e ON e.id = t.experience_id
 WHERE t.experience_id = ANY(%(ids)s) AND t.booked_pax_cnt > 0 AND t.status <> 'cancelled'
   AND t.start_at < %(last)s AND t.end_at > %(first)s"""
    + _HIT.format(span="t"),
}
