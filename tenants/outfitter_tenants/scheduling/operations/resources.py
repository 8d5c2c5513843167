"""Writes of resource groups and their resources (domain.md 3.3)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from outfitter.kit import ids
from outfitter.kit.errors import DomainError, Invalid, NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.models import BookingResource, Resource, ResourceGroup

FIELDS = ("name", "code", "capacity", "priority", "status", "buffer_minutes", "color")


class ResourceNotFound(NotFound):
    """No such resource or group here."""


class ResourceInUse(DomainError):
    """Something still needs it."""

    code = "in_use"
    status = 409


def save_group(*, values: Mapping[str, Any], group_id: int | None, at: datetime) -> int:
    """
    Make a resource group or change one; returns its id.

    :raises ResourceNotFound: there is no such group
    """
    with transaction.atomic():
        row = _lock_group(group_id) if group_id is not None else ResourceGroup()
        before = {name: getattr(row, name) for name in values} if row.pk else None
        for name, value in values.items():
            setattr(row, name, value)
        row.save()
        _record("resource_group", row.pk, "resource_group.saved", at, before, dict(values))
    return row.pk


def delete_group(*, group_id: int, at: datetime) -> None:
    """
    Delete an empty resource group.

    :raises ResourceNotFound: there is no such group
    :raises ResourceInUse: it has resources
    """
    with transaction.atomic():
        row = _lock_group(group_id)
        cnt = row.resources.count()
        if cnt:
            raise ResourceInUse("The group still has resources.", resource_cnt=cnt)
        before = {"name": row.name}
        row.delete()
        _record("resource_group", group_id, "resource_group.deleted", at, before, None)


def update_resources(*, rows: Sequence[Mapping[str, Any]], at: datetime) -> list[int]:
    """
    Make and change resources together, all or none; returns their ids in the same order.

    A row without `id` is a new resource of its `group_id`.

    :raises ResourceNotFound: a resource or group is none
    :raises ResourceInUse: a retired resource still serves coming departures
    :raises Invalid: a location is none
    """
    places = {place.id for place in catalog.list_locations()}
    with transaction.atomic():
        known = _lock_resources([row["id"] for row in rows if row.get("id")])
        groups = set(ResourceGroup.objects.values_list("pk", flat=True))
        saved: list[int] = []
        for index, values in enumerate(rows):
            if values["group_id"] not in groups:
                raise ResourceNotFound("There is no such resource group.")
            if values.get("location_id") not in {None, *places}:
                raise Invalid({f"rows.{index}.location_id": ["There is no such location."]})
            new = Resource(ical_hash=ids.public_hash())
            row = known[values["id"]] if values.get("id") else new
            saved.append(_save(row, values, at))
    return saved


def _save(row: Resource, values: Mapping[str, Any], at: datetime) -> int:
    before = {name: getattr(row, name) for name in FIELDS} if row.pk else None
    if row.pk and values["status"] == "retired" and row.status != "retired":
        cnt = BookingResource.objects.filter(resource=row, end_at__gt=at).count()
        if cnt:
            raise ResourceInUse(
                f"{row.name} still serves coming departures.", resource_id=row.pk, use_cnt=cnt
            )
    for name in (*FIELDS, "group_id", "location_id"):
        setattr(row, name, values.get(name))
    row.save()
    after = {name: values.get(name) for name in FIELDS}
    _record("resource", row.pk, "resource.saved", at, before, after)
    return row.pk


def _lock_group(group_id: int) -> ResourceGroup:
    row = ResourceGroup.objects.select_for_update(of=("self",)).filter(pk=group_id).first()
    if row is None:
        raise ResourceNotFound("There is no such resource group.")
    return row


def _lock_resources(wanted: Sequence[int]) -> dict[int, Resource]:
    rows = Resource.objects.select_for_update(of=("self",)).filter(pk__in=wanted).order_by("id")
    found = {row.pk: row for row in rows}
    if set(wanted) - set(found):
        raise ResourceNotFound("There is no such resource.")
    return found


def _record(
    entity_type: str, entity_id: int, action: str, at: datetime,
    before: dict[str, Any] | None, after: dict[str, Any] | None,
) -> None:  # fmt: skip
    record(
        entity_type=entity_type, entity_id=entity_id, action=action, at=at, before=before,
        after=after,
    )  # fmt: skip
