"""Reads and claims of what channels have to be told."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import connection as database
from django.db.models import Count

from outfitter_tenants.channels.models import AvailabilityPush, ChannelConnection, ProductMapping

_WANT: Final = """
INSERT INTO channels_availabilitypush AS p
       (connection_id, mapping_id, date, causes, state, due_at, attempts, change_cnt, error,
        changed_at)
SELECT m.connection_id, m.id, day, %(causes)s, 'waiting', %(due_at)s, 0, 1, '', %(at)s
  FROM channels_productmapping m CROSS JOIN unnest(%(dates)s::date[]) AS day
 WHERE m.id = ANY(%(mappings)s)
 ORDER BY m.id, day
ON CONFLICT (mapping_id, date) DO UPDATE
   SET causes = CASE WHEN p.state = 'sent' THEN excluded.causes
                     ELSE ARRAY(SELECT DISTINCT unnest(p.causes || excluded.causes)) END,
       state = CASE WHEN p.state = 'sending' THEN 'sending' ELSE 'waiting' END,
       due_at = CASE WHEN p.state IN ('waiting', 'sending') THEN p.due_at ELSE excluded.due_at END,
       attempts = CASE WHEN p.state = 'waiting' THEN p.attempts ELSE 0 END,
       change_cnt = p.change_cnt + 1,
       changed_at = excluded.changed_at
"""


@dataclass(frozen=True, slots=True)
class PushClaim:
    """Days of one mapping that are being told, in order; `seen` are their counts of changes."""

    mapping_id: int
    ids: tuple[int, ...]
    dates: tuple[date, ...]
    seen: tuple[int, ...]
    causes: frozenset[str]
    attempts: int


def request_push(
    *,
    mapping_ids: Collection[int],
    dates: Collection[date],
    causes: Iterable[str],
    due_at: datetime,
    at: datetime,
) -> None:
    """Note that these days have to be told; a day that waits already is not told twice."""
    if not mapping_ids or not dates:
        return
    values: dict[str, Any] = {
        "mappings": sorted(mapping_ids),
        "dates": sorted(dates),
        "causes": sorted(set(causes)),
        "due_at": due_at,
        "at": at,
    }
    with database.cursor() as cursor:
        cursor.execute(_WANT, values)


def told_mappings(
    *, experience_ids: Collection[int], channels: Collection[str]
) -> list[tuple[int, int, str]]:
    """Return live mappings whose channel is told of changes: (mapping, connection, channel)."""
    rows = ProductMapping.objects.filter(
        experience_id__in=experience_ids,
        state="live",
        is_push_refused=False,
        connection__channel__in=channels,
        connection__state__in=("testing", "live"),
        connection__archived_at__isnull=True,
    )
    found = rows.order_by("pk").values_list("pk", "connection_id", "connection__channel")
    return list(found)


def claim(*, connection_id: int, most_dates: int, until: datetime, at: datetime) -> PushClaim | None:
    """
    Take the days of the product that has waited longest, in the caller's transaction.

    A product of which something is being told waits, so that its days are told in order; after
    `until` whoever took them is taken for dead.
    """
    rows = AvailabilityPush.objects.filter(connection_id=connection_id)
    busy = rows.filter(state="sending", due_at__gt=at).values("mapping_id")
    able = rows.filter(state__in=("waiting", "sending"), due_at__lte=at).exclude(mapping_id__in=busy)
    first = able.order_by("due_at", "mapping_id").values_list("mapping_id", flat=True).first()
    if first is None:
        return None
    locked = able.select_for_update(of=("self",), skip_locked=True).filter(mapping_id=first)
    mine = list(locked.order_by("date")[:most_dates])
    if not mine:
        return None
    AvailabilityPush.objects.filter(pk__in=[row.pk for row in mine]).update(state="sending", due_at=until)
    return PushClaim(
        first,
        tuple(row.pk for row in mine),
        tuple(row.date for row in mine),
        tuple(row.change_cnt for row in mine),
        frozenset(cause for row in mine for cause in row.causes),
        max(row.attempts for row in mine),
    )


def next_due(*, connection_id: int) -> datetime | None:
    """Return when something has to be told next."""
    rows = AvailabilityPush.objects.filter(connection_id=connection_id, state__in=("waiting", "sending"))
    return rows.order_by("due_at").values_list("due_at", flat=True).first()


def waiting_connections() -> list[int]:
    """Return the connections that have something to be told."""
    rows = AvailabilityPush.objects.filter(state__in=("waiting", "sending"))
    return sorted(rows.order_by().values_list("connection_id", flat=True).distinct())


def counts_of(*, connection_ids: Collection[int]) -> dict[int, dict[str, int]]:
    """Return how many days of each state connections have."""
    rows = AvailabilityPush.objects.filter(connection_id__in=connection_ids)
    found: dict[int, dict[str, int]] = {}
    for pk, state, cnt in rows.order_by().values_list("connection_id", "state").annotate(Count("pk")):
        found.setdefault(pk, {})[state] = cnt
    return found


def list_pushes(
    *, connection_id: int, state: str | None, limit: int, before_id: int | None
) -> list[AvailabilityPush]:
    """Return the days that were or have to be told, newest change first."""
    rows = AvailabilityPush.objects.filter(connection_id=connection_id)
    if state is not None:
        rows = rows.filter(state=state)
    if before_id is not None:
        rows = rows.filter(pk__lt=before_id)
    return list(rows.select_related("mapping").order_by("-pk")[:limit])


def open_row(*, connection_id: int) -> ChannelConnection | None:
    """Return an open connection that may be told of changes, None when it is closed."""
    rows = ChannelConnection.objects.filter(
        pk=connection_id, archived_at__isnull=True, state__in=("testing", "live")
    )
    return rows.first()
