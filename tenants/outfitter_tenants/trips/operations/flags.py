"""What staff mark on trips: where the customer heard of us, and flags (domain.md 3.4)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import Flag, FlagReason, Trip, TripSource
from outfitter_tenants.trips.queries import lock_trip


def check_source(*, source_id: int | None) -> str:
    """
    Return the name of a source trips can get; "" for none.

    :raises Invalid: there is no such source, or it is no longer offered
    """
    if source_id is None:
        return ""
    row = TripSource.objects.filter(pk=source_id, archived_at__isnull=True).first()
    if row is None:
        raise Invalid({"source_id": ["Source not found."]})
    return row.name


def check_reason(*, reason_id: int | None) -> str:
    """
    Return the name of a reason trips can be flagged for; "" for none.

    :raises Invalid: there is no such reason, or it is no longer offered
    """
    if reason_id is None:
        return ""
    row = FlagReason.objects.filter(pk=reason_id, archived_at__isnull=True).first()
    if row is None:
        raise Invalid({"reason_id": ["Reason not found."]})
    return row.name


def set_source(*, trip_id: int, source_id: int | None, at: datetime) -> None:
    """
    Say where the customer of a trip heard of us; nothing happens when it says so already.

    :raises TripNotFound: there is no such trip
    """
    trip = lock_trip(trip_id=trip_id)
    if trip.trip_source_id == source_id:
        return
    before, trip.trip_source_id = trip.trip_source_id, source_id
    _touch(trip, at, "trip_source")
    _tell(trip, "trip.source_changed", at, {"source_id": before}, {"source_id": source_id})


def flag(*, trip_id: int, reason_id: int | None, comment: str, by: int | None, at: datetime) -> None:
    """
    Flag a trip, or say something else on the flag it has.

    :raises TripNotFound: there is no such trip
    """
    trip = lock_trip(trip_id=trip_id)
    found = put_flag(trip=trip, by=by, at=at, reason_id=reason_id, comment=comment)
    if found is not None:
        _touch(trip, at)
        _tell(trip, "trip.flagged", at, *found)


def put_flag(
    *, trip: Trip, by: int | None, at: datetime, **said: Any
) -> tuple[dict[str, object] | None, dict[str, object]] | None:
    """
    Put a flag on a locked trip, or change the one it has; returns what it said before and after.

    `said` are some of `reason_id`, `comment` and `assignee_avatar_id`; None when nothing changed.
    """
    row = Flag.objects.filter(trip=trip, cleared_at__isnull=True).first()
    before = {name: getattr(row, name) for name in said} if row else None
    if before == said:
        return None
    row = row or Flag(trip=trip, flagged_by=by, flagged_at=at)
    for name, value in said.items():
        setattr(row, name, value)
    row.save()
    return before, said


def flag_by_itself(*, trip: Trip, comment: str, at: datetime) -> None:
    """Flag a locked trip that somebody has to look at; a flag it has already says enough."""
    if Flag.objects.filter(trip=trip, cleared_at__isnull=True).exists():
        return
    found = put_flag(trip=trip, by=None, at=at, comment=comment)
    if found is not None:
        _touch(trip, at)
        _tell(trip, "trip.flagged", at, *found)


def clear_flag(*, trip_id: int, by: int | None, at: datetime) -> None:
    """
    Take a trip's flag down; nothing happens when it has none.

    :raises TripNotFound: there is no such trip
    """
    trip = lock_trip(trip_id=trip_id)
    if take_flag_down(trip=trip, note="", by=by, at=at):
        _touch(trip, at)
        _tell(trip, "trip.flag_cleared", at, None, None)


def take_flag_down(*, trip: Trip, note: str, by: int | None, at: datetime) -> bool:
    """Clear the flag of a locked trip with a word on why; False when it has none."""
    open_flags = Flag.objects.filter(trip=trip, cleared_at__isnull=True)
    return bool(open_flags.update(cleared_at=at, cleared_by=by, clear_note=note))


def _touch(trip: Trip, at: datetime, *fields: str) -> None:
    trip.version += 1
    trip.changed_at = at
    trip.save(update_fields=[*fields, "version", "changed_at"])


def _tell(
    trip: Trip,
    action: str,
    at: datetime,
    before: Mapping[str, object] | None,
    after: Mapping[str, object] | None,
) -> None:
    record(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action=action,
        at=at,
        before=before,
        after=after,
    )
