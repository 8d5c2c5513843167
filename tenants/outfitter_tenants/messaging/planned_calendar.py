"""Reads of what goes out by itself, and when: days with their numbers, and a day's rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncDate

from outfitter.kit import zones
from outfitter_tenants.messaging.models import Message

PAGE: Final = 50
_GONE: Final = ("cancelled", "suppressed", "failed", "bounced", "complained")
_GOING: Final = ("scheduled", "queued", "sending")


@dataclass(frozen=True, slots=True)
class PlannedDay:
    """How many messages go on a day, went, or do not go."""

    date: date
    planned_cnt: int
    sent_cnt: int
    skipped_cnt: int


@dataclass(frozen=True, slots=True)
class PlannedPlace:
    """Where a page of a day's messages ends."""

    scheduled_at: datetime
    id: int


def list_days(*, first: date, last: date, time_zone: str) -> list[PlannedDay]:
    """Return the days between two, both included, on which something goes or should have gone."""
    rows = _between(first, last, time_zone).annotate(
        day=TruncDate("scheduled_at", tzinfo=zones.zone(time_zone))
    )
    found = rows.values("day").annotate(
        planned=Count("id", filter=Q(status__in=_GOING)),
        skipped=Count("id", filter=Q(status__in=_GONE)),
        every=Count("id"),
    )
    return [
        PlannedDay(one["day"], one["planned"], one["every"] - one["planned"] - one["skipped"], one["skipped"])
        for one in found.order_by("day")
    ]


def list_rows(
    *, day: date, time_zone: str, after: PlannedPlace | None, limit: int = PAGE
) -> Sequence[Message]:
    """Return what goes on a day or should have, in order of time, behind a place; one more than `limit`."""
    rows = _between(day, day, time_zone).order_by("scheduled_at", "id")
    if after is not None:
        later = Q(scheduled_at__gt=after.scheduled_at)
        rows = rows.filter(later | Q(scheduled_at=after.scheduled_at, id__gt=after.id))
    return list(rows.defer("body_text", "body_html", "attachments")[: limit + 1])


def counts_by_automation() -> dict[int, int]:
    """Return how many messages each automation has planned."""
    rows = Message.objects.filter(status="scheduled", automation_id__isnull=False)
    return dict(rows.values_list("automation_id").annotate(cnt=Count("id")).order_by())


def _between(first: date, last: date, time_zone: str) -> QuerySet[Message]:
    return Message.objects.filter(
        automation_id__isnull=False,
        scheduled_at__gte=zones.day_bounds(first, time_zone)[0],
        scheduled_at__lt=zones.day_bounds(last, time_zone)[1],
    )
