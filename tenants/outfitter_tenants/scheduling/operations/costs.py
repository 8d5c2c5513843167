"""Saying what resources and guides cost (docs/adr/0123)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.models import GuideProfile, Resource
from outfitter_tenants.scheduling.operations.guides import GuideNotFound
from outfitter_tenants.scheduling.operations.resources import ResourceNotFound
from outfitter_tenants.scheduling.queries import costs, guides


@dataclass(frozen=True, slots=True)
class Cost:
    """What somebody or something costs for a departure and for an hour, in minor units; null: nothing."""

    per_departure: int | None
    per_hour: int | None


def save_costs(*, of_guides: Mapping[int, Cost], of_resources: Mapping[int, Cost], at: datetime) -> None:
    """
    Set what these guides are paid and these resources cost, all or none; others stay as they are.

    :raises GuideNotFound: one of the guides is none
    :raises ResourceNotFound: one of the resources is none
    """
    with atomic():
        active = {one.id for one in people.list_guides()}
        if set(of_guides) - active:
            raise GuideNotFound("Guide not found.")
        resources = costs.lock_resources(ids=of_resources)
        if set(of_resources) - set(resources):
            raise ResourceNotFound("Resource not found.")
        profiles = guides.lock_profiles(guide_ids=of_guides) if of_guides else {}
        _save_resources(resources.values(), of_resources, at)
        _save_guides(profiles.values(), of_guides, at)


def _save_resources(rows: Iterable[Resource], wanted: Mapping[int, Cost], at: datetime) -> None:
    for row in rows:
        before, after = Cost(row.cost_per_departure, row.cost_per_hour), wanted[row.pk]
        row.cost_per_departure, row.cost_per_hour = after.per_departure, after.per_hour
        row.save(update_fields=["cost_per_departure", "cost_per_hour"])
        _record("resource", row.pk, "resource.cost_saved", before, after, at)


def _save_guides(rows: Iterable[GuideProfile], wanted: Mapping[int, Cost], at: datetime) -> None:
    for row in rows:
        before, after = Cost(row.pay_per_departure, row.pay_per_hour), wanted[row.user_avatar_id]
        row.pay_per_departure, row.pay_per_hour = after.per_departure, after.per_hour
        row.save(update_fields=["pay_per_departure", "pay_per_hour"])
        _record("user_avatar", row.user_avatar_id, "guide.pay_saved", before, after, at)


def _record(entity: str, entity_id: int, action: str, before: Cost, after: Cost, at: datetime) -> None:
    if before == after:
        return
    # How much is for those who see finances: the history, which more may read, says that it changed.
    record(entity_type=entity, entity_id=entity_id, action=action, at=at)
