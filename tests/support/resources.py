"""Vans, boats and what departures need of them, each with the least that is valid."""

from datetime import datetime
from typing import Any

from django.db import transaction

from outfitter.kit import ids
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.scheduling.models import (
    Blackout,
    BookingResource,
    Resource,
    ResourceGroup,
    ResourceUsage,
    Timeslot,
)
from outfitter_tenants.scheduling.operations import resource_claims
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, Party, find_party
from tests.support.catalog import price_ids
from tests.support.departures import NOW, make_hold


def make_group(*, name: str = "Vans", **given: Any) -> ResourceGroup:
    """Return a group of vehicles."""
    return ResourceGroup.objects.create(**{"name": name, "kind": "vehicle", **given})


def make_resource(*, group: ResourceGroup, capacity: int = 8, **given: Any) -> Resource:
    """Return a van of a group."""
    name = given.pop("name", None) or f"Van {Resource.objects.count() + 1}"
    return Resource.objects.create(
        group=group, name=name, capacity=capacity, ical_hash=ids.public_hash(), **given
    )


def make_usage(*, experience: Experience, group: ResourceGroup, **given: Any) -> ResourceUsage:
    """Return that every booking of an experience needs one unit of the group."""
    return ResourceUsage.objects.create(experience=experience, resource_group=group, **given)


def party_of(slot: Timeslot, qty: int = 1, *, at: datetime = NOW, kind: int | None = None) -> Party:
    """Return so many adults who want a departure."""
    quantities = {kind or price_ids(slot.experience)[0]: qty}
    return find_party(timeslot_id=slot.pk, qty_by_type=quantities, buyer=Buyer("online"), at=at, check=None)


def hold_with_resources(
    slot: Timeslot, qty: int = 1, *, at: datetime = NOW, kind: int | None = None, **given: Any
) -> int:
    """Return the id of a hold that has its seats and its resources."""
    kind = kind or price_ids(slot.experience)[0]
    with transaction.atomic():
        hold = make_hold(timeslot=slot, qty_by_type={kind: qty}, at=at, **given)
        resource_claims.claim(party=party_of(slot, qty, at=at, kind=kind), hold_id=hold.id, at=at)
    return hold.id


def make_use(*, slot: Timeslot, resource: Resource, units: int = 1, **given: Any) -> BookingResource:
    """Return that a resource serves a departure."""
    values = {"start_at": slot.start_at, "end_at": slot.end_at}
    return BookingResource.objects.create(
        timeslot=slot, resource=resource, units=units, **{**values, **given}
    )


def make_blackout(*, begin: datetime, end: datetime, **given: Any) -> Blackout:
    """Return a span without new assignments."""
    return Blackout.objects.create(start_at=begin, end_at=end, **given)


def uses(**where: Any) -> list[tuple[int, int]]:
    """Return (resource, units) of the rows of a hold or order, by resource."""
    rows = BookingResource.objects.filter(**where).order_by("resource_id", "id")
    return list(rows.values_list("resource_id", "units"))
