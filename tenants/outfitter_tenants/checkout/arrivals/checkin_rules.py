"""When guests may be checked in, how long that is undone, and what a no-show frees (4.13)."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling.operations import release_resources
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import orders as rows

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder
    from outfitter_tenants.trips.operations.arrivals import ArrivalAction

OPENS_BEFORE: Final = timedelta(minutes=240)
CLOSES_AFTER: Final = timedelta(hours=12)
UNDO_FOR: Final = timedelta(hours=24)
# How long after the start somebody may still come before their boat is given to others.
GRACE: Final = timedelta(minutes=15)
FREE_NOSHOW: Final = "orders.free_noshow"


class UndoTooLate(DomainError):
    """A check-in of yesterday is history."""

    code = "undo_too_late"
    status = 409


def check(*, trip: "Trip", deed: "ArrivalAction", at: datetime) -> list[dict[str, str]]:
    """
    Return what whoever notes this should know; the trip is locked.

    What devices noted while they were away is not asked about: it has happened.

    :raises UndoTooLate: a check-in of more than 24 hours ago would be undone
    """
    if deed.occurred_at is not None:
        return []
    order = trips.get_order(trip=trip, trip_order_id=deed.trip_order_id)
    kind = _kind_of(deed)
    if kind in {"not_arrived", "no_show"}:
        _require_recent(order, deed, at)
    slot = order.timeslot
    if kind != "arrived" or slot is None:
        return []
    if slot.start_at - OPENS_BEFORE <= at <= slot.end_at + CLOSES_AFTER:
        return []
    return [
        {
            "code": "outside_window",
            "severity": "warn",
            "message": "This departure is not now: please make sure that it is the right one.",
        }
    ]


def _kind_of(deed: "ArrivalAction") -> str | None:
    named = {deed.status_id, deed.status_slug} - {None}
    return next((s.kind for s in trips.list_statuses() if {s.id, s.slug} & named), None)


def _require_recent(order: "TripOrder", deed: "ArrivalAction", at: datetime) -> None:
    ids = deed.booking_ids
    for row in rows.guests_of(order):
        is_meant = row.pk in ids if ids is not None else deed.status_slug != "no_show"
        if is_meant and row.checked_in_at and at - row.checked_in_at > UNDO_FOR:
            raise UndoTooLate(
                "This check-in is more than a day old and can no longer be undone.", booking_id=row.pk
            )


def schedule_noshow_release(*, trip: "Trip", trip_order_id: int, at: datetime) -> None:
    """Have the boats of an order that nobody came for freed once the grace is over."""
    order = trips.get_order(trip=trip, trip_order_id=trip_order_id)
    if not order.is_noshow or order.timeslot is None:
        return
    scheduled_jobs.schedule(
        FREE_NOSHOW,
        key=str(order.pk),
        due_at=max(at, order.timeslot.start_at + GRACE),
        payload={"trip_id": trip.pk, "trip_order_id": order.pk},
    )


def free_noshow(payload: dict[str, Any], at: datetime) -> None:
    """Free what an order has of resources if still nobody has come; the due job's handler."""
    with atomic():
        trip = trips.lock_trip(trip_id=payload["trip_id"])
        order = trip.orders.select_related("timeslot").filter(pk=payload["trip_order_id"]).first()
        if order is None:
            return
        slot = order.timeslot
        is_over = slot is not None and at >= slot.start_at + GRACE
        if slot is None or not is_over or not order.is_noshow or order.status != "active":
            return
        freed = release_resources(trip_order_id=order.pk, timeslot_id=slot.pk, at=at)
        if freed:
            record(
                entity_type="trip_order",
                entity_id=order.pk,
                trip_id=trip.pk,
                action="resource.unassigned",
                at=at,
                before={"resources": freed},
                reason="noshow",
            )
