"""
Counters counted anew from their rows, each day: a difference is an incident and is put right.

Nothing should ever be found. What is found is told in the log with what it was and what it became.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db.models import F, Sum
from django.db.models.functions import Greatest

from outfitter.db.locks import atomic
from outfitter.kit.errors import Busy
from outfitter_tenants.scheduling import booking_port, cache_versions
from outfitter_tenants.scheduling.models import Hold, Timeslot, TimeslotPool
from outfitter_tenants.scheduling.operations import pools
from outfitter_tenants.scheduling.queries import counter_drift, seats

log = logging.getLogger(__name__)


def recount_seats(*, at: datetime) -> int:
    """Put every counter right that differs from its rows; returns how many timeslots and days."""
    found = counter_drift.count_drift(sold=booking_port.seats_on())
    slots = {item.id for item in found if item.entity == "timeslot"}
    pooled = [item.id for item in found if item.entity == "timeslot_pool"]
    slots |= set(TimeslotPool.objects.filter(pk__in=pooled).values_list("timeslot_id", flat=True))
    days = {item.id for item in found if item.entity == "experience_date"}
    done = 0
    for timeslot_id in sorted(slots):
        done += _tried(_recount_timeslot, timeslot_id)
    rows = Timeslot.objects.filter(pk__in=slots).values_list("experience_date_id", flat=True)
    for date_id in sorted(days | set(rows)):
        done += _tried(_recount_day, date_id)
    return done


def _tried(repair: Callable[[int], bool], key: int) -> int:
    try:
        with atomic():
            return int(repair(key))
    except Busy:
        return 0  # somebody is buying there; tomorrow again


def _recount_timeslot(timeslot_id: int) -> bool:
    # Whoever sells holds this lock until the booking is there as well: so both agree from here on.
    seats.lock_timeslots(ids=[timeslot_id])
    row = Timeslot.objects.get(pk=timeslot_id)
    before = (row.held_pax_cnt, row.booked_pax_cnt)
    pools.recount(timeslot_ids=[timeslot_id])
    active = Hold.objects.filter(timeslot_id=timeslot_id, status="active")
    held = active.aggregate(n=Sum("pax_cnt"))["n"] or 0
    booked = sum(item.pax_cnt for item in booking_port.seats_on([timeslot_id]))
    beyond = Greatest(F("overbook_cnt"), held + booked - F("capacity"), 0)
    rows = Timeslot.objects.filter(pk=timeslot_id)
    values = {"held_pax_cnt": held, "booked_pax_cnt": booked}
    if row.capacity is None:
        rows.update(**values)
    else:
        rows.update(**values, overbook_cnt=beyond)
    log.error("timeslot %s counted (held, booked) %s, its rows say %s", timeslot_id, before, (held, booked))
    cache_versions.touch(dates=[row.date])
    return True


def _recount_day(experience_date_id: int) -> bool:
    mine = Timeslot.objects.filter(experience_date_id=experience_date_id)
    seats.lock_timeslots(ids=mine.values_list("pk", flat=True))
    day = seats.lock_experience_date(experience_date_id=experience_date_id)
    if day is None or day.capacity is None:
        return False
    used = mine.aggregate(held=Sum("held_pax_cnt"), booked=Sum("booked_pax_cnt"))
    held, booked = used["held"] or 0, used["booked"] or 0
    if (day.held_pax_cnt, day.booked_pax_cnt) == (held, booked):
        return False
    log.error(
        "experience date %s counted (held, booked) %s, its timeslots say %s",
        day.pk,
        (day.held_pax_cnt, day.booked_pax_cnt),
        (held, booked),
    )
    day.held_pax_cnt, day.booked_pax_cnt = held, booked
    day.overbook_cnt = max(day.overbook_cnt, held + booked - day.capacity, 0)
    day.save(update_fields=["held_pax_cnt", "booked_pax_cnt", "overbook_cnt"])
    cache_versions.touch(dates=[day.date])
    return True
