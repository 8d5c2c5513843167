"""Single timeslots: added by hand, opened and closed."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Literal

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import (
    availability_events,
    blackout_projection,
    experience_dates,
    guides,
    pools,
    timeslot_generation,
)
from outfitter_tenants.scheduling.queries import seats, timeslots
from outfitter_tenants.scheduling.rules.recurrence import Occurrence

SlotStatus = Literal["open", "closed_online", "closed"]


def add_timeslot(
    *,
    experience_id: int,
    day: date,
    start_time: time,
    at: datetime,
    capacity: int | None = None,
    online_allotment: int | None = None,
    capacity_by_type: Mapping[str, int] | None = None,
    channel_allotments: Mapping[str, int] | None = None,
    duration_minutes: int | None = None,
    note: str = "",
) -> timeslots.TimeslotRow:
    """
    Add one departure by hand, without a rule.

    `capacity_by_type` maps experience customer type ids to pax, `channel_allotments` slugs of trip
    methods.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: it has a departure at that start already
    """
    with atomic():
        catalog.lock_experience(experience_id=experience_id)
        plan = timeslot_generation.TimeslotPlan(catalog.get_experience(experience_id=experience_id), at=at)
        item = _occurrence(plan, day, start_time, duration_minutes)
        if timeslot_generation.starts_taken(experience_id=experience_id, occurrences=[item]):
            raise Invalid({"start_time": ["There's already a departure at this time."]})
        row = plan.timeslot(
            item,
            plan.date(item.date),
            note=note,
            capacity=capacity,
            online_allotment=online_allotment,
            capacity_by_type=dict(capacity_by_type or {}),
            channel_allotments=dict(channel_allotments or {}),
        )
        row.save()
        pools.make(row, plan)
        blackout_projection.mark_made(experience_id=experience_id, first=row.date, last=row.date)
        availability_events.seats_changed(timeslot_id=row.pk, reason="timeslot_added", at=at)
        record(entity_type="timeslot", entity_id=row.pk, action="timeslot.created", at=at)
    return timeslots.get_timeslot(timeslot_id=row.pk, at=at)


def _occurrence(
    plan: timeslot_generation.TimeslotPlan, day: date, start_time: time, duration_minutes: int | None
) -> Occurrence:
    start = zones.to_instant(day, start_time, plan.zone)
    wall = zones.to_local(start, plan.zone)
    length = timedelta(minutes=duration_minutes or plan.experience.duration_minutes)
    return Occurrence(wall.date(), wall.time(), start, start + length)


def set_timeslot_status(
    *, timeslot_id: int, status: SlotStatus, at: datetime, reason: str | None = None, is_notify: bool = False
) -> None:
    """
    Open a departure, close it for strangers or for everybody; a cancelled one opens again.

    So does its day when that was cancelled. Orders that were cancelled with it do not come back.
    `is_notify` asks whoever sends messages to tell the guests, in `timeslot.status_changed`.

    :raises TimeslotNotFound: there is no such timeslot
    """
    with atomic():
        seen = timeslots.get_timeslot(timeslot_id=timeslot_id, at=at)
        if (seen.status, seen.day.status) == ("cancelled", "cancelled"):
            # Locks all departures of the day, so it comes before the lock of this one.
            experience_dates.edit_date(
                experience_date_id=seen.experience_date_id, changes={"status": "open"}, version=None, at=at
            )
        seats.lock_timeslots(ids=[timeslot_id])
        before = timeslots.get_timeslot(timeslot_id=timeslot_id, at=at)
        if before.status == status:
            return
        Timeslot.objects.filter(pk=timeslot_id).update(
            status=status, version=before.version + 1, is_edited=True, cancelled_at=None, cancel_reason=None
        )
        record(
            entity_type="timeslot",
            entity_id=timeslot_id,
            action="timeslot.status_changed",
            at=at,
            before={"status": before.status},
            after={"status": status},
            reason=reason,
        )
        outbox.publish(
            "timeslot.status_changed",
            at=at,
            timeslot_id=timeslot_id,
            experience_id=before.experience_id,
            before=before.status,
            after=status,
            reason=reason,
            is_notify=is_notify,
        )
        if before.status == "cancelled":
            guides.tell_crews("guide.assigned", timeslot_ids=[timeslot_id], at=at)
        availability_events.seats_changed(timeslot_id=timeslot_id, reason="status", at=at)
