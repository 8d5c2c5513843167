"""Reads of the audit log."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Max, Q

from outfitter.db.statements import Param, Statement
from outfitter_tenants.audit.models import AuditLog


def list_of_trip(*, trip_id: int, limit: int = 200) -> list[dict[str, object]]:
    """Return the newest changes around one trip as HistoryItems (domain.md 5.0)."""
    rows = AuditLog.objects.filter(trip_id=trip_id).order_by("-id")[:limit]
    return [history_item(row) for row in rows]


def count_of_trip(*, trip_id: int) -> int:
    """Return how many changes the log knows around one trip."""
    found = COUNT_OF_TRIP.first(trip_id=trip_id)
    return found[0] if found else 0


COUNT_OF_TRIP: Final[Statement[tuple[int]]] = Statement(
    lambda: (
        AuditLog.objects.filter(trip_id=Param("trip_id"))
        .order_by()
        .values("trip_id")
        .annotate(cnt=Count("pk"))
        .values_list("cnt")
    )
)


def list_of_entity(*, entity_type: str, entity_id: int, limit: int = 200) -> list[dict[str, object]]:
    """Return the newest changes of one thing as HistoryItems."""
    rows = AuditLog.objects.filter(entity_type=entity_type, entity_id=entity_id)
    return [history_item(row) for row in rows.order_by("-id")[:limit]]


def list_of_entities(
    *, entity_type: str, entity_ids: Collection[int], limit: int = 200
) -> list[dict[str, Any]]:
    """Return the newest changes of several things of one kind as HistoryItems."""
    rows = AuditLog.objects.filter(entity_type=entity_type, entity_id__in=entity_ids)
    return [history_item(row) for row in rows.order_by("-id")[:limit]]


def list_of_things(*, things: Mapping[str, Collection[int]], limit: int = 200) -> list[dict[str, object]]:
    """Return the newest changes of things of several kinds (kind -> ids) as HistoryItems."""
    wanted = Q(pk__in=())
    for entity_type, ids in things.items():
        wanted |= Q(entity_type=entity_type, entity_id__in=ids)
    rows = AuditLog.objects.filter(wanted)
    return [history_item(row) for row in rows.order_by("-id")[:limit]]


def last_changes(*, entity_type: str, entity_ids: Collection[int]) -> dict[int, datetime]:
    """Return when each of several things of one kind was last changed, as far as the log knows."""
    rows = AuditLog.objects.filter(entity_type=entity_type, entity_id__in=entity_ids)
    return dict(rows.order_by().values_list("entity_id").annotate(last=Max("at")))


def was_done_by(*, action: str, user_avatar_id: int, since: datetime) -> bool:
    """Return whether a person did something since an instant."""
    rows = AuditLog.objects.filter(user_avatar_id=user_avatar_id, at__gte=since, action=action)
    return rows.exists()


def was_done_to(*, entity_type: str, entity_id: int, action: str, since: datetime) -> bool:
    """Return whether something was done to an object since an instant."""
    rows = AuditLog.objects.filter(entity_type=entity_type, entity_id=entity_id, at__gte=since)
    return rows.filter(action=action).exists()


def history_item(row: AuditLog) -> dict[str, object]:
    """Return one change as people read it."""
    before, after = row.before or {}, row.after or {}
    return {
        "id": row.pk,
        "at": row.at,
        "actor": {"type": row.actor_type, "id": row.user_avatar_id, "name": row.actor_name},
        "action": row.action,
        "summary": summary_of(row.action),
        "changes": [
            {"field": name, "before": before.get(name), "after": after.get(name)}
            for name in sorted({*before, *after})
        ],
        "ip": row.ip,
        "reason": row.reason,
    }


def summary_of(action: str) -> str:
    """Return an action in plain English, for those who have no words of their own for it."""
    return action.replace(".", " ").replace("_", " ")
