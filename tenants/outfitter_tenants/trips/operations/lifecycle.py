"""A trip that ends, comes back or is looked at: steps of its state (domain.md 3.4)."""

from datetime import datetime, timedelta
from typing import Final

from outfitter.kit.errors import DomainError
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.states import transition

RESTORABLE: Final = timedelta(days=30)


class TooLate(DomainError):
    """A deleted trip comes back for thirty days."""

    code = "too_late"
    status = 409


def delete(*, trip: Trip, reason: str, at: datetime) -> str:
    """
    Make a locked trip a deleted one and return what it was; the caller saves.

    :raises IllegalTransition: it is deleted already
    """
    before, trip.status = trip.status, transition(trip.status, "delete")
    trip.status_before_delete = before
    trip.deleted_at, trip.delete_reason = at, reason
    return before


def restore(*, trip: Trip, at: datetime) -> str:
    """
    Make a deleted trip what it was and return that; the caller saves.

    :raises IllegalTransition: it is not deleted
    :raises TooLate: it was deleted more than thirty days ago
    """
    was = trip.status_before_delete or "draft"
    after = transition(trip.status, f"restore_{was}")
    if trip.deleted_at is not None and trip.deleted_at < at - RESTORABLE:
        raise TooLate("Deleted trips can be restored for thirty days.", deleted_at=_iso(trip))
    trip.status = after
    trip.status_before_delete = trip.deleted_at = trip.delete_reason = None
    return after


def confirm(*, trip: Trip, by: int | None, at: datetime) -> None:
    """
    Make a trip that was looked at a reserved one; the caller saves.

    :raises IllegalTransition: nobody has to look at it
    """
    trip.status = transition(trip.status, "confirm_review")
    trip.reviewed_at, trip.reviewed_by = at, by


def _iso(trip: Trip) -> str | None:
    return trip.deleted_at.isoformat() if trip.deleted_at else None
