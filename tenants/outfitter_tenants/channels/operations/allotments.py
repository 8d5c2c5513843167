"""What a connection may have of departures: promised, changed, taken back, and kept up to date."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.models import ChannelAllotment
from outfitter_tenants.channels.operations import guaranteed_seats
from outfitter_tenants.channels.queries import allotments
from outfitter_tenants.channels.queries import connections as connected

KEEP: Final = "channels.keep_seats"
# One round keeps the seats of so many days, then the next is due.
_STEP: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Draft:
    """What staff say of an allotment; see `models.ChannelAllotment`."""

    experience_id: int | None
    date_from: date | None
    date_to: date | None
    weekdays: int
    start_times: Sequence[time]
    guaranteed: int
    most: int | None
    release_minutes: int


def save(*, connection_id: int, allotment_id: int | None, draft: Draft, at: datetime) -> ChannelAllotment:
    """
    Promise a connection seats, or bound what it may have.

    Seats are kept in a moment, departure by departure, as far as they are free.

    :raises ConnectionNotFound, AllotmentNotFound, ExperienceNotFound: as named
    :raises Invalid: seats of that experience cannot be kept, or the bounds make no sense
    """
    _check(draft)
    with atomic():
        connection = connected.lock_connection(connection_id=connection_id)
        row = ChannelAllotment(connection=connection, created_at=at)
        if allotment_id is not None:
            row = allotments.lock_allotment(allotment_id=allotment_id)
            if row.connection_id != connection.pk:
                raise allotments.AllotmentNotFound("Allotment not found.")
        before = facts_of(row) if row.pk else {}
        for name in Draft.__slots__:
            value = getattr(draft, name)
            setattr(row, name, sorted(set(value)) if name == "start_times" else value)
        if row.pk:
            row.version += 1
        row.save()
        record(
            entity_type="channel",
            entity_id=connection.pk,
            action="channel_allotment.saved",
            at=at,
            before=before,
            after=facts_of(row),
        )
        keep_soon(connection_id=connection.pk, at=at)
    return row


def _check(draft: Draft) -> None:
    if draft.guaranteed == 0 and draft.most is None:
        raise Invalid({"guaranteed": ["Enter the guaranteed seats or the maximum."]})
    if draft.most is not None and draft.most < draft.guaranteed:
        raise Invalid({"most": ["The maximum must not be less than the guaranteed seats."]})
    if draft.date_from and draft.date_to and draft.date_to < draft.date_from:
        raise Invalid({"date_to": ["The last day must not be before the first."]})
    if draft.experience_id is None:
        return
    experience = catalog.get_experience(experience_id=draft.experience_id)
    if draft.guaranteed and experience.capacity_type not in guaranteed_seats.KEEPABLE:
        raise Invalid({"guaranteed": ["Seats of this experience can't be kept for partners."]})


def delete(*, allotment_id: int, at: datetime) -> None:
    """
    Take a promise or a bound back; seats that were kept for it are free in a moment.

    :raises AllotmentNotFound: there is none
    """
    with atomic():
        row = allotments.lock_allotment(allotment_id=allotment_id)
        before, connection_id = facts_of(row), row.connection_id
        row.delete()
        record(
            entity_type="channel",
            entity_id=connection_id,
            action="channel_allotment.deleted",
            at=at,
            before=before,
        )
        keep_soon(connection_id=connection_id, at=at)


def keep_soon(*, connection_id: int, at: datetime) -> None:
    """Have the seats that are kept for a connection made what they ought to be."""
    scheduled_jobs.schedule(KEEP, key=str(connection_id), due_at=at, payload={"connection_id": connection_id})


def keep(payload: dict[str, Any], at: datetime) -> None:
    """Keep seats of the days of one step and have the next step done; a due job."""
    connection_id = int(payload["connection_id"])
    first = date.fromisoformat(payload["first"]) if "first" in payload else at.date()
    first = max(first, at.date() - timedelta(days=1))
    end = at.date() + guaranteed_seats.AHEAD
    guaranteed_seats.sync_guarantees(
        connection_id=connection_id, first=first, last=min(first + _STEP, end), at=at
    )
    following = first + _STEP + timedelta(days=1)
    if following <= end:
        scheduled_jobs.schedule(
            f"{KEEP}_on",
            key=str(connection_id),
            due_at=at,
            payload={"connection_id": connection_id, "first": following.isoformat()},
        )


def keep_all(*, at: datetime) -> None:
    """Have every promise kept of departures that have come into sight; once a day."""
    for connection_id in allotments.promised():
        keep_soon(connection_id=connection_id, at=at)


def facts_of(row: ChannelAllotment) -> dict[str, Any]:
    """Return an allotment as the log has it."""
    return {
        "allotment_id": row.pk,
        "experience_id": row.experience_id,
        "date_from": row.date_from.isoformat() if row.date_from else None,
        "date_to": row.date_to.isoformat() if row.date_to else None,
        "weekdays": row.weekdays,
        "start_times": [one.isoformat() for one in row.start_times],
        "guaranteed": row.guaranteed,
        "most": row.most,
        "release_minutes": row.release_minutes,
    }
