"""Whole days of an experience: capped, closed, with a note."""

from datetime import date, datetime
from typing import Any, Literal, TypedDict

from django.db.models import Sum

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot
from outfitter_tenants.scheduling.operations import seat_allocation, timeslot_generation
from outfitter_tenants.scheduling.operations.timeslot_cancellations import DateNotFound
from outfitter_tenants.scheduling.queries import seats, timeslots


class DateChanges(TypedDict, total=False):
    """What may be changed on a day; what is left out stays. `capacity` None lifts the cap."""

    capacity: int | None
    status: Literal["open", "closed"]
    note: str


def set_day_capacity(
    *, experience_id: int, day: date, capacity: int | None, at: datetime
) -> timeslots.DateRow:
    """
    Cap what a whole day takes, or lift the cap with None; the day is made when it is missing.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: more seats are taken already
    """
    with atomic():
        catalog.lock_experience(experience_id=experience_id)
        plan = timeslot_generation.TimeslotPlan(catalog.get_experience(experience_id=experience_id), at=at)
        changes: DateChanges = {"capacity": capacity}
        return edit_date(experience_date_id=plan.date(day).pk, changes=changes, version=None, at=at)


def edit_date(
    *, experience_date_id: int, changes: DateChanges, version: int | None, at: datetime
) -> timeslots.DateRow:
    """
    Cap, open or close a whole day, or note something about it.

    :raises DateNotFound: there is no such date
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: more seats are taken than the cap allows
    """
    with atomic():
        mine = Timeslot.objects.filter(experience_date_id=experience_date_id)
        ids = set(mine.values_list("pk", flat=True))
        seats.lock_timeslots(ids=ids)
        seat_allocation.expire(timeslot_ids=ids, at=at)
        row = seats.lock_experience_date(experience_date_id=experience_date_id)
        if row is None:
            raise DateNotFound("Date not found.")
        if version is not None and version != row.version:
            raise StaleVersion("Someone changed this in the meantime.", version=row.version)
        before = {name: getattr(row, name) for name in changes}
        _apply(row, changes, mine.aggregate(booked=Sum("booked_pax_cnt"), held=Sum("held_pax_cnt")))
        after = {name: getattr(row, name) for name in changes}
        if before != after:
            mine.update(is_day_limited=timeslot_generation.is_limited(row))
            _tell(row, before, after, at)
    return timeslots.DateRow(
        row.pk, row.experience_id, row.date, row.status, row.capacity, row.note, row.version
    )


def _apply(row: ExperienceDate, changes: DateChanges, used: dict[str, Any]) -> None:
    if "capacity" in changes:
        capacity = changes["capacity"]
        booked, held = used["booked"] or 0, used["held"] or 0
        if capacity is not None and booked + held > capacity:
            raise Invalid({"capacity": [f"{booked + held} seats are taken already."]})
        row.capacity, row.overbook_cnt = capacity, 0
        # Counted only while there is a cap, so counted from here on.
        row.booked_pax_cnt, row.held_pax_cnt = booked, held
    if "status" in changes:
        row.status = changes["status"]
        row.cancelled_at = row.cancelled_reason = None
    if "note" in changes:
        row.note = changes["note"]
    row.version += 1
    row.save()


def _tell(row: ExperienceDate, before: dict[str, object], after: dict[str, object], at: datetime) -> None:
    record(
        entity_type="experience_date",
        entity_id=row.pk,
        action="experience_date.edited",
        at=at,
        before=before,
        after=after,
    )
    cache_versions.touch(dates=[row.date])
    outbox.publish(
        "availability.changed",
        at=at,
        experience_id=row.experience_id,
        timeslot_id=None,
        dates=[row.date.isoformat()],
        reason="day_edited",
    )
