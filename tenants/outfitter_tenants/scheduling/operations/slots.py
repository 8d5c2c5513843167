"""Single timeslots and days: added by hand, opened, closed, capped."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from django.db.models import Sum

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import freshness
from outfitter_tenants.scheduling.expansion import Occurrence
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot
from outfitter_tenants.scheduling.operations import announce, making, pools
from outfitter_tenants.scheduling.queries import seats, slots

SlotStatus = Literal["open", "closed_online", "closed"]


class TooSmall(DomainError):
    """More seats are taken than the new limit would allow."""

    code = "capacity_in_use"
    status = 409


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
) -> slots.TimeslotRow:
    """
    Add one departure by hand, without a rule.

    `capacity_by_type` maps experience customer type ids to pax, `channel_allotments` slugs of trip
    methods.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: it has a departure at that start already
    """
    with atomic():
        catalog.lock_experience(experience_id=experience_id)
        plan = making.Plan(catalog.get_experience(experience_id=experience_id), at=at)
        item = _occurrence(plan, day, start_time, duration_minutes)
        if making.starts_taken(experience_id=experience_id, occurrences=[item]):
            raise Invalid({"start_time": ["There is a departure at this time already."]})
        row = plan.timeslot(
            item, plan.date(item.date), note=note, capacity=capacity,
            online_allotment=online_allotment, capacity_by_type=dict(capacity_by_type or {}),
            channel_allotments=dict(channel_allotments or {}),
        )  # fmt: skip
        row.save()
        pools.make(row, plan)
        announce.seats_changed(timeslot_id=row.pk, reason="timeslot_added", at=at)
        record(entity_type="timeslot", entity_id=row.pk, action="timeslot.created", at=at)
    return slots.get_timeslot(timeslot_id=row.pk, at=at)


def _occurrence(
    plan: making.Plan, day: date, start_time: time, duration_minutes: int | None
) -> Occurrence:
    start = zones.to_instant(day, start_time, plan.zone)
    wall = zones.to_local(start, plan.zone)
    length = timedelta(minutes=duration_minutes or plan.experience.duration_minutes)
    return Occurrence(wall.date(), wall.time(), start, start + length)


def set_timeslot_status(*, timeslot_id: int, status: SlotStatus, at: datetime) -> None:
    """
    Open a departure, or close it for strangers or for everybody.

    :raises TimeslotNotFound: there is no such timeslot
    """
    with atomic():
        seats.lock_timeslots(ids=[timeslot_id])
        before = slots.get_timeslot(timeslot_id=timeslot_id, at=at)
        if before.status == status:
            return
        Timeslot.objects.filter(pk=timeslot_id).update(
            status=status, version=before.version + 1, is_edited=True
        )
        record(
            entity_type="timeslot", entity_id=timeslot_id, action="timeslot.status_changed", at=at,
            before={"status": before.status}, after={"status": status},
        )  # fmt: skip
        announce.seats_changed(timeslot_id=timeslot_id, reason="status", at=at)


def set_day_capacity(
    *, experience_id: int, day: date, capacity: int | None, at: datetime
) -> slots.DateRow:
    """
    Cap what a whole day takes, or lift the cap with None.

    :raises ExperienceNotFound: there is no such experience
    :raises TooSmall: more seats are taken already
    """
    with atomic():
        catalog.lock_experience(experience_id=experience_id)
        plan = making.Plan(catalog.get_experience(experience_id=experience_id), at=at)
        found = plan.date(day)
        mine = Timeslot.objects.filter(experience_date_id=found.pk)
        seats.lock_timeslots(ids=mine.values_list("pk", flat=True))
        row = seats.lock_experience_date(experience_date_id=found.pk)
        assert row is not None  # noqa: S101  (found above, never deleted)
        before = row.capacity
        _cap(row, mine.aggregate(booked=Sum("booked_pax_cnt"), held=Sum("held_pax_cnt")), capacity)
        mine.update(is_day_limited=making.is_limited(row))
        record(
            entity_type="experience_date", entity_id=row.pk, action="experience_date.capacity",
            at=at, before={"capacity": before}, after={"capacity": capacity},
        )  # fmt: skip
        freshness.touch(dates=[day])
        outbox.publish(
            "availability.changed", at=at, experience_id=experience_id, timeslot_id=None,
            dates=[day.isoformat()], reason="day_capacity",
        )  # fmt: skip
    return slots.DateRow(row.pk, experience_id, day, row.status, row.capacity, row.note)


def _cap(row: ExperienceDate, used: dict[str, Any], capacity: int | None) -> None:
    booked, held = used["booked"] or 0, used["held"] or 0
    if capacity is not None and booked + held > capacity:
        raise TooSmall("More guests are on this day already.", used=booked + held)
    row.capacity = capacity
    row.booked_pax_cnt, row.held_pax_cnt = booked, held
    row.version += 1
    row.save()
