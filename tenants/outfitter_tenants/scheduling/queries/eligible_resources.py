"""Which resources a customer type can use on a departure, and for how long it has them."""

from dataclasses import dataclass
from datetime import datetime

from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.queries.resource_claims import load_fleet, spanned
from outfitter_tenants.scheduling.queries.resource_usages import list_usages
from outfitter_tenants.scheduling.queries.resources import ResourceRow, get_resource, list_resources
from outfitter_tenants.scheduling.queries.timeslots import TimeslotRow, get_timeslot
from outfitter_tenants.scheduling.rules.resource_capacity import Fleet, Need, Span, free, why_not
from outfitter_tenants.scheduling.rules.resource_needs import Usage


class UnknownCustomerType(NotFound):
    """No such customer type here."""


@dataclass(frozen=True, slots=True)
class UsableRow:
    """A resource for one booking; `reason` is null when it can take it."""

    resource: ResourceRow
    usage_id: int | None
    free_units: int
    is_compatible: bool
    reason: str | None


def usable_resources(*, timeslot_id: int | None, customer_type_id: int, at: datetime) -> list[UsableRow]:
    """
    Return the resources that a booking of a customer type can have on a departure.

    Those of the groups its usages name; where nothing is needed, every resource.

    :raises UnknownCustomerType: there is no such customer type
    :raises TimeslotNotFound: there is no such timeslot
    :raises Invalid: no departure is named, or its experience does not sell the customer type
    """
    if customer_type_id not in {kind.id for kind in catalog.list_customer_types()}:
        raise UnknownCustomerType("Guest type not found.")
    slot = _slot(timeslot_id, at)
    sold = catalog.experience_customer_types(experience_id=slot.experience_id)
    kinds = {kind.id for kind in sold if kind.customer_type_id == customer_type_id}
    if not kinds:
        raise Invalid({"customerType": ["The experience doesn't sell this guest type."]})
    usages = [
        usage
        for usage in list_usages(experience_id=slot.experience_id)
        if usage.addon_id is None and usage.experience_customer_type_id in {None, *kinds}
    ]
    resources = list_resources()
    wanted = _wanted(slot, usages, resources)
    span = spanned([(need.start_at, need.end_at) for need, _ in wanted] or [_own(slot)])
    groups = {need.group_id for need, _ in wanted}
    fleet = load_fleet(group_ids=groups, span=span, at=at).fleet
    return [
        _row(fleet, resource, need, usage)
        for need, usage in wanted
        for resource in resources
        if resource.group_id == need.group_id
    ]


def suggested_duration(
    *, resource_id: int, timeslot_id: int | None, usage_id: int | None, at: datetime
) -> Span:
    """
    Return from when to when a departure usually needs a resource.

    Without `usage_id` it is the first usage that the resource's group serves; without one, the
    time of the departure.

    :raises UnknownResource: there is no such resource
    :raises TimeslotNotFound: there is no such timeslot
    :raises Invalid: no departure is named, or the usage is none that this resource could serve
    """
    resource = get_resource(resource_id=resource_id)
    slot = _slot(timeslot_id, at)
    usages = [
        usage
        for usage in list_usages(experience_id=slot.experience_id)
        if usage.resource_group_id == resource.group_id and usage_id in {None, usage.id}
    ]
    if usage_id is not None and not usages:
        raise Invalid({"usage_id": ["This resource does not serve that usage."]})
    return usages[0].window(slot) if usages else _own(slot)


def _slot(timeslot_id: int | None, at: datetime) -> TimeslotRow:
    if timeslot_id is None:
        raise Invalid({"timeslot_id": ["Name a departure."]})
    return get_timeslot(timeslot_id=timeslot_id, at=at)


def _own(slot: TimeslotRow) -> Span:
    return slot.start_at, slot.end_at


def _wanted(
    slot: TimeslotRow, usages: list[Usage], resources: list[ResourceRow]
) -> list[tuple[Need, int | None]]:
    found: list[tuple[Need, int | None]] = [
        (_need(slot, u.id, u.resource_group_id, u.window(slot), u), u.id) for u in usages
    ]
    if not found:
        groups = sorted({resource.group_id for resource in resources})
        found = [(_need(slot, 0, group, _own(slot), None), None) for group in groups]
    return found


def _need(slot: TimeslotRow, usage_id: int, group_id: int, span: Span, usage: Usage | None) -> Need:
    return Need(
        usage_id,
        group_id,
        *span,
        usage.sharing_scope if usage else "any",
        slot.experience_id,
        slot.id,
        "",
        ((usage.units_per_booking if usage else 1,),),
    )


def _row(fleet: Fleet, resource: ResourceRow, need: Need, usage_id: int | None) -> UsableRow:
    supply = fleet.supplies[resource.id]
    reason = why_not(fleet, supply, need, need.units)
    return UsableRow(resource, usage_id, free(fleet, supply, need), reason is None, reason)
