"""The lists of resources with their hours, and of every use they were put to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db.models import BigIntegerField, ExpressionWrapper, F, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Extract

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter.db.row_figures import row_figure
from outfitter_tenants.reports.lists import hours
from outfitter_tenants.reports.lists.cells import experiences, sees_everything, trips_of, words
from outfitter_tenants.reports.shares import share
from outfitter_tenants.scheduling.queries import departure_rows, list_groups

if TYPE_CHECKING:
    from outfitter_tenants.scheduling.models import BookingResource, Resource

_KINDS: Final = ("vehicle", "vessel", "equipment", "room", "permit", "other")


def anything(_condition: Condition, _reader: ListReader) -> Q:
    """Return the filter that leaves nothing out: what is asked by it is in the figures of the rows."""
    return Q()


def _resources() -> list[Option]:
    return [Option(one.id, one.name) for group in list_groups() for one in group.resources]


def _groups() -> list[Option]:
    return [Option(one.id, one.name) for one in list_groups()]


def _fleet(conditions: Sequence[Condition], reader: ListReader) -> "QuerySet[Resource]":
    rows = departure_rows.fleet().annotate(**hours.resource_figures(conditions, reader))
    # What was given up shows as long as it did something.
    rows = rows.filter(~Q(status="retired") | Q(used_minutes__gt=0))
    return rows if sees_everything(reader) else rows.none()


def _shape_fleet(rows: Sequence["Resource"], _reader: ListReader) -> list[dict[str, object]]:
    found = []
    for one in rows:
        row: dict[str, Any] = {
            "id": one.pk,
            "resource": one.name,
            "group": one.group.name,
            "kind": one.group.kind,
            "capacity": one.capacity,
            **{name: getattr(one, name) for name in hours.RESOURCE_FIGURES},
        }
        row["utilization_ppm"] = share(row["used_minutes"], row["available_minutes"])
        found.append(row)
    return found


_OF_RESOURCE: Final = (
    Column("resource", "lookup", "pk", is_filterable=True, is_groupable=True, options=_resources),
    Column("group", "lookup", "group_id", is_filterable=True, is_groupable=True, options=_groups),
    Column(
        "kind", "choice", "group__kind", is_filterable=True, is_groupable=True, options=lambda: words(*_KINDS)
    ),
)
RESOURCE_HOURS: Final = register(
    Listing(
        name="resourceHours",
        permission="report.view",
        columns=(
            *_OF_RESOURCE,
            Column("name", "text", is_sortable=True, is_exported=False),
            Column("capacity", "number", is_filterable=True),
            *(Column(name, "number", "pk") for name in hours.RESOURCE_FIGURES),
            Column("utilization_ppm", "number", "pk", is_nullable=True),
            Column("day", "date", "pk", is_filterable=True, match=anything, is_exported=False),
        ),
        default_sort="name",
        rows=lambda _reader: departure_rows.fleet(),
        rows_asked=_fleet,
        shape=_shape_fleet,
    )
)

MINUTES: Final[Combinable] = ExpressionWrapper(
    Extract(F("end_at") - F("start_at"), "epoch") / Value(60), output_field=BigIntegerField()
)
_TRIP: Final = row_figure(
    "SELECT o.trip_id FROM trips_triporder o WHERE o.id = asked.order_id",
    about={"order_id": F("trip_order_id")},
)


def _uses(reader: ListReader) -> "QuerySet[BookingResource]":
    rows = departure_rows.resource_uses().annotate(trip_of=_TRIP)
    return rows if sees_everything(reader) else rows.none()


def _shape_uses(rows: Sequence["BookingResource"], _reader: ListReader) -> list[dict[str, object]]:
    found = trips_of(getattr(one, "trip_of") for one in rows)  # noqa: B009  # annotated
    return [
        {
            "id": one.pk,
            "resource": one.resource.name,
            "group": one.resource.group.name,
            "kind": one.resource.group.kind,
            "experience": one.timeslot.experience.name,
            "day": one.timeslot.date,
            "start_at": one.start_at,
            "end_at": one.end_at,
            "units": one.units,
            "minutes": int((one.end_at - one.start_at).total_seconds()) // 60,
            "trip": found.get(getattr(one, "trip_of")),  # noqa: B009  # annotated
        }
        for one in rows
    ]


RESOURCE_USES: Final = register(
    Listing(
        name="resourceUses",
        permission="report.view",
        columns=(
            Column(
                "resource", "lookup", "resource_id", is_filterable=True, is_groupable=True, options=_resources
            ),
            Column(
                "group",
                "lookup",
                "resource__group_id",
                is_filterable=True,
                is_groupable=True,
                options=_groups,
            ),
            Column(
                "kind",
                "choice",
                "resource__group__kind",
                is_filterable=True,
                is_groupable=True,
                options=lambda: words(*_KINDS),
            ),
            Column(
                "experience",
                "lookup",
                "timeslot__experience_id",
                is_filterable=True,
                is_groupable=True,
                options=experiences,
                is_of_experiences=True,
            ),
            Column("day", "date", "timeslot__date", is_filterable=True, is_groupable=True),
            Column("start_at", "instant", is_sortable=True, is_filterable=True),
            Column("end_at", "instant", is_filterable=True),
            Column("units", "number", is_filterable=True),
            Column("minutes", "number", MINUTES, is_filterable=True),
            Column("trip", "text", "pk", cell=lambda row: row["trip"] and row["trip"]["confirmation_code"]),
        ),
        default_sort="-start_at",
        rows=_uses,
        shape=_shape_uses,
    )
)
