"""Departures follow the terms of their experience: cut-offs, presale, the smart cut-off."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import connection

from outfitter.db.locks import atomic
from outfitter.plugins import outbox
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import timeslot_generation
from outfitter_tenants.scheduling.operations import timeslot_generation_sql as sql
from outfitter_tenants.scheduling.queries import seats
from outfitter_tenants.scheduling.rules.recurrence import Occurrence

_CHUNK: Final = 5000


def follow_terms(*, experience_ids: Iterable[int], at: datetime) -> int:
    """
    Compute anew when future departures of these experiences are sold; returns how many moved.

    Call it after a restriction, who it is assigned to, or an experience's own terms changed. What
    is right already is not written, so it may be called twice.
    """
    moved = 0
    for experience_id, row in sorted(catalog.list_experiences(ids=experience_ids).items()):
        with atomic():
            dates = _follow(timeslot_generation.TimeslotPlan(row, at=at), at)
            if dates:
                cache_versions.touch(dates=dates)
                outbox.publish(
                    "availability.changed",
                    at=at,
                    experience_id=experience_id,
                    timeslot_id=None,
                    dates=[],
                    reason="terms",
                )
            moved += len(dates)
    return moved


def _follow(plan: timeslot_generation.TimeslotPlan, at: datetime) -> list[Any]:
    rows = Timeslot.objects.filter(experience_id=plan.experience.id, start_at__gt=at)
    found: list[Any] = []
    last = 0
    while chunk := list(
        rows.filter(pk__gt=last)
        .order_by("pk")
        .values_list("pk", "date", "start_time", "start_at", "end_at")[:_CHUNK]
    ):
        last = chunk[-1][0]
        # Rows are written in the order of their ids, as everybody locks them.
        seats.lock_timeslots(ids=[pk for pk, *_ in chunk])
        items = [Occurrence(day, start, begin, end) for _, day, start, begin, end in chunk]
        with connection.cursor() as cursor:
            values = {"ids": [pk for pk, *_ in chunk], **plan.instants(items)}
            cursor.execute(sql.RETERM, values)
            found.extend(day for (day,) in cursor.fetchall())
    return found
