"""Writes of resource groups and their resources (domain.md 3.3)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from outfitter.db.locks import atomic
from outfitter.kit import ids
from outfitter.kit.errors import DomainError, Invalid, NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import Resource, ResourceGroup
from outfitter_tenants.scheduling.operations import availability_events
from outfitter_tenants.scheduling.queries import resource_claims as fleets
from outfitter_tenants.scheduling.rules.resource_capacity import used

# Nothing is sold further ahead.
_FAR = timedelta(days=3 * 366)
FIELDS = ("name", "code", "capacity", "priority", "status", "buffer_minutes", "color")


class ResourceNotFound(NotFound):
    """No such resource or group here."""


class ResourceInUse(DomainError):
    """Something still needs it."""

    code = "in_use"
    status = 409


def save_group(*, values: Mapping[str, object], group_id: int | None, at: datetime) -> int:
    """
    Make a resource group or change one; returns its id.

    :raises ResourceNotFound: there is no such group
    """
    with atomic():
        row = _lock_group(group_id) if group_id is not None else ResourceGroup()
        before = {name: getattr(row, name) for name in values} if row.pk else None
        for name, value in values.items():
            setattr(row, name, value)
        row.save()
        _record("resource_group", row.pk, "resource_group.saved", at, before, dict(values))
        cache_versions.touch_everything()
        availability_events.fleet_changed(group_ids=[row.pk], reason="resource_group.saved", at=at)
    return row.pk


def delete_group(*, group_id: int, at: datetime) -> None:
    """
    Delete an empty resource group.

    :raises ResourceNotFound: there is no such group
    :raises ResourceInUse: it has resources, or experiences need it
    """
    with atomic():
        row = _lock_group(group_id)
        cnt = row.resources.count()
        if cnt:
            raise ResourceInUse("The group still has resources.", resource_cnt=cnt)
        needed = sorted(set(row.usages.values_list("experience_id", flat=True)))
        if needed:
            raise ResourceInUse("Experiences still need this group.", experience_ids=needed)
        before = {"name": row.name}
        row.delete()
        _record("resource_group", group_id, "resource_group.deleted", at, before, None)


def update_resources(*, rows: Sequence[Mapping[str, Any]], at: datetime) -> list[int]:
    """
    Make and change resources together, all or none; returns their ids in the same order.

    A row without `id` is a new resource of its `group_id`.

    :raises ResourceNotFound: a resource or group is none
    :raises ResourceInUse: a retired resource still serves coming departures, one that is to be
        smaller has more of them at once, or one with coming departures is to change its group
    :raises Invalid: a location is none
    """
    places = {place.id for place in catalog.list_locations()}
    with atomic():
        # Claims are made under the locks of the groups: what is checked here stays true.
        concerned = {row["group_id"] for row in rows} | _groups_of(rows)
        fleets.lock_groups(group_ids=concerned)
        known = _lock_resources([row["id"] for row in rows if row.get("id")])
        groups = set(ResourceGroup.objects.values_list("pk", flat=True))
        saved: list[int] = []
        for index, values in enumerate(rows):
            if values["group_id"] not in groups:
                raise ResourceNotFound("Resource group not found.")
            if values.get("location_id") not in {None, *places}:
                raise Invalid({f"rows.{index}.location_id": ["Location not found."]})
            new = Resource(ical_hash=ids.public_hash())
            row = known[values["id"]] if values.get("id") else new
            saved.append(_save(row, values, at))
        cache_versions.touch_everything()
        availability_events.fleet_changed(group_ids=concerned, reason="resource.saved", at=at)
    return saved


def _groups_of(rows: Sequence[Mapping[str, Any]]) -> set[int]:
    ids_ = [row["id"] for row in rows if row.get("id")]
    return set(Resource.objects.filter(pk__in=ids_).values_list("group_id", flat=True))


def _save(row: Resource, values: Mapping[str, object], at: datetime) -> int:
    before = {name: getattr(row, name) for name in FIELDS} if row.pk else None
    if row.pk:
        _refuse_harm(row, values, at)
    for name in (*FIELDS, "group_id", "location_id"):
        setattr(row, name, values.get(name))
    row.save()
    after = {name: values.get(name) for name in FIELDS}
    _record("resource", row.pk, "resource.saved", at, before, after)
    return row.pk


def _refuse_harm(row: Resource, values: Mapping[str, Any], at: datetime) -> None:
    """
    Refuse what departures to come do not allow.

    :raises ResourceInUse: see update_resources
    """
    leaves = values["status"] == "retired" != row.status or values["group_id"] != row.group_id
    if not leaves and values["capacity"] >= row.capacity:
        return
    fleet = fleets.load_fleet(group_ids=[row.group_id], span=(at, at + _FAR), at=at).fleet
    mine = [claim for claim in fleet.claims if claim.resource_id == row.pk]
    if leaves and mine:
        raise ResourceInUse(
            f"{row.name} still serves coming departures.", resource_id=row.pk, use_cnt=len(mine)
        )
    most = max((used(fleet.supplies[row.pk], claim, mine) for claim in mine), default=0)
    if most > values["capacity"]:
        raise ResourceInUse(
            f"{row.name} has {most} at once on coming departures.",
            resource_id=row.pk,
            use_cnt=len(mine),
            most_units=most,
        )


def _lock_group(group_id: int) -> ResourceGroup:
    row = ResourceGroup.objects.select_for_update(of=("self",)).filter(pk=group_id).first()
    if row is None:
        raise ResourceNotFound("Resource group not found.")
    return row


def _lock_resources(wanted: Sequence[int]) -> dict[int, Resource]:
    rows = Resource.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=wanted).order_by("id")
    found = {row.pk: row for row in rows}
    if set(wanted) - set(found):
        raise ResourceNotFound("Resource not found.")
    return found


def _record(
    entity_type: str,
    entity_id: int,
    action: str,
    at: datetime,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    record(entity_type=entity_type, entity_id=entity_id, action=action, at=at, before=before, after=after)
