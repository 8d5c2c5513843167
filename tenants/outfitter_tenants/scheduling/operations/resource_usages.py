"""What a booking of an experience needs of which resource group (domain.md 3.3)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import ResourceGroup, ResourceUsage
from outfitter_tenants.scheduling.queries import resource_usages as reads

FIELDS = (
    "experience_customer_type_id",
    "addon_id",
    "resource_group_id",
    "units_per_booking",
    "duration_mode",
    "duration_minutes",
    "offset_minutes",
    "sharing_scope",
    "is_required",
)


def save_usages(*, experience_id: int, rows: Sequence[Mapping[str, Any]], at: datetime) -> None:
    """
    Replace what an experience needs by these rows, in this order; a row with `id` is kept.

    What was assigned before stays assigned: new sales go by the new rows.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: a row names a group, customer type, add-on or usage that is not here
    """
    with atomic():
        catalog.lock_experience(experience_id=experience_id)
        known = {row.pk: row for row in ResourceUsage.objects.filter(experience_id=experience_id)}
        problems = _problems(experience_id, rows, set(known))
        if problems:
            raise Invalid(problems)
        before = [_values(known[key]) for key in sorted(known)]
        kept = {row["id"] for row in rows if row.get("id")}
        ResourceUsage.objects.filter(pk__in=set(known) - kept).delete()
        for position, values in enumerate(rows):
            row = known[values["id"]] if values.get("id") else ResourceUsage()
            row.experience_id, row.position = experience_id, position
            for name in FIELDS:
                setattr(row, name, values.get(name))
            row.save()
        record(
            entity_type="experience",
            entity_id=experience_id,
            action="experience.resources_saved",
            at=at,
            before={"resource_usages": before},
            after={"resource_usages": [{name: row.get(name) for name in FIELDS} for row in rows]},
        )
        cache_versions.touch_everything()
        outbox.publish(
            "availability.changed",
            at=at,
            experience_id=experience_id,
            timeslot_id=None,
            dates=[],
            reason="experience.resources_saved",
        )


def _values(row: ResourceUsage) -> dict[str, object]:
    return {name: getattr(row, name) for name in FIELDS}


def _problems(
    experience_id: int, rows: Sequence[Mapping[str, object]], known: set[int]
) -> dict[str, list[str]]:
    groups = set(ResourceGroup.objects.values_list("pk", flat=True))
    kinds = {k.id for k in catalog.experience_customer_types(experience_id=experience_id)}
    addons = reads.addons_of(experience_id=experience_id)
    offered = {
        "id": (known, "This is not one of the experience's resource usages."),
        "resource_group_id": (groups, "Resource group not found."),
        "experience_customer_type_id": (kinds, "The experience has no such guest type."),
        "addon_id": (addons, "The experience has no such add-on."),
    }
    found: dict[str, list[str]] = {}
    for index, row in enumerate(rows):
        for name, (values, text) in offered.items():
            if row.get(name) is not None and row[name] not in values:
                found[f"rows.{index}.{name}"] = [text]
        if row.get("addon_id") and row.get("experience_customer_type_id"):
            found[f"rows.{index}.addon_id"] = ["Choose a guest type or an add-on, not both."]
        if row["duration_mode"] == "minutes" and not row.get("duration_minutes"):
            found[f"rows.{index}.duration_minutes"] = ["Enter the minutes."]
        if row.get("id") and [r.get("id") for r in rows].count(row["id"]) > 1:
            found[f"rows.{index}.id"] = ["This usage is listed twice."]
    return found
