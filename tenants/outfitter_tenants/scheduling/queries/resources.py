"""Reads of resources and their groups."""

from dataclasses import dataclass

from django.db.models import QuerySet

from outfitter.kit.errors import NotFound
from outfitter_tenants.scheduling.models import Resource, ResourceGroup


class UnknownResource(NotFound):
    """No such resource here."""


@dataclass(frozen=True, slots=True)
class ResourceRow:
    """One boat, van or room, with its group."""

    id: int
    name: str
    code: str | None
    group_id: int
    group_name: str
    capacity: int
    status: str
    color: str
    priority: int
    buffer_minutes: int
    location_id: int | None


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Resources that can stand in for one another."""

    id: int
    name: str
    kind: str
    is_auto_assign: bool
    strategy: str
    is_legal_limit: bool
    resources: list[ResourceRow]


def list_resources() -> list[ResourceRow]:
    """Return the resources that are not retired, by group and priority."""
    return [_row(row) for row in _resources().exclude(status="retired")]


def list_groups() -> list[GroupRow]:
    """Return every group with all its resources, retired ones last."""
    of_group: dict[int, list[ResourceRow]] = {}
    for row in _resources():
        of_group.setdefault(row.group_id, []).append(_row(row))
    return [
        GroupRow(
            group.pk,
            group.name,
            group.kind,
            group.is_auto_assign,
            group.strategy,
            group.is_legal_limit,
            sorted(of_group.get(group.pk, []), key=lambda row: row.status == "retired"),
        )
        for group in ResourceGroup.objects.order_by("name", "id")
    ]


def get_resource(*, resource_id: int) -> ResourceRow:
    """
    Return one resource.

    :raises UnknownResource: there is none
    """
    row = _resources().filter(pk=resource_id).first()
    if row is None:
        raise UnknownResource("Resource not found.")
    return _row(row)


def _resources() -> "QuerySet[Resource]":
    rows = Resource.objects.select_related("group")
    return rows.order_by("group__name", "-priority", "name", "id")


def _row(row: Resource) -> ResourceRow:
    return ResourceRow(
        row.pk,
        row.name,
        row.code,
        row.group_id,
        row.group.name,
        row.capacity,
        row.status,
        row.color,
        row.priority,
        row.buffer_minutes,
        row.location_id,
    )
