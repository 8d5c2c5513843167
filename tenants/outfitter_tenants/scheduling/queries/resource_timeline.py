"""Who uses which resource when: the rows of the timeline."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

from outfitter.kit.errors import NotFound
from outfitter_tenants.scheduling.rules.resource_needs import MAX_LENGTH


class UnknownUse(NotFound):
    """No such use of a resource here."""


@dataclass(frozen=True, slots=True)
class UseRow:
    """
    One use of a resource, without its buffer; `is_held`: set aside by a live hold, not sold.

    `trip_order_id` is null for what serves a whole departure, `booking_id` for a whole order.
    """

    id: int
    resource_id: int
    resource_name: str
    resource_group_id: int
    resource_usage_id: int | None
    timeslot_id: int
    experience_id: int
    experience_name: str
    experience_color: str
    trip_order_id: int | None
    booking_id: int | None
    start_at: datetime
    end_at: datetime
    units: int
    sharing_scope: str
    is_locked: bool
    assigned_by: str
    is_conflict_accepted: bool
    is_held: bool


def uses_between(
    *, resource_ids: Sequence[int], begin: datetime, end: datetime, at: datetime
) -> list[UseRow]:
    """Return what these resources do in a half-open span, by start; one statement."""
    return _read(
        "b.resource_id = ANY(%(ids)s) AND b.start_at > %(earliest)s AND b.start_at < %(end)s"
        " AND b.end_at > %(begin)s",
        at,
        ids=list(resource_ids),
        begin=begin,
        end=end,
        earliest=begin - MAX_LENGTH,
    )


def uses_of_timeslots(*, timeslot_ids: Iterable[int], at: datetime) -> list[UseRow]:
    """Return what serves these departures, by start."""
    return _read("b.timeslot_id = ANY(%(ids)s)", at, ids=list(timeslot_ids))


def find_uses(*, ids: Iterable[int], at: datetime) -> list[UseRow]:
    """Return uses by id, those that are none left out."""
    return _read("b.id = ANY(%(ids)s)", at, ids=list(ids))


def get_use(*, booking_resource_id: int, at: datetime) -> UseRow:
    """
    Return one use of a resource.

    :raises UnknownUse: there is none, or its hold has ended
    """
    found = find_uses(ids=[booking_resource_id], at=at)
    if not found:
        raise UnknownUse("Assignment not found.")
    return found[0]


_USES: Final = """
SELECT b.id, b.resource_id, r.name, r.group_id, b.resource_usage_id, b.timeslot_id,
       t.experience_id, e.name, e.color, coalesce(b.trip_order_id, h.trip_order_id), b.booking_id,
       b.start_at, b.end_at, b.units, b.sharing_scope, b.is_locked, b.assigned_by,
       b.is_conflict_accepted, b.hold_id IS NOT NULL
  FROM scheduling_bookingresource b
  JOIN scheduling_resource r ON r.id = b.resource_id
  JOIN scheduling_timeslot t ON t.id = b.timeslot_id
  JOIN catalog_experience e ON e.id = t.experience_id
  LEFT JOIN scheduling_hold h ON h.id = b.hold_id
 WHERE (h.id IS NULL OR (h.status = 'active' AND h.expires_at > %(at)s))
   AND {where}
 ORDER BY b.start_at, b.id
"""


def _read(where: str, at: datetime, **values: Any) -> list[UseRow]:
    with connection.cursor() as cursor:
        cursor.execute(_USES.format(where=where), {"at": at, **values})
        return [UseRow(*row) for row in cursor.fetchall()]
