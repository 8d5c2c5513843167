"""What it costs to have resources and guides out, as departures' profits reckon with it (docs/adr/0123)."""

from collections.abc import Collection
from dataclasses import dataclass

from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.models import GuideProfile, Resource


@dataclass(frozen=True, slots=True)
class CostRow:
    """
    What one guide or one resource costs, in minor units; null: nothing was said.

    `group_name` is empty for guides.
    """

    id: int
    name: str
    group_name: str
    per_departure: int | None
    per_hour: int | None


def resource_costs() -> list[CostRow]:
    """Return the resources that are not retired with what they cost, by group and name."""
    rows = Resource.objects.select_related("group").exclude(status="retired")
    return [
        CostRow(row.pk, row.name, row.group.name, row.cost_per_departure, row.cost_per_hour)
        for row in rows.order_by("group__name", "name", "pk")
    ]


def guide_costs() -> list[CostRow]:
    """Return the active guides with what they are paid, by name."""
    found = people.list_guides()
    rows = GuideProfile.objects.filter(user_avatar_id__in=[one.id for one in found])
    known = {row.user_avatar_id: row for row in rows}
    return [
        CostRow(
            one.id,
            one.name,
            "",
            known[one.id].pay_per_departure if one.id in known else None,
            known[one.id].pay_per_hour if one.id in known else None,
        )
        for one in found
    ]


def lock_resources(*, ids: Collection[int]) -> dict[int, Resource]:
    """Lock resources for a change of what they cost, in the order of their ids."""
    rows = Resource.objects.select_for_update(no_key=True).filter(pk__in=ids)
    return {row.pk: row for row in rows.order_by("pk")}
