"""The list of open flags as a report reads it: what waits for somebody's eye, since when, and whose."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import QuerySet

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter.kit.zones import local_day
from outfitter_tenants.trips import report_columns as shared
from outfitter_tenants.trips.models import Flag, FlagReason


def _rows(reader: ListReader) -> "QuerySet[Any]":
    """Return the flags nobody cleared; also on carts, as the dashboard counts them."""
    found = Flag.objects.filter(cleared_at__isnull=True).exclude(trip__status="deleted")
    return shared.whole(found, reader).select_related("trip", "reason")


def _reasons() -> list[Option]:
    return [Option(row.pk, row.name) for row in FlagReason.objects.order_by("position", "id")]


def _shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    about = shared.describe({row.trip for row in rows})
    names = shared.people_of({i for row in rows for i in (row.assignee_avatar_id, row.flagged_by)})
    return [
        {
            "id": row.pk,
            **shared.led_by(row.trip, about),
            "reason": row.reason.name if row.reason else None,
            "comment": row.comment,
            "assignee": names.get(row.assignee_avatar_id),
            "flagged_by": names.get(row.flagged_by),
            "flagged_at": row.flagged_at,
            "age_days": (reader.today - local_day(row.flagged_at, reader.zone)).days,
            "total_amount": row.trip.total_amount,
        }
        for row in rows
    ]


FLAGS: Final = register(
    Listing(
        name="openFlags",
        permission=shared.PERMISSION,
        columns=(
            Column("flagged_at", "instant", is_filterable=True),
            Column("age_days", "number"),
            Column("reason", "lookup", "reason_id", is_filterable=True, is_nullable=True, options=_reasons),
            Column("comment", "text", is_filterable=True),
            Column("assignee", "lookup", "assignee_avatar_id", is_filterable=True, is_nullable=True),
            Column("flagged_by", "lookup", is_filterable=True, is_nullable=True),
            Column("total_amount", "money", "trip__total_amount", is_filterable=True),
            *shared.about_trip(),
            Column("id", "number", is_sortable=True, is_exported=False),
        ),
        default_sort="-id",
        rows=_rows,
        shape=_shape,
    )
)
