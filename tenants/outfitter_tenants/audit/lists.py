"""The audit log as a list: by person, address, object, action and time (domain.md 5.3)."""

import ipaddress
from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Count, Max, Q, QuerySet

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter_tenants.audit.actions import ACTIONS
from outfitter_tenants.audit.models import HOST, AuditLog
from outfitter_tenants.audit.queries import history_item, summary_of

ACTORS: Final = ("staff", "agent", "guide", "customer", "system", "channel", "ai", "api_key", "support")
MOST_CHOICES: Final = 300


def _rows(reader: ListReader) -> "QuerySet[Any]":
    return AuditLog.objects.all()


def _search(text: str) -> Q:
    """An address, the number of an object or trip, else how an action or a person begins."""
    text = text.strip()
    try:
        return Q(ip=str(ipaddress.ip_address(text)))
    except ValueError:
        pass
    if text.isdecimal() and len(text) < 19:
        return Q(entity_id=int(text)) | Q(trip_id=int(text))
    return Q(action__startswith=text.lower().replace(" ", "_")) | Q(actor_name__istartswith=text)


def _shape(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    return [
        {
            **history_item(row),
            "entity_type": row.entity_type,
            "entity_id": row.entity_id,
            "trip_id": row.trip_id,
            "user_agent": row.user_agent,
        }
        for row in rows
    ]


def people_in_log() -> list[dict[str, Any]]:
    """Return who appears in the log, the busiest first, by their latest name."""
    rows = (
        AuditLog.objects.filter(user_avatar_id__isnull=False)
        .values("user_avatar_id")
        .annotate(cnt=Count("id"), last=Max("id"))
        .order_by("-cnt", "user_avatar_id")[:MOST_CHOICES]
    )
    found = list(rows)
    names = dict(
        AuditLog.objects.filter(pk__in=[row["last"] for row in found]).values_list(
            "user_avatar_id", "actor_name"
        )
    )
    return [
        {"id": row["user_avatar_id"], "name": names[row["user_avatar_id"]], "cnt": row["cnt"]}
        for row in found
    ]


def addresses_in_log() -> list[dict[str, Any]]:
    """Return the addresses that appear in the log, the latest first."""
    rows = AuditLog.objects.filter(ip__isnull=False).values("ip")
    found = rows.annotate(cnt=Count("id"), last_at=Max("at")).order_by("-last_at")
    return [dict(row) for row in found[:MOST_CHOICES]]


def _people() -> list[Option]:
    return [Option(row["id"], row["name"]) for row in people_in_log()]


def _actors() -> list[Option]:
    return [Option(slug, slug.capitalize(), slug) for slug in ACTORS]


def _actions() -> list[Option]:
    return [Option(slug, summary_of(slug).capitalize(), slug) for slug in sorted(ACTIONS)]


def _kinds() -> list[Option]:
    found = AuditLog.objects.order_by("entity_type").values_list("entity_type", flat=True)
    kinds = found.distinct()[:MOST_CHOICES]
    return [Option(kind, kind.replace("_", " ").capitalize(), kind) for kind in kinds]


def _changes(row: dict[str, Any]) -> str:
    return "; ".join(
        f"{change['field']}: {change['before']} -> {change['after']}" for change in row["changes"]
    )


AUDIT_LOGS: Final = register(
    Listing(
        name="auditLogs",
        permission="audit.view",
        columns=(
            Column("at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
            Column(
                "user_avatar",
                "lookup",
                "user_avatar_id",
                is_filterable=True,
                is_groupable=True,
                is_nullable=True,
                options=_people,
                cell=lambda r: r["actor"]["name"],
            ),
            Column(
                "actor_type",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=_actors,
                cell=lambda r: r["actor"]["type"],
            ),
            Column("action", "choice", is_filterable=True, is_groupable=True, options=_actions),
            Column("entity_type", "choice", is_filterable=True, is_groupable=True, options=_kinds),
            Column("entity_id", "number", is_filterable=True),
            Column("trip_id", "number", is_filterable=True, is_nullable=True),
            Column("ip", "text", HOST, is_filterable=True, is_nullable=True),
            Column("reason", "text", is_filterable=True, is_nullable=True),
            Column("changes", "text", "reason", cell=_changes),
        ),
        default_sort="-at",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
