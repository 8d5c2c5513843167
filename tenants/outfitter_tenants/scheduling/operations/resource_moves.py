"""Whole departures moved among resources: what staff do when a boat breaks (domain.md 4.21)."""

from collections.abc import Collection, Sequence
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter_tenants.scheduling.operations import resource_assignments
from outfitter_tenants.scheduling.operations.resource_assignments import Guests
from outfitter_tenants.scheduling.queries import seats
from outfitter_tenants.scheduling.queries.resource_timeline import UnknownUse, uses_of_timeslots


def move_uses(
    *,
    timeslot_id: int,
    source_id: int,
    target_id: int | None,
    use_ids: Collection[int] | None,
    force: bool,
    at: datetime,
) -> list[int]:
    """
    Move what a departure has of one resource (some of it when `use_ids` is given) to another.

    Without a target it is taken off. All of it or nothing; returns the ids of what was moved.

    :raises UnknownUse: the departure has nothing of the source that is sold
    :raises ResourceNotFound: there is no such target
    :raises Invalid: the two are the same, or of different groups
    :raises ResourceUnavailable: the target cannot serve it; `force` gets past a blackout only
    """
    if source_id == target_id:
        raise Invalid({"to_resource_id": ["It's already there."]})
    with atomic():
        # Before anything is read: what is seen here is what is moved.
        seats.lock_timeslots(ids=[timeslot_id])
        rows = [
            row
            for row in uses_of_timeslots(timeslot_ids=[timeslot_id], at=at)
            if row.resource_id == source_id and not row.is_held and (use_ids is None or row.id in use_ids)
        ]
        if not rows:
            raise UnknownUse("This departure doesn't use that resource.")
        ids = [row.id for row in rows]
        if target_id is None:
            resource_assignments.unassign(resource_id=source_id, booking_resource_ids=ids, at=at)
            return []
        for row in rows:
            resource_assignments.reschedule(
                booking_resource_id=row.id,
                window=(row.start_at, row.end_at),
                resource_id=target_id,
                force=force,
                at=at,
            )
    return ids


def place_orders(*, orders: Sequence[Guests], resource_id: int, force: bool, at: datetime) -> list[int]:
    """
    Put several orders of a departure on one resource, all or none; returns the ids of the uses.

    :raises TimeslotNotFound: there is no such timeslot
    :raises ResourceNotFound: there is no such resource
    :raises ResourceUnavailable: it cannot serve them all; `force` gets past a blackout only
    """
    made: list[int] = []
    with atomic():
        for guests in sorted(orders, key=lambda row: row.trip_order_id):
            made += resource_assignments.assign_resource(
                guests=guests,
                resource_id=resource_id,
                usage_id=None,
                window=None,
                is_locked=True,
                force=force,
                at=at,
            )
    return made
