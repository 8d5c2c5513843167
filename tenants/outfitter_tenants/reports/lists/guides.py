"""The list of guides with their hours."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Q, QuerySet

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter_tenants.people.queries.members import members
from outfitter_tenants.reports.lists import hours
from outfitter_tenants.reports.lists.cells import sees_everything
from outfitter_tenants.reports.lists.resources import anything
from outfitter_tenants.reports.shares import share

if TYPE_CHECKING:
    from outfitter_tenants.people.models import UserAvatar


def _guides() -> list[Option]:
    return [Option(one.pk, one.name) for one in members().order_by("name", "pk")]


def _rows(conditions: Sequence[Condition], reader: ListReader) -> "QuerySet[UserAvatar]":
    rows = members().annotate(**hours.guide_figures(conditions, reader))
    # Who guides, and who did: a person who left shows as long as they had departures.
    rows = rows.filter(Q(is_guide=True, status="active") | Q(departure_cnt__gt=0))
    return rows if sees_everything(reader) else rows.none()


def _shape(rows: Sequence["UserAvatar"], _reader: ListReader) -> list[dict[str, object]]:
    found = []
    for one in rows:
        row: dict[str, Any] = {
            "id": one.pk,
            "guide": one.name,
            **{name: getattr(one, name) for name in hours.GUIDE_FIGURES},
        }
        row["utilization_ppm"] = share(row["used_minutes"], row["available_minutes"])
        found.append(row)
    return found


GUIDE_HOURS: Final = register(
    Listing(
        name="guideHours",
        permission="report.view",
        columns=(
            Column("guide", "lookup", "pk", is_filterable=True, is_groupable=True, options=_guides),
            Column("name", "text", is_sortable=True, is_exported=False),
            *(Column(name, "number", "pk") for name in hours.GUIDE_FIGURES),
            Column("utilization_ppm", "number", "pk", is_nullable=True),
            Column("day", "date", "pk", is_filterable=True, match=anything, is_exported=False),
        ),
        default_sort="name",
        rows=lambda _reader: members(),
        rows_asked=_rows,
        shape=_shape,
    )
)
